"""What is a tree of data? Mappings, lists and texts with their lines, read from YAML or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from kb.errors import ReadError
from kb.ingest.limits import DEEPEST, LONGEST_ALIAS, MOST_REPEATED

# half of a pair that stands for one character; alone it is none
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class Value:
    """A text, or a mapping or list of values."""

    first: int
    """The line on which it begins."""

    last: int
    key_line: int = 0
    """The line of its key; 0 for an item of a list."""

    text: str | None = None
    """Of a text; None for a mapping or a list."""

    pairs: list[tuple[str, Value]] = field(default_factory=list)
    """Of a mapping, in the order of the source."""

    items: list[Value] = field(default_factory=list)
    """Of a list."""

    by_line: bool = False
    """Whether a text stands line by line below its key, as it will be read: `text: |`."""

    def mappings(self) -> Iterator[Value]:
        """Itself and every mapping inside it."""
        if self.pairs:
            yield self
        for value in (*self.items, *(value for _, value in self.pairs)):
            yield from value.mappings()


@dataclass(slots=True)
class _Open:
    """A mapping or list that is not closed yet."""

    value: Value
    is_mapping: bool
    key: str | None = None
    """Of a mapping: the key whose value comes next."""

    key_line: int = 0


class TreeBuilder:
    """Puts a tree together from what a parser meets in the order of the text."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Value | None = None
        self.repeated = 0  # characters of texts that were written once and named again
        self._open: list[_Open] = []

    def text(self, words: str, first: int, last: int, *, by_line: bool = False) -> None:
        """A key, where a mapping awaits one, or a text."""
        words = _HALF.sub("\ufffd", words)
        current = self._open[-1] if self._open else None
        if current and current.is_mapping and current.key is None:
            current.key, current.key_line = words, first
        else:
            self._put(Value(first, max(first, last), text=words, by_line=by_line))

    def begin(self, is_mapping: bool, first: int) -> None:
        """A mapping or a list opens."""
        current = self._open[-1] if self._open else None
        if current and current.is_mapping and current.key is None:
            raise ReadError(f"{self.file}:{first} has a key that is no text: write it as text")
        if len(self._open) >= DEEPEST:
            raise ReadError(f"{self.file}:{first} nests its lists too deeply: more than {DEEPEST} levels")
        value = Value(first, first)
        self._put(value)
        self._open.append(_Open(value, is_mapping))

    def end(self, last: int) -> None:
        """The innermost mapping or list closes."""
        closed = self._open.pop().value
        closed.last = max(closed.first, last)

    def _put(self, value: Value) -> None:
        if not self._open:
            self.root = self.root or value
            return
        current = self._open[-1]
        if current.is_mapping:
            value.key_line = current.key_line
            current.value.pairs.append((current.key or "", value))
            current.key = None
        else:
            current.value.items.append(value)


def row_of(value: Value) -> list[str]:
    """The cells of a row of a table: a mapping that has no text of its own, only a list of texts."""
    if len(value.pairs) != 1 or not value.pairs[0][1].items:
        return []
    cells = [
        item.text or next((part.text for _, part in reversed(item.pairs)), None)
        for item in value.pairs[0][1].items
    ]
    return [" ".join(cell.split()) for cell in cells if cell is not None]


_NOTHING = ("null", "Null", "NULL", "~")

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def yaml_tree(content: str, file: str) -> Value | None:
    """A YAML text as a tree with line numbers, several documents as a list; raises ReadError with the line at fault."""
    documents: list[Value] = []
    builder, known = TreeBuilder(file), dict[str, str]()
    try:
        for event in yaml.parse(content, Loader=_Loader):
            if isinstance(event, yaml.DocumentEndEvent):
                documents += [builder.root] if builder.root else []
                builder, known = TreeBuilder(file), {}
            _meet(event, builder, known)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        told = getattr(error, "problem", None) or getattr(error, "reason", None) or "not YAML"
        raise ReadError(f"{file}{line} cannot be read as YAML ({told}): mend that line") from None
    if len(documents) < 2:
        return next(iter(documents), None)
    return Value(documents[0].first, documents[-1].last, items=documents)


def _last_line(event: yaml.Event) -> int:
    """A block ends where the next thing begins, unless a file lacks its last line end."""
    mark = event.end_mark
    if mark is None:
        return 1
    is_block = isinstance(event, yaml.ScalarEvent) and event.style in ("|", ">")
    return mark.line + (0 if is_block and not mark.column else 1)


def _meet(event: yaml.Event, builder: TreeBuilder, known: dict[str, str]) -> None:
    first = event.start_mark.line + 1 if event.start_mark else 1
    last = _last_line(event)
    if isinstance(event, yaml.AliasEvent):
        builder.repeated += len(known.get(str(event.anchor), ""))
        if event.anchor not in known or builder.repeated > MOST_REPEATED:
            raise ReadError(
                f"{builder.file}:{first} uses a YAML alias, which is not read: write the text out"
            )
        builder.text(known[event.anchor], first, last)
    elif isinstance(event, yaml.ScalarEvent):
        if event.anchor and len(event.value) <= LONGEST_ALIAS:
            known[event.anchor] = event.value
        is_nothing = event.style is None and event.value in _NOTHING
        words, by_line = "" if is_nothing else event.value, event.style == "|"
        builder.text(words, first, last, by_line=by_line)
    elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
        builder.begin(isinstance(event, yaml.MappingStartEvent), first)
    elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
        builder.end(last)


# a text, a bracket, or what is neither: "true", "-1.5e3"
_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|[\[\]{}]|[^\s,:\[\]{}\"]++")
# "// the turn", "/* the turn */" on a line of their own
_COMMENT = re.compile(r"^\s*(?://|/\*)", re.MULTILINE)
# "…,]": a comma behind the last item
_OPEN_END = re.compile(r",\s{0,200}[\]}]")


def json_tree(content: str, file: str) -> Value | None:
    """A JSON text, or one JSON text a line, as a tree with line numbers; raises ReadError with the line at fault."""
    try:
        json.loads(content, parse_int=str)
    except json.JSONDecodeError as error:
        if _is_lines(content):
            return _parsed(f"[{content}]", file)
        by_hand = _COMMENT.search(content) or _OPEN_END.search(content)
        told = "convert JSON with comments or open commas with `npx json5`" if by_hand else "mend that line"
        raise ReadError(f"{file}:{error.lineno} cannot be read as JSON ({error.msg}): {told}") from None
    except RecursionError:
        raise ReadError(f"{file} nests its lists too deeply: split it into its chapters") from None
    return _parsed(content, file)


def _is_lines(content: str) -> bool:
    """Whether every line is a JSON text of its own."""
    try:
        return sum(1 for line in content.split("\n") if line.strip() and json.loads(line, parse_int=str)) > 1
    except (json.JSONDecodeError, RecursionError):
        return False


def _parsed(content: str, file: str) -> Value | None:
    """The tree of a text that is known to be JSON."""
    builder = TreeBuilder(file)
    line, position = 1, 0
    for token in _TOKEN.finditer(content):
        line, position = line + content.count("\n", position, token.start()), token.start()
        if token[0] in ("{", "["):
            builder.begin(token[0] == "{", line)
        elif token[0] in ("}", "]"):
            builder.end(line)
        elif token[0][0] == '"':
            builder.text(json.loads(token[0]), line, line)
        else:
            builder.text("" if token[0] == "null" else token[0], line, line)
    return builder.root
