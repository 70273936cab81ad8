"""Which names does an entry answer to, and when are two spellings of a name the same?"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from kb.analyse import name_key
from kb.entries import Entry, label
from kb.refs import number_key, parts_key

if TYPE_CHECKING:
    from kb.findings import Revision

BY_ID, BY_NUMBER, BY_TITLE, BY_LABEL, BY_ALIAS, BY_SLUG, BY_FORMER = range(7)
"""How well a name fits, best first: `names.rank`."""


NAMES = "names.u4"
"""Beside a store the hashes of all keys, ascending: whether a game answers to a name is told without opening it."""


def names_hash(key: str) -> int:
    """A short number for a key that hardly any other has."""
    return crc32(key.encode("utf-8", "surrogatepass"))


def read_hashes(folder: Path | str) -> Sequence[int]:
    """The hashes of all keys of the store in a folder, ascending; OSError or ValueError where they cannot be read."""
    found = array("I")
    with open(os.path.join(folder, NAMES), "rb") as file:
        found.frombytes(file.read())
    return found


def names(entry: Entry) -> Iterator[tuple[str, int, str]]:
    """Every name an entry answers to, as rows of `names`."""
    yield entry.id.lower(), BY_ID, entry.id
    if entry.number:
        yield number_key(entry.number), BY_NUMBER, entry.id
        if parts := parts_key(entry.number):
            yield parts, BY_NUMBER, entry.id
    if entry.title:
        yield name_key(entry.title), BY_TITLE, entry.id
    if entry.number and entry.title:
        yield name_key(label(entry.number, entry.title)), BY_LABEL, entry.id
    for alias in entry.aliases:
        yield name_key(alias), BY_ALIAS, entry.id
    yield entry.id.partition(":")[2].lower(), BY_SLUG, entry.id


def revision_keys(revision: Revision) -> Iterator[str]:
    """Every key under which a wording of any edition is found: its number, its title, its name in addresses."""
    for address in (revision.address, *revision.also):
        yield address.rstrip("/").partition("/")[2].partition("@")[0].lower()
    if revision.number:
        yield number_key(revision.number)
        yield parts_key(revision.number)
    if revision.title:
        yield name_key(revision.title)


def called_now(ranked: Iterable[tuple[int, Entry]]) -> list[Entry]:
    """What answers to a name, best first: what was called so before only where nothing is called so now."""
    best_first = sorted(ranked, key=lambda pair: pair[0])
    return [entry for rank, entry in best_first if rank < BY_FORMER or best_first[0][0] == BY_FORMER]


def former_names(revision: Revision) -> Iterator[tuple[str, int, str]]:
    """The ids and titles under which an entry was known before."""
    if revision.entry is None:
        return
    is_past = revision.fate not in ("current", "edited")
    for address in ((revision.address,) if is_past else ()) + revision.also:
        game, _, slug = address.rstrip("/").partition("/")
        yield f"{game}:{slug.partition('@')[0]}".lower(), BY_FORMER, revision.entry
    if is_past and revision.title:
        yield name_key(revision.title), BY_FORMER, revision.entry
