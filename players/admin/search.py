"""Search without accents for any admin list and its autocompletes."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import ClassVar

from django.contrib.admin.utils import lookup_spawns_duplicates
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from players.names import clean_words


class FoldedSearch:
    """Find rows of which every word of the search is in one of the `search_fields`.

    A field whose name ends in `search_name` is searched without case and accents; `^field` must begin
    with the word, `=field` must equal it, any other field contains it.
    """

    #: What to suggest first: from the name of a parameter of the request, a function of its value, an
    #: id, to the condition of the rows that come before all others.
    suggested_first: ClassVar[dict[str, Callable[[int], Q]]] = {}

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        """The rows that match, and whether one may be among them twice."""
        lookups = [_lookup(field) for field in self.get_search_fields(request)]
        for word in clean_words(search_term or ""):
            queryset = queryset.filter(reduce(or_, (Q(**{lookup: word}) for lookup in lookups)))
        for parameter, condition in self.suggested_first.items():
            value = request.GET.get(parameter, "")
            if value.isdecimal():
                first = self.model._base_manager.filter(condition(int(value))).values("pk")
                queryset = queryset.alias(suggested=Q(pk__in=first)).order_by("-suggested", *self.opts.ordering)
        return queryset, any(lookup_spawns_duplicates(self.opts, lookup) for lookup in lookups)


def _lookup(field: str) -> str:
    if field.endswith("search_name"):
        return f"{field}__folded_contains"
    if field.startswith("^"):
        return f"{field.removeprefix('^')}__startswith"
    if field.startswith("="):
        return f"{field.removeprefix('=')}__exact"
    return f"{field}__icontains"
