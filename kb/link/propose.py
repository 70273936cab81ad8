"""Which decisions about links could people take? Proposes lines for `links.toml`; nothing is decided here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.entries import Entry, Reference
from kb.findings import PageMark
from kb.link.game import GameLinks
from kb.link.problems import doubtful, faulty, lonely
from kb.link.whole import each_game

_MOST = 20
"""Terms named in one proposal."""


def proposals(
    entries: Sequence[Entry], pages: Sequence[PageMark], settings: Mapping[str, Mapping[str, object]]
) -> Iterator[tuple[str, str]]:
    """Every game that needs decisions, with lines for its `links.toml`.

    All of them are remarks until people take the `#` away; what is decided already is not proposed again.
    """
    for links in each_game(entries, pages, settings):
        lines = [*_terms(links), *_references(links), *_entries(links)]
        if lines:
            yield links.names.entries[0].game, "".join(f"# {line}\n" if line else "\n" for line in lines)


def _terms(links: GameLinks) -> Iterator[str]:
    common = _listed(links, links.evidence.held_back()[:_MOST])
    small = _listed(links, _small_words(links).most_common(_MOST))
    if common or small:
        yield "[terms]"
    if common:
        yield from ("allow = [  # too common to be linked; from so many entries they would be", *common, "]")
    if small:
        yield from ("deny = [  # linked in small letters; do they mean something else?", *small, "]")


def _listed(links: GameLinks, terms: Iterable[tuple[str, int]]) -> list[str]:
    by_id = links.names.by_id
    return [f"  {_quoted(by_id[term].title or '')},  # {number}" for term, number in terms]


def _references(links: GameLinks) -> Iterator[str]:
    """A decision for every reference that leads nowhere, to several entries, or where it is doubtful."""
    for _origin, reference in faulty(links):
        if reference.status == "ambiguous":
            yield from ("", "[[settle]]", *_where(reference))
            yield f"to = {_quoted(reference.candidates[0])}  # or {', '.join(reference.candidates[1:])}"
        else:
            yield from _accept("missing-reference", *_where(reference))
    for name, terms in links.evidence.undecided().items():
        yield from ("", "[[settle]]", f"text = {_quoted(name)}")
        yield f"to = {_quoted(terms[0])}  # or {', '.join(terms[1:])}"
    for reference, _doubt in doubtful(links):
        yield from _accept("suspicious-reference", *_where(reference))


def _entries(links: GameLinks) -> Iterator[str]:
    """A decision for every term that nothing mentions and every section that nothing reaches."""
    for code, entries in lonely(links):
        for entry in entries:
            yield from _accept(code, f"from = {_quoted(entry.id)}")


def _accept(code: str, *where: str) -> Iterator[str]:
    yield from ("", "[[accept]]", f"code = {_quoted(code)}", *where, 'why = ""')


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
