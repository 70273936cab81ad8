"""What is a tree of data? Mappings, lists and texts with their lines, read from YAML or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

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

    @property
    def is_flat(self) -> bool:
        """Whether it is a text, or a mapping of nothing but texts."""
        return not self.items and all(part.text is not None for _, part in self.pairs)

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


_KINDS = {"{": "mapping", "[": "list", "}": "end", "]": "end"}


def _value(token: _Token, tokens: Iterator[_Token], file: str, depth: int = 0) -> Value:
    """The value that begins with a token."""
    if token.kind == "text":
        words = _HALF.sub("\ufffd", token.words)
        return Value(token.first, max(token.first, token.last), text=words, by_line=token.by_line)
    if depth >= DEEPEST:
        raise ReadError(f"{file}:{token.first} nests its lists too deeply: more than {DEEPEST} levels")
    made = Value(token.first, token.first)
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


def _tree(tokens: Iterator[_Token], file: str) -> Value | None:
    """The only value, or a list of several documents."""
    documents = [_value(token, tokens, file) for token in tokens]
    if len(documents) < 2:
        return next(iter(documents), None)
    return Value(documents[0].first, documents[-1].last, items=documents)


_NOTHING = ("null", "Null", "NULL", "~")

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def yaml_tree(content: str, file: str) -> Value | None:
    """A YAML text as a tree with line numbers; raises ReadError with the line at fault."""
    try:
        return _tree(_yaml_tokens(content, file), file)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f":{mark.line + 1}" if mark else ""
        told = getattr(error, "problem", None) or getattr(error, "reason", None) or "not YAML"
        raise ReadError(f"{file}{line} cannot be read as YAML ({told}): mend that line") from None


def _yaml_tokens(content: str, file: str) -> Iterator[_Token]:
    """A text that was written once and named again is repeated, up to a limit."""
    known: dict[str, str] = {}
    repeated = 0
    for event in yaml.parse(content, Loader=_Loader):
        first = event.start_mark.line + 1 if event.start_mark else 1
        last = _last_line(event)
        if isinstance(event, yaml.AliasEvent):
            repeated += len(known.get(str(event.anchor), ""))
            if event.anchor not in known or repeated > MOST_REPEATED:
                raise ReadError(f"{file}:{first} uses a YAML alias, which is not read: write the text out")
            yield _Token("text", first, last, known[event.anchor])
        elif isinstance(event, yaml.ScalarEvent):
            if event.anchor and len(event.value) <= LONGEST_ALIAS:
                known[event.anchor] = event.value
            is_nothing = event.style is None and event.value in _NOTHING
            yield _Token("text", first, last, "" if is_nothing else event.value, event.style == "|")
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            yield _Token("mapping" if isinstance(event, yaml.MappingStartEvent) else "list", first)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            yield _Token("end", first, last)
        elif isinstance(event, yaml.DocumentEndEvent):
            known = {}


def _last_line(event: yaml.Event) -> int:
    """A block ends where the next thing begins, unless a file lacks its last line end."""
    mark = event.end_mark
    if mark is None:
        return 1
    is_block = isinstance(event, yaml.ScalarEvent) and event.style in ("|", ">")
    return mark.line + (0 if is_block and not mark.column else 1)


# a text, a bracket, or what is neither: "true", "-1.5e3"
_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|[\[\]{}]|[^\s,:\[\]{}\"]++")
# "// the turn", "/* the turn */" on a line of their own; "…,]": a comma behind the last item
_BY_HAND = re.compile(r"^\s*(?://|/\*)|,\s{0,200}[\]}]", re.MULTILINE)


def json_tree(content: str, file: str) -> Value | None:
    """A JSON text, or one JSON text a line, as a tree with line numbers; raises ReadError with the line at fault."""
    try:
        json.loads(content, parse_int=str)
    except json.JSONDecodeError as error:
        if not _is_lines(content):
            by_hand = _BY_HAND.search(content)
            told = (
                "convert JSON with comments or open commas with `npx json5`" if by_hand else "mend that line"
            )
            raise ReadError(f"{file}:{error.lineno} cannot be read as JSON ({error.msg}): {told}") from None
    except RecursionError:
        raise ReadError(f"{file} nests its lists too deeply: split it into its chapters") from None
    return _tree(_json_tokens(content), file)


def _is_lines(content: str) -> bool:
    """Whether every line is a JSON text of its own."""
    try:
        return sum(1 for line in content.split("\n") if line.strip() and json.loads(line, parse_int=str)) > 1
    except (json.JSONDecodeError, RecursionError):
        return False


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
