"""Which entry does an erratum overrule?"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace

from kb.entries import Entry, Reference
from kb.link.names import Names
from kb.link.patterns import Patterns
from kb.link.rulings import ruling
from kb.refs.numbers import key

_TEXT = Patterns("text.errata")

MOST = 5
"""Entries that one erratum overrules."""

Cited = Callable[[Entry], Sequence[Reference]]
"""What finds the references in an entry's text."""


def errata(
    entries: Sequence[Entry], references: Iterable[Reference], names: Names, cited: Cited
) -> list[Reference]:
    """A `ruling` reference from every erratum to each entry that it overrules.

    Its number and title say what is corrected, else the first entry that its text refers to, before what it quotes.
    """
    found = {entry.id: entry for entry in entries if entry.text and _is_erratum(entry, names)}
    first: dict[str, str] = {}
    for one in references:
        if one.origin in found and one.kind == "see" and (target := _meant(one, found)):
            quote = _TEXT.quote.search(found[one.origin].text)
            if quote is None or one.start < quote.start():
                first.setdefault(one.origin, target)
    told = []
    for entry in found.values():
        named = _named(entry, names, cited)
        above = {entry.id, *(one.id for one in names.ancestors(entry))}
        targets = [id for id in dict.fromkeys(named) if id not in found and id not in above]
        if not targets and entry.id in first:
            targets = [first[entry.id]]
        told += [ruling(entry, target) for target in targets[:MOST]]
    return told


def _meant(reference: Reference, errata: Container[str]) -> str | None:
    """What an erratum refers to; no other erratum, though it may have the number of what it corrects."""
    held = reference.candidates if reference.status == "ambiguous" else [reference.target or ""]
    others = [id for id in held if id and id not in errata]
    return others[0] if len(others) == 1 else None


def _is_erratum(entry: Entry, names: Names) -> bool:
    """Whether an entry is or stands under something that is called errata, or is of a text so called.

    What stands under "Errata and FAQ" has to say itself that something should read otherwise.
    """
    if entry.kind not in ("rule", "section"):
        return False
    titles = [entry.title, *(one.title for one in names.ancestors(entry)), entry.source.replace("-", " ")]
    announced = [title for title in titles if title and _TEXT.announced.search(title)]
    if announced and all(map(_TEXT.mixed.search, announced)):
        return bool(_TEXT.corrects.search(entry.text))
    return bool(announced)


def _named(entry: Entry, names: Names, cited: Cited) -> Iterator[str]:
    """Ids of what the number and title of an erratum name; nothing where one could mean several."""
    title = entry.title or ""
    number = _TEXT.number.match(title)
    numbers = [entry.number or "", number["number"] if number else ""]
    if not (number and number["cue"]):
        numbers = [one for one in numbers if len(key(one)) > 1]  # "1" of a list of errata is no rule 1
    called = [names.numbered(one) for one in numbers if one]
    for found in (*called, names.named(title) if title else []):
        elsewhere = (one for one in found if one.source != entry.source or not entry.number)
        others = [one.id for one in elsewhere if one.id != entry.id]
        if len(others) == 1:
            yield others[0]
    yield from (one.target for one in cited(replace(entry, text=title, title=None)) if one.target)
