"""Migrations of many small steps, done without drawing every model anew after each of them."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from pgtrigger.migrations import AddTrigger

_KINDS: tuple[tuple[type[Operation], ...], ...] = ((CreateModel,), (AddField,), (AddConstraint, AddIndex, AddTrigger))


class Together(Operation):
    """Operations none of which depends on what the models looked like between two of them.

    Django draws all related models anew after each operation, which for the first migrations takes far
    longer than the database's own work. Here they are drawn once for all.
    """

    def __init__(self, operations: Iterable[Operation]) -> None:
        self.operations = list(operations)

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """How a migration file writes it."""
        return self.__class__.__name__, [self.operations], {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Change the state while no models are drawn from it."""
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Change the database, step by step."""
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Change it back, last step first."""
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """What `migrate --plan` says."""
        return "; ".join(operation.describe() for operation in self.operations)


def _kind(operation: Operation) -> int:
    return next((number for number, kinds in enumerate(_KINDS) if isinstance(operation, kinds)), -1)


def together(operations: Iterable[Operation]) -> list[Operation]:
    """Group what may be grouped: new models, new fields, and constraints with indexes and triggers.

    The order stays as it is; whatever is of no such kind stands alone.
    """
    grouped: list[Operation] = []
    for kind, run in groupby(operations, _kind):
        steps = list(run)
        grouped += steps if kind < 0 else [Together(steps)]
    return grouped
