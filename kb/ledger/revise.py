"""What does the ledger remember of an edition once its text was read anew? Names stay, corrections are recorded."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from kb.ledger.match import Side, match
from kb.ledger.records import Correction
from kb.ledger.said import Edition, Said


@dataclass(frozen=True, slots=True)
class Revised:
    """An edition as the ledger will remember it."""

    edition: Edition
    became: dict[str, str]
    """Name that an entry had in the ledger → its name now; without those that the text does not hold any more."""

    names: dict[str, str]
    """Name as read → name now."""


def revise(known: Edition | None, read: Edition, today: str) -> Revised:
    """Give the entries of an edition the names that they had; other bytes that say something else are a correction.

    The same bytes read differently are none: a newer program reads better, and the ledger follows without a word.
    """
    if known is None:
        return Revised(read, {}, {one.name: one.name for one in read.said})
    if known.said == read.said:
        names = {one.name: one.name for one in read.said}
        return Revised(read, names, names)
    pairs = {new: known.said[old] for old, new in match(Side(known.said), Side(read.said)).pairs.items()}
    is_corrected = known.issue.sha256 not in ("", read.issue.sha256)
    names = _names(read.said, pairs)
    said = []
    for place, one in enumerate(read.said):
        before = pairs.get(place)
        corrected = before.corrected if before is not None else ()
        if before is not None and is_corrected and not before.purged and _differs(before, one):
            corrected = (*corrected, _correction(before, read.issue.edition, today))
        said.append(replace(one, name=names[one.name], corrected=corrected))
    became = {before.name: said[place].name for place, before in pairs.items()}
    return Revised(Edition(issue=read.issue, said=tuple(said)), became, names)


def free(wanted: str, taken: Collection[str], joint: str) -> str:
    """`wanted`, or that with the first number behind it which nobody has."""
    name, count = wanted, 1
    while name in taken:
        count += 1
        name = f"{wanted}{joint}{count}"
    return name


def _differs(one: Said, other: Said) -> bool:
    return (one.hash, one.title) != (other.hash, other.title)


def _correction(said: Said, edition: str | None, today: str) -> Correction:
    return Correction(edition=edition, on=today, title=said.title, markdown=said.markdown, hash=said.hash)


def _names(read: tuple[Said, ...], pairs: dict[int, Said]) -> dict[str, str]:
    """What each entry is called: by its print where that decides, else as before, else as read."""
    names = {one.name: one.name for one in read if _is_printed(one)}
    taken = set(names)
    for place, one in enumerate(read):
        before = pairs.get(place)
        if one.name not in names and before is not None and before.name not in taken:
            names[one.name] = before.name
            taken.add(before.name)
    for one in read:
        if one.name not in names:
            names[one.name] = free(one.name, taken, "-")
            taken.add(names[one.name])
    return names


def _is_printed(said: Said) -> bool:
    """Whether a name is made from what the text prints as number or term, and so means that text *now*."""
    number = re.sub(r"[^a-z0-9.]+", "-", (said.number or "").lower()).strip("-.")
    return said.kind == "term" or (
        bool(number) and (said.name == number or said.name.startswith(f"{number}-"))
    )
