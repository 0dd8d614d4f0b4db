"""What every part of a story needs: the facts by id, and how to name a game or a card in a sentence."""

from collections.abc import Iterable
from datetime import date, datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from disciplinary.rule33.answers import Record, Suspension
from disciplinary.rule33.editions import edition_for
from disciplinary.rule33.facts import (
    Bar,
    CardId,
    CardKey,
    Event,
    Facts,
    Game,
    Id,
    Incident,
    SuspensionKey,
    When,
)
from disciplinary.rule33.periods import local_day
from disciplinary.rule33.season import Decisions, Season
from disciplinary.rule33.tiers import tier_of
from disciplinary.wording import EVENT_KINDS, TIERS, day, listed, moment, ordinal


class UnknownPlayerError(LookupError):
    """No fact concerns a player of that name."""

    def __init__(self, player: Id, known: Iterable[Id]) -> None:
        super().__init__(player)
        self.player = player
        self.known = sorted(str(name) for name in known)

    def __str__(self) -> str:
        if not self.known:
            return _("expected a player, found %(player)s; there are no players here") % {
                "player": repr(str(self.player))
            }
        return _("expected one of the players %(known)s, found %(player)s") % {
            "known": ", ".join(self.known),
            "player": repr(str(self.player)),
        }


def players_of(facts: Facts) -> set[Id]:
    """Everyone the facts name, whatever came of it."""
    return {
        *(player for entry in facts.entries for player in entry.roster),
        *(
            player
            for game in facts.games
            for teams in (game.lineups, game.substitutes)
            for players in teams.values()
            for player in players
        ),
        *(incident.player for incident in facts.incidents),
        *(bar.player for bar in facts.bars),
    }


class Teller:
    """The facts around one player's record."""

    def __init__(self, facts: Facts, record: Record, tz: str) -> None:
        self.record = record
        self.player = record.player
        self.tz = tz
        self.season = Season(facts)
        self.events = self.season.events
        self.games = self.season.games
        self.approvals = facts.approvals
        self.attendance = facts.attendance
        self.incidents: list[Incident] = [
            incident for incident in facts.incidents if incident.player == self.player and incident.game in self.games
        ]
        self.bars: list[Bar] = [bar for bar in facts.bars if bar.player == self.player]
        self.incident_of = {incident.id: incident for incident in self.incidents}
        self.suspension_of = {item.key: item for item in record.suspensions}

    @property
    def today(self) -> date:
        """The day of the story, in its own zone."""
        return local_day(self.record.now, self.tz)

    def number(self, suspension: Suspension) -> int:
        """The suspension's number in the story."""
        return self.record.suspensions.index(suspension) + 1

    def event_of(self, game: Game) -> Event:
        """The event of a game."""
        return self.events[game.event]

    def game(self, game_id: Id) -> str:
        """A game within a sentence, with its teams and its day."""
        game = self.games[game_id]
        return _("game %(game)s (%(teams)s) on %(day)s") % {
            "game": game.id,
            "teams": self.teams(game),
            "day": day(self.season.day_of(game)),
        }

    def teams(self, game: Game) -> str:
        """The two teams of a game."""
        return _("%(first)s against %(second)s") % {"first": game.teams[0], "second": game.teams[1]}

    def heading(self, game: Game) -> str:
        """A game as the start of a paragraph, with all that the rule asks of it."""
        event = self.event_of(game)
        tier = tier_of(
            event.goals,
            gauntlet=event.gauntlet,
            edition=edition_for(self.season.day_of(game)),
        )
        # Some languages write weekdays small: a line begins with a capital all the same.
        begins = moment(game.start, event.tz)
        return _("%(moment)s: game %(game)s, %(teams)s, in %(event)s (%(kind)s, %(goals)s, %(tier)s).") % {
            "moment": begins[:1].upper() + begins[1:],
            "game": game.id,
            "teams": self.teams(game),
            "event": event.id,
            "kind": EVENT_KINDS[event.kind],
            "goals": ngettext("%(count)d goal", "%(count)d goals", event.goals) % {"count": event.goals},
            "tier": TIERS[tier],
        }

    def moment(self, value: datetime, game_id: Id) -> str:
        """A moment in the zone of a game's event."""
        return moment(value, self.event_of(self.games[game_id]).tz)

    def cards(self, cards: Iterable[CardId]) -> str:
        """The cards of an answer by their incidents: of which not all, their places in it."""
        by_incident: dict[Id, list[int]] = {}
        for card in cards:
            by_incident.setdefault(card.incident, []).append(card.number)
        names = []
        for incident, numbers in by_incident.items():
            if len(numbers) == len(self.incident_of[incident].cards):
                names.append(str(incident))
            else:
                names.append(
                    _("%(incident)s (%(places)s card)")
                    % {
                        "incident": incident,
                        "places": listed([ordinal(number) for number in numbers]),
                    }
                )
        return listed(names)

    def where(self, incident: Incident) -> str:
        """When an incident's cards were shown: during or after which game."""
        text = _("shown after %(game)s") if incident.when is When.AFTER else _("shown during %(game)s")
        return text % {"game": self.game(incident.game)}

    def decisions(self, key: CardKey) -> Decisions:
        """What was decided on one of the player's suspensions, by whichever of its names."""
        suspension = self.suspension_of[key]
        merged = Decisions()
        names: list[SuspensionKey] = [key, *(mark.key(self.player) for mark in suspension.marks)]
        for name in names:
            found = self.season.decisions.get(name)
            if found is not None:
                merged.approved |= found.approved
                merged.before |= found.before
                merged.after |= found.after
        return merged
