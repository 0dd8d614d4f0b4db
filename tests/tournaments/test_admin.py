"""Office pages about events and games: by the clock of the event, and without losing a fact."""

from datetime import UTC, date, datetime

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from players.admin.stale import VERSION
from tests.factories import (
    EntryFactory,
    EventFactory,
    EventSeriesFactory,
    GameFactory,
    GameUmpireFactory,
    HostCommitteeMemberFactory,
    LineupFactory,
    LineupPlaceFactory,
    OfficeUserFactory,
    PlayerFactory,
    RosterPlaceFactory,
    SubstitutionFactory,
    TeamFactory,
    UmpireFactory,
)
from tests.office import form_data, query_count, url
from tournaments import services
from tournaments.models import Entry, Event, Game, LineupPlace

pytestmark = pytest.mark.django_db

EVENT, ENTRY, GAME = "tournaments.event", "tournaments.entry", "tournaments.game"


@pytest.fixture
def office(client):
    client.force_login(OfficeUserFactory(name="Ana"))
    return client


def save(client, label, row, **changes):
    """Open a page, change it, and send it back."""
    page = client.get(url(label, "change", row.pk))
    return client.post(url(label, "change", row.pk), form_data(page, **changes))


def saved(response):
    assert response.status_code == 302, response.context["errors"]
    return [str(message) for message in get_messages(response.wsgi_request)]


def errors(response):
    assert response.status_code == 200
    return response.context["adminform"].form.errors


class TestEvents:
    def test_an_event_is_entered_with_its_entries(self, office):
        team = TeamFactory()
        page = office.get(url(EVENT, "add"))
        assert "Gauntlet" in page.content.decode()
        data = form_data(
            page,
            name="Sunset Cup",
            kind="uspa",
            goals="0",
            time_zone="America/Los_Angeles",
            first_day="2026-01-02",
            last_day="2026-01-04",
            completed_at_0="2026-01-04",
            completed_at_1="17:00:00",
        )
        data |= {
            "entries-TOTAL_FORMS": "1",
            "entries-0-team": team.pk,
            "entries-0-entered_at_0": "2025-12-31",
            "entries-0-entered_at_1": "20:00:00",
        }
        saved(office.post(url(EVENT, "add"), data))
        event = Event.objects.get()
        assert (event.goals, event.published_at) == (0, None)
        assert event.completed_at == datetime(2026, 1, 5, 1, tzinfo=UTC)
        assert event.entries.get().entered_at == datetime(2026, 1, 1, 4, tzinfo=UTC)

    def test_times_are_shown_in_the_zone_and_say_so(self, office):
        event = EventFactory(
            time_zone="America/Denver", completed_at=datetime(2026, 1, 5, 1, tzinfo=UTC), published_at=None
        )
        page = office.get(url(EVENT, "change", event.pk))
        text = page.content.decode()
        assert "Completed (Denver time)" in text
        assert 'value="18:00:00"' in text
        assert 'value="2026-01-04"' in text

    def test_publishing_stamps_the_first_moment_and_keeps_it(self, office):
        event = EventFactory(published_at=None)
        messages = saved(save(office, EVENT, event, tournaments_event_publish_now=""))
        event.refresh_from_db()
        assert event.published_at is not None
        assert any("is published since" in text for text in messages)
        page = office.get(url(EVENT, "change", event.pk))
        assert "published_at" not in page.context["adminform"].form.fields
        assert "publish_now" not in page.content.decode()
        stamp = event.published_at
        saved(save(office, EVENT, event, published_at_0="2020-01-01", published_at_1="10:00:00"))
        event.refresh_from_db()
        assert event.published_at == stamp

    def test_an_earlier_publication_may_be_entered_once(self, office):
        event = EventFactory(published_at=None)
        saved(save(office, EVENT, event, published_at_0="2025-11-01", published_at_1="09:00:00"))
        event.refresh_from_db()
        assert event.published_at == datetime(2025, 11, 1, 13, tzinfo=UTC)

    def test_but_not_one_in_the_future(self, office):
        event = EventFactory(published_at=None)
        response = save(office, EVENT, event, published_at_0="2999-01-01", published_at_1="09:00:00")
        assert "in the future" in str(errors(response)["published_at"])

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"goals": "41"}, "less than or equal to 40"),
            ({"goals": ""}, "required"),
            ({"kind": "other"}, "valid choice"),
            ({"time_zone": "Nowhere"}, "valid choice"),
            ({"first_day": "2026-02-30"}, "valid date"),
            ({"last_day": "2025-01-01"}, "before the first day"),
        ],
    )
    def test_bad_input_is_named(self, office, changes, message):
        event = EventFactory(name="Before")
        response = save(office, EVENT, event, name="After", **changes)
        assert message in str(errors(response))
        event.refresh_from_db()
        assert event.name == "Before"

    def test_a_new_zone_warns_of_the_games(self, office):
        event = GameFactory().event
        messages = saved(save(office, EVENT, event, time_zone="America/Chicago"))
        assert any("keep their moments" in text for text in messages)

    def test_the_page_takes_the_same_number_of_queries(self, office):
        event = EventFactory(series=EventSeriesFactory())
        counts = []
        for size in (1, 20):
            while event.entries.count() < size:
                EntryFactory(event=event, entered_at=datetime(2025, 12, 1, tzinfo=UTC))
                HostCommitteeMemberFactory(event=event)
            counts.append(query_count(office, url(EVENT, "change", event.pk)))
        assert counts[0] == counts[1]

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({"kind__exact": "uspa"}, {"gold"}),
            ({"gauntlet__exact": "1"}, {"gold"}),
            ({"state": "unpublished"}, {"open"}),
            ({"state": "completed"}, {"gold"}),
            ({"state": "upcoming"}, {"open"}),
            ({"first_day_from": "2026-01-02"}, {"open", "gold"}),
            ({"first_day_to": "2026-01-01"}, {"low"}),
            ({"discipline__exact": "arena"}, {"low"}),
            ({"q": "copa pena"}, {"low"}),
        ],
    )
    def test_filters(self, office, query, found):
        rows = {
            "low": EventFactory(name="Copa Peña", discipline="arena"),
            "gold": EventFactory(
                kind="uspa",
                gauntlet=True,
                first_day=date(2026, 1, 2),
                completed_at=datetime(2026, 1, 31, tzinfo=UTC),
            ),
            "open": EventFactory(published_at=None, first_day=date(2999, 1, 1), last_day=date(2999, 1, 2)),
        }
        listed = office.get(url(EVENT, "changelist"), query).context["cl"].result_list
        assert {name for name, row in rows.items() if row in listed} == found


