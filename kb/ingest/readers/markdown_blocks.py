"""What do headings, lists of contents, callouts and templates of Markdown say besides their words?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from kb.ingest.layout.features import ENDED
from kb.ingest.readers.collect import Collector
from kb.ingest.words.titles import EDITION

# "Walls {.unnumbered #walls}", "{: #walls}", "[#walls]": attributes of a heading
_ATTRIBUTES = re.compile(r"(?:\{:?\s*(?=[.#])([^{}]{1,200})\}|\[(#[\w.:-]{1,100})\])\s*$")
_MOST_WORDS = 8


def attributes(words: str) -> tuple[str, str, list[str]]:
    """A heading's words without its attributes, these, and the names among them: `Walls {#walls}`."""
    match = _ATTRIBUTES.search(words)
    if match is None:
        return words, "", []
    return words[: match.start()].rstrip(), match[0], re.findall(r"#([\w.:-]{1,100})", match[1] or match[2])


def slug_of(words: str) -> str:
    """The name by which links point at a heading: `5.5. Regroup Phase` → `55-regroup-phase`."""
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


def bold_level(tokens: Sequence[Token]) -> int:
    """The level of headings in bold: below the only one that is marked as a heading; 0 where several are."""
    stated = [int(token.tag[1]) for token in tokens if token.type == "heading_open"]
    return 0 if len(stated) > 1 else min(6, 1 + sum(stated))


def is_bold_title(children: Sequence[Token], words: str) -> bool:
    """Whether a paragraph is strong as a whole and reads as a title."""
    kinds = [child.type for child in children if child.content or child.type != "text"]
    title = words.strip("* ")
    return (
        kinds[:1] == ["strong_open"]
        and kinds[-1] == "strong_close"
        and kinds.count("strong_open") == 1
        and title[:1].isupper()
        and len(title.split()) <= _MOST_WORDS
        and not ENDED.search(title)
        and not EDITION.match(title)
    )


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


_KINDS = frozenset(
    [
        *("note", "tip", "hint", "info", "important", "warning", "caution", "danger", "attention"),
        *("example", "question", "reminder", "exception", "definition", "clarification", "errata", "faq"),
        *("abstract", "summary", "variant", "optional", "designer"),
    ]
)
# "[!NOTE]", "[!tip]- Climbing"
_QUOTED = re.compile(r"\[!(\w{2,20})\][+-]?\s*(.{0,200})$")
# "warning Look out", "note[Look out]", '{.callout-note title="Look out"}', "details Answer"
_CONTAINER = re.compile(r"\s*\{?\s*\.?(?:callout-)?(?P<kind>[\w-]{2,30})\}?\s*(?P<title>.{0,200})$")
_TITLE = re.compile(r"\[([^\[\]]*)\]|title\s*=\s*\"([^\"]*)\"|([^{}=\[\]]+)$")


def callout(kind: str, title: str) -> str:
    """What leads a callout's first paragraph: `Note: `, `Example: Goats. `; of a kind that says nothing its title."""
    named = kind.lower() if kind.lower() in _KINDS else ""
    words = title.strip().rstrip(".:")
    if words.lower() == kind.lower():
        words = ""
    if not named:
        return f"{words}: " if words else ""
    return f"{named.capitalize()}: {words}. " if words else f"{named.capitalize()}: "


def quoted(line: str) -> str | None:
    """What leads a quotation whose first line makes it a callout; None if it is none."""
    match = _QUOTED.fullmatch(line.strip())
    return callout(match[1], match[2]) if match else None


def container(told: str) -> str:
    """What leads what stands between two lines of `:::`."""
    match = _CONTAINER.fullmatch(told.strip())
    if match is None:
        return ""
    title = _TITLE.search(match["title"])
    return callout(match["kind"], next(filter(None, title.groups()), "") if title else "")
