"""A place for apps above this one to act once for many writes.

Whoever writes several rows that belong together, a service, an admin page, an import, does so inside
`batch()`. An app that derives something from rows registers a context manager with
`register_batch`; it is entered before the first write of the outermost batch and left after the last
one, still inside its transaction.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar

from django.db import transaction

_batches: list[Callable[[], AbstractContextManager[object]]] = []
_inside: ContextVar[bool] = ContextVar("inside_batch", default=False)


def register_batch(factory: Callable[[], AbstractContextManager[object]]) -> None:
    """Enter `factory()` around every outermost batch. Registering it again changes nothing."""
    if factory not in _batches:
        _batches.append(factory)


@contextmanager
def batch() -> Iterator[None]:
    """Write many rows as one: one transaction, and one reaction of each registered hook.

    A batch inside a batch only joins it. An exception rolls everything back, and reaches the hooks.
    """
    if _inside.get():
        with transaction.atomic():
            yield
        return
    token = _inside.set(True)
    try:
        with transaction.atomic(), ExitStack() as hooks:
            for factory in _batches:
                hooks.enter_context(factory())
            yield
    finally:
        _inside.reset(token)
