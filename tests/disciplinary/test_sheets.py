"""The game-day sheet: what it says, checked by hand; its one page; what is kept; and who may see it."""

import io
import re

import pypdf
import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from disciplinary import sheet_words
from disciplinary.models import Approval, Incident, SheetIssue, Suspension, Vote
from disciplinary.rule33.scenario import read_text
from disciplinary.selectors.sheets import Line, Owed, Sheet, contents_of, digest_of, sheet_from, sheet_of
from disciplinary.services import approvals, attendance, cards
from disciplinary.services.sheets import sheet_issue
from disciplinary.sheet_pdf import sheet_pdf
from players.choices import Role
from tests.disciplinary.rows import Rows
from tests.disciplinary.season import at_once
from tests.factories import (
    GameUmpireFactory,
    HostCommitteeMemberFactory,
    LineupFactory,
    OfficeUserFactory,
    UmpireFactory,
    UserFactory,
)
from tournaments.models import Entry, Event, Game, LineupPlace, RosterPlace

SEASON = """
title: Everything a sheet tells
now: 2026-02-14 18:00
events:
  old: {kind: club, goals: 8, published: 2024-11-01 09:00, starts: 2024-12-01, ends: 2024-12-31}
  winter: {kind: club, goals: 8, published: 2024-11-01 09:00, starts: 2026-01-01, ends: 2026-12-31}
entries:
  - {event: old, team: Robles, roster: [Íñigo Peña]}
  - {event: winter, team: Robles, roster: [Ana Ibáñez, Ben O'Hara, Cid, Eva, Fay, Íñigo Peña]}
  - {event: winter, team: Pampa, roster: [Dora, Gus, Hal, Ida Muñoz]}
games:
  g0: {event: old, at: 2024-12-07 14:00, teams: [Robles, Pampa], status: played}
  g1: {event: winter, at: 2026-01-10 14:00, teams: [Robles, Pampa], status: played}
  g2: {event: winter, at: 2026-02-07 14:00, teams: [Robles, Pampa], status: played}
  g3: {event: winter, at: 2026-02-21 14:00, teams: [Robles, Pampa], lineups: {Pampa: [Gus, Ida Muñoz]}}
  g4: {event: winter, at: 2026-02-28 14:00, teams: [Pampa, Robles]}
incidents:
  i0: {game: g0, player: Íñigo Peña, team: Robles, cards: YY, when: after}
  i1: {game: g1, player: Ana Ibáñez, team: Robles, cards: YY}
  i2: {game: g2, player: Ana Ibáñez, team: Robles, cards: YYY}
  i3: {game: g2, player: Ben O'Hara, team: Robles, cards: YY, when: after}
  i4: {game: g2, player: Cid, team: Robles, cards: R, when: after}
  i5: {game: g2, player: Eva, team: Robles, cards: YY, box_unserved: 75}
  i6: {game: g2, player: Gus, team: Pampa, cards: YYY}
  i7: {game: g2, player: Hal, team: Pampa, cards: YYY}
bars:
  - {player: Dora, from: 2026-02-10}
"""


@pytest.fixture
def rows(db):
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=False):
        yield Rows(scenario.facts).save(1)


@pytest.fixture
def office(client, rows):
    client.force_login(OfficeUserFactory(name="Olga Office"))
    return client


def page_of(rows, game="g3", **kwargs):
    return reverse("officials:sheet", args=[rows.games[game].pk], **kwargs)


def pdf_of(rows, game="g3", language="en"):
    return reverse("officials:sheet_pdf", args=[rows.games[game].pk]) + f"?language={language}"


def said(rows, game="g3"):
    """The words of a game's sheet now."""
    return sheet_words.words(sheet_of(Game.objects.get(pk=rows.games[game].pk), now=timezone.now()))


def entry(rows, name, game="g3"):
    return next(one for one in said(rows, game).entries if one.name == name)


def text_of(response):
    html = response.content.decode().partition('<article class="sheet">')[2].partition("</article>")[0]
    html = re.sub(r"<[^>]*>", " ", html).replace("&#x27;", "'")
    return re.sub(r"\s+", " ", html).replace(" .", ".").strip()


def read_back(pdf):
    """The number of pages of a PDF, and its text."""
    document = pypdf.PdfReader(io.BytesIO(pdf))
    return len(document.pages), re.sub(r"\s+", " ", " ".join(page.extract_text() for page in document.pages))


