"""What Rule 33 makes of a season, in words short enough for a table."""

from __future__ import annotations

from collections.abc import Mapping

from disciplinary.rule33.answers import Appearance, Consequence, Record, Suspension, Tally
from disciplinary.rule33.facts import Id


class Answer:
    """The records of a season in words short enough for a table."""

    def __init__(self, records: Mapping[Id, Record]) -> None:
        self.records = records

    def fates(self, player: str | None = None) -> dict[str, str]:
        """Every suspension and what became of it: ``due g2``, ``waiting``, ``overdue``, …"""
        return {
            str(item.key): f"{item.state} {item.serve_in}" if item.serve_in else str(item.state)
            for item in self.suspensions(player)
        }

    def fate(self, suspension: str) -> str:
        """What became of one suspension."""
        return self.fates()[suspension]

    def suspensions(self, player: str | None = None) -> list[Suspension]:
        """All suspensions (of one player) in the order in which they arose."""
        return [item for who, record in self.records.items() if player in (None, who) for item in record.suspensions]

    def suspension(self, suspension: str) -> Suspension:
        """One suspension by its key."""
        (found,) = (item for item in self.suspensions() if str(item.key) == suspension)
        return found

    def team(self, suspension: str) -> str:
        """Whose games may serve it: a team, or ``any``."""
        team = self.suspension(suspension).scope.team
        return "any" if team is None else str(team)

    def appearance(self, game: str, player: str = "ana") -> Appearance | None:
        """How a player goes into a game; None where he has no part in it."""
        if player not in self.records:
            return None
        found = [item for item in self.records[player].appearances if item.game == game]
        return found[0] if found else None

    def day(self, game: str, player: str = "ana") -> str:
        """The same in words: ``suspended approved``, ``clear sits 120 alone 120``, ``clear with
        yellow``, ``absent``."""
        found = self.appearance(game, player)
        if found is None:
            return "absent"
        words = [str(found.play)]
        if found.approved:
            words.append("approved")
        if found.sit_out:
            words.append(f"sits {found.sit_out}")
        if found.no_substitute:
            words.append(f"alone {found.no_substitute}")
        if found.carried_yellow:
            words.append("with yellow")
        return " ".join(words)

    def consequences(self) -> dict[str, Consequence]:
        """What each card shown during a game meant at once."""
        return {str(item.card): item for r in self.records.values() for item in r.consequences}

    def offenses(self) -> dict[str, tuple[int, int, int, bool]]:
        """By card: offense number, seconds off, seconds without a substitute, sent off."""
        return {
            card: (item.offense, item.sit_out, item.no_substitute, item.sent_off)
            for card, item in self.consequences().items()
        }

    def problems(self) -> list[str]:
        """``played_while_suspended g2/ana``, sorted."""
        return sorted(f"{item.code} {item.at}" for r in self.records.values() for item in r.problems)

    def tallies(self, player: str = "ana") -> dict[str, Tally]:
        """By ``two_month 2026/1 low``: what was counted."""
        return {f"{item.window} {item.period.code} {item.tier}": item for item in self.records[player].tallies}

    def counts(self, player: str = "ana") -> dict[str, int]:
        """By ``two_month 2026/1 low``: how many yellows."""
        return {name: tally.count for name, tally in self.tallies(player).items()}
