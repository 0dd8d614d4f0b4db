"""History: every insert, update and delete of a row, written by database triggers.

The triggers see what no signal sees (`update()`, `bulk_create`, plain SQL), and the history tables
themselves refuse updates and deletes.
"""

from collections.abc import Callable, Sequence

import pghistory
from django.db import models


def tracked[M: type[models.Model]](*, exclude: Sequence[str] = (), keep_object: bool = True) -> Callable[[M], M]:
    """Decorate a model `X` with a full, append-only history `XHistory`, read as `x.history`.

    `exclude` names the fields that are not kept: generated columns (they cannot be written, and
    follow from the others) and secrets. Without `keep_object` the history has no link to the row.
    """

    def decorate(model: M) -> M:
        return pghistory.track(
            pghistory.InsertEvent(),
            pghistory.UpdateEvent(),
            pghistory.DeleteEvent(),
            exclude=list(exclude),
            append_only=True,
            model_name=f"{model.__name__}History",
            obj_field=pghistory.ObjForeignKey(related_name="history") if keep_object else None,
        )(model)

    return decorate
