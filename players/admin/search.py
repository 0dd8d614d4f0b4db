"""Search without accents for any admin list and its autocompletes."""

from functools import reduce
from operator import or_

from django.contrib.admin.utils import lookup_spawns_duplicates
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from players.names import clean_words


class FoldedSearch:
    """Find rows of which every word of the search is in one of the `search_fields`.

    A field whose name ends in `search_name` is searched without case and accents; `^field` must begin
    with the word, `=field` must equal it, any other field contains it.
    """

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet, search_term: str
    ) -> tuple[QuerySet, bool]:
        """The rows that match, and whether one may be among them twice."""
        lookups = [_lookup(field) for field in self.get_search_fields(request)]
        for word in clean_words(search_term or ""):
            queryset = queryset.filter(reduce(or_, (Q(**{lookup: word}) for lookup in lookups)))
        return queryset, any(lookup_spawns_duplicates(self.opts, lookup) for lookup in lookups)


def _lookup(field: str) -> str:
    if field.endswith("search_name"):
        return f"{field}__folded_contains"
    if field.startswith("^"):
        return f"{field.removeprefix('^')}__startswith"
    if field.startswith("="):
        return f"{field.removeprefix('=')}__exact"
    return f"{field}__icontains"
