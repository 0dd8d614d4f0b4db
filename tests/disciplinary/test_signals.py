"""Whatever fact is made, changed or deleted, the rows say at once what recalculating everyone says."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from disciplinary.models import (
    Attendance,
    Bar,
    Card,
    Complaint,
    Incident,
    Increase,
    PenaltyBoxStay,
    Problem,
    Ruling,
    Suspension,
    Vote,
)
from disciplinary.selectors.affected import FACTS, affected_players
from disciplinary.services import upkeep
from players import hooks
from players.models import Club
from tests.disciplinary.edits import Edits
from tests.disciplinary.season import BEFORE, FIRST, Season
from tests.factories import EntryFactory, EventFactory, EventSeriesFactory, GameFactory, LineupFactory
from tournaments.models import Entry, Event, Game, Lineup, LineupPlace, RosterPlace, Substitution

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 2, 1, 12, tzinfo=UTC)


# ------------------------------------------------------------ one by one


@pytest.fixture
def season():
    """He has a red card, 45 seconds of box time, four minutes after a game, and all kinds of decisions."""
    with time_machine.travel(BEFORE, tick=False):
        season = Season(games=8, series=EventSeriesFactory())
        season.mate = season.players[1]
        with hooks.batch():
            _show_cards(season)
        season.suspension = Suspension.objects.get(player=season.player, kind="red_card")
        season.mates = Suspension.objects.get(player=season.mate, kind="red_card")
        season.rivals = Suspension.objects.get(player=season.rival)
        with hooks.batch():
            _decide(season)
        yield season


def _show_cards(season):
    season.red = season.record("R", confirmed=True)
    boxed = season.record("YY", 1, confirmed=True)
    PenaltyBoxStay.objects.create(incident=boxed, seconds_imposed=120, unserved_seconds=45)
    season.record("YYY", 2, when="after", confirmed=True)
    season.record("YYY", 5, season.mate, when="after", confirmed=True)
    season.mates_red = season.record("R", 0, season.mate, confirmed=True)
    season.mates_yellow = season.record("YY", 1, season.mate, confirmed=True)
    season.record("R", 0, season.rival, confirmed=True)
    season.other = EventFactory(kind="uspa", goals=8, last_day="2026-12-31", series=season.event.series)
    EntryFactory(event=season.other, team=season.away, roster=[season.rival])
    # The rival is to serve his red card here.
    season.elsewhere = GameFactory(event=season.other, team_a=season.away, starts_at=FIRST + timedelta(days=11))


def _decide(season):
    by, at = season.office, BEFORE
    season.approve(season.suspension, 6)
    Attendance.objects.create(
        suspension=season.suspension, game=season.games[6], before_at=at, before_by=by, after_at=at, after_by=by
    )
    decided = {"authority": "hearing", "decided_on": at.date(), "reason": "On appeal"}
    Ruling.objects.create(suspension=season.mates, effect="lifted", **decided)
    Increase.objects.create(incident=season.red, number=1, by="association", games=1, decided_at=at)
    day = season.games[7].local_day
    Bar.objects.create(player=season.player, first_day=day, last_day=day, reason="penalty", authority="chairman")
    LineupFactory(game=season.games[5], team=season.home, places=[season.player])
    LineupFactory(game=season.games[7], team=season.home)
    Substitution.objects.create(game=season.games[5], team=season.away, player=season.rival)


def _derived():
    suspensions = Suspension.objects.order_by("player_id", "identity").values()
    problems = Problem.objects.order_by("player_id", "code", "at").values()
    return [*suspensions, *problems]


def _set(row, **values):
    for name, value in values.items():
        setattr(row, name, value)
    row.save()


def _incident(season, **values):
    _set(Incident.objects.get(pk=season.red.pk), **values)


def _game(season, number, **values):
    _set(Game.objects.get(pk=season.games[number].pk), **values)


def _event(season, **values):
    _set(Event.objects.get(pk=season.event.pk), **values)


def _entry(season, **values):
    _set(Entry.objects.get(event=season.event, team=season.home), **values)


def _withdraw(season, row):
    _set(row, withdrawn_at=BEFORE, withdrawn_by=season.office, withdrawn_reason="In error")


def _place(season):
    return RosterPlace.objects.get(player=season.rival, entry__event=season.other)


def _supersede(season):
    _set(season.red.cards.get(), superseded_at=BEFORE, superseded_by=season.office)
    Card.objects.create(incident=season.red, number=1, color="Y")


def _attend(season):
    season.approve(season.rivals, 6)
    _game(season, 6, status="played")
    by, at = season.office, BEFORE
    Attendance.objects.create(
        suspension=season.rivals, game=season.games[6], before_at=at, before_by=by, after_at=at, after_by=by
    )


def _unattend(season):
    _game(season, 6, status="played")
    _set(Attendance.objects.get(), after_at=None, after_by=None)


CHANGES = {
    "incident to another player": lambda s: _incident(s, player=s.mate),
    "incident to the other team": lambda s: _incident(s, team=s.away),
    "incident to another game": lambda s: _incident(s, game=s.games[2], position=9),
    "incident rescinded": lambda s: _incident(s, rescinded_at=BEFORE, rescinded_by=s.office, rescind_reason="No"),
    "card superseded": _supersede,
    "box time shorter": lambda s: _set(PenaltyBoxStay.objects.get(), unserved_seconds=30),
    "box time of another incident": lambda s: _set(PenaltyBoxStay.objects.get(), incident=s.mates_yellow),
    "increase made": lambda s: Increase.objects.create(
        incident=s.red, number=2, by="association", games=1, decided_at=BEFORE
    ),
    "increase of another red": lambda s: _set(Increase.objects.get(), incident=s.mates_red),
    "increase withdrawn": lambda s: _withdraw(s, Increase.objects.get()),
    "votes cast": lambda s: s.approve(s.rivals, 7),
    "attendance made": _attend,
    "attendance unmade": _unattend,
    "approval closed": lambda s: _set(s.suspension.approvals.get(), closed_at=BEFORE, closed_reason="withdrawn"),
    "vote withdrawn": lambda s: _withdraw(s, Vote.objects.first()),
    "attended and played": lambda s: _game(s, 6, status="played"),
    "ruling on another suspension": lambda s: _set(Ruling.objects.get(), suspension=s.suspension),
    "ruling withdrawn": lambda s: _withdraw(s, Ruling.objects.get()),
    "bar made": lambda s: Bar.objects.create(
        player=s.mate, first_day=BEFORE.date(), reason="penalty", authority="chairman"
    ),
    "bar of another player": lambda s: _set(Bar.objects.get(), player=s.mate),
    "bar longer": lambda s: _set(Bar.objects.get(), last_day=None, first_day=BEFORE.date()),
    "roster place of another player": lambda s: _set(_place(s), player=s.mate),
    "roster place in another entry": lambda s: _set(_place(s), entry=EntryFactory(event=s.event)),
    "roster place deleted": lambda s: _place(s).delete(),
    "roster place made": lambda s: RosterPlace.objects.create(
        entry=Entry.objects.get(event=s.event, team=s.away), player=s.mate
    ),
    "entry of another team": lambda s: _entry(s, team=EntryFactory(event=s.other).team),
    "entry in another event": lambda s: _entry(s, event=s.other),
    "entry withdrawn": lambda s: _entry(s, withdrawn_at=FIRST - timedelta(days=9)),
    "entry out": lambda s: _entry(s, out_at=FIRST - timedelta(days=9)),
    "game cancelled": lambda s: _game(s, 6, status="cancelled"),
    "game at another time": lambda s: _set(s.elsewhere, starts_at=FIRST + timedelta(days=40)),
    "game of other teams": lambda s: _game(
        s, 6, team_a=EntryFactory(event=s.event).team, team_b=EntryFactory(event=s.event).team
    ),
    "game in another event": lambda s: _set(s.elsewhere, event=EventFactory()),
    "game in another stage": lambda s: _set(s.elsewhere, stage="consolation"),
    "game deleted": lambda s: GameFactory(event=s.event, starts_at=FIRST + timedelta(days=99)).delete(),
    "event of lower handicap": lambda s: _set(Event.objects.get(pk=s.other.pk), goals=6),
    "event of the arena": lambda s: _event(s, discipline="arena"),
    "event of another time zone": lambda s: _event(s, time_zone="Pacific/Auckland"),
    "empty line-up deleted": lambda s: Lineup.objects.get(game=s.games[7]).delete(),
    "empty line-up of another game": lambda s: _set(Lineup.objects.get(game=s.games[7]), game=s.games[2]),
    "line-up deleted": lambda s: Lineup.objects.get(game=s.games[5]).delete(),
    "place made": lambda s: LineupPlace.objects.create(lineup=Lineup.objects.get(game=s.games[7]), player=s.mate),
    "place of another player": lambda s: _set(LineupPlace.objects.get(), player=s.mate),
    "place deleted": lambda s: LineupPlace.objects.get().delete(),
    "came on": lambda s: Substitution.objects.create(game=s.games[2], team=s.home, player=s.player),
    "another came on": lambda s: _set(Substitution.objects.get(), player=s.player),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_follows_is_there_at_once(season, change):
    before = _derived()
    change(season)
    outcome = upkeep.reconcile()
    assert not outcome.changes
    if change is not CHANGES["game deleted"]:
        assert _derived() != before


def test_a_line_up_that_does_not_name_him_puts_it_off():
    with time_machine.travel(BEFORE, tick=False):
        season = Season()
        season.record("YYY", 3, when="after")

        def serves():
            assert not upkeep.reconcile().changes
            return season.games.index(Suspension.objects.get().serving_game)

        assert serves() == 4
        lineup = LineupFactory(game=season.games[4], team=season.home)
        assert serves() == 5
        _set(lineup, team=season.away)
        assert serves() == 4
        _set(lineup, team=season.home)
        assert serves() == 5
        lineup.delete()
        assert serves() == 4


@pytest.fixture
def last_game():
    """A red card in the last game of a completed event: only another one can keep it with the team."""
    with time_machine.travel(BEFORE, tick=False):
        season = Season(games=1, completed_at=FIRST, last_day=FIRST.date(), series=EventSeriesFactory())
        _game(season, 0, status="played")
        season.record("R")
        season.third = EventFactory(kind="uspa", goals=8, last_day="2026-01-02")
        season.later = GameFactory(event=season.third, starts_at=FIRST + timedelta(days=9))
        yield season


def _another(season):
    return Entry.objects.get(event=season.third, team=season.home)


def _enter(season):
    EntryFactory(event=season.third, team=season.home)


def _join_series(season):
    _set(season.third, series=season.event.series)


KEPT = {
    "entry made and deleted": (_enter, lambda s: _another(s).delete()),
    "entry of another team": (_enter, lambda s: _set(_another(s), team=EntryFactory().team)),
    "entry in another event": (_enter, lambda s: _set(_another(s), event=EventFactory(goals=2))),
    "entry made too late": (_enter, lambda s: _set(_another(s), entered_at=FIRST + timedelta(days=1))),
    "into the series and out of it": (_join_series, lambda s: _set(s.third, series=None)),
    "game cancelled": (_enter, lambda s: _set(s.later, status="cancelled")),
    "game in another event": (_enter, lambda s: _set(s.later, event=EventFactory())),
    "game deleted": (_join_series, lambda s: s.later.delete()),
    "game before": (_join_series, lambda s: _set(s.later, starts_at=FIRST - timedelta(days=1))),
    "event of lower handicap": (_enter, lambda s: _set(s.third, goals=6)),
    "event of the arena": (_join_series, lambda s: _set(s.third, discipline="arena")),
}


@pytest.mark.parametrize(("give", "take"), KEPT.values(), ids=KEPT)
def test_what_keeps_a_suspension_with_the_team_is_followed(last_game, give, take):
    """The player himself is on no list of the event that does."""
    suspension = Suspension.objects.get()
    assert suspension.kept_by is None
    for change, kept_by in ((give, last_game.third), (take, None), (lambda s: None, None)):
        change(last_game)
        assert not upkeep.reconcile().changes
        suspension.refresh_from_db()
        assert suspension.kept_by == kept_by


@pytest.mark.parametrize(
    "give",
    [
        lambda s: _set(EntryFactory(event=s.third), team=s.home),
        lambda s: GameFactory(event=s.fourth, starts_at=FIRST + timedelta(days=9)),
        lambda s: _set(s.later, event=s.fourth),
        lambda s: _set(s.fourth, last_day=FIRST.date() + timedelta(days=9)),
    ],
    ids=["entry becomes the team's", "game made", "game into it", "event lasts longer"],
)
def test_what_comes_to_keep_a_suspension_with_the_team_is_followed(last_game, give):
    last_game.fourth = EventFactory(kind="uspa", goals=8, last_day="2026-01-02")
    EntryFactory(event=last_game.fourth, team=last_game.home)
    assert Suspension.objects.get().kept_by is None
    give(last_game)
    assert Suspension.objects.get().kept_by in (last_game.third, last_game.fourth)
    assert not upkeep.reconcile().changes


def test_a_problem_goes_with_the_line_up_that_made_it(season):
    _game(season, 6, status="played")
    lineup = LineupFactory(game=season.games[6], team=season.home, places=[season.player])
    problem = Problem.objects.get(player=season.player, game=season.games[6])
    assert problem.open
    lineup.delete()
    problem.refresh_from_db()
    assert not problem.open
    assert not upkeep.reconcile().changes


def test_a_row_saved_with_a_key_of_its_own_is_known_by_it(season):
    """As a fixture does it: the row at hand has never been read."""
    bar = Bar.objects.get()
    Bar(
        pk=bar.pk,
        player=season.mate,
        first_day=BEFORE.date(),
        last_day=None,
        reason="penalty",
        authority="chairman",
    ).save()
    assert not upkeep.reconcile().changes


def test_what_is_no_fact_is_refused():
    with pytest.raises(TypeError, match="Club is no fact of the rule"):
        affected_players(Club())
    assert Complaint not in FACTS
    assert Suspension not in FACTS


# ------------------------------------------------------------ at random


@pytest.mark.parametrize("seed", range(5))
def test_after_every_edit_nothing_is_left_to_reconcile(seed):
    with time_machine.travel(NOW, tick=False):
        edits = Edits(seed)
        assert not upkeep.reconcile().changes
        for said in edits.run(50):
            outcome = upkeep.reconcile()
            assert not outcome.changes, (said, edits.done)
        assert Suspension.objects.exists()
    for days in (1, 350, 366, 380, 400, 800):
        with time_machine.travel(NOW + timedelta(days=days), tick=False):
            # Time alone changes what the sweep finds, and nothing else.
            if days != 380:
                upkeep.pass_deadlines()
                assert not upkeep.reconcile().changes
            else:
                assert upkeep.reconcile().clean
