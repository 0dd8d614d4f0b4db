"""A place for apps above this one to say what must be known of a line-up before it is saved.

    register_lineup_check(check)

A check is asked about a line-up as it is about to be named. It only warns: who took part in a game is a
fact, and is saved as it was.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from players.models import Player
from tournaments.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class LineupWarning:
    """What must be known of one player of a line-up, in sentences: who, why, and what can be done.

    ``keeps_out`` says that the player may not play at all: to name him asks for a reason.
    """

    player: Player
    keeps_out: bool
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(self.lines)


type LineupCheck = Callable[[Game, int, Sequence[int], Sequence[int]], Iterable[LineupWarning]]

_checks: list[LineupCheck] = []


def register_lineup_check(check: LineupCheck) -> None:
    """Ask ``check(game, team, starting, coming_on)``, all by their ids. Registering it again changes nothing."""
    if check not in _checks:
        _checks.append(check)


def lineup_warnings(
    game: Game, team: int, starting: Sequence[int], coming_on: Sequence[int] = ()
) -> list[LineupWarning]:
    """What every registered check says of a line-up."""
    return [warning for check in _checks for warning in check(game, team, starting, coming_on)]
