"""How is what a post has wrong put right? With the exact wording and number, each told before anything is done."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.cite.comparing import LONGEST, holds, is_cut, repeated, whole_sentences
from kb.cite.evidence import links_found
from kb.cite.judging import Finding, tells_of_past
from kb.cite.places import PLACES, recognise
from kb.cite.quotations import word_places, words
from kb.cite.rules import Rules
from kb.cite.shield import line_starts, replaced
from kb.cite.verifying import LINK_AND_WORDS, Report
from kb.entries import Entry
from kb.link.names import without_parameter
from kb.link.patterns import Patterns

_MENDED = Patterns("mending")
_IN = Patterns("finders")
_QUOTED = Patterns("quotations")
_SENTENCES = Patterns("comparing")

_MENDABLE = frozenset(("changed", "exact, cut short", "misnumbered", "re-used number"))
_MISNUMBERED = frozenset(("misnumbered", "re-used number"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A stretch of a post and what would stand in its place."""

    start: int
    end: int
    line: int
    old: str
    new: str


def fixes(rules: Rules, post: str, report: Report, *, source: str | None = None) -> list[Fix]:
    """What would put the findings of a post right, in order, none overlapping; what nothing mends has no fix."""
    source = source or recognise(post)
    lines = line_starts(post)
    links = [match.span(1) for match in links_found(rules, post)]
    made: list[tuple[int, int, str]] = []
    for finding in report.findings:
        entry = rules.entry(finding.entry or "")
        if entry is None or finding.verdict not in _MENDABLE:
            continue
        if finding.verdict in _MISNUMBERED or finding.at == finding.cited_at:
            made += _renumbered(rules, post, finding, entry, links)
        differs = any(where != "same" for where, _ in finding.difference)
        if finding.at != finding.cited_at and (differs or finding.verdict == "exact, cut short"):
            made += _reworded(report.text, finding, entry, source)
    kept: list[Fix] = []
    for start, end, new in sorted(made, key=lambda one: one[:2]):
        old, line = post[start:end], bisect_right(lines, start)
        if old != new and (not kept or kept[-1].end <= start):
            kept.append(Fix(start=start, end=end, line=line, old=old, new=new))
    return kept


def fixed(post: str, made: Sequence[Fix]) -> str:
    """The post with all of that done."""
    return replaced(post, ((fix.start, fix.end, fix.new) for fix in made))


def _renumbered(
    rules: Rules, post: str, finding: Finding, entry: Entry, links: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int, str]]:
    """The number of the right rule in a citation, and its address in the link that hangs on it."""
    start, end = finding.cited_at or finding.at
    if tells_of_past(post, start):
        return
    cited = post[start:end]
    inside = next((link for link in links if start <= link[0] and link[1] <= end), None)
    if inside:
        yield start, end, rules.url(entry)
    elif not _IN.page.search(cited):
        yield from _named(start, cited, entry)
        place = bisect_left(links, (start, 0))
        for first, last in links[max(0, place - 1) : place + 1]:
            # the whole address, with where the site stands
            whole = first - len(f"{rules.base_url}/") if rules.base_url else first
            if max(whole - end, start - last) <= LINK_AND_WORDS:
                yield whole, last, rules.url(entry)


def _named(start: int, cited: str, entry: Entry) -> Iterator[tuple[int, int, str]]:
    """What an entry is called, in the place of what it is not called."""
    numbers = list(_MENDED.number.finditer(cited))
    if numbers and entry.number:
        yield start + numbers[-1].start(), start + numbers[-1].end(), entry.number
    elif name := entry.number or without_parameter(entry.title or ""):
        kind = _MENDED.kind.search(cited)
        inner = (2, len(cited) - 2) if cited.startswith("[[") else (0, kind.start() if kind else len(cited))
        yield start + inner[0], start + inner[1], name


def _reworded(text: str, finding: Finding, entry: Entry, source: str) -> Iterator[tuple[int, int, str]]:
    """The words of the rule in the place of those between the ellipses of a quotation, or of all of it.

    Nothing where that would still not be what the rule says.
    """
    start, end = finding.at
    quoted = text[start:end]
    cuts = (match.span() for match in _QUOTED.ellipsis.finditer(quoted))
    bounds = [start, *(start + place for cut in cuts for place in cut), end]
    parts = [part for part in zip(bounds[::2], bounds[1::2], strict=True) if words(text[slice(*part)])]
    is_whole = finding.verdict == "exact, cut short"
    joint = "\n> " if quoted.lstrip().startswith(">") else " "
    made: list[tuple[int, int]] = []
    held: list[tuple[int, int]] = []
    for number, (first, last) in enumerate(parts):
        said = word_places(text[first:last])
        after = first + said[-1][2]
        is_ended = _SENTENCES.sentence.match(text, after) is not None
        stretch = _stretch([word for word, _, _ in said], entry.text, is_ended=is_ended)
        if stretch is None:
            return
        begins, ends = stretch
        if is_whole:
            sentence = whole_sentences(entry.text, begins, ends)
            begins = sentence[0] if number == 0 else begins
            ends = sentence[1] if number == len(parts) - 1 else ends
        marks = _MENDED.marks.match(text, after)
        if marks and text[after] != "," and _MENDED.marks.match(entry.text, ends):
            ends += 1  # the rule's own full stop
        is_closed = _MENDED.marks.fullmatch(entry.text[ends - 1 : ends])
        begun = first + said[0][1]
        made.append((begun - text.endswith("[", first, begun), marks.end() if marks and is_closed else after))
        held.append((begins, ends))
    told = [words(entry.text[slice(*one)]) for one in held]
    if len(told) > 1 and is_cut(entry.text, told, entry.text[slice(*held[0])]):
        made, held = [(made[0][0], made[-1][1])], [(held[0][0], held[-1][1])]
    if not holds(words(entry.text), told):
        return
    for (first, last), one in zip(made, held, strict=True):
        new = re.sub(r"\s*\n\s*", joint, PLACES[source].escape(entry.text[slice(*one)]))
        if words(new) != words(text[first:last]):
            yield first, last, new


def _stretch(asked: Sequence[str], text: str, *, is_ended: bool) -> tuple[int, int] | None:
    """Where in a text the words stand that a quotation repeats, as far as it goes."""
    places = word_places(text)[:LONGEST]
    blocks = repeated(asked, [word for word, _, _ in places])
    if not blocks:
        return None
    first, last = blocks[0], blocks[-1]
    begins = first.b - min(first.a, first.b)
    after = last.b + last.size
    other = len(asked) - last.a - last.size
    # words of the next sentence were never meant
    first_at, last_at = whole_sentences(text, places[first.b][1], places[after - 1][2])
    start = next(place for _, place, _ in places[begins:] if place >= first_at)
    inside = [place for _, _, place in places[after - 1 :] if place <= last_at]
    if other:  # it ends otherwise: no fragment of the rule's own words may stand there
        pauses = (place for place in inside[other:] if not is_ended and _MENDED.marks.match(text, place))
        return start, next(pauses, inside[-1])
    return start, inside[0]
