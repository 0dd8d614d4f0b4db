"""An increase that is withdrawn leaves the others what they were, with their approvals."""

from dataclasses import replace

from disciplinary.rule33.ledger import assess
from disciplinary.rule33.scenario import read_text

SEASON = """
now: 2026-01-12 12:00
events:
  winter: {kind: uspa, goals: 8, published: 2025-11-01 09:00, starts: 2026-01-01, ends: 2026-12-31}
entries:
  - {event: winter, team: red, roster: [ana]}
games:
  g1: {event: winter, at: 2026-01-10 14:00, teams: [red, blue], status: played}
  g2: {event: winter, at: 2026-01-17 14:00, teams: [red, blue]}
  g3: {event: winter, at: 2026-01-24 14:00, teams: [red, blue]}
  g4: {event: winter, at: 2026-01-31 14:00, teams: [red, blue]}
incidents:
  i1: {game: g1, player: ana, team: red, cards: R,
       increases: [{by: host_committee, games: 1}, {by: association, games: 1}]}
approvals:
  - {suspension: "i1.1:increase_2", game: g3, votes: {umpires_llc: 2026-01-12 10:00,
     executive_committee: 2026-01-12 10:00, host_committee: 2026-01-12 10:00}}
"""


def test_the_second_keeps_its_name_and_its_approval():
    facts = read_text(SEASON).facts
    (incident,) = facts.incidents
    first, second = incident.increases
    withdrawn = replace(incident, increases=(replace(first, withdrawn=True), second))
    scenario = replace(facts, incidents=(withdrawn,))
    found = {s.code: (s.serve_in, s.approved) for s in assess(scenario, incident.at)["ana"].suspensions}
    assert found == {"red_card": ("g2", False), "increase_2": ("g3", True)}
