"""The lookup `folded_contains`: text contains text, whatever the case and accents of either.

For folded columns (`players.fields.folded`): `search_name__folded_contains="Pena"` finds "Peña" and
the reverse, and uses the column's trigram index.
"""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Lookup, TextField
from django.db.models.sql.compiler import SQLCompiler

from players.names import clean_name


@CharField.register_lookup
@TextField.register_lookup
class FoldedContains(Lookup):
    """`column LIKE '%' || fold(text) || '%'`; the column is expected to be folded already."""

    lookup_name = "folded_contains"

    def get_prep_lookup(self) -> str:
        return clean_name(str(self.rhs))

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        column, column_params = self.process_lhs(compiler, connection)
        text, text_params = self.process_rhs(compiler, connection)
        # Escaped after folding: some characters fold to a backslash or a percent sign.
        escaped = rf"regexp_replace(public.fold({text}), '([\\%%_])', '\\\1', 'g')"
        return f"{column} LIKE '%%' || {escaped} || '%%'", (*column_params, *text_params)
