"""Which marks of a text's own making point at an entry? `{ref:a,b}`, `[[rule:x]]`, `[text](#anchor)`.

They count only where they are used as marks: what is found here and leads nowhere is `missing` when it can be
nothing else, and plain words otherwise (`[[Dilemma]]` is a trait in one game, a link in another).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.link.mentions import Mention, Reading

# "{ref:rule_end_the_run}", "{ref/through:sec_run_initiation,sec_run_ends_phase}"
_REF = re.compile(r"\{ref(?:/(?P<how>\w{1,20}))?:(?P<names>[^{}\n]{1,300})\}")
# "[[rule:golden_rule]]", "[[Fatigue|tired]]"
_WIKI = re.compile(r"\[\[(?P<name>[^\[\]|\n]{1,120})(?:\|[^\[\]\n]{0,120})?\]\]")
# "[Evade](#Evade)", "[Regulation 2k](regulations:regulation:2k)", "[errata](https://example.org)"
_LINK = re.compile(r"\[[^\[\]\n]{1,200}\]\((?P<to>[^()\s]{1,300})\)")
# "<Rule number="359.3.e.12" />"
_ELEMENT = re.compile(
    r"<(?:[Rr]ule|[Rr]ef|[Ss]ection) (?:number|id|ref)=[\"“”'](?P<name>[^\"“”'<>\n]{1,80})[\"“”']\s?/?>"
)
# "https://example.org/faq", "www.example.org"
_WEB = re.compile(r"\b(?:https?://|www\.)[^\s<>\"“”()\[\]{}|\\^`]{2,500}")
_WEB_START = re.compile(r"(?:https?:|mailto:|//|www\.)", re.IGNORECASE)


def private_forms(reading: Reading, found: list[Mention]) -> Iterator[Mention]:
    """References written for a program to read."""
    text = reading.text
    if "[" in text or "{ref" in text or "<" in text:
        yield from _marks(text)
    if "://" in text or "www." in text:
        for match in _WEB.finditer(text):
            address = match.group().rstrip(".,;:!?'’")
            yield Mention(start=match.start(), end=match.start() + len(address), form="address", name=address)


def _marks(text: str) -> Iterator[Mention]:
    for match in _REF.finditer(text):
        yield _anchor(match, match["names"], certain=True, cue=match["how"] or "")
    for match in _WIKI.finditer(text):
        yield _anchor(match, match["name"], certain=bool(re.search(r"\w:\w", match["name"])))
    for match in _ELEMENT.finditer(text):
        yield _anchor(match, match["name"], certain=True)
    for match in _LINK.finditer(text):
        to = match["to"]
        form = "address" if _WEB_START.match(to) else "anchor"
        yield Mention(
            start=match.start(), end=match.end(), form=form, name=to, certain=":" in to or to[0] == "#"
        )


def _anchor(match: re.Match[str], names: str, *, certain: bool, cue: str = "") -> Mention:
    return Mention(
        start=match.start(), end=match.end(), form="anchor", name=names, cue=cue, certain=certain
    )  # fmt: skip
