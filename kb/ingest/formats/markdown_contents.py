"""Which lists of a Markdown text are its contents? Those that only link to its own headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from kb.ingest.formats.collect import Collector

_FEWEST = 3


def without_contents(
    tokens: Sequence[Token], lines: Sequence[str], found: Collector, covered: set[int]
) -> Iterator[Token]:
    """The blocks without the lists that only link to headings of the text."""
    waiting: list[Token] = []
    for token in tokens:
        begins = token.type in ("bullet_list_open", "ordered_list_open") and not token.level
        if not (begins or waiting):
            yield token
            continue
        waiting.append(token)
        if token.level or token.nesting >= 0:
            continue
        if _is_contents(waiting):
            first, last = waiting[0].map or (0, 0)
            for number in range(first + 1, last + 1):
                found.drop(number, "contents", lines[number - 1])
                covered.add(number)
        else:
            yield from waiting
        waiting = []
    yield from waiting


def _is_contents(tokens: Sequence[Token]) -> bool:
    """Whether all words of a list are links to headings of the same text."""
    depth = links = 0
    for child in (child for token in tokens for child in token.children or ()):
        if child.type in ("link_open", "link_close"):
            depth += child.nesting
            inner = child.nesting < 0 or str(child.attrGet("href") or "").startswith("#")
            links += inner and child.nesting > 0
            if not inner:
                return False
        elif not depth and child.content.strip():
            return False
    return links >= _FEWEST