class TestEntries:
    def test_the_roster_is_filled_and_emptied(self, office):
        entry = EntryFactory(roster=[PlayerFactory()])
        place, player = entry.roster.get(), PlayerFactory()
        saved(
            save(
                office,
                ENTRY,
                entry,
                **{"roster-0-DELETE": "on", "roster-0-id": place.pk, "roster-1-player": player.pk},
            )
        )
        assert [one.player for one in entry.roster.all()] == [player]

    def test_a_player_is_on_it_once(self, office):
        entry = EntryFactory(roster=[PlayerFactory()])
        player = entry.roster.get().player
        response = save(office, ENTRY, entry, **{"roster-1-player": player.pk})
        assert "already on the roster" in str(response.context["errors"])

    def test_withdrawing_by_the_clock_of_the_event(self, office):
        entry = EntryFactory(event__time_zone="Pacific/Honolulu")
        saved(save(office, ENTRY, entry, withdrawn_at_0="2026-01-09", withdrawn_at_1="23:30:00"))
        entry.refresh_from_db()
        assert entry.withdrawn_at == datetime(2026, 1, 10, 9, 30, tzinfo=UTC)

    def test_a_second_entry_is_refused_in_words(self, office):
        entry = EntryFactory()
        data = form_data(office.get(url(ENTRY, "add")), event=entry.event_id, team=entry.team_id)
        assert "already entered" in str(errors(office.post(url(ENTRY, "add"), data)))
        assert Entry.objects.count() == 1

    def test_entries_are_not_deleted(self, office):
        assert office.get(url(ENTRY, "delete", EntryFactory().pk)).status_code == 403

    def test_the_page_takes_the_same_number_of_queries(self, office):
        entry = EntryFactory()
        counts = []
        for size in (1, 20):
            while entry.roster.count() < size:
                RosterPlaceFactory(entry=entry)
            counts.append(query_count(office, url(ENTRY, "change", entry.pk)))
        assert counts[0] == counts[1]

    @pytest.mark.parametrize("state", ["in", "out", "withdrawn"])
    def test_states(self, office, state):
        moment = datetime(2026, 1, 9, tzinfo=UTC)
        rows = {
            "in": EntryFactory(),
            "out": EntryFactory(out_at=moment),
            "withdrawn": EntryFactory(withdrawn_at=moment, out_at=moment),
        }
        listed = office.get(url(ENTRY, "changelist"), {"state": state}).context["cl"].result_list
        assert list(listed) == [rows[state]]


