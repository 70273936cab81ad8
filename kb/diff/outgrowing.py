"""Which rules say something else since an answer or erratum that rests on them was given?"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.diff.history import Numbers, changed_words, followed
from kb.diff.words import Piece
from kb.entries import Entry, Reference, edition_key, label
from kb.findings import Problem, Revision
from kb.past import history
from kb.store import Library

CODE = "outgrown-ruling"

# "2024", "2024-06-07": an edition that says when
_DATE = re.compile(r"(?:19|20)[0-9]{2}(?:-[0-9]{2}){0,2}")

Followed = Callable[[Revision, Revision], Mapping[str, str]]
"""The numbers cited in a wording whose rules have others in the edition of the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgrown:
    """A rule whose wording changed after an answer that rests on it was given."""

    rule: Entry
    given: str
    """The edition in which the answer first says what it says."""

    then: Revision
    """The wording on which the answer rests."""

    now: Revision
    words: tuple[Piece, ...]
    """What became of it."""


def outgrown(store: Library, answer: Entry) -> list[Outgrown]:
    """The rules on which an answer rests that say something else since it was given; of dated texts, or of its own."""
    references = [one for one in store.references_from(answer.id) if one.kind == "ruling"]
    own = store.revision_at(answer.permalink) if references else None
    targets = dict.fromkeys(one.target for one in references if one.target)
    rules = ((rule, history(store, rule)) for rule in filter(None, map(store.entry, targets)))
    return list(_outgrown(answer, own, rules, lambda then, now: followed(store, then, now)))


def outgrown_of_game(
    entries: Mapping[str, Entry], references: Iterable[Reference], revisions: Sequence[Revision]
) -> dict[str, tuple[Outgrown, ...]]:
    """The same for every answer of a game, by its id; `entries` are by theirs."""
    targets: dict[str, dict[str, None]] = defaultdict(dict)
    for one in references:
        if one.kind == "ruling" and one.target in entries and one.origin in entries:
            targets[one.origin][one.target or ""] = None
    if not targets:
        return {}
    at = {one.address: one for one in revisions}
    wordings: dict[tuple[str, str], list[Revision]] = defaultdict(list)
    for revision in sorted(revisions, key=lambda one: edition_key(one.first)):
        wordings[revision.game, revision.entity].append(revision)
    numbers = Numbers(revisions)
    found = {}
    for origin, of_origin in targets.items():
        rules = [
            (rule, wordings[rule.game, at[rule.permalink].entity])
            for rule in map(entries.__getitem__, of_origin)
            if rule.permalink in at
        ]
        answer = entries[origin]
        if old := tuple(_outgrown(answer, at.get(answer.permalink), rules, numbers.followed)):
            found[origin] = old
    return found


def _outgrown(
    answer: Entry,
    own: Revision | None,
    rules: Iterable[tuple[Entry, Sequence[Revision]]],
    numbers: Followed,
) -> Iterator[Outgrown]:
    if own is None or not own.first:
        return
    for rule, wordings in rules:
        if rule.source != answer.source and not (_is_dated(own.first) and _is_dated(rule.edition or "")):
            continue
        given = [one for one in wordings if one.first and edition_key(one.first) <= edition_key(own.first)]
        if given and given[-1] is not wordings[-1]:
            then, now = given[-1], wordings[-1]
            if words := changed_words(then, now, numbers(then, now)):
                yield Outgrown(rule=rule, given=own.first, then=then, now=now, words=words)


def _is_dated(edition: str) -> bool:
    return _DATE.fullmatch(edition) is not None


def editions(one: Outgrown) -> tuple[str, str]:
    """The last edition with the wording on which an answer rests, and the first with the one now."""
    return one.then.last or one.then.first or "", one.now.first or ""


def problems(
    entries: Mapping[str, Entry],
    references: Iterable[Reference],
    revisions: Sequence[Revision],
    accepts: Callable[[str, str, str], bool],
) -> Iterator[Problem]:
    """Every answer that rests on a rule worded otherwise now; `accepts` tells what people know, by code, text, id."""
    for id, found in outgrown_of_game(entries, references, revisions).items():
        answer = entries[id]
        for one in found:
            then, now = editions(one)
            name = label(one.rule.number, one.rule.title, one.rule.text, kind=one.rule.kind)
            called = label(answer.number, answer.title, answer.text, kind=answer.kind)
            text = f"{one.rule.id.partition(':')[2]}@{now}"
            if not accepts(CODE, text, id):
                yield Problem(
                    code=CODE,
                    message=f"“{called}” of {one.given} rests on {name} as {then} words it; {now} words it otherwise",
                    file=answer.location.file,
                    line=answer.location.first_line,
                    excerpt=answer.text,
                    suggestion="`kb show` of it has both wordings; it still holds? accept it in links.toml: "
                    f'[[accept]] code = "{CODE}" text = "{text}" from = "{id}"',
                )


def record(one: Outgrown) -> dict[str, Any]:
    """An outgrown rule as `kb show --json` and `kb rulings --json` print it."""
    then, now = editions(one)
    return {
        "rule": one.rule.id,
        "given": one.given,
        "then": then,
        "now": now,
        "then_permalink": one.then.address,
        "now_permalink": one.now.address,
        "words": [list(piece) for piece in one.words],
    }
