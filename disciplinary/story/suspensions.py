"""Each suspension: what it is, where it is served, by when, what is missing, and why."""

from django.utils.translation import gettext as _

from disciplinary.rule33.answers import State, Suspension
from disciplinary.rule33.facts import Game, Seat, SuspensionKind
from disciplinary.story.teller import Teller
from disciplinary.wording import CLAUSES, SEATS, day, duration, listed, mark


def suspensions(teller: Teller) -> list[str]:
    """A numbered paragraph for each, in the order in which they arose."""
    if not teller.record.suspensions:
        return [_("There is no suspension.")]
    lines: list[str] = []
    for suspension in teller.record.suspensions:
        lines.append(f"{teller.number(suspension)}. {_origin(teller, suspension)}")
        lines += (
            f"   {line}"
            for line in (
                *_state(teller, suspension),
                *_scope(teller, suspension),
                *_deadlines(suspension),
                *_why(teller, suspension),
            )
        )
    return lines


def what(suspension: Suspension) -> str:
    """What a suspension asks for, as a part of a sentence."""
    kind = suspension.kind
    if kind is SuspensionKind.CARRIED_YELLOW:
        return _("the next game begins with the status of one yellow card already received")
    if kind is SuspensionKind.PENALTY_BOX:
        return _("the next game begins in the penalty box, for the %(time)s left") % {
            "time": duration(suspension.seconds)
        }
    if not suspension.full_game:
        return _("the first %(time)s of the next game off, without a substitute") % {
            "time": duration(suspension.seconds)
        }
    if kind is SuspensionKind.INCREASE:
        return _("one further full game, a substitute allowed")
    if suspension.no_substitute:
        return _("one full game, with no substitute for its first %(time)s") % {
            "time": duration(suspension.no_substitute)
        }
    return _("one full game, a substitute allowed")


def _origin(teller: Teller, suspension: Suspension) -> str:
    incident = teller.incident_of[suspension.trigger.incident]
    names = {
        "what": what(suspension),
        "where": teller.where(incident),
        "game": teller.game(incident.game),
    }
    match suspension.kind:
        case SuspensionKind.RED_CARD | SuspensionKind.RED_CARD_AFTER_GAME:
            text = _("For the red card %(where)s: %(what)s.")
        case SuspensionKind.INCREASE:
            text = _("Added to the red card %(where)s: %(what)s.")
        case SuspensionKind.TWO_YELLOWS_AFTER_GAME:
            text = _("For the two yellow cards %(where)s: %(what)s.")
        case SuspensionKind.THREE_YELLOWS_AFTER_GAME:
            text = _("For the three yellow cards %(where)s: %(what)s.")
        case SuspensionKind.PENALTY_BOX:
            text = _("For being in the penalty box at the end of %(game)s: %(what)s.")
        case SuspensionKind.CARRIED_YELLOW:
            text = _("For three yellow cards or more and no red one during %(game)s: %(what)s.")
        case _:
            names["marks"] = listed([mark(item) for item in suspension.marks])
            text = _("For the %(marks)s, %(where)s: %(what)s.")
    return text % names


def _state(teller: Teller, suspension: Suspension) -> list[str]:
    match suspension.state:
        case State.LIFTED:
            return [_("It was lifted by a ruling; the card stands and counts.")]
        case State.SERVED:
            return [_("Served in %(game)s.") % {"game": teller.game(suspension.serve_in or "")}]
        case State.WAITING:
            return [_("It waits: no game that can serve it is known yet.")]
        case State.IN_DEFAULT:
            return [
                _(
                    "It is in default: the time for serving it is over, it is still owed, and it is "
                    "before the Executive Committee."
                )
            ]
        case State.OVERDUE if suspension.serve_in is None:
            return [
                _(
                    "It is overdue: it was not served within a year, and only a game that the committee "
                    "approves beforehand can still serve it. There is none yet."
                )
            ]
        case State.OVERDUE:
            lines = [_("It is overdue: it was not served within a year.")]
        case _:
            lines = []
    game = teller.games[suspension.serve_in or ""]
    lines.append(_("To be served in %(game)s.") % {"game": teller.game(game.id)})
    lines += _missing(teller, suspension, game)
    return lines


def _missing(teller: Teller, suspension: Suspension, game: Game) -> list[str]:
    """What a suspension from a game that is still to be played needs before it is served."""
    if not suspension.full_game:
        if suspension.kind is SuspensionKind.CARRIED_YELLOW:
            return []
        return [_("It is served by starting that game in the penalty box.")]
    if suspension.approved:
        approval = _("The committee has approved that game.")
    else:
        approval = _("Approval is missing from %(seats)s; all three must come before the game starts.") % {
            "seats": listed(missing_seats(teller, suspension, game))
        }
    report = _("%(player)s must attend, and report to the Umpires before and after the game.") % {
        "player": teller.player
    }
    return [approval, report]


def missing_seats(teller: Teller, suspension: Suspension, game: Game) -> list[str]:
    """The seats that have not approved a game, of the record of approval that is nearest to it."""
    names = {suspension.key, *(item.key(teller.player) for item in suspension.marks)}
    given = [
        {seat for seat, at in approval.votes.items() if at < game.start}
        for approval in teller.approvals
        if approval.game == game.id and approval.suspension in names
    ]
    best = max(given, key=len, default=set())
    return [str(SEATS[seat]) for seat in Seat if seat not in best]


def _scope(teller: Teller, suspension: Suspension) -> list[str]:
    if suspension.state in (State.SERVED, State.LIFTED, State.IN_DEFAULT, State.OVERDUE):
        return []
    scope = suspension.scope
    if scope.by_ruling:
        return [_("By a ruling, it may be served with any team.")]
    if scope.team is None:
        incident = teller.incident_of[suspension.trigger.incident]
        return [
            _("It may be served with any team, because %(team)s was in no event that could still serve it.")
            % {"team": incident.team}
        ]
    text = (
        _("It must be served with %(team)s, which was entered in the series of %(event)s.")
        if scope.through_series
        else _("It must be served with %(team)s, which was still in %(event)s.")
    )
    return [text % {"team": scope.team, "event": scope.kept_by}]


def _deadlines(suspension: Suspension) -> list[str]:
    if not suspension.open or suspension.serve_by is None or suspension.last_day is None:
        return []
    names = {"serve_by": day(suspension.serve_by), "last_day": day(suspension.last_day)}
    if suspension.state is State.IN_DEFAULT:
        return [_("The last day was %(last_day)s.") % names]
    if suspension.state is State.OVERDUE:
        return [_("The last day is %(last_day)s.") % names]
    return [
        _("To be served by %(serve_by)s; after that only in a game approved by the committee, up to %(last_day)s.")
        % names
    ]


def _why(teller: Teller, suspension: Suspension) -> list[str]:
    names = {
        "clause": CLAUSES[suspension.clause],
        "cards": teller.cards(suspension.cards),
        "readings": listed([str(reading) for reading in suspension.readings]),
    }
    lines = [_("Why: %(clause)s. The cards it rests on: %(cards)s.") % names]
    if suspension.readings:
        lines.append(_("Readings: %(readings)s, explained below.") % names)
    return lines