class TestGames:
    @pytest.mark.parametrize(
        ("zone", "day", "clock", "moment"),
        [
            ("America/New_York", "2026-01-10", "21:00:00", datetime(2026, 1, 11, 2, tzinfo=UTC)),
            ("America/New_York", "2026-07-10", "21:00:00", datetime(2026, 7, 11, 1, tzinfo=UTC)),
            ("America/Los_Angeles", "2026-02-28", "23:59:00", datetime(2026, 3, 1, 7, 59, tzinfo=UTC)),
            ("America/Phoenix", "2026-07-10", "14:00:00", datetime(2026, 7, 10, 21, tzinfo=UTC)),
        ],
    )
    def test_the_start_is_read_by_the_clock_of_the_chosen_event(self, office, zone, day, clock, moment):
        event = EventFactory(time_zone=zone)
        page = office.get(url(GAME, "add"))
        assert "time of the event’s place" in page.content.decode().replace("&#x27;", "’")
        data = form_data(
            page,
            event=event.pk,
            team_a=TeamFactory().pk,
            team_b=TeamFactory().pk,
            starts_at_0=day,
            starts_at_1=clock,
        )
        saved(office.post(url(GAME, "add"), data))
        game = Game.objects.get()
        assert game.starts_at == moment
        assert game.local_day == date.fromisoformat(day)
        text = office.get(url(GAME, "change", game.pk)).content.decode()
        assert f'value="{day}"' in text
        assert f'value="{clock}"' in text
        saved(save(office, GAME, game, field="1"))
        game.refresh_from_db()
        assert game.starts_at == moment

    def test_the_event_may_be_given_in_the_address(self, office):
        event = EventFactory(time_zone="America/Chicago")
        page = office.get(url(GAME, "add"), {"event": event.pk})
        assert page.context["adminform"].form["event"].value() == str(event.pk)
        assert "(Chicago time)" in page.content.decode()

    @pytest.mark.parametrize("bad", ["x", "999999", "-1", "9" * 30])
    def test_an_event_that_is_none(self, office, bad):
        assert office.get(url(GAME, "add"), {"event": bad}).status_code == 200
        data = form_data(office.get(url(GAME, "add")), event=bad)
        assert "event" in errors(office.post(url(GAME, "add"), data))

    def test_lists_show_the_day_of_the_event(self, office):
        GameFactory(starts_at=datetime(2026, 1, 11, 2, tzinfo=UTC))
        text = office.get(url(GAME, "changelist")).content.decode()
        assert "Sat, Jan. 10, 2026, 9 p.m. EST" in text

    @pytest.mark.parametrize(
        ("bounds", "found"),
        [
            ({"starts_at_from": "2026-01-10", "starts_at_to": "2026-01-10"}, True),
            ({"starts_at_from": "2026-01-11"}, False),
            ({"starts_at_to": "2026-01-09"}, False),
        ],
    )
    def test_periods_are_those_of_the_event(self, office, bounds, found):
        game = GameFactory(starts_at=datetime(2026, 1, 11, 2, tzinfo=UTC))
        listed = office.get(url(GAME, "changelist"), bounds).context["cl"].result_list
        assert (game in listed) is found

    def test_a_team_is_found_on_either_side(self, office):
        game = GameFactory()
        GameFactory()
        for team in (game.team_a, game.team_b):
            for query in ({"team_a__id__exact": team.pk}, {"q": team.name.upper()}):
                page = office.get(url(GAME, "changelist"), query)
                assert list(page.context["cl"].result_list) == [game]

    def test_a_filter_with_nonsense_shows_the_list(self, office):
        response = office.get(url(GAME, "changelist"), {"team_a__id__exact": "x"})
        assert response.status_code == 302
        assert response.url.endswith("?e=1")

    def test_games_are_not_deleted(self, office):
        assert office.get(url(GAME, "delete", GameFactory().pk)).status_code == 403

    def test_bad_input_is_named(self, office):
        game = GameFactory()
        for changes, message in [
            ({"team_b": game.team_a_id}, "two different teams"),
            ({"ends_at_0": "2025-01-01", "ends_at_1": "10:00:00"}, "cannot end before"),
            ({"starts_at_0": ""}, "required"),
            ({"goals_a": "8.3"}, "multiple of step size"),
            ({"goals_a": "-1"}, "greater than or equal to 0"),
        ]:
            assert message in str(errors(save(office, GAME, game, **changes)))

    def test_what_is_unusual_is_saved_and_said(self, office):
        game = GameFactory()
        messages = saved(save(office, GAME, game, starts_at_0="2026-05-01", a_1=PlayerFactory(name="Ana").pk))
        text = " ".join(messages)
        assert "outside the days of its event" in text
        assert f"{game.team_a} is not entered" in text
        assert "not on the roster" in text

    def test_the_usual_is_saved_without_a_word(self, office):
        game, player = GameFactory(), PlayerFactory()
        EntryFactory(event=game.event, team=game.team_a, roster=[player])
        EntryFactory(event=game.event, team=game.team_b)
        messages = saved(save(office, GAME, game, a_1=player.pk))
        assert len(messages) == 1
        assert "was changed successfully" in messages[0]


