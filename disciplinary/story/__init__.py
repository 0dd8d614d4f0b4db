"""A player's story: what happened, what follows from Rule 33, and why, in sentences.

`tell` needs facts and a moment only, so that a scenario file and a database tell the same story.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from disciplinary.rule33.facts import Facts, Id
from disciplinary.rule33.ledger import assess_player
from disciplinary.rule33.season import Season
from disciplinary.story.happenings import happenings
from disciplinary.story.outlook import counts, duties, games_to_come, problems
from disciplinary.story.readings import readings
from disciplinary.story.suspensions import suspensions
from disciplinary.story.teller import Teller, UnknownPlayerError, players_of
from disciplinary.wording import moment

__all__ = ["UnknownPlayerError", "tell"]


def tell(facts: Facts, player: Id, now: datetime, tz: str) -> str:
    """The story of one player at the moment `now`, told in `tz` where no event has its own zone.

    UnknownPlayerError where no fact concerns such a player.
    """
    known = players_of(facts)
    if player not in known:
        raise UnknownPlayerError(player, known)
    teller = Teller(facts, assess_player(Season(facts), player, now), tz)
    parts = [
        _("What Rule 33 makes of %(player)s, as things stand on %(now)s.") % {"player": player, "now": moment(now, tz)}
    ]
    for title, lines in (
        (_("What happened"), happenings(teller)),
        (_("Suspensions"), suspensions(teller)),
        (_("Games to come"), games_to_come(teller)),
        (_("Yellow cards counted now"), counts(teller)),
        (_("To be cleared up by the office"), problems(teller)),
        (_("What %(player)s has to do") % {"player": player}, duties(teller)),
        (_("Readings"), readings(teller)),
    ):
        if lines:
            parts.append("\n".join([title, *lines]))
    return "\n\n".join(parts)
