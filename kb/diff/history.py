"""How did the wording of one entry change, edition by edition?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.diff.words import Piece, changes, is_same
from kb.entries import Entry
from kb.findings import Revision
from kb.markup import plain
from kb.past import history
from kb.store import Library

# "702.19b", "3.4", "2-1-4": a number that may be a rule's
_NUMBER = re.compile(r"[^\W_]+(?:[.-][^\W_]+)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A wording in the life of an entry, and what became of the words before it."""

    revision: Revision
    text: str
    words: tuple[Piece, ...]
    """Empty for the first one, and where only number or title changed."""


def steps(store: Library, entry: Entry) -> list[Step]:
    """Every wording that an entry had, the oldest first, each compared with the one before."""
    found: list[Step] = []
    for revision in history(store, entry):
        before = found[-1].revision if found else None
        words = changed_words(before, revision, followed(store, before, revision)) if before else ()
        found.append(Step(revision=revision, text=plain(revision.markdown), words=words))
    return found


def changed_words(before: Revision, after: Revision, numbers: Mapping[str, str]) -> tuple[Piece, ...]:
    """What became of the words of a wording; nothing where they are the same."""
    words = changes(plain(before.markdown), plain(after.markdown), numbers)
    return () if is_same(words) else tuple(words)


def followed(store: Library, before: Revision, after: Revision) -> dict[str, str]:
    """The numbers cited in a wording whose rules have others in the edition of the next one."""
    found: dict[str, str] = {}
    if not before.editions or not after.editions:
        return found
    for number in set(_NUMBER.findall(plain(before.markdown))):
        then = [
            one for one in store.revisions_called(number, before.game) if before.editions[-1] in one.editions
        ]
        for meant in then:
            for one in store.revisions_of(meant.game, meant.entity):
                if one.number and one.number != number and after.editions[0] in one.editions:
                    found[number] = one.number
    return found


class Numbers:
    """Which thing had which number in each edition of a game's texts."""

    def __init__(self, revisions: Iterable[Revision]) -> None:
        self._things: dict[tuple[str, str, str], str] = {}
        self._numbers: dict[tuple[str, str, str], str] = {}
        for one in revisions:
            for edition in one.editions if one.number else ():
                self._things[one.game, edition, one.number or ""] = one.entity
                self._numbers[one.game, edition, one.entity] = one.number or ""

    def followed(self, before: Revision, after: Revision) -> dict[str, str]:
        """The numbers cited in a wording whose rules have others in the edition of the next one."""
        found: dict[str, str] = {}
        if before.editions and after.editions:
            for number in set(_NUMBER.findall(before.markdown)):
                thing = self._things.get((before.game, before.editions[-1], number), "")
                now = self._numbers.get((before.game, after.editions[0], thing), number)
                if now != number:
                    found[number] = now
        return found


def record(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """The history of an entry as `kb show --history --json` prints it."""
    return [
        {
            "number": step.revision.number,
            "title": step.revision.title,
            "first": step.revision.first,
            "last": step.revision.last,
            "editions": list(step.revision.editions),
            "permalink": step.revision.address,
            "text": step.text,
            "words": [list(piece) for piece in step.words],
        }
        for step in steps
    ]
