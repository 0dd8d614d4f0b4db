"""YAML text as a tree of texts with their lines, before anything is made of them.

Nothing is guessed here: a date stays text, a key stands once, and a file cannot grow beyond what
it spells out. Readers decide what each text has to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

# PyYAML may have been built without its C library: slower, and the same answers.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_DEPTH = 16
"""Levels of nesting; the format itself needs six."""
MAX_VALUES = 2_000_000
"""Values in a file, those that aliases repeat counted each time."""

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"})
_FALSE = frozenset({"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"})
_NUMBER = re.compile(
    r"[-+]?(\d[\d_]*(\.[\d_]*)?|\.\d+)([eE][-+]?\d+)?|0[xo][\da-fA-F_]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_TAG = "tag:yaml.org,2002:"
_SHOWN = 60


class ScenarioError(ValueError):
    """A scenario file that cannot be read: the place, what was expected there, what was found."""

    def __init__(self, place: str, expected: str, found: str) -> None:
        super().__init__(place, expected, found)
        self.place = place
        self.expected = expected
        self.found = found

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}, found {self.found}"


def printable(text: str) -> str:
    """The text on one line, whatever it holds."""
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")


def quoted(text: str) -> str:
    """The text in quotes, on one line and shortened, to be shown in a message."""
    return f'"{printable(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")}"'


def step(path: str, key: str | int) -> str:
    """The path one level further down: ``games.g1.teams[2]``; places in lists count from 1."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    name = key if re.fullmatch(r"[\w.-]{1,60}", key) else quoted(key)
    return f"{path}.{name}" if path else name


@dataclass(slots=True)
class Scalar:
    """A text; ``plain`` where it stands without quotes and may therefore be more than text."""

    text: str
    plain: bool
    line: int

    @property
    def null(self) -> bool:
        """Whether it says nothing."""
        return self.plain and self.text in _NULLS

    @property
    def truth(self) -> bool | None:
        """The yes or no it says, if it says one."""
        if self.plain and self.text in _TRUE:
            return True
        return False if self.plain and self.text in _FALSE else None

    @property
    def is_text(self) -> bool:
        """Whether it is text and nothing else: no number, no yes or no, not nothing."""
        return not self.plain or not (self.null or self.truth is not None or _NUMBER.fullmatch(self.text) is not None)

    def __str__(self) -> str:
        if self.null:
            return "nothing"
        return quoted(self.text) if self.is_text else printable(self.text[:_SHOWN])


@dataclass(slots=True)
class Sequence:
    """A list."""

    line: int
    items: list[Node] = field(default_factory=list)
    size: int = 1

    def __str__(self) -> str:
        return "a list"


@dataclass(slots=True)
class Mapping:
    """Keys with their values, in the order written."""

    line: int
    entries: dict[str, Node] = field(default_factory=dict)
    size: int = 1

    def __str__(self) -> str:
        return "keys with values"


Node = Scalar | Sequence | Mapping


@dataclass(slots=True)
class _Open:
    """A list or mapping under construction."""

    node: Sequence | Mapping
    anchor: str | None
    key: str | None = None
    merged: list[Mapping] = field(default_factory=list)
    merging: bool = False

    def where(self) -> str | int | None:
        """The place in it that is read next."""
        if isinstance(self.node, Sequence):
            return len(self.node.items) + 1
        return self.key


def compose(text: str) -> Node:
    """The one document in the text. ScenarioError where it is no YAML, none or several."""
    root = _Composer().compose(text)
    if root is None:
        raise ScenarioError("file", "the facts of a season", "nothing")
    return root


