"""What is a heading of Markdown called, what links point at it, and which paragraphs in bold are headings too?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.token import Token

from kb.ingest.layout import ENDED
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