class TestLineups:
    """Both line-ups are entered on the page of the game."""

    def places(self, game, team):
        rows = LineupPlace.objects.filter(lineup__game=game, lineup__team=team)
        return {(row.player, row.position) for row in rows}

    def test_they_are_entered_and_shown_again(self, office):
        game = GameFactory()
        ana, bea, cai, dan, eva = PlayerFactory.create_batch(5)
        umpire = UmpireFactory()
        saved(
            save(
                office,
                GAME,
                game,
                a_1=ana.pk,
                a_4=bea.pk,
                b_others=[cai.pk, dan.pk],
                b_substitutes=[eva.pk],
                **{"game_umpires-0-umpire": umpire.pk},
            )
        )
        assert self.places(game, game.team_a) == {(ana, 1), (bea, 4)}
        assert self.places(game, game.team_b) == {(cai, None), (dan, None)}
        assert [row.player for row in game.substitutions.all()] == [eva]
        assert [row.umpire for row in game.game_umpires.all()] == [umpire]
        form = office.get(url(GAME, "change", game.pk)).context["adminform"].form
        assert (form["a_1"].value(), form["a_2"].value(), form["a_named"].value()) == (ana.pk, None, True)
        assert set(form["b_others"].value()) == {cai.pk, dan.pk}

    def test_positions_may_be_exchanged(self, office):
        ana, bea = PlayerFactory.create_batch(2)
        game = LineupFactory(places=[ana, bea]).game
        saved(save(office, GAME, game, a_1=bea.pk, a_2=ana.pk))
        assert self.places(game, game.team_a) == {(bea, 1), (ana, 2)}

    def test_an_empty_line_up(self, office):
        game = GameFactory()
        saved(save(office, GAME, game, b_named="on"))
        assert [lineup.team for lineup in game.lineups.all()] == [game.team_b]

    def test_taking_it_back(self, office):
        game = LineupFactory(places=[PlayerFactory()]).game
        page = form_data(office.get(url(GAME, "change", game.pk)), a_1="")
        del page["a_named"]
        saved(office.post(url(GAME, "change", game.pk), page))
        assert not game.lineups.exists()

    def test_a_save_that_changes_nothing_writes_nothing(self, office):
        game = LineupFactory(places=PlayerFactory.create_batch(4)).game
        SubstitutionFactory(game=game)
        history = LineupPlace.history.rel.related_model.objects
        before = history.count()
        saved(save(office, GAME, game))
        assert history.count() == before

    def test_nobody_starts_twice_for_a_team(self, office):
        game, ana = GameFactory(), PlayerFactory()
        response = save(office, GAME, game, a_1=ana.pk, a_2=ana.pk)
        assert "twice" in str(errors(response)["a_2"])
        assert not game.lineups.exists()

    def test_somebody_named_for_both_teams_is_a_fact(self, office):
        game, ana = GameFactory(), PlayerFactory()
        saved(save(office, GAME, game, a_1=ana.pk, b_1=ana.pk))
        assert LineupPlace.objects.filter(player=ana).count() == 2

    def test_a_team_with_a_line_up_is_not_exchanged(self, office):
        game = LineupFactory(places=[PlayerFactory()]).game
        response = save(office, GAME, game, team_a=TeamFactory().pk)
        assert "still has a line-up" in str(errors(response)["team_a"])

    def test_a_team_without_one_is(self, office):
        game, team = GameFactory(), TeamFactory()
        saved(save(office, GAME, game, team_b=team.pk))
        game.refresh_from_db()
        assert game.team_b == team

    def test_they_are_signed(self, office):
        game = GameFactory()
        saved(save(office, GAME, game, a_1=PlayerFactory().pk))
        row = LineupPlace.history.rel.related_model.objects.get()
        assert row.pgh_context.metadata["service"] == "lineup_name"
        assert row.pgh_context.metadata["user"]

    def test_a_line_up_named_meanwhile_makes_the_form_stale(self, office):
        game = GameFactory()
        data = form_data(office.get(url(GAME, "change", game.pk)), b_1=PlayerFactory(name="Mine").pk)
        by = OfficeUserFactory(name="Ben")
        services.lineup_name(game, game.team_b, [(PlayerFactory(name="Theirs"), 1)], by=by)
        response = office.post(url(GAME, "change", game.pk), data)
        text = response.content.decode()
        assert "Ben changed this at" in text
        assert "Mine" in text
        assert "Theirs" in text
        assert form_data(response)[VERSION] != data[VERSION]
        saved(office.post(url(GAME, "change", game.pk), form_data(response)))
        assert [place.player.name for place in LineupPlace.objects.all()] == ["Mine"]

    def test_suggestions_begin_with_the_roster(self, office):
        game = GameFactory()
        entry = EntryFactory(event=game.event, team=game.team_a)
        text = office.get(url(GAME, "change", game.pk)).content.decode()
        assert f"{reverse('admin:autocomplete')}?entry={entry.pk}" in text

    def test_the_page_takes_the_same_number_of_queries(self, office):
        game = GameFactory()
        lineup = LineupFactory(game=game)
        counts = []
        for size in (1, 20):
            while game.substitutions.count() < size:
                SubstitutionFactory(game=game)
                GameUmpireFactory(game=game)
                LineupPlaceFactory(lineup=lineup)
            counts.append(query_count(office, url(GAME, "change", game.pk)))
        assert counts[0] == counts[1]


def test_players_are_found_by_team_and_event(office):
    place = RosterPlaceFactory()
    RosterPlaceFactory(player=place.player, entry__team=place.entry.team)
    PlayerFactory()
    for name, row in [("team", place.entry.team), ("event", place.entry.event)]:
        page = office.get(url("players.player", "changelist"), {f"roster_places__entry__{name}__id__exact": row.pk})
        assert list(page.context["cl"].result_list) == [place.player]


def test_teams_are_found_by_event(office):
    entry = EntryFactory()
    TeamFactory()
    page = office.get(url("tournaments.team", "changelist"), {"entries__event__id__exact": entry.event_id})
    assert list(page.context["cl"].result_list) == [entry.team]


def test_the_event_leads_to_the_rosters(office):
    entry = EntryFactory(roster=PlayerFactory.create_batch(2))
    text = office.get(url(EVENT, "change", entry.event_id)).content.decode()
    assert "Roster: 2 players" in text
    assert url(ENTRY, "change", entry.pk) in text
