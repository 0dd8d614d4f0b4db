"""What lies ahead: games to come, counts, problems, and what the player has to do."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from disciplinary.rule33.answers import Appearance, Play, State, Suspension
from disciplinary.rule33.facts import SuspensionKind
from disciplinary.rule33.presence import OVER
from disciplinary.story.suspensions import missing_seats
from disciplinary.story.teller import Teller
from disciplinary.wording import PROBLEMS, day, duration, listed, ordinal, period, tier


def games_to_come(teller: Teller) -> list[str]:
    """How the player goes into each game that is not over."""
    lines: list[str] = []
    for appearance in teller.record.appearances:
        game = teller.games[appearance.game]
        if game.status not in OVER:
            lines.append(teller.heading(game))
            lines += (f"  {line}" for line in _prospect(teller, appearance))
    return lines or [_("No game to come is known.")]


def _prospect(teller: Teller, appearance: Appearance) -> list[str]:
    names = {"player": teller.player}
    if appearance.play is Play.BARRED:
        return [_("%(player)s may not play: barred on this day.") % names]
    if appearance.play is Play.SUSPENDED:
        numbers = listed([str(teller.number(teller.suspension_of[key])) for key in appearance.serves])
        lines = [
            ngettext(
                "%(player)s may not play: suspended from the whole game (suspension %(numbers)s).",
                "%(player)s may not play: suspended from the whole game (suspensions %(numbers)s).",
                len(appearance.serves),
            )
            % {**names, "numbers": numbers}
        ]
        if appearance.no_substitute:
            lines.append(
                _("No substitute for the first %(time)s of play.") % {"time": duration(appearance.no_substitute)}
            )
        return lines
    lines = []
    if appearance.sit_out:
        lines.append(
            _("%(player)s may play, but starts in the penalty box for %(time)s, without a substitute.")
            % {**names, "time": duration(appearance.sit_out)}
        )
    if appearance.carried_yellow:
        lines.append(
            _("%(player)s may play, and begins with the status of one yellow card: the next offense is the second.")
            % names
        )
    return lines or [_("%(player)s is free to play.") % names]


def counts(teller: Teller) -> list[str]:
    """The counts of the periods that are running, and the next count that suspends."""
    lines = []
    for tally in teller.record.tallies:
        first, last = tally.period.days(teller.season.edition(teller.today))
        if not first <= teller.today <= last:
            continue
        names = {
            "cards": ngettext("%(count)d yellow card", "%(count)d yellow cards", tally.count) % {"count": tally.count},
            "tier": tier(tally.tier),
            "period": period(tally.period),
        }
        if tally.next_mark is None:
            text = _("%(cards)s in %(tier)s in %(period)s; no further count suspends.")
        else:
            names["nth"] = ordinal(tally.next_mark)
            text = _("%(cards)s in %(tier)s in %(period)s; the %(nth)s suspends.")
        lines.append(text % names)
    return lines or [_("No yellow card counts in the running period or year.")]


def problems(teller: Teller) -> list[str]:
    """What staff must resolve."""
    return [
        str(PROBLEMS[problem.code]) % {"player": teller.player, "game": teller.game(problem.game)}
        for problem in teller.record.problems
    ]


def duties(teller: Teller) -> list[str]:
    """What the player, or those who look after his or her suspensions, must see to."""
    lines = []
    for bar in teller.bars:
        if bar.last is None or bar.last >= teller.today:
            text = (
                _("Keep out of every game from %(first)s on, until further notice.")
                if bar.last is None
                else _("Keep out of every game from %(first)s to %(last)s.")
            )
            lines.append(text % {"first": day(bar.first), "last": day(bar.last) if bar.last else ""})
    lines += [_duty(teller, item) for item in teller.record.suspensions if item.open]
    return lines or [_("Nothing: no suspension is owed.")]


def _duty(teller: Teller, suspension: Suspension) -> str:
    names = {
        "number": teller.number(suspension),
        "last_day": day(suspension.last_day) if suspension.last_day else "",
    }
    if suspension.state is State.IN_DEFAULT:
        text = _("Suspension %(number)d: await the decision of the Executive Committee.")
    elif suspension.serve_in is None:
        text = (
            _("Suspension %(number)d: ask the committee to approve a game not later than %(last_day)s.")
            if suspension.state is State.OVERDUE
            else _("Suspension %(number)d: nothing yet; tell the office of the next event entered.")
        )
    else:
        return _in_its_game(teller, suspension)
    return text % names


def _in_its_game(teller: Teller, suspension: Suspension) -> str:
    game = teller.games[suspension.serve_in or ""]
    names = {
        "number": teller.number(suspension),
        "game": teller.game(game.id),
        "time": duration(suspension.seconds),
        "seats": listed(missing_seats(teller, suspension, game)),
    }
    if suspension.kind is SuspensionKind.CARRIED_YELLOW:
        text = _("Suspension %(number)d: begin %(game)s with the status of one yellow card.")
    elif not suspension.full_game:
        text = _("Suspension %(number)d: start %(game)s in the penalty box, for %(time)s.")
    elif suspension.approved:
        text = _(
            "Suspension %(number)d: do not play in %(game)s; attend it, and report to the Umpires before and after."
        )
    else:
        text = _(
            "Suspension %(number)d: do not play in %(game)s; have it approved by %(seats)s before it "
            "starts; attend it, and report to the Umpires before and after."
        )
    return text % names