class _Composer:
    def __init__(self) -> None:
        self.stack: list[_Open] = []
        self.anchors: dict[str, Node] = {}
        self.root: Node | None = None

    def compose(self, text: str) -> Node | None:
        documents = 0
        for event in _events(text):
            line = event.start_mark.line + 1 if event.start_mark else 0
            match event:
                case yaml.DocumentStartEvent():
                    documents += 1
                    if documents > 1:
                        raise ScenarioError(f"file (line {line})", "one season", "a second document")
                case yaml.AliasEvent():
                    self._add(self._alias(str(event.anchor), line), line)
                case yaml.ScalarEvent():
                    node = Scalar(str(event.value), self._plain(event, line), line)
                    if event.anchor:
                        self.anchors[event.anchor] = node
                    self._add(node, line)
                case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                    self._open(event, line)
                case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                    self._close(line)
        return self.root

    def _error(self, line: int, expected: str, found: str) -> ScenarioError:
        path = ""
        for level in self.stack:
            where = level.where()
            if where is not None:
                path = step(path, where)
        return ScenarioError(f"{path or 'file'} (line {line})", expected, found)

    def _alias(self, anchor: str, line: int) -> Node:
        # An anchor is known once its value is complete, so that nothing can contain itself.
        if anchor not in self.anchors:
            raise self._error(line, "an alias of something complete above it", quoted(f"*{anchor}"))
        return self.anchors[anchor]

    def _plain(self, event: yaml.ScalarEvent, line: int) -> bool:
        if event.tag not in (None, "!", _TAG + "str"):
            raise self._error(line, "a value without a tag", quoted(str(event.tag)))
        return not event.style and event.tag is None

    def _open(self, event: yaml.CollectionStartEvent, line: int) -> None:
        is_list = isinstance(event, yaml.SequenceStartEvent)
        if event.tag not in (None, "!", _TAG + ("seq" if is_list else "map")):
            raise self._error(line, "a value without a tag", quoted(str(event.tag)))
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.node, Mapping) and top.key is None and not top.merging:
            raise self._error(line, "a key in text", "a list" if is_list else "keys with values")
        if len(self.stack) >= MAX_DEPTH:
            raise self._error(line, f"at most {MAX_DEPTH} levels", "more")
        self.stack.append(_Open(Sequence(line) if is_list else Mapping(line), event.anchor))

    def _close(self, line: int) -> None:
        done = self.stack.pop()
        if isinstance(done.node, Mapping):
            for source in done.merged:
                for key, value in source.entries.items():
                    done.node.entries.setdefault(key, value)
        if done.anchor:
            self.anchors[done.anchor] = done.node
        self._add(done.node, line)

    def _add(self, node: Node, line: int) -> None:
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        if isinstance(top.node, Mapping) and top.key is None and not top.merging:
            self._start_entry(top, node, line)
            return
        top.node.size += 1 if isinstance(node, Scalar) else node.size
        if top.node.size > MAX_VALUES:
            raise self._error(line, f"at most {MAX_VALUES:,} values", "more")
        if isinstance(top.node, Sequence):
            top.node.items.append(node)
        elif top.merging:
            self._merge(top, node, line)
        elif top.key is not None:
            top.node.entries[top.key] = node
            top.key = None

    def _start_entry(self, top: _Open, key: Node, line: int) -> None:
        if not isinstance(key, Scalar) or not (key.is_text and key.text):
            raise self._error(line, "a key in text (put it in quotes)", str(key))
        if key.plain and key.text == "<<":
            top.merging = True
        elif isinstance(top.node, Mapping) and key.text in top.node.entries:
            raise self._error(line, "each key once", f"{quoted(key.text)} again")
        else:
            top.key = key.text

    def _merge(self, top: _Open, node: Node, line: int) -> None:
        top.merging = False
        sources = node.items if isinstance(node, Sequence) else [node]
        for source in sources:
            if not isinstance(source, Mapping):
                raise self._error(line, "keys with values to merge", str(source))
            top.merged.append(source)


def _events(text: str) -> Iterator[yaml.Event]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"file (line {mark.line + 1})" if mark else "file"
        problem = error.problem or error.context or "something else"
        raise ScenarioError(place, "YAML", printable(" ".join(problem.removeprefix("found ").split()))) from None
    except yaml.YAMLError as error:
        raise ScenarioError("file", "YAML", printable(" ".join(str(error).split()))) from None
