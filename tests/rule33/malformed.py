"""A small season as a scenario file, what may be changed in it to spoil it, and the complaint that follows."""

BASE = """\
title: A season
tz: America/New_York
now: 2026-02-01 12:00
events:
  cup: {kind: uspa, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-02-28}
  west: {kind: club, goals: 22, gauntlet: true, starts: 2026-01-01, ends: 2026-02-28, tz: America/Los_Angeles}
entries:
  - {event: cup, team: red, at: 2025-12-01 09:00, roster: [ana, ben]}
games:
  g1: {event: cup, at: 2026-01-10 14:00, teams: [red, blue], status: played}
  g2: {event: cup, at: 2026-01-17 14:00, teams: [red, blue], lineups: {red: [ben]}, substitutes: {red: [ana]}}
  g3: {event: west, at: 2026-01-20 14:00, teams: [red, blue]}
incidents:
  i1: {game: g1, player: ana, team: red, cards: R, increases: [{by: association, games: 1}]}
  i2: {game: g1, player: ben, team: red, cards: YY, when: after}
  i3: {game: g3, player: eva, team: blue, cards: YY, box_unserved: 30}
approvals:
  - {suspension: "i1.1:red_card", game: g2, votes: {umpires_llc: 2026-01-12 10:00}}
attendance:
  - {suspension: "i1.1:red_card", game: g2, before: true}
bars:
  - {player: ben, from: 2026-01-11, until: 2026-01-12}
rulings:
  - {suspension: "i1.1:increase_1", effect: lifted}
expect:
  suspensions:
    - {trigger: i1.1, kind: red_card, state: due, serve_in: g2, serve_by: 2027-01-10}
  game_day:
    g2: {ana: {play: suspended, approved: false}}
  consequences:
    i1.1: {offense: 1, sent_off: true}
  problems:
    - {code: played_while_suspended, at: g2/ana}
"""

