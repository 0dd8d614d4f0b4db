"""What must never be is refused by the database itself, whoever writes."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, ProgrammingError, transaction
from django.db.models import ProtectedError

from tests.factories import (
    EntryFactory,
    EventFactory,
    EventSeriesFactory,
    GameFactory,
    GameUmpireFactory,
    HostCommitteeMemberFactory,
    LineupFactory,
    LineupPlaceFactory,
    PlayerFactory,
    RosterPlaceFactory,
    SubstitutionFactory,
    TeamFactory,
)
from tournaments.models import (
    Entry,
    Event,
    Game,
    HostCommitteeMember,
    Lineup,
    LineupPlace,
    Substitution,
)

pytestmark = pytest.mark.django_db

MOMENT = datetime(2026, 1, 10, 12, tzinfo=UTC)
FACTORIES = {
    Event: EventFactory,
    Game: GameFactory,
    Entry: EntryFactory,
    HostCommitteeMember: HostCommitteeMemberFactory,
    LineupPlace: LineupPlaceFactory,
}


def refused(write, *args, match, **kwargs):
    with pytest.raises(IntegrityError, match=match), transaction.atomic():
        write(*args, **kwargs)


@pytest.mark.parametrize(
    ("model", "values", "constraint"),
    [
        (Event, {"goals": 41}, "event_goals_in_range"),
        (Event, {"kind": "other"}, "event_kind_known"),
        (Event, {"discipline": "other"}, "event_discipline_known"),
        (Event, {"first_day": date(2026, 2, 1)}, "event_days_in_order"),
        (Game, {"stage": "other"}, "game_stage_known"),
        (Game, {"status": "other"}, "game_status_known"),
        (Game, {"starts_at": MOMENT, "ends_at": MOMENT}, "game_ends_after_it_starts"),
        (Game, {"goals_a": Decimal("-0.5")}, "game_goals_a_in_range"),
        (Game, {"goals_b": Decimal("99.9")}, "game_goals_b_in_range"),
        (
            Entry,
            {"entered_at": MOMENT, "withdrawn_at": MOMENT - timedelta(seconds=1)},
            "entry_withdrawn_after_entered",
        ),
        (Entry, {"entered_at": MOMENT, "out_at": MOMENT - timedelta(seconds=1)}, "entry_out_after_entered"),
        (HostCommitteeMember, {"from_day": date(2026, 1, 2), "until": date(2026, 1, 1)}, "host_committee_days"),
        (LineupPlace, {"position": 0}, "lineup_position_in_range"),
        (LineupPlace, {"position": 5}, "lineup_position_in_range"),
    ],
)
def test_values_out_of_range(model, values, constraint):
    row = FACTORIES[model]()
    refused(model.objects.filter(pk=row.pk).update, match=constraint, **values)
    for name, value in values.items():
        setattr(row, name, value)
    with pytest.raises(ValidationError):
        row.full_clean()


@pytest.mark.parametrize(
    ("model", "values"),
    [
        (Event, {"goals": 0}),
        (Event, {"goals": 40}),
        (Event, {"first_day": date(2026, 1, 31)}),
        (Game, {"starts_at": MOMENT, "ends_at": MOMENT + timedelta(seconds=1)}),
        (Game, {"goals_a": Decimal(0), "goals_b": Decimal("99.5")}),
        (Entry, {"entered_at": MOMENT, "withdrawn_at": MOMENT, "out_at": MOMENT}),
        (HostCommitteeMember, {"from_day": date(2026, 1, 1), "until": date(2026, 1, 1)}),
        (LineupPlace, {"position": 1}),
        (LineupPlace, {"position": 4}),
    ],
)
def test_values_at_the_end_of_their_range(model, values):
    row = FACTORIES[model]()
    model.objects.filter(pk=row.pk).update(**values)
    row = model.objects.get(pk=row.pk)
    row.full_clean()


def test_a_score_has_whole_or_half_goals():
    game = GameFactory(goals_a=Decimal("8.5"))
    game.full_clean()
    game.goals_a = Decimal("8.3")
    with pytest.raises(ValidationError):
        game.full_clean()


def test_an_event_is_no_subsidiary_of_itself():
    event = EventFactory()
    refused(Event.objects.filter(pk=event.pk).update, parent=event, match="event_not_its_own_parent")


def test_a_game_is_between_two_teams():
    game = GameFactory()
    refused(Game.objects.filter(pk=game.pk).update, team_b=game.team_a, match="game_between_two_teams")


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Honolulu", "Europe/Madrid"])
def test_a_time_zone_that_is_one(zone):
    EventFactory(time_zone=zone).full_clean()


@pytest.mark.parametrize("zone", ["New York", "EDT5", "America/Nowhere", ""])
def test_a_time_zone_that_is_none(zone):
    with pytest.raises(ValidationError):
        EventFactory(time_zone=zone).full_clean()


@pytest.mark.parametrize(
    ("factory", "first", "again", "constraint"),
    [
        (TeamFactory, {"name": "La Peña"}, {"name": "la pena"}, "team_once_per_club"),
        (EventSeriesFactory, {"name": "Gauntlet"}, {"name": "GAUNTLET"}, "event_series_once"),
        (EventFactory, {"name": "Gold Cup"}, {"name": "gold cup"}, "event_once"),
    ],
)
def test_the_same_name_is_not_kept_twice(factory, first, again, constraint):
    factory(**first)
    refused(factory, match=constraint, **again)


@pytest.mark.parametrize(
    ("factory", "shared", "constraint"),
    [
        (EntryFactory, ["event", "team"], "entry_one_open_per_team"),
        (RosterPlaceFactory, ["entry", "player"], "roster_place_once"),
        (GameUmpireFactory, ["game", "umpire"], "game_umpire_once"),
        (LineupFactory, ["game", "team"], "lineup_one_per_team"),
        (LineupPlaceFactory, ["lineup", "player"], "lineup_place_once"),
        (SubstitutionFactory, ["game", "team", "player"], "substitution_once"),
        (HostCommitteeMemberFactory, ["event", "user"], "host_committee_member_once"),
    ],
)
def test_a_row_of_its_kind_is_there_once(factory, shared, constraint):
    row = factory()
    refused(factory, match=constraint, **{name: getattr(row, name) for name in shared})


def test_a_team_that_withdrew_may_enter_again():
    entry = EntryFactory(withdrawn_at=MOMENT)
    EntryFactory(event=entry.event, team=entry.team)
    assert entry.event.entries.count() == 2


def test_a_position_is_taken_once_but_may_stay_unknown():
    place = LineupPlaceFactory(position=1)
    refused(LineupPlaceFactory, lineup=place.lineup, position=1, match="lineup_position_once")
    LineupPlaceFactory(lineup=place.lineup)
    LineupPlaceFactory(lineup=place.lineup)


@pytest.mark.parametrize("value", [None, MOMENT])
def test_the_first_publication_never_changes(value):
    event = EventFactory(published_at=MOMENT - timedelta(days=1))
    refused(Event.objects.filter(pk=event.pk).update, published_at=value, match="never changed")
    Event.objects.filter(pk=event.pk).update(published_at=event.published_at, name="Renamed")


def test_an_event_is_published_once():
    event = EventFactory(published_at=None)
    Event.objects.filter(pk=event.pk).update(published_at=MOMENT)
    event.refresh_from_db()
    assert event.published_at == MOMENT


@pytest.mark.parametrize("factory", [LineupFactory, SubstitutionFactory])
def test_only_the_teams_of_a_game_are_named_in_it(factory):
    game, stranger = GameFactory(), TeamFactory()
    refused(factory, game=game, team=stranger, match="does not play")
    row = factory(game=game, team=game.team_b)
    refused(type(row).objects.filter(pk=row.pk).update, team=stranger, match="does not play")
    row.team = stranger
    with pytest.raises(ValidationError, match="does not play"):
        row.full_clean()


@pytest.mark.parametrize("factory", [LineupFactory, SubstitutionFactory])
def test_a_team_with_players_stays_in_its_game(factory):
    game = factory().game
    refused(Game.objects.filter(pk=game.pk).update, team_a=TeamFactory(), match="another team")
    Game.objects.filter(pk=game.pk).update(team_a=game.team_b_id, team_b=game.team_a_id)
    Game.objects.filter(pk=game.pk).update(team_a=TeamFactory())


def test_a_bulk_insert_is_checked_too():
    game = GameFactory()
    refused(Lineup.objects.bulk_create, [Lineup(game=game, team=TeamFactory())], match="does not play")
    rows = [Substitution(game=game, team=TeamFactory(), player=PlayerFactory())]
    refused(Substitution.objects.bulk_create, rows, match="does not play")


def test_what_is_referred_to_cannot_be_deleted():
    place = RosterPlaceFactory()
    game = GameFactory(event=place.entry.event, team_a=place.entry.team)
    for row in (place.entry, place.entry.team, place.entry.event, place.player, game.team_b):
        with pytest.raises(ProtectedError):
            row.delete()


def test_history_records_update_and_the_places_of_a_line_up_that_is_gone():
    place = LineupPlaceFactory()
    lineup = place.lineup
    LineupPlace.objects.filter(pk=place.pk).update(position=2)
    lineup.delete()
    history = LineupPlace.history.rel.related_model.objects.filter(pgh_obj_id=place.pk).order_by("pgh_id")
    assert [(row.pgh_label, row.position) for row in history] == [("insert", None), ("update", 2), ("delete", 2)]
    with pytest.raises(ProgrammingError, match="Cannot update or delete"), transaction.atomic():
        history.delete()


@pytest.mark.parametrize(("name", "text"), [("Gold Cup", "Gold Cup 2026"), ("Gold Cup 2026", "Gold Cup 2026")])
def test_an_event_says_its_year(name, text):
    assert str(EventFactory(name=name)) == text


def test_a_game_says_its_day_where_it_is_played():
    game = GameFactory(
        starts_at=datetime(2026, 1, 11, 2, tzinfo=UTC),
        team_a=TeamFactory(name="La Dolfina"),
        team_b=TeamFactory(name="Ellerstina"),
    )
    assert game.local_day == date(2026, 1, 10)
    assert str(game) == "La Dolfina v. Ellerstina, January 10"
