"""Model fields for names, and the constraints that hold them in the database."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Trim

from players.functions import Fold, IsNFC
from players.names import clean_name


class NameField(models.CharField):
    """A name in one form (see `players.names`), however it is written: form, save or `update()`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 150)
        super().__init__(*args, **kwargs)

    def to_python(self, value: Any) -> Any:
        value = super().to_python(value)
        return clean_name(value) if isinstance(value, str) else value

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = super().pre_save(model_instance, add)
        if isinstance(value, str):
            value = clean_name(value)
            setattr(model_instance, self.attname, value)
        return value

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        if isinstance(value, str):
            value = clean_name(value)
        return super().get_db_prep_save(value, connection)


def folded(*parts: str | models.Expression) -> models.GeneratedField:
    """A stored column that follows `parts` without case and accents, for searching and sorting."""
    return models.GeneratedField(
        expression=Fold(*parts),
        output_field=models.CharField(max_length=500),
        db_persist=True,
    )


def name_constraint(field: str, *, name: str, blank: bool = False) -> models.CheckConstraint:
    """The database's part of `NameField`: NFC, trimmed, and not empty unless `blank`."""
    condition = models.Q(IsNFC(models.F(field))) & models.Q(**{field: Trim(field)})
    if not blank:
        condition &= ~models.Q(**{field: ""})
    return models.CheckConstraint(condition=condition, name=name)
