"""How good is the search? Questions with known answers, scored the way search engines are compared.

A question is one line of JSON: `id`, `query`, `game` (or `document`, told which game it is), `style`, and its
answers: `entries` (ids, numbers or titles), `relevant_rules` (numbers), or `relevant`, a list of
`{"phrase", "grade"}` where a phrase stands in the text of the right entry. Grade 2 answers the question, 1 helps.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from kb.entries import Entry
from kb.errors import ReadError

CUTOFF = 10
METRICS = ("nDCG@10", "MRR@10", "recall@1", "recall@5", "recall@10")
LONGEST_HIT = 400
"""Words of the longest entry that counts as a hit where a shorter one holds the phrase too."""

DRAWS = 2_000
"""Random draws behind an interval."""

_STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " ", "–": "-", "—": "-"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question and the phrases, numbers or names of what answers it."""

    id: str
    query: str
    game: str | None
    style: str
    phrases: tuple[tuple[str, int], ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Entries that are the same answer: any of them counts, once."""

    grade: int
    ids: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """What the search made of a question."""

    question: Question
    values: Mapping[str, float]
    found: tuple[str, ...]
    lost: tuple[str, ...]
    """Answers that no entry of the build holds."""


def read_questions(path: Path, games: Mapping[str, str]) -> list[Question]:
    """The questions of a file; `games` tells which game a `document` is."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError(f"{path}: cannot be read as questions ({error})") from None
    questions = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                questions.append(_question(json.loads(line), number, games))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise ReadError(
                    f'{path}:{number}: not a question; {{"query": "…", "entries": ["…"]}} is one'
                ) from None
    if not questions:
        raise ReadError(f"{path}: holds no questions")
    return questions


def _question(row: Mapping[str, Any], number: int, games: Mapping[str, str]) -> Question:
    document = row.get("document")
    names = [str(name) for key in ("entries", "relevant_rules") for name in row.get(key, ())]
    phrases = [(str(item["phrase"]), int(item["grade"])) for item in row.get("relevant", ())]
    if not names and not phrases:
        raise KeyError("entries")
    return Question(
        id=str(row.get("id", number)),
        query=str(row["query"]),
        game=row.get("game") or games.get(str(document), document),
        style=str(row.get("style", "all")),
        phrases=tuple(phrases),
        names=tuple(names),
    )


class Answers:
    """Knows which entries answer a question."""

    def __init__(self, entries: Iterable[Entry], find: Callable[[str, str | None], list[Entry]]) -> None:
        self._find = find
        self._plain = [
            (entry, _plain(" ".join([entry.number or "", entry.title or "", entry.text])))
            for entry in entries
        ]

    def groups(self, question: Question) -> tuple[list[Group], list[str]]:
        """The right answers, and those that no entry holds."""
        groups, lost = self._named(question)
        by_smallest: dict[str, Group] = {}
        for phrase, grade in question.phrases:
            ids = self._holders(question.game, phrase)
            if not ids:
                lost.append(phrase)
            key = ids[0] if ids else phrase
            known = by_smallest.get(key, Group(grade=0, ids=frozenset()))
            by_smallest[key] = Group(grade=max(grade, known.grade), ids=known.ids | frozenset(ids))
        return [*groups, *by_smallest.values()], lost

    def _named(self, question: Question) -> tuple[list[Group], list[str]]:
        groups, lost = [], []
        for name in question.names:
            ids = frozenset(entry.id for entry in self._find(name, question.game))
            groups.append(Group(grade=2, ids=ids))
            lost += [] if ids else [name]
        return groups, lost

    def _holders(self, game: str | None, phrase: str) -> list[str]:
        """The entries that hold a phrase, the shortest first; overlong ones only if they are the shortest."""
        wanted = _plain(phrase)
        found = [
            (len(text.split()), entry.id)
            for entry, text in self._plain
            if game in (None, entry.game) and wanted in text
        ]
        found.sort(key=lambda pair: pair[0])
        return [id for at, (length, id) in enumerate(found) if at == 0 or length <= LONGEST_HIT]


def score(found: Sequence[str], groups: Sequence[Group]) -> dict[str, float]:
    """The metrics of one ranking: each group counts once, at the rank of its first entry."""
    unused, gained, first = list(groups), 0.0, 0
    for rank, id in enumerate(found[:CUTOFF], 1):
        if not first and any(group.grade == 2 and id in group.ids for group in groups):
            first = rank
        hit = [group for group in unused if id in group.ids]
        if hit:
            gained += _gain(max(group.grade for group in hit)) / math.log2(rank + 1)
            unused = [group for group in unused if group not in hit]
    grades = sorted((group.grade for group in groups), reverse=True)[:CUTOFF]
    ideal = sum(_gain(grade) / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))
    values = (gained / ideal if ideal else 0.0, 1 / first if first else 0.0)
    recalls = (float(0 < first <= depth) for depth in (1, 5, 10))
    return dict(zip(METRICS, [*values, *recalls], strict=True))


def table(scored: Sequence[Scored]) -> dict[str, dict[str, float]]:
    """The means per style, per game and over all, each with the number of questions `n`."""
    rows: dict[str, list[Mapping[str, float]]] = {}
    for one in scored:
        names = dict.fromkeys([one.question.style, f"game {one.question.game or 'any'}", "all"])
        for name in names:
            rows.setdefault(name, []).append(one.values)
    order = sorted(rows, key=lambda name: (name == "all", name.startswith("game "), name))
    return {
        name: {"n": float(len(rows[name]))} | {m: fmean(row[m] for row in rows[name]) for m in METRICS}
        for name in order
    }


def compare(now: Mapping[str, float], before: Mapping[str, float]) -> tuple[int, float, float, float]:
    """How much better questions fare than before: how many both know, the mean gain, its 95 % interval."""
    gains = [now[id] - before[id] for id in now if id in before]
    if not gains:
        return 0, 0.0, 0.0, 0.0
    dice = random.Random(1)
    means = sorted(fmean(dice.choices(gains, k=len(gains))) for _ in range(DRAWS))
    return len(gains), fmean(gains), means[round(DRAWS * 0.025)], means[round(DRAWS * 0.975) - 1]


def _gain(grade: int) -> int:
    return int(2**grade - 1)


def _plain(text: str) -> str:
    return " ".join(text.translate(_STRAIGHT).split()).lower()
