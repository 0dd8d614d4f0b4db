"""What people say about problems; the problems themselves follow from the facts."""

from __future__ import annotations

from collections.abc import Iterable

import pghistory
from django.db import transaction
from django.utils import timezone

from disciplinary.models import Problem
from players.models import User


def problem_acknowledge(problem: Problem, *, by: User, note: str) -> Problem:
    """Say that a problem was looked at, and what was found. Another note replaces the first; the
    history keeps both.
    """
    with pghistory.context(action="problem_acknowledge", user=by.pk, reason=note), transaction.atomic():
        problem = Problem.objects.select_for_update(no_key=True).get(pk=problem.pk)
        problem.acknowledged_at = timezone.now()
        problem.acknowledged_by = by
        problem.note = note
        problem.save(update_fields=["acknowledged_at", "acknowledged_by", "note"])
    return problem


def problems_acknowledge(problems: Iterable[Problem], *, by: User, note: str) -> int:
    """The same for several at once; how many."""
    done = 0
    with transaction.atomic():
        for problem in sorted(problems, key=lambda one: one.pk):
            problem_acknowledge(problem, by=by, note=note)
            done += 1
    return done