# What is changed in the season above, and the line that is to come of it.
WRONG_FACTS = {
    "unknown key": (
        "title:",
        "tittle:",
        (
            "tittle (line 1): expected one of the keys title, about, tz, now, events, "
            'entries, games, incidents, approvals, attendance, bars, rulings, expect, found "tittle"'
        ),
    ),
    "no moment": (
        "now: 2026-02-01 12:00\n",
        "",
        (
            "file (line 1): expected the key now, found only title, tz, events, "
            "entries, games, incidents, approvals, attendance, bars, rulings, expect"
        ),
    ),
    "a moment left empty": ("now: 2026-02-01 12:00", "now:", "expected the key now"),
    "unreadable moment": (
        "now: 2026-02-01 12:00",
        "now: soon",
        ('now (line 3): expected a time such as 2026-01-10 14:00, found "soon"'),
    ),
    "a day where a time belongs": ("now: 2026-02-01 12:00", "now: 2026-02-01", "now (line 3): expected a time"),
    "a day that does not exist": ("2026-02-01 12:00", "2026-02-30 12:00", "now (line 3): expected a time"),
    "an hour that does not exist": ("2026-02-01 12:00", "2026-02-01 25:00", "now (line 3): expected a time"),
    "an offset that does not exist": ("2026-02-01 12:00", "2026-02-01 12:00+25:00", "now (line 3): expected a time"),
    "a year out of reach": ("2026-02-01 12:00", "9999-12-31 23:00", "now (line 3): expected a time"),
    "a list as moment": (
        "now: 2026-02-01 12:00",
        "now: [1]",
        ("now (line 3): expected a time such as 2026-01-10 14:00, found a list"),
    ),
    "unknown time zone": (
        "tz: America/New_York",
        "tz: America/Palm",
        ('tz (line 2): expected a time zone such as America/New_York, found "America/Palm"'),
    ),
    "a folder of time zones": ("tz: America/New_York", "tz: America", "tz (line 2): expected a time zone"),
    "a path as time zone": ("tz: America/New_York", "tz: ../../etc/passwd", "tz (line 2): expected a time zone"),
    "unknown kind of event": (
        "kind: uspa",
        "kind: open",
        ('events.cup.kind (line 5): expected club or uspa, found "open"'),
    ),
    "no goals": (
        "goals: 8, ",
        "",
        ("events.cup (line 5): expected the key goals, found only kind, published, starts, ends"),
    ),
    "negative goals": (
        "goals: 8",
        "goals: -1",
        ("events.cup.goals (line 5): expected goals, a whole number from 0 to 40, found -1"),
    ),
    "goals that are true": ("goals: 8", "goals: true", "found true"),
    "goals in quotes": ("goals: 8", 'goals: "8"', 'found "8"'),
    "half a goal": ("goals: 8", "goals: 8.5", "found 8.5"),
    "octal goals": ("goals: 8", "goals: 010", "found 010"),
    "very many goals": ("goals: 8", "goals: " + "9" * 5000, "expected goals, a whole number"),
    "a gauntlet that is a number": (
        "gauntlet: true",
        "gauntlet: 1",
        ("events.west.gauntlet (line 6): expected true or false, found 1"),
    ),
    "an event that ends before it starts": (
        "ends: 2026-02-28}\n  west",
        "ends: 2025-02-28}\n  west",
        ('events.cup.ends (line 5): expected a day not before 2026-01-01, found "2025-02-28"'),
    ),
    "a time where a day belongs": (
        "starts: 2026-01-01, ends: 2026-02-28}\n  west",
        "starts: 2026-01-01 10:00, ends: 2026-02-28}\n  west",
        "events.cup.starts (line 5): expected a day such as 2026-01-10",
    ),
    "bars by id": (
        "bars:\n  - {player: ben, from: 2026-01-11, until: 2026-01-12}",
        "bars: {ben: 2026-01-11}",
        "bars (line 21): expected a list of bars, found keys with values",
    ),
    "rulings of one": ("rulings:\n  - {", "rulings:\n  {", "rulings (line 24): expected a list of rulings, found keys"),
    "an event that is a word": (
        (
            "west: {kind: club, goals: 22, gauntlet: true, starts: 2026-01-01, ends: 2026-02-28, "
            "tz: America/Los_Angeles}"
        ),
        "west: club",
        (
            "events.west (line 6): expected the keys kind, "
            'goals, gauntlet, series, published, starts, ends, completed, tz, found "club"'
        ),
    ),
    "an entry in no event": (
        "event: cup, team: red, at",
        "event: cap, team: red, at",
        'entries[1].event (line 8): expected an event that the file describes, found "cap"',
    ),
    "a roster that is one player": (
        "roster: [ana, ben]",
        "roster: ana",
        ('entries[1].roster (line 8): expected a list of players, found "ana"'),
    ),
    "a player that is a number": (
        "roster: [ana, ben]",
        "roster: [ana, 7]",
        ("entries[1].roster[2] (line 8): expected the id of a player (in quotes), found 7"),
    ),
    "a player that is nothing": (
        "roster: [ana, ben]",
        "roster: [ana, ~]",
        "expected the id of a player, found nothing",
    ),
    "a player without a name": ("roster: [ana, ben]", 'roster: [ana, ""]', 'expected the id of a player, found ""'),
    "a player that is a list": (
        "roster: [ana, ben]",
        "roster: [[ana]]",
        ("entries[1].roster[1] (line 8): expected the id of a player, found a list"),
    ),
    "entries by id": (
        "  - {event: cup, team: red",
        "  e: {event: cup, team: red",
        ("entries (line 8): expected a list of entries, found keys with values"),
    ),
    "a game in no event": (
        "g1: {event: cup",
        "g1: {event: cap",
        ('games.g1.event (line 10): expected an event that the file describes, found "cap"'),
    ),
    "one team": (
        "teams: [red, blue], status: played",
        "teams: [red], status: played",
        "games.g1.teams (line 10): expected two teams, found red",
    ),
    "the same team twice": (
        "teams: [red, blue], status: played",
        "teams: [red, red], status: played",
        "games.g1.teams (line 10): expected two teams, found red, red",
    ),
    "unknown status": (
        "status: played",
        "status: over",
        (
            "games.g1.status (line 10): expected scheduled, in_progress, "
            'played, postponed, cancelled, forfeited or abandoned, found "over"'
        ),
    ),
    "unknown stage": (
        "status: played",
        "stage: quarterfinal",
        (
            "games.g1.stage (line 10): expected regular, semifinal, "
            'final, consolation, subsidiary_first_round or shootout, found "quarterfinal"'
        ),
    ),
    "a game that ended before it began": (
        "status: played",
        "ended: 2026-01-10 13:59",
        "games.g1.ended (line 10): expected a time not before the game's start",
    ),
    "a line-up of a third team": (
        "lineups: {red",
        "lineups: {green",
        ('games.g2.lineups.green (line 11): expected one of the keys red, blue, found "green"'),
    ),
    "a substitute of a third team": (
        "substitutes: {red",
        "substitutes: {green",
        "games.g2.substitutes.green (line 11)",
    ),
    "a line-up left empty": (
        "lineups: {red: [ben]}",
        "lineups: {red: }",
        ("games.g2.lineups.red (line 11): expected a list of players, found nothing"),
    ),
    "an incident in no game": (
        "i1: {game: g1",
        "i1: {game: g9",
        ('incidents.i1.game (line 14): expected a game that the file describes, found "g9"'),
    ),
    "an incident of a third team": (
        "player: ana, team: red, cards: R",
        "player: ana, team: green, cards: R",
        ('incidents.i1.team (line 14): expected one of the game\'s teams, red or blue, found "green"'),
    ),
    "no cards": (
        "cards: R, ",
        "",
        ("incidents.i1 (line 14): expected the key cards, found only game, player, team, increases"),
    ),
    "cards that are none": (
        "cards: R",
        "cards: B",
        'incidents.i1.cards (line 14): expected Y, YY, YYY or R, found "B"',
    ),
    "four yellows": (
        "cards: YY, when",
        "cards: YYYY, when",
        ('incidents.i2.cards (line 15): expected Y, YY, YYY or R, found "YYYY"'),
    ),
    "a red beside a yellow": (
        "cards: YY, when",
        "cards: YR, when",
        "incidents.i2.cards (line 15): expected Y, YY, YYY",
    ),
    "cards in small letters": ("cards: YY, when", "cards: yy, when", 'found "yy"'),
    "before the game": (
        "when: after",
        "when: before",
        ('incidents.i2.when (line 15): expected during or after, found "before"'),
    ),
    "box time after the game": (
        "when: after",
        "when: after, box_unserved: 30",
        ("incidents.i2.box_unserved (line 15): expected time in the box only for cards during the game, found 30"),
    ),
    "negative box time": (
        "box_unserved: 30",
        "box_unserved: -30",
        ("incidents.i3.box_unserved (line 16): expected seconds, a whole number from 0 to 3600, found -30"),
    ),
    "an increase of a yellow": (
        "when: after",
        "increases: [{by: association, games: 1}]",
        ("incidents.i2.increases[1] (line 15): expected increases only of a red card, found one of YY"),
    ),
    "an increase by anybody": (
        "by: association",
        "by: umpire",
        ('incidents.i1.increases[1].by (line 14): expected host_committee or association, found "umpire"'),
    ),
    "an increase without games": (
        "by: association, games: 1",
        "by: association",
        ("incidents.i1.increases[1] (line 14): expected the key games, found only by"),
    ),
    "an increase of endless games": ("games: 1}]", "games: 1000000}]", "a whole number from 0 to 99, found 1000000"),
    "rescinded by a number": (
        "when: after",
        "rescinded: 1",
        "incidents.i2.rescinded (line 15): expected true or false",
    ),
    "an approval of no game": (
        "game: g2, votes",
        "game: g9, votes",
        ('approvals[1].game (line 18): expected a game that the file describes, found "g9"'),
    ),
    "an approval of nothing": (
        '"i1.1:red_card", game: g2, votes',
        '"i1.1", game: g2, votes',
        ('approvals[1].suspension (line 18): expected a suspension such as "i1.1:red_card", found "i1.1"'),
    ),
    "an approval of no kind": (
        '"i1.1:red_card", game: g2, votes',
        '"i1.1:red", game: g2, votes',
        "approvals[1].suspension (line 18): expected a suspension such as",
    ),
    "an approval of an unnumbered increase": (
        '"i1.1:red_card", game: g2, votes',
        '"i1.1:increase", game: g2, votes',
        "approvals[1].suspension (line 18): expected a suspension such as",
    ),
    "an approval for a card of no incident": (
        '"i1.1:red_card", game: g2, votes',
        '"i9.1:red_card", game: g2, votes',
        (
            "approvals[1].suspension (line 18): expected a card of an incident that "
            'the file describes, found "i9.1:red_card"'
        ),
    ),
    "an approval for a card too many": (
        '"i1.1:red_card", game: g2, votes',
        '"i1.2:red_card", game: g2, votes',
        ('approvals[1].suspension (line 18): expected a card of i1, which has 1, found "i1.2:red_card"'),
    ),
    "an approval without votes": (
        ", votes: {umpires_llc: 2026-01-12 10:00}",
        "",
        ("approvals[1] (line 18): expected the key votes, found only suspension, game"),
    ),
    "a fourth seat": (
        "umpires_llc:",
        "umpire:",
        (
            "approvals[1].votes.umpire (line 18): expected one of the keys "
            'umpires_llc, executive_committee, host_committee, found "umpire"'
        ),
    ),
    "a vote without its time": (
        "umpires_llc: 2026-01-12 10:00",
        "umpires_llc: true",
        ("approvals[1].votes.umpires_llc (line 18): expected a time such as 2026-01-10 14:00, found true"),
    ),
    "attendance of no game": ("game: g2, before", "game: g9, before", "attendance[1].game (line 20): expected a game"),
    "attendance by word": (
        "before: true",
        "before: perhaps",
        ('attendance[1].before (line 20): expected true or false, found "perhaps"'),
    ),
    "a bar that ends before it starts": (
        "until: 2026-01-12",
        "until: 2026-01-10",
        ('bars[1].until (line 22): expected a day not before 2026-01-11, found "2026-01-10"'),
    ),
    "a bar without a start": (
        "from: 2026-01-11, ",
        "",
        ("bars[1] (line 22): expected the key from, found only player, until"),
    ),
    "a ruling that is none": (
        "effect: lifted",
        "effect: halved",
        ('rulings[1].effect (line 24): expected lifted or any_team, found "halved"'),
    ),
    "a key twice": (
        "tz: America/New_York\n",
        "tz: America/New_York\ntz: UTC\n",
        ('file (line 3): expected each key once, found "tz" again'),
    ),
    "a game twice": ("  g2: {event", "  g1: {event", 'games (line 11): expected each key once, found "g1" again'),
    "a number as id": (
        "  g2: {event",
        "  2: {event",
        ("games (line 11): expected a key in text (put it in quotes), found 2"),
    ),
}

