"""The texts that people see: collecting them and checking their translations.

    python -m scripts.messages extract | check

Works without GNU gettext: Babel reads the Python sources, and the templates after Django itself has turned
their translation tags into calls. Texts of the admin's theme that come without a translation are collected too.
"""

from __future__ import annotations

import importlib.util
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from scripts.stack.paths import ROOT

LOCALES = ROOT / "config" / "locale"
LANGUAGES = ("es",)
PACKAGES = ("config", "disciplinary", "tournaments", "players")
TEMPLATES = ("templates", *(f"{package}/templates" for package in PACKAGES))
# Packages whose pages are ours too, with the parts of them that we use: what they leave untranslated is ours to do.
BORROWED = {
    "unfold": ("*.py", "templates/admin", "templates/unfold", "contrib/filters", "contrib/forms"),
    "allauth": ("account", "mfa", "templates/account", "templates/mfa", "templates/allauth"),
}
# They are no texts but names of formats, or are looked up under another name.
NO_TEXTS = {"DATE_FORMAT", "DATETIME_FORMAT", "TIME_FORMAT"}

KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
NAMED = re.compile(r"%\((\w+)\)[#0\- +]*[\d.]*[a-zA-Z]|\{(\w*)[^{}]*\}")
POSITIONAL = re.compile(r"%(?!\(|%)[#0\- +]*[\d.]*[sdrif]")


def _called(source: str, name: str) -> Iterator[tuple[str, str | tuple[str, ...], list[str], str | None]]:
    """The texts in one Python source: where, what, the translators' comments, the context."""
    found = extract("python", io.BytesIO(source.encode()), KEYWORDS, ("Translators:",))
    for _line, message, comments, context in found:
        yield name, message, comments, context


def _in_template(source: str) -> str:
    """A template as Python that calls gettext, free of the indentation that would mean something there."""
    return re.sub(r"^[ \t]+", "", templatize(source), flags=re.MULTILINE)


def _sources() -> Iterator[tuple[str, str]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path.read_text()
    for directory in TEMPLATES:
        for path in sorted((ROOT / directory).rglob("*")):
            if path.suffix in {".html", ".txt"}:
                yield path.relative_to(ROOT).as_posix(), _in_template(path.read_text())


def _directory(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(package)
    return Path(next(iter(spec.submodule_search_locations)))


def _borrowed_sources() -> Iterator[tuple[str, str]]:
    for package, parts in BORROWED.items():
        for part in parts:
            for found in sorted(_directory(package).glob(part)):
                for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
                    if path.suffix == ".py" and "tests" not in path.parts:
                        yield package, path.read_text()
                    elif path.suffix in {".html", ".txt"}:
                        yield package, _in_template(path.read_text())


def _translated_elsewhere(language: str) -> set[object]:
    """What Django and those packages bring translated."""
    known: set[object] = set()
    for package in ("django", *BORROWED):
        for path in _directory(package).glob(f"**/locale/{language}/LC_MESSAGES/django.po"):
            for entry in polib.pofile(str(path)):
                if entry.translated():
                    known.add((entry.msgid, entry.msgid_plural) if entry.msgid_plural else entry.msgid)
    return known


def _empty(language: str) -> Catalog:
    catalog = Catalog(locale=language, header_comment="# Translations of the discipline office.", fuzzy=False)
    # Babel would ask for a third form, for millions.
    catalog.mime_headers = [
        ("Project-Id-Version", "Discipline office"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
    ]
    return catalog


def collect(language: str) -> Catalog:
    """Every text of the product, untranslated."""
    catalog = _empty(language)
    elsewhere = _translated_elsewhere(language) | NO_TEXTS
    ours = (entry for name, source in _sources() for entry in _called(source, name))
    borrowed = (entry for name, source in _borrowed_sources() for entry in _called(source, name))
    theirs = (entry for entry in borrowed if entry[1] not in elsewhere)
    for name, message, comments, context in (*ours, *theirs):
        catalog.add(message, locations=[(name, 0)], auto_comments=comments, context=context)
    return catalog


def _path(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "django.po"


def _read(language: str) -> Catalog:
    path = _path(language)
    if not path.exists():
        return _empty(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update() -> None:
    """Bring the catalogs up to date: new texts come in empty, those no longer used go."""
    for language in LANGUAGES:
        fresh = collect(language)
        old = _read(language)
        # Of the last change, not of every look: else each run would be a difference.
        fresh.creation_date = old.creation_date
        for message in fresh:
            known = old.get(message.id, message.context) if message.id else None
            if known is not None and known.pluralizable == message.pluralizable:
                message.string = known.string
                message.flags |= known.flags & {"fuzzy"}
        _path(language).parent.mkdir(parents=True, exist_ok=True)
        with _path(language).open("wb") as file:
            write_po(file, fresh, width=110, sort_output=True, include_lineno=False, omit_header=False)


def _strings(message: Message) -> tuple[list[str], list[str]]:
    def listed(value: object) -> list[str]:
        return [text or "" for text in value] if isinstance(value, (tuple, list)) else [str(value or "")]

    return listed(message.id), listed(message.string)


def _placeholders(text: str) -> set[str]:
    text = text.replace("%%", "")
    named = {"".join(groups) for groups in NAMED.findall(text)}
    return named | {f"#{number}" for number, _found in enumerate(POSITIONAL.findall(text))}


def _fault(message: Message) -> str | None:
    """What is wrong with one translation, None if nothing."""
    ids, strings = _strings(message)
    if message.fuzzy:
        return "is marked fuzzy"
    if not all(strings):
        return "is not translated"
    # A plural may leave out the number where the source does in one of its forms.
    allowed = set().union(*map(_placeholders, ids))
    required = set.intersection(*map(_placeholders, ids))
    for string in strings:
        found = _placeholders(string)
        if not required <= found <= allowed:
            return f"has placeholders {sorted(found)} where the source has {sorted(allowed)}"
    return None


def faults() -> list[str]:
    """Everything that is wrong with the translations, a line each."""
    lines: list[str] = []
    for language in LANGUAGES:
        fresh, known = collect(language), _read(language)
        place = _path(language).relative_to(ROOT)
        wanted = {(message.id, message.context) for message in fresh if message.id}
        listed = {(message.id, message.context): message for message in known if message.id}
        said: dict[tuple[object, str | None], str | None] = {}
        said |= dict.fromkeys(wanted - set(listed), "is missing; run `make messages`, then translate it")
        said |= dict.fromkeys(set(listed) - wanted, "is used no longer; run `make messages`")
        said |= {identity: _fault(listed[identity]) for identity in wanted & set(listed)}
        lines += [f"{place}: {text!r} {fault}" for (text, _context), fault in said.items() if fault]
    return sorted(lines)


def main(argv: list[str]) -> int:
    """Do one of the two; 1 if the check found something."""
    settings.configure(USE_I18N=False)
    match argv:
        case ["extract"]:
            update()
        case ["check"]:
            found = faults()
            print("\n".join(found) or "Every text is translated.")
            return 1 if found else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