def approve(rows, suspension, game="g3"):
    approval = Approval.objects.filter(suspension=suspension, game=rows.games[game], closed_at=None).first()
    approval = approval or approvals.approval_open(suspension, rows.games[game], by=OfficeUserFactory())
    for seat in ("umpires_llc", "executive_committee", "host_committee"):
        Vote.objects.create(approval=approval, seat=seat, voter=UserFactory(), choice="approve", cast_at=timezone.now())


# ------------------------------------------------------------ what it says


def test_the_head_says_which_game_and_what_holds(rows):
    GameUmpireFactory(game=rows.games["g3"], umpire=UmpireFactory(name="Una Umpire"))
    words = said(rows)
    assert (words.title, words.heading) == ("Game-day sheet", "Robles v. Pampa")
    assert words.details == (
        ("When", "Saturday, February 21, 2026, 2 p.m. EST"),
        ("Event", "winter"),
        ("Umpires", "Una Umpire"),
    )
    assert words.status == (
        "3 players may not play, 2 start late, 1 starts with one yellow card, approvals are missing for 2, "
        "2 must report before and after and 1 is in default."
    )
    assert [one.name for one in words.entries] == [
        "Ana Ibáñez",
        "Cid",
        "Dora",
        "Ben O'Hara",
        "Eva",
        "Gus",
        "Hal",
        "Íñigo Peña",
    ]


def test_suspended_for_the_whole_game(rows):
    one = entry(rows, "Ana Ibáñez")
    assert one.team == "Robles"
    assert [tag.text for tag in one.tags] == ["May not play"]
    assert one.lines == (
        "Suspended from the whole game; a substitute may play from the start.",
        (
            "Approval is missing from USPA Umpires LLC, the Executive Committee and the Host Tournament Committee. "
            "Without all three before the start the game serves nothing, and the player still may not play."
        ),
    )
    assert [(report.text, report.done) for report in one.reports] == [
        ("Reports to the Umpires before the game", False),
        ("Reports to the Umpires after the game", False),
    ]
    assert one.why == (
        (
            "Fifth yellow card in Low Goal in January–February 2026, Robles v. Pampa, Feb. 7, 2026. "
            "Rule 33, two-month yellow card suspensions."
        ),
    )


def test_for_how_long_no_substitute_may_come(rows):
    assert entry(rows, "Cid").lines[0] == (
        "Suspended from the whole game; no substitute for the first 4 minutes of play, then a substitute."
    )


def test_barred(rows):
    one = entry(rows, "Dora")
    assert ([tag.text for tag in one.tags], one.reports) == (["May not play"], ())
    assert one.lines == ("Barred from playing on this day, whatever else is said here.",)


def test_off_at_the_start(rows):
    one = entry(rows, "Ben O'Hara")
    assert [tag.text for tag in one.tags] == ["Starts late"]
    assert one.lines == (
        "Off for the first 2 minutes of play; no substitute for that time.",
        "May come on when 2 minutes of play are over.",
    )


def test_starts_in_the_penalty_box(rows):
    one = entry(rows, "Eva")
    assert [tag.text for tag in one.tags] == ["Starts in the penalty box"]
    assert one.lines[0] == (
        "In the penalty box for the first 1 minute and 15 seconds of play; no substitute for that time."
    )


def test_one_yellow_from_the_start_and_on_coming_on(rows):
    starts, waits = entry(rows, "Gus"), entry(rows, "Hal")
    assert [tag.text for tag in starts.tags] == ["Starts with one yellow card"]
    assert starts.lines == ("Has one yellow card from the start: the next offense is the second, two minutes off.",)
    assert [tag.text for tag in waits.tags] == ["One yellow card on coming on"]
    assert waits.lines == ("On coming on, has one yellow card: the next offense is the second, two minutes off.",)


def test_in_default_is_told_though_it_blocks_nothing(rows):
    one = entry(rows, "Íñigo Peña")
    assert [tag.text for tag in one.tags] == ["In default"]
    assert one.lines == (
        (
            "Still owes the first 2 minutes of the next game off, without a substitute; the last day was Wednesday, "
            "January 7, 2026. It is before the Executive Committee."
        ),
        "This alone does not keep the player out of the game.",
    )


def test_everybody_is_on_the_lists_with_a_status(rows):
    robles, pampa = said(rows).teams
    assert (robles.note, pampa.note) == (
        "No line-up yet: the whole roster is taken to start.",
        "Line-up named; the others are on the roster.",
    )
    assert [(one.position, one.name, one.tag.text) for one in pampa.places] == [
        ("1", "Gus", "Starts with one yellow card"),
        ("2", "Ida Muñoz", "May play"),
        ("–", "Dora", "May not play"),
        ("–", "Hal", "One yellow card on coming on"),
    ]
    assert ("Fay", "May play") in [(one.name, one.tag.text) for one in robles.places]


