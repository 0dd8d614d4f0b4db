"""Database functions for names."""

from typing import Any

from django.db import models
from django.db.models import CharField, TextField, Value


class Fold(models.Func):
    """Text in lower case without accents, by the database's own immutable `fold(text)`.

    Several parts are joined by a space. "Peña", "pena" and "PEÑA" fold to the same text, "ß" to "ss".
    """

    function = "public.fold"
    arity = 1
    output_field = TextField()

    def __init__(self, *parts: Any, **extra: Any) -> None:
        joined, *rest = parts
        for part in rest:
            # `||`, because Django's Concat casts through a function that is only stable.
            joined = _Join(_Join(joined, Value(" ")), part)
        super().__init__(joined, **extra)


class _Join(models.Func):
    template = "(%(expressions)s)"
    arg_joiner = " || "
    arity = 2
    output_field = CharField()


class IsNFC(models.Func):
    """Whether the text is in the Unicode normal form C."""

    template = "(%(expressions)s IS NFC NORMALIZED)"
    arity = 1
    output_field = models.BooleanField()
    conditional = True
