"""What is a tree of data? Mappings, lists and texts with their lines, read from YAML, JSON or the rows of a table."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from typing import NamedTuple

import yaml

from kb.errors import ReadError
from kb.ingest.layout.features import ENDED
from kb.ingest.limits import DEEPEST
from kb.ingest.thresholds import LONGEST_NAME

# half of a pair that stands for one character; alone it is none
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(slots=True, eq=False)
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

    role: str = ""
    """What a text is to the record that holds it: `number`, `title`, `term`, `question`, `id`, `text` or nothing."""

    def walk(self) -> Iterator[Value]:
        """Itself and every value inside it."""
        waiting = [self]
        while waiting:
            value = waiting.pop()
            yield value
            waiting += [part for _, part in reversed(value.pairs)] or reversed(value.items)

    def mappings(self) -> Iterator[Value]:
        """All mappings that hold anything, the outer ones first."""
        return (value for value in self.walk() if value.pairs)

    def is_flat(self) -> bool:
        """Whether it is a text, or a mapping of nothing but texts."""
        return not self.items and all(part.text is not None for _, part in self.pairs)

    @property
    def name(self) -> str:
        """What the record is called."""
        called = self.of("term", "title")
        return (called.text or "").strip() if called else ""

    def of(self, *roles: str) -> Value | None:
        """The first text of a mapping with one of these roles."""
        return next((part for _, part in self.pairs if part.role in roles and part.text), None)


class _Token(NamedTuple):
    """What a parser meets: a text, the begin of a mapping or list, or the end of one."""

    kind: str
    first: int
    last: int = 0
    words: str = ""
    by_line: bool = False


def _value(token: _Token, tokens: Iterator[_Token], file: str, depth: int = 0) -> Value:
    """The value that begins with a token."""
    made = Value(token.first, max(token.first, token.last))
    if token.kind == "text":
        made.text, made.by_line = _HALF.sub("\ufffd", token.words), token.by_line
        return made
    if depth >= DEEPEST:
        raise ReadError(f"{file}:{token.first} nests its lists too deeply: more than {DEEPEST} levels")
    for inner in tokens:
        if inner.kind == "end":
            made.last = max(made.first, inner.last)
            break
        if token.kind == "list":
            made.items.append(_value(inner, tokens, file, depth + 1))
        elif inner.kind == "text":
            part = _value(next(tokens), tokens, file, depth + 1)
            part.key_line = inner.first
            made.pairs.append((_HALF.sub("\ufffd", inner.words), part))
        else:
            raise ReadError(f"{file}:{inner.first} has a key that is no text: write it as text")
    return made


def _tree(tokens: Iterator[_Token], file: str) -> Value:
    """The only value, or a list of several documents."""
    documents = [_value(token, tokens, file) for token in tokens]
    if len(documents) == 1:
        return documents[0]
    return Value(1, 1, items=documents)


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def yaml_tree(content: str, file: str) -> Value:
    """A YAML text as a tree with line numbers; raises ReadError with the line at fault."""
    try:
        return _tree(_yaml_tokens(content, file), file)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        told = getattr(error, "problem", None) or getattr(error, "reason", None) or "not YAML"
        raise ReadError(f"{file}{line} cannot be read as YAML ({told}): mend that line") from None


def _yaml_tokens(content: str, file: str) -> Iterator[_Token]:
    for event in yaml.parse(content, Loader=_Loader):
        begin, end = event.start_mark, event.end_mark
        if begin is None or end is None:
            continue
        first = begin.line + 1
        if isinstance(event, yaml.AliasEvent):
            raise ReadError(f"{file}:{first} uses a YAML alias, which is not read: write the text out")
        if isinstance(event, yaml.ScalarEvent):
            is_block = event.style in ("|", ">")  # it ends where the next thing begins, or with the file
            last = end.line + (0 if is_block and not end.column else 1)
            is_nothing = event.style is None and event.value in ("null", "Null", "NULL", "~")
            yield _Token("text", first, last, "" if is_nothing else event.value, event.style == "|")
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            yield _Token("mapping" if isinstance(event, yaml.MappingStartEvent) else "list", first)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            yield _Token("end", first, end.line + 1)


# a text, a bracket, or what is neither: "true", "-1.5e3"
_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|[\[\]{}]|[^\s,:\[\]{}\"]++")
_KINDS = {"{": "mapping", "[": "list", "}": "end", "]": "end"}


def json_tree(content: str, file: str) -> Value:
    """A JSON text, or several one after the other, as a tree with line numbers; raises ReadError for what is none."""
    decoder = json.JSONDecoder(parse_int=str)
    begin = _TOKEN.search(content)
    try:
        while begin:
            begin = _TOKEN.search(content, decoder.raw_decode(content, begin.start())[1])
    except json.JSONDecodeError as error:
        told = "mend that line, or convert JSON with comments or open commas with `npx json5`"
        raise ReadError(f"{file}:{error.lineno} cannot be read as JSON ({error.msg}): {told}") from None
    except RecursionError:
        raise ReadError(f"{file} nests its lists too deeply: split it into its chapters") from None
    return _tree(_json_tokens(content), file)


def _json_tokens(content: str) -> Iterator[_Token]:
    """The tokens of texts that are known to be JSON."""
    line, position = 1, 0
    for token in _TOKEN.finditer(content):
        line, position = line + content.count("\n", position, token.start()), token.start()
        if kind := _KINDS.get(token[0]):
            yield _Token(kind, line, line)
        elif token[0][0] == '"':
            yield _Token("text", line, line, json.loads(token[0]))
        else:
            yield _Token("text", line, line, "" if token[0] == "null" else token[0])


Row = tuple[list[str], int, int]
"""The cells of a row and the first and last line on which they stand."""


def rows_of(content: str, file: str) -> list[Row]:
    """The rows of a table that a spreadsheet saved, parted by what gives most of them as many cells as the first."""
    rows = max((_rows(content, sign, file) for sign in ",\t;|"), key=_alike)
    if not rows:
        raise ReadError(f"{file} has no rows in it")
    return rows


def rows_tree(rows: list[Row]) -> Value:
    """A record a row: its cells by the names in the first row; without them its first cell is a name."""
    head = rows.pop(0) if _names_columns(rows) else (["(name)"], 0, 0)
    keys = [*head[0], *(["(words)"] * max(len(cells) for cells, _, _ in rows))]
    root = Value(1, rows[-1][2])
    for cells, first, last in rows:
        pairs = zip(keys, cells, strict=False)
        named = [(key or "(words)", Value(first, last, text=cell)) for key, cell in pairs]
        root.items.append(Value(first, last, pairs=named))
    for _, cell in root.items[0].pairs:
        cell.key_line = head[1]
    return root


def _alike(rows: list[Row]) -> int:
    """How many rows have as many cells as the first, where that has several."""
    width = len(rows[0][0]) if rows else 0
    return sum(len(cells) == width for cells, _, _ in rows) if width > 1 else 0


def _rows(content: str, separator: str, file: str) -> list[Row]:
    """The rows that hold anything."""
    reader = csv.reader(StringIO(content, newline=""), delimiter=separator)
    rows: list[Row] = []
    before = 0
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                rows.append(([cell.strip() for cell in cells], before + 1, reader.line_num))
            before = reader.line_num
    except csv.Error as error:
        told = f"cannot be parted into cells ({error}): mend that line"
        raise ReadError(f"{file}:{before + 1} {told}") from None
    return rows


def _names_columns(rows: list[Row]) -> bool:
    """Whether the first row names the columns: few words in each, no sentence, none twice."""
    names = [name for name in rows[0][0] if name]
    short = all(len(name) <= LONGEST_NAME and not ENDED.search(name) for name in names)
    return len(rows) > 1 and short and len(set(names)) == len(names) and len(names) >= len(rows[0][0]) - 1