def test_approval_and_reports_are_told_as_they_come(rows):
    cid = Suspension.objects.get(player=rows.players["Cid"])
    approve(rows, cid)
    assert entry(rows, "Cid").lines[1] == "The ad-hoc committee has approved this game."
    with time_machine.travel("2026-02-21T18:40:00Z", tick=False):
        attendance.attendance_report(cid, rows.games["g3"], by=OfficeUserFactory(), before=timezone.now())
        assert [(one.text, one.done) for one in entry(rows, "Cid").reports] == [
            ("Reported before, 1:40 p.m.", True),
            ("Reports to the Umpires after the game", False),
        ]


def test_a_committee_asked_about_another_game_of_a_suspension(rows):
    approvals.approval_open(
        Suspension.objects.get(player=rows.players["Cid"]), rows.games["g4"], by=OfficeUserFactory()
    )
    one = entry(rows, "Cid", "g4")
    assert [tag.text for tag in one.tags] == ["The committee is asked"]
    assert one.lines == (
        (
            "The committee is asked whether this game may serve a suspension. Missing: USPA Umpires LLC, the Executive "
            "Committee and the Host Tournament Committee. Once all three approve before the start, ask for this sheet "
            "again; until then the player may play."
        ),
    )


def test_listed_for_both_teams(rows):
    RosterPlace.objects.create(
        entry=Entry.objects.get(event__name="winter", team=rows.teams["Pampa"]), player=rows.players["Fay"]
    )
    words = said(rows, "g4")
    assert [one.name for one in words.entries].count("Fay") == 1
    assert entry(rows, "Fay", "g4").lines == (
        "Listed for both teams, and so for neither: ask for which, and tell the office.",
    )


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"status": "cancelled"}, "Cancelled: nobody serves anything in this game."),
        ({"status": "postponed"}, "Postponed: nobody serves anything in this game."),
    ],
)
def test_a_game_that_is_off(rows, change, status):
    Game.objects.filter(pk=rows.games["g3"].pk).update(**change)
    words = said(rows)
    assert words.status == status
    assert [one.name for one in words.entries] == ["Íñigo Peña"]
    assert "ay play" not in str((words.teams, words.notes))


def test_nothing_to_say(rows):
    quiet = Entry.objects.filter(event__name="winter")
    RosterPlace.objects.filter(entry__in=quiet).exclude(player=rows.players["Fay"]).delete()
    LineupPlace.objects.all().delete()
    words = said(rows, "g4")
    assert (words.status, words.tag.code, words.entries) == (
        "Everybody on the lists may play from the start.",
        "clear",
        (),
    )
    assert [(one.name, one.note) for one in words.teams] == [
        ("Pampa", "Nobody is listed yet."),
        ("Robles", "No line-up yet: the whole roster is taken to start."),
    ]


def test_an_arena_game_knows_no_rule_33(rows):
    Event.objects.filter(name="winter").update(discipline="arena")
    words = said(rows)
    assert words.status == "Rule 33 is a rule of the outdoor game: nothing of it applies here."
    assert "May not play" not in str(words)


# ------------------------------------------------------------ what is kept


def test_what_is_kept_is_read_back_as_it_was(rows):
    approve(rows, Suspension.objects.get(player=rows.players["Cid"]))
    sheet = sheet_of(rows.games["g3"], now=timezone.now())
    contents = contents_of(sheet)
    assert sheet_from(contents) == sheet
    assert digest_of(contents) == digest_of(contents_of(sheet_from(contents)))


def test_the_same_contents_are_the_same_sheet(office, rows):
    for _ in range(2):
        assert office.get(page_of(rows)).status_code == 200
        assert office.get(pdf_of(rows)).status_code == 200
        assert office.get(pdf_of(rows, language="es")).status_code == 200
    issue = SheetIssue.objects.get()
    assert (issue.number, issue.made_by.name, issue.made_at) == (1, "Olga Office", timezone.now())
    # That the game has begun changes nothing of what is said.
    Game.objects.filter(pk=rows.games["g3"].pk).update(status="in_progress")
    office.get(page_of(rows))
    assert SheetIssue.objects.count() == 1


