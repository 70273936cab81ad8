"""How are references listed for people?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from kb.commands.lookup import named
from kb.commands.output import columns
from kb.entries import Reference
from kb.store import Library

_VERDICTS = {
    "missing": "not in the texts held",
    "external": "elsewhere",
    "ambiguous": "could be {candidates}",
}


def lines(store: Library, id: str, longest: int | None = None) -> Iterator[str]:
    """What an entry refers to and what refers to it, at most `longest` of each."""
    outgoing, incoming = store.references_from(id), store.references_to(id)
    pointing = [[each.kind, _quoted(each.text), _meant(store, each)] for each in outgoing]
    yield from _listed("Refers to", pointing, longest)
    yield from _listed("Referred to by", _by_origin(store, incoming), longest)


def _by_origin(store: Library, references: Sequence[Reference]) -> list[list[str]]:
    """One row for each entry and kind, however often it refers."""
    origins = dict.fromkeys((reference.kind, reference.origin) for reference in references)
    return [[kind, named(store, origin)] for kind, origin in origins]


def _listed(title: str, rows: list[list[str]], longest: int | None) -> Iterator[str]:
    if not rows:
        return
    yield ""
    yield click.style(f"{title}:", bold=True)
    yield from columns(rows[:longest], indent="  ")
    if longest is not None and len(rows) > longest:
        yield f"  … and {len(rows) - longest} more; `kb refs` lists all"


def _meant(store: Library, reference: Reference) -> str:
    if reference.target is not None:
        return named(store, reference.target)
    candidates = ", ".join(reference.candidates)
    return f"{reference.status}: {_VERDICTS[reference.status].format(candidates=candidates)}"


def _quoted(text: str) -> str:
    """The words that refer; none where a whole answer rests on a rule."""
    return f"“{' '.join(text.split())}”" if text else ""
