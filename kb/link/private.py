"""Which marks of a text's own making point at an entry? `{ref:a,b}`, `[[rule:x]]`, `[text](#anchor)`.

They count only where they are used as marks: what is found here and leads nowhere is `missing` when it can be
nothing else, and plain words otherwise (`[[Dilemma]]` is a trait in one game, a link in another).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.link.mentions import Mention, Reading
from kb.link.patterns import Patterns

_TEXT = Patterns("text.private")


def private_forms(reading: Reading) -> Iterator[Mention]:
    """References written for a program to read."""
    text = reading.text
    if "[" in text or "{ref" in text or "<" in text:
        yield from _marks(text)
    if "://" in text or "www." in text:
        for match in _TEXT.web.finditer(text):
            address = match.group().rstrip(".,;:!?'’")
            yield Mention(start=match.start(), end=match.start() + len(address), form="address", name=address)


def _marks(text: str) -> Iterator[Mention]:
    for match in _TEXT.ref.finditer(text):
        yield _anchor(match, match["names"], certain=True, cue=match["how"] or "")
    for match in _TEXT.wiki.finditer(text):
        yield _anchor(match, match["name"], certain=bool(re.search(r"\w:\w", match["name"])))
    for match in _TEXT.element.finditer(text):
        yield _anchor(match, match["name"], certain=True)
    for match in _TEXT.link.finditer(text):
        to = match["to"]
        form = "address" if _TEXT.web_start.match(to) else "anchor"
        yield Mention(
            start=match.start(), end=match.end(), form=form, name=to, certain=":" in to or to[0] == "#"
        )


def _anchor(match: re.Match[str], names: str, *, certain: bool, cue: str = "") -> Mention:
    return Mention(
        start=match.start(), end=match.end(), form="anchor", name=names, cue=cue, certain=certain
    )  # fmt: skip
