"""Counting what is asked of the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


class Count:
    """The number of queries so far; savepoints count, BEGIN and COMMIT do not."""

    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Callable[..., Any], *args: Any) -> Any:
        """Called by Django around each query."""
        self.queries += 1
        return execute(*args)


@contextmanager
def counted() -> Iterator[Count]:
    """Count the queries of the block."""
    count = Count()
    with connection.execute_wrapper(count):
        yield count