WRONG_EXPECTATIONS = {
    "an unknown key of an expected suspension": ("state: due", "status: due", "expect.suspensions[1].status (line 27)"),
    "an expected state that is none": (
        "state: due",
        "state: pending",
        (
            "expect.suspensions[1].state (line 27): expected "
            'waiting, due, served, overdue, in_default or lifted, found "pending"'
        ),
    ),
    "an expected kind that is none": (
        "kind: red_card, state",
        "kind: red, state",
        "expect.suspensions[1].kind (line 27)",
    ),
    "an expected game that is none": (
        "serve_in: g2",
        "serve_in: g9",
        ('expect.suspensions[1].serve_in (line 27): expected a game that the file describes, found "g9"'),
    ),
    "an expected card that is none": (
        "trigger: i1.1",
        "trigger: i1.2",
        ('expect.suspensions[1].trigger (line 27): expected a card of i1, which has 1, found "i1.2"'),
    ),
    "an expected day that is none": ("serve_by: 2027-01-10", "serve_by: never", "expect.suspensions[1].serve_by"),
    "a game day of no game": (
        "g2: {ana: {play",
        "g9: {ana: {play",
        ('expect.game_day.g9 (line 29): expected a game that the file describes, found "g9"'),
    ),
    "expected to play perhaps": (
        "play: suspended",
        "play: perhaps",
        ('expect.game_day.g2.ana.play (line 29): expected clear, suspended or barred, found "perhaps"'),
    ),
    "a consequence of no card": (
        "i1.1: {offense",
        "i1: {offense",
        ("expect.consequences.i1 (line 31): expected a card such as i1.1"),
    ),
    "an offense that is true": (
        "offense: 1",
        "offense: true",
        ("expect.consequences.i1.1.offense (line 31): expected the number of an offense"),
    ),
    "a problem that is none": ("code: played_while_suspended", "code: late", "expect.problems[1].code (line 33)"),
    "a problem without a place": (
        ", at: g2/ana",
        "",
        ("expect.problems[1] (line 33): expected the key at, found only code"),
    ),
    "a problem in no game": (
        "at: g2/ana",
        "at: g9/ana",
        ("expect.problems[1].at (line 33): expected a game that the file describes and a player, such as g1/ana"),
    ),
    "an expectation that is none": (
        "expect:\n",
        "expect:\n  players: []\n",
        ("expect.players (line 26): expected one of the keys suspensions, game_day, consequences, problems"),
    ),
}