def test_a_sheet_is_superseded_once_anything_changed(office, rows):
    first = reverse("officials:sheet_as_made", args=[rows.games["g3"].pk, 1])
    page = text_of(office.get(page_of(rows)))
    assert "Sheet 1, made Saturday, February 14, 2026, 6 p.m. EST, by Olga Office. Still so" in page
    assert "uperseded" not in text_of(office.get(first))

    approve(rows, Suspension.objects.get(player=rows.players["Cid"]))
    text = text_of(office.get(first))
    assert text.startswith("Superseded: things have changed since it was made. Do not use it, make the sheet anew.")
    assert "The ad-hoc committee has approved" not in text

    page = text_of(office.get(page_of(rows)))
    assert "Sheet 2, made" in page
    assert "The ad-hoc committee has approved" in page
    text = text_of(office.get(first))
    assert text.startswith("Superseded by sheet 2: do not use this one.")
    assert "Still so" not in text
    _pages, text = read_back(office.get(first + "sheet.pdf").content)
    assert text.startswith("Superseded by sheet 2: do not use this one.")
    assert "Sheet 1, made" in text
    assert office.get(reverse("officials:sheet_as_made", args=[rows.games["g3"].pk, 3])).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_get_the_same_sheet():
    scenario = read_text(SEASON)
    with time_machine.travel(scenario.now, tick=False):
        saved = Rows(scenario.facts).save(1)
        people, now = [UserFactory(), UserFactory()], timezone.now()
        game = Game.objects.select_related("event", "team_a", "team_b").get(pk=saved.games["g3"].pk)
        issues = at_once(*(lambda one=one: sheet_issue(game, by=one, now=now)[0].pk for one in people))
    assert len(set(issues)) == 1, issues
    assert SheetIssue.objects.count() == 1


# ------------------------------------------------------------ one page


def test_the_pdf_says_what_the_page_says(office, rows):
    response = office.get(pdf_of(rows))
    assert response["Content-Type"] == "application/pdf"
    assert response["Cache-Control"].startswith("max-age=0")
    pages, text = read_back(response.content)
    assert pages == 1
    for line in (
        "GAME-DAY SHEET Robles v. Pampa",
        "Saturday, February 21, 2026, 2 p.m. EST",
        "Ana Ibáñez – Robles",
        "Íñigo Peña – Robles",
        "Ida Muñoz",
        "In the penalty box for the first 1 minute and 15 seconds of play; no substitute for that time.",
        "Reports to the Umpires before the game",
        "Sheet 1, made Saturday, February 14, 2026, 6 p.m. EST, by Olga Office",
    ):
        assert line in text, text
    assert "prevails" not in text


def test_the_pdf_in_spanish(office, rows):
    pages, text = read_back(office.get(pdf_of(rows, language="es")).content)
    assert pages == 1
    for line in ("sábado", "Ana Ibáñez", "Íñigo Peña", "Ben O'Hara"):
        assert line in text, text
    with translation.override("es"):
        for line in said(rows).entries[0].lines:
            assert line in text, text
        assert translation.gettext("Translated for your convenience. The English text of Rule 33 prevails.") in text


def test_another_language_is_ones_own(office, rows):
    assert "Game-day sheet" in office.get(page_of(rows)).content.decode()
    response = office.get(pdf_of(rows, language="fr"))
    assert response["Content-Disposition"].endswith('-en.pdf"')


def crowd(players):
    """A sheet on which everybody has everything to be told, under the longest of names."""
    owed = Owed(
        kind="accumulated_all_tiers",
        number=0,
        thresholds=("two_month/all/8", "year/all/16"),
        period="2026/1",
        full_game=True,
        seconds=0,
        no_substitute=240,
        clause="calendar_year_yellows",
        of=("La Estancia de los Álamos de San Antonio", "Hacienda Nuestra Señora del Pilar Polo"),
        on=timezone.now().date(),
        last_day=timezone.now().date(),
        missing=("umpires_llc", "executive_committee", "host_committee"),
    )
    lines = [
        Line(
            player=number,
            name=f"María de los Ángeles Fernández-Ñáñez de la Torre {number}",
            team=number % 2,
            listed="starts",
            position=number // 2 % 4 + 1,
            play="suspended",
            no_substitute=240,
            serves=(owed,),
            in_default=(owed,),
        )
        for number in range(players)
    ]
    return Sheet(
        event="The Señor de los Milagros Memorial Challenge Cup of the Southern Circuit",
        teams=("La Estancia de los Álamos de San Antonio", "Hacienda Nuestra Señora del Pilar Polo"),
        starts_at=timezone.now(),
        time_zone="America/New_York",
        stage="subsidiary_first_round",
        field="Field No. 2, behind the old stables",
        off="",
        outdoor=True,
        umpires=("Guillermo Villanueva-Echeverría", "Bartholomew Featherstonehaugh"),
        lineups=(True, True),
        players=tuple(lines),
    )


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("players", [0, 1, 8, 20, 200])
def test_it_is_always_one_page(players, language):
    with translation.override(language):
        sheet = crowd(players)
        words = sheet_words.words(sheet)
        made = sheet_words.made(12, timezone.now(), "Bartholomew Featherstonehaugh", sheet)
        pages, text = read_back(sheet_pdf(words, made=made, superseded=sheet_words.superseded(13)))
    assert pages == 1
    assert text.count("Fernández-Ñáñez de la Torre") == 2 * players


