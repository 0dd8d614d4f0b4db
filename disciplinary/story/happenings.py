"""What happened, game by game: how the player went in, the cards, and what they left behind."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from disciplinary.rule33.answers import Appearance, Consequence, Play, ProblemCode, State
from disciplinary.rule33.facts import (
    Authority,
    CardId,
    CardKey,
    Color,
    Game,
    Incident,
    Status,
    When,
)
from disciplinary.rule33.presence import OVER
from disciplinary.story.suspensions import missing_seats, what
from disciplinary.story.teller import Teller
from disciplinary.wording import AUTHORITIES, CLAUSES, SHOWN, day, duration, listed, mark, ordinal


def happenings(teller: Teller) -> list[str]:
    """The games that are over or in which cards were shown, in order of time, then the bars."""
    appearances = {item.game: item for item in teller.record.appearances}
    lines: list[str] = []
    for game in teller.games.values():
        incidents = [item for item in teller.incidents if item.game == game.id]
        appearance = appearances.get(game.id) if game.status in OVER else None
        if not incidents and appearance is None:
            continue
        lines.append(teller.heading(game))
        if appearance is not None:
            lines += (f"  {line}" for line in _entrance(teller, game, appearance))
        for incident in sorted(incidents, key=lambda item: item.when is When.AFTER):
            lines += (f"  {line}" for line in _incident(teller, incident))
        if game.status is Status.ABANDONED:
            lines.append("  " + _("The game was stopped under way and abandoned."))
    for bar in teller.bars:
        if bar.last is None:
            text = _("From %(first)s on, until further notice, %(player)s may not play at all.")
        else:
            text = _("From %(first)s to %(last)s, both included, %(player)s may not play at all.")
        lines.append(
            text
            % {
                "first": day(bar.first),
                "last": day(bar.last) if bar.last else "",
                "player": teller.player,
            }
        )
    return lines


def _entrance(teller: Teller, game: Game, appearance: Appearance) -> list[str]:
    """How the player went into a game that is over."""
    names = {"player": teller.player}
    if appearance.play is Play.BARRED:
        return [_("%(player)s was barred from playing on this day.") % names]
    if appearance.play is Play.SUSPENDED:
        lines = [_("%(player)s was suspended from the whole game.") % names]
        if appearance.no_substitute:
            lines.append(
                _("No substitute was allowed for the first %(time)s.") % {"time": duration(appearance.no_substitute)}
            )
        lines += (_outcome(teller, game, key) for key in appearance.serves)
        return lines
    lines = []
    if appearance.sit_out:
        lines.append(
            _("%(player)s sat out the first %(time)s, without a substitute.")
            % {**names, "time": duration(appearance.sit_out)}
        )
    if appearance.carried_yellow:
        lines.append(_("%(player)s began with the status of one yellow card already received.") % names)
    if lines:
        lines += (
            _("This served suspension %(number)d.") % {"number": teller.number(suspension)}
            for suspension in (teller.suspension_of[key] for key in appearance.serves)
        )
        return lines
    return [_("%(player)s was free to play, with no time to sit out.") % names]


def _outcome(teller: Teller, game: Game, key: CardKey) -> str:
    """Whether the game served a suspension from the whole of it, or why it did not."""
    suspension = teller.suspension_of[key]
    decisions = teller.decisions(key)
    names = {"number": teller.number(suspension), "player": teller.player}
    if suspension.state is State.SERVED and suspension.serve_in == game.id:
        return (
            _(
                "The committee had approved the game, and %(player)s reported to the Umpires before and "
                "after it: this served suspension %(number)d."
            )
            % names
        )
    reasons = []
    if game.status is not Status.PLAYED:
        reasons.append(_("the game was abandoned"))
    if any(
        problem.game == game.id
        and problem.code in (ProblemCode.PLAYED_WHILE_SUSPENDED, ProblemCode.PLAYED_BEFORE_RECORDED)
        for problem in teller.record.problems
    ):
        reasons.append(_("%(player)s took part in it") % names)
    if game.id not in decisions.approved:
        reasons.append(
            _("%(seats)s had not approved it before it started")
            % {"seats": listed(missing_seats(teller, suspension, game))}
        )
    if not decisions.attended(game.id):
        if game.id in decisions.before:
            text = _("%(player)s is not known to have reported after it")
        elif game.id in decisions.after:
            text = _("%(player)s is not known to have reported before it")
        else:
            text = _("%(player)s is not known to have reported before and after it")
        reasons.append(text % names)
    return _("It did not serve suspension %(number)d, because %(reasons)s.") % {
        **names,
        "reasons": listed(reasons),
    }


def _incident(teller: Teller, incident: Incident) -> list[str]:
    shown = SHOWN["".join(incident.cards)]
    text = (
        _("After the game, %(player)s, who had played for %(team)s, was shown %(cards)s (%(incident)s).")
        if incident.when is When.AFTER
        else _("%(player)s, playing for %(team)s, was shown %(cards)s (%(incident)s).")
    )
    lines = [
        text
        % {
            "player": teller.player,
            "team": incident.team,
            "cards": shown,
            "incident": incident.id,
        }
    ]
    if incident.rescinded:
        lines.append(_("This was rescinded: it counts for nothing, from the beginning."))
        return lines
    at_once = {item.card: item for item in teller.record.consequences}
    for number, color in enumerate(incident.cards, start=1):
        card = CardId(incident.id, number)
        if card in at_once:
            lines.append(_consequence(at_once[card], color))
        lines += _left_behind(teller, card)
    if Color.RED in incident.cards:
        lines.append(_("The Chief Operating Officer files a Conduct Violation Complaint, automatically."))
    lines += (_increase(teller, incident, number) for number in range(len(incident.increases)))
    return lines


def _consequence(consequence: Consequence, color: Color) -> str:
    """What one card meant at once."""
    names = {
        "nth": ordinal(consequence.offense),
        "time": duration(consequence.sit_out or consequence.no_substitute),
        "clause": CLAUSES[consequence.clause],
    }
    if color is Color.RED:
        return (
            _(
                "The %(nth)s offense of the game, a red card: a penalty, off for the rest of the game, no "
                "substitute for the next %(time)s of play, then one (%(clause)s)."
            )
            % names
        )
    if consequence.sit_out:
        return (
            _(
                "The %(nth)s offense of the game: a penalty, and off for the next %(time)s of play "
                "without a substitute (%(clause)s)."
            )
            % names
        )
    return _("The %(nth)s offense of the game: a penalty, no time off (%(clause)s).") % names


def _left_behind(teller: Teller, card: CardId) -> list[str]:
    """The marks one card reached and the suspensions it triggered."""
    lines = []
    for suspension in teller.record.suspensions:
        if suspension.trigger != card:
            continue
        if suspension.marks:
            lines.append(_("It was the %(marks)s.") % {"marks": listed([mark(item) for item in suspension.marks])})
        lines.append(
            _("Suspension %(number)d: %(what)s.") % {"number": teller.number(suspension), "what": what(suspension)}
        )
    return lines


def _increase(teller: Teller, incident: Incident, place: int) -> str:
    increase = incident.increases[place]
    return _("On %(moment)s, %(by)s added %(games)s.") % {
        "moment": teller.moment(increase.at, incident.game),
        "by": AUTHORITIES[Authority(increase.by)],
        "games": ngettext("%(count)d further game", "%(count)d further games", increase.games)
        % {"count": increase.games},
    }
