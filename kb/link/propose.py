"""Which decisions about links could people take? Proposes lines for `links.toml`; nothing is decided here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.entries import Entry, Reference
from kb.findings import PageMark
from kb.link.game import GameLinks, link_game
from kb.link.settings import read_settings

_MOST = 20
"""Terms named in one proposal."""


def propose(entries: Sequence[Entry], pages: Sequence[PageMark], settings: Mapping[str, object]) -> str:
    """Lines for one game's `links.toml`, every one of them a remark until people take the `#` away."""
    links = link_game(entries, pages, read_settings(settings))
    lines = [*_terms(links), *_references(links.references)]
    return "".join(f"# {line}\n" if line else "\n" for line in lines)


def _terms(links: GameLinks) -> Iterator[str]:
    yield "[terms]"
    yield "allow = [  # too common to be linked everywhere; from so many entries they would be"
    yield from _listed(links, links.evidence.held_back()[:_MOST])
    yield "]"
    yield "deny = [  # linked in small letters from so many entries; do they mean something else?"
    yield from _listed(links, _small_words(links).most_common(_MOST))
    yield "]"


def _listed(links: GameLinks, terms: Iterable[tuple[str, int]]) -> Iterator[str]:
    titles = {entry.id: entry.title or "" for entry in links.entries}
    for term, number in terms:
        yield f"  {_quoted(titles[term])},  # {number}"


def _references(references: Iterable[Reference]) -> Iterator[str]:
    for reference in references:
        if reference.status == "ambiguous":
            yield from ("", "[[settle]]", *_where(reference))
            yield f"to = {_quoted(reference.candidates[0])}  # or {', '.join(reference.candidates[1:])}"
        elif reference.status == "missing":
            yield from ("", "[[accept]]", 'code = "missing-reference"', *_where(reference), 'why = ""')


def _where(reference: Reference) -> tuple[str, str]:
    return f"text = {_quoted(reference.text)}", f"from = {_quoted(reference.origin)}"


def _small_words(links: GameLinks) -> Counter[str]:
    """Terms linked where they stand as one word in small letters: the likeliest to be mistaken."""
    return Counter(
        reference.target
        for reference in links.references
        if reference.kind == "mention"
        and reference.target
        and reference.text.islower()
        and " " not in reference.text
    )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else " " for letter in escaped) + '"'