def test_what_people_type_is_never_markup(office, rows):
    rows.players["Fay"].name = "#panic() *Fay* $x$ <b>"
    rows.players["Fay"].save()
    pages, text = read_back(office.get(pdf_of(rows)).content)
    assert (pages, "#panic() *Fay* $x$ <b>" in text) == (1, True)
    assert "*Fay* $x$ &lt;b&gt;" in office.get(page_of(rows)).content.decode()


# ------------------------------------------------------------ who may see it


ROUTES = ("sheet", "sheet_pdf", "sheet_as_made", "sheet_as_made_pdf")


def addresses(rows):
    game = rows.games["g3"].pk
    return [reverse(f"officials:{name}", args=[game, 1] if "made" in name else [game]) for name in ROUTES]


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.OFFICE, 200),
        (Role.COO, 200),
        (Role.CHAIRMAN, 200),
        (Role.EXECUTIVE_COMMITTEE, 200),
        (Role.UMPIRES_LLC, 200),
        (Role.UMPIRE, 200),
        (Role.HOST_COMMITTEE, 404),
        (Role.PLAYER, 404),
        (None, 404),
    ],
)
def test_who_may_see_it(client, rows, role, status):
    sheet_issue(rows.games["g3"], by=OfficeUserFactory(), now=timezone.now())
    client.force_login(UserFactory(roles=[role] if role else []))
    assert [client.get(address).status_code for address in addresses(rows)] == [status] * 4


def test_the_host_committee_sees_the_games_of_its_event_while_it_sits(client, rows):
    game = rows.games["g3"]
    sheet_issue(game, by=OfficeUserFactory(), now=timezone.now())
    member = HostCommitteeMemberFactory(event=game.event, until="2026-02-14")
    client.force_login(member.user)
    assert [client.get(address).status_code for address in addresses(rows)] == [200] * 4
    assert client.get(page_of(rows, "g0")).status_code == 404
    with time_machine.travel("2026-02-15T18:00:00Z", tick=False):
        assert client.get(page_of(rows)).status_code == 404


def test_nobody_signed_in_is_asked_to(client, rows):
    for address in addresses(rows):
        response = client.get(address)
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/")
    assert not SheetIssue.objects.exists()


def test_a_game_that_is_not_there(office):
    assert office.get(reverse("officials:sheet", args=[987654])).status_code == 404


def test_it_is_only_read(office, rows):
    assert [office.post(address).status_code for address in addresses(rows)] == [405] * 4


def test_the_office_finds_it_at_the_game(office, rows):
    game = rows.games["g3"].pk
    assert page_of(rows) in office.get(reverse("admin:tournaments_game_change", args=[game])).content.decode()


# ------------------------------------------------------------ what it costs


def test_it_takes_the_same_number_of_queries_whatever_it_holds(office, rows):
    def count():
        office.get(page_of(rows))
        with CaptureQueriesContext(connection) as queries:
            assert office.get(page_of(rows)).status_code == 200
        return len(queries)

    before = count()
    entries = [Entry.objects.get(event__name="winter", team=rows.teams[name]) for name in ("Robles", "Pampa")]
    by = OfficeUserFactory()
    for number in range(12):
        player = rows.players["Fay"].__class__.objects.create(member_number=f"9{number}", name=f"Zoe {number}")
        RosterPlace.objects.create(entry=entries[number % 2], player=player)
        incident = Incident(
            game=rows.games["g2"],
            player=player,
            team=entries[number % 2].team,
            category="arguing",
            at=rows.games["g2"].starts_at,
        )
        cards.incident_record(incident, cards="R" if number % 3 else "YYY", by=by, confirmed=True)
    LineupFactory(game=rows.games["g3"], team=rows.teams["Robles"])
    assert count() == before