NO_SEASON = {
    "empty": ("", "file: expected the facts of a season, found nothing"),
    "only a comment": ("# nothing\n", "file: expected the facts of a season, found nothing"),
    "a word": ("hello", "file (line 1): expected the keys title, about"),
    "a list": ("- now", "file (line 1): expected the keys title, about"),
    "not closed": ("now: [", "expected YAML, found"),
    "a tab": ("now:\n\t- 1", "file (line 2): expected YAML, found"),
    "two colons": ("now: a: b", "file (line 1): expected YAML, found mapping values are not allowed"),
    "a control character": ("now: '\x01'", "file: expected YAML, found"),
    "two documents": ("now: 2026-01-10 14:00\n---\nnow: 2026-01-10 14:00", "file (line 2): expected one season, found"),
    "a tag": ("now: !!python/object/apply:os.getcwd []", "now (line 1): expected a value without a tag, found"),
    "an alias of itself": ("now: &a [*a]", "now[1] (line 1): expected an alias of something complete above it, found"),
    "an alias of nothing": ("now: *a", "now (line 1): expected an alias of something complete above it"),
    "a key that is a list": ("? [a]\n: b", "file (line 1): expected a key in text"),
    "merging a word": ("<<: word\nnow: 2026-01-10 14:00", "file (line 1): expected keys with values to merge"),
    "brackets without end": ("now: " + "[" * 100_000, "expected"),
    "dashes without end": ("- " * 100_000, "expected at most 16 levels, found more"),
    "aliases that multiply": (
        "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]\n"
            for before, name in zip("abcdefghi", "bcdefghij", strict=True)
        ),
        "expected at most 2,000,000 values, found more",
    ),
}
