"""How is an entry read in a terminal? As paragraphs with links that can be followed, whatever draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kb import records
from kb.entries import Entry, Reference, label
from kb.store import Library

MOST_REFERRERS = 40
"""Entries named that refer to one; `kb refs` lists all."""

MOST_WHOLE = 12_000
"""Characters of all children together that are shown whole below an entry, else a line each."""

_FIRST_WORDS = 160


@dataclass(frozen=True, slots=True)
class Link:
    """Words of a paragraph that lead to an entry."""

    start: int
    end: int
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Words in one style, with their links; `indent` in columns."""

    text: str
    style: str = ""
    """`title`, `place`, `heading`, `table` or nothing."""

    links: tuple[Link, ...] = ()
    indent: int = 0
    marks: tuple[tuple[int, int, str], ...] = ()
    """Words that look otherwise: start, end, `removed` or `added`."""


def entry_page(store: Library, entry: Entry, game: str) -> list[Paragraph]:
    """An entry as it is read: name, place, text in its order, what it refers to, where it is from."""
    return [
        Paragraph(text=_name(entry), style="title"),
        Paragraph(text=" › ".join((game, *entry.path)), style="place"),
        *_text(store, entry),
        *_referrers(store, entry),
        *_related(store, entry),
        Paragraph(text=""),
        Paragraph(text=_origin(store, entry), style="place"),
    ]


def list_page(title: str, entries: Sequence[Entry]) -> list[Paragraph]:
    """Entries below a heading, a line each."""
    return [Paragraph(text=title, style="title"), Paragraph(text=""), *map(one_line, entries)]


def one_line(entry: Entry, indent: int = 0) -> Paragraph:
    """An entry as one line that leads to it."""
    name = short(entry)
    return Paragraph(text=name, links=(Link(0, len(name), entry.id),), indent=indent)


def short(entry: Entry) -> str:
    """Number, title and the first words, in one line."""
    words = " ".join(entry.text.split())
    parts = [entry.number or "", entry.title or "", words]
    line = "  ".join(part for part in parts if part) or entry.id
    return line if len(line) <= _FIRST_WORDS else f"{line[:_FIRST_WORDS].rsplit(' ', 1)[0]} …"


def _name(entry: Entry) -> str:
    return label(entry.number, entry.title, entry.text, kind=entry.kind)


def _text(store: Library, entry: Entry) -> Iterator[Paragraph]:
    """The paragraphs of an entry with what stands below it where it stands: whole where it is not much."""
    references = _links(store, entry)
    children = store.children(entry.id)
    whole = sum(len(child.text) for child in children) <= MOST_WHOLE
    start = 0
    for at, group in groupby(children, lambda child: records.place(entry, child)):
        yield from _paragraphs(entry.text, start, at, references)
        yield Paragraph(text="")
        for child in group:
            yield from _child(store, child) if whole else (one_line(child, indent=2),)
        start = at
    yield from _paragraphs(entry.text, start, len(entry.text), references)


def _links(store: Library, entry: Entry) -> list[Reference]:
    return [each for each in store.references_from(entry.id) if each.target and each.start < each.end]


def _child(store: Library, child: Entry) -> Iterator[Paragraph]:
    """A child's name, which leads to it, and its text."""
    name = "  ".join(part for part in (child.number or "", child.title or "") if part)
    if not name:
        yield one_line(child, indent=2)
        return
    yield Paragraph(text=name, links=(Link(0, len(name), child.id),), indent=2)
    for line in _paragraphs(child.text, 0, len(child.text), _links(store, child)):
        if line.text:
            yield replace(line, indent=4)


def _paragraphs(text: str, start: int, end: int, references: Sequence[Reference]) -> Iterator[Paragraph]:
    """The lines of a stretch of text, with the links that lie in each."""
    if not text[start:end].strip():
        return
    yield Paragraph(text="")
    for line in text[start:end].rstrip("\n").split("\n"):
        links = tuple(
            Link(each.start - start, each.end - start, each.target or "")
            for each in references
            if start <= each.start and each.end <= start + len(line)
        )
        yield Paragraph(text=line, links=links, style="table" if "\t" in line else "")
        start += len(line) + 1


def _referrers(store: Library, entry: Entry) -> Iterator[Paragraph]:
    origins = list(dict.fromkeys(each.origin for each in store.references_to(entry.id)))
    if origins:
        yield from _headed(store, f"Cited by {len(origins)}", origins[:MOST_REFERRERS])


def _related(store: Library, entry: Entry) -> Iterator[Paragraph]:
    near = [each.id for each in store.related_to(entry.id)]
    if near:
        yield from _headed(store, "See also", near)


def _headed(store: Library, title: str, ids: Sequence[str]) -> Iterator[Paragraph]:
    yield Paragraph(text="")
    yield Paragraph(text=title, style="heading")
    for id in ids:
        if found := store.entry(id):
            yield one_line(found, indent=2)


def _origin(store: Library, entry: Entry) -> str:
    source = next(
        (each for each in store.sources() if (each.game, each.name) == (entry.game, entry.source)), None
    )
    parts = [source.title if source else entry.source, entry.edition, entry.location.printed, entry.id]
    return " · ".join(part for part in parts if part)
