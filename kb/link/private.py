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
    for match in _TEXT.ref.finditer(text) if "{ref" in text else ():
        yield _mark(match, match["names"], cue=match["how"] or "")
    for match in _TEXT.wiki.finditer(text) if "[" in text else ():
        yield _mark(match, match["name"], certain=bool(re.search(r"\w:\w", match["name"])))
    for match in _TEXT.element.finditer(text) if "<" in text else ():
        yield _mark(match, match["name"])
    for match in _TEXT.link.finditer(text) if "[" in text else ():
        to = match["to"]
        form = "address" if _TEXT.web_start.match(to) else "anchor"
        yield _mark(match, to, form=form, certain=":" in to or to[0] == "#")
    if "://" in text or "www." in text:
        for match in _TEXT.web.finditer(text):
            address = match.group().rstrip(".,;:!?'’")
            yield Mention(start=match.start(), end=match.start() + len(address), form="address", name=address)


def _mark(
    match: re.Match[str], name: str, *, form: str = "anchor", cue: str = "", certain: bool = True
) -> Mention:
    return Mention(start=match.start(), end=match.end(), form=form, name=name, cue=cue, certain=certain)
