"""Rule 33 of the United States Polo Association, Unsportsmanlike Conduct: pure and typed.

Facts (``facts.py``) and a moment go in, answers (``answers.py``) come out: ``assess``. The package
knows no database, no clock and no language. Terms are the rulebook's:

* an **incident** is one **offense** of a player; one or more **cards** are shown for it;
* a **suspension** is what a card leaves behind for a later game: **full** or **partial**;
* a **carried yellow** is a status, neither a suspension nor a card;
* a **mark** is a count of yellow cards that suspends;
* an **edition** is one state of the rule's numbers, a **clause** a passage of it, and a **reading**
  a choice made where the rule is silent.

README.md tells the algorithm in prose and where each clause and reading stands.
"""
