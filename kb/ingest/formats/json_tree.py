"""Which mappings, lists and texts are in this JSON? Read with line numbers, which the standard reader does not keep."""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from kb.errors import ReadError
from kb.ingest.formats.tree import TreeBuilder, Value

_texts = json.JSONDecoder()
_BLANK = re.compile(r"[\s,:]*")
# "true", "-1.5e3": what is neither a text nor a bracket
_BARE = re.compile(r"[^\s,:\[\]{}\"]+")
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
    ends = [match.start() for match in re.finditer("\n", content)]
    builder = TreeBuilder(file)
    position = 0
    while (position := _skipped(content, position)) < len(content):
        position = _meet(content, position, bisect_right(ends, position) + 1, builder)
    return builder.root


def _skipped(content: str, position: int) -> int:
    blank = _BLANK.match(content, position)
    return blank.end() if blank else position


def _meet(content: str, position: int, line: int, builder: TreeBuilder) -> int:
    """Read what begins at a position of a text that is known to be JSON; returns where it ends."""
    character = content[position]
    if character == '"':
        words, position = _texts.raw_decode(content, position)
        builder.text(words, line, line)
        return position
    if character in "{[":
        builder.begin(character == "{", line)
    elif character in "}]":
        builder.end(line)
    elif bare := _BARE.match(content, position):
        builder.text("" if bare[0] == "null" else bare[0], line, line)
        return bare.end()
    return position + 1
