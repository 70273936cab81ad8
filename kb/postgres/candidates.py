"""Which published entries may answer a question, by words and by vectors, and what is known of each?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from kb.index.jargon import Phrase
from kb.postgres.connecting import lexeme
from kb.postgres.reading import PublishedLibrary

Place = tuple[str, int]
"""An entry: its game, and its position in the index of that."""

Row = dict[str, Any]

_BY_MEANING = """
WITH found AS MATERIALIZED (
    SELECT slug, n, (1 - %(share)s) * whole + %(share)s * CASE WHEN best >= 0 THEN best ELSE whole END AS score
    FROM (
        SELECT slug, n, max(nearness) FILTER (WHERE sentence < 0) AS whole,
            max(nearness) FILTER (WHERE sentence >= 0) AS best
        FROM (
            SELECT slug, n, sentence, -(vector <#> %(vector)s::halfvec) AS nearness
            FROM kb.vectors WHERE slug = ANY(%(games)s)
        ) AS each_row GROUP BY slug, n
    ) AS each_entry
)
SELECT slug, n, score, (SELECT sum(score) FROM found) AS total, (SELECT count(*) FROM found) AS many FROM found
WHERE {condition} ORDER BY score DESC, slug, n LIMIT {most}
"""
_BY_WORDS = """
SELECT slug, n, {score} AS score FROM kb.findable
WHERE slug = ANY(%(games)s) AND stems @@ %(any)s::tsquery AND {condition} ORDER BY score DESC, slug, n LIMIT {most}
"""
_FACTS = """
SELECT slug, n, id, kind, number, place, topic, stand_ins, definition, has_examples, length, above,
    referring,
    (SELECT json_object_agg(lexeme, cardinality(positions)) FROM unnest(stems) WHERE lexeme = ANY(%(stems)s)) AS held
FROM kb.findable WHERE {where}
"""


class PublishedFacts:
    """What is known of one game's index without its entries."""

    def __init__(self, row: Row) -> None:
        self.folder = Path(row["slug"])
        self.count: int = row["facts"]["count"]
        self.average_length: float = row["facts"]["average_length"]
        self.meanings: Mapping[str, Any] | None = row["facts"]["meanings"]
        self.synonyms: Sequence[str] = row["synonyms"]
        self.jargon = [
            Phrase(said=said, means=means, games=tuple(games)) for said, means, games in row["jargon"]
        ]
        self._valid_words: str = row["valid_words"]

    @cached_property
    def valid_words(self) -> frozenset[str]:
        """Common words that need no correction though no text holds them."""
        return frozenset(self._valid_words.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """What an entry must be like to answer; who ranks looks again at what is let through."""

    kinds: Sequence[str] = ()
    numbers: Sequence[str] = ()
    """Beginnings and the like, as `702.*`."""

    together: Sequence[Sequence[str]] = ()
    """Stems that it holds all."""

    maybe_in_examples: Sequence[Sequence[str]] = ()
    """The same, unless its examples may hold them."""

    without: Sequence[Sequence[str]] = ()
    """Stems that it must not hold all."""

    @property
    def condition(self) -> str:
        """As a condition on `findable`, with names for `values`."""
        tests = ["true"]
        tests += ["kind = ANY(%(kinds)s)"] if self.kinds else []
        tests += ["number_key LIKE ANY(%(numbers)s)"] if self.numbers else []
        tests += [f"stems @@ %(together_{at})s::tsquery" for at, _ in enumerate(self.together)]
        tests += [
            f"(has_examples OR stems @@ %(examples_{at})s::tsquery)"
            for at, _ in enumerate(self.maybe_in_examples)
        ]
        tests += [f"NOT stems @@ %(without_{at})s::tsquery" for at, _ in enumerate(self.without)]
        return " AND ".join(tests)

    @property
    def values(self) -> dict[str, object]:
        """The values that the condition names."""
        groups = {
            "together": self.together,
            "examples": self.maybe_in_examples,
            "without": self.without,
        }
        stems = {
            f"{name}_{at}": " & ".join(map(lexeme, each))
            for name, group in groups.items()
            for at, each in enumerate(group)
        }
        numbers = ["%".join(map(_literal, number.split("*"))) for number in self.numbers]
        return {"kinds": [*self.kinds], "numbers": numbers, **stems}


def facts_of(library: PublishedLibrary, games: Sequence[str]) -> dict[str, PublishedFacts]:
    """What is known of some games."""
    query = "SELECT slug, facts, jargon, synonyms, valid_words FROM kb.games WHERE slug = ANY(%(games)s)"
    return {row["slug"]: PublishedFacts(row) for row in library.over(games, query)}


def holders(library: PublishedLibrary, games: Sequence[str], stems: Collection[str]) -> dict[str, int]:
    """For each of some stems how many entries of some games hold it."""
    query = (
        "SELECT word, sum(held)::int AS held FROM kb.words"
        " WHERE slug = ANY(%(games)s) AND is_stem AND word = ANY(%(stems)s) GROUP BY word"
    )
    found = dict.fromkeys(stems, 0)
    for row in library.over(games, query, stems=[*stems]):
        found[row["word"]] += row["held"]
    return found


def holders_anywhere(library: PublishedLibrary, stems: Collection[str]) -> dict[str, dict[str, int]]:
    """For each of some stems the games that hold it, and in how many entries."""
    query = (
        "SELECT word, array_agg(slug) AS games, array_agg(held) AS held FROM kb.words"
        " WHERE is_stem AND word = ANY(%s) GROUP BY word"
    )
    found: dict[str, dict[str, int]] = {stem: {} for stem in stems}
    for row in library.everywhere(query, [*stems]):
        found[row["word"]] |= zip(row["games"], row["held"], strict=True)
    return found


def vocabulary(
    library: PublishedLibrary, games: Sequence[str], beginnings: Collection[str]
) -> dict[str, int]:
    """The plain words of some games that begin so, in alphabetical order, and how many entries hold each."""
    query = (
        "SELECT word, sum(held)::int AS held FROM kb.words"
        " WHERE slug = ANY(%(games)s) AND NOT is_stem AND word LIKE ANY(%(beginnings)s) GROUP BY word"
    )
    found: dict[str, int] = {}
    for row in library.over(games, query, beginnings=[f"{_literal(one)}%" for one in beginnings]):
        found[row["word"]] = found.get(row["word"], 0) + row["held"]
    return dict(sorted(found.items()))


def by_words(
    library: PublishedLibrary,
    games: Sequence[str],
    worth: Mapping[str, tuple[float, float]],
    narrowing: Narrowing,
    most: int,
    *,
    with_coverage: bool,
) -> list[Place]:
    """The entries that hold the most of some stems, each with what it adds to the score and to the coverage.

    This is nearly the order of our formula: `ts_rank` of one stem grows with how often it counts as BM25 does.
    """
    if not worth:
        return []
    score = " + ".join(
        f"%(worth_{at})s * ts_rank(array[1,1,1,1]::real[], stems, %(stem_{at})s::tsquery, 1)"
        for at, _ in enumerate(worth)
    )
    if with_coverage:
        covered = " + ".join(
            f"CASE WHEN stems @@ %(stem_{at})s::tsquery THEN %(share_{at})s ELSE 0 END"
            for at, _ in enumerate(worth)
        )
        score = f"({score}) * ({covered})"
    query = _BY_WORDS.format(score=score, condition=narrowing.condition, most=most)
    values: dict[str, object] = {"any": " | ".join(map(lexeme, worth)), **narrowing.values}
    for at, (stem, (most_worth, share)) in enumerate(worth.items()):
        values |= {f"worth_{at}": most_worth, f"share_{at}": share, f"stem_{at}": lexeme(stem)}
    return [(row["slug"], row["n"]) for row in _best(library.over(games, query, **values), most)]


def by_meaning(
    library: PublishedLibrary,
    games: Sequence[str],
    vector: Sequence[float],
    share: float,
    narrowing: Narrowing,
    most: int,
) -> tuple[list[Place], float]:
    """The entries nearest to a question, the best part of each having this share, and how near one is on average."""
    condition = "true"
    if narrowing.condition != "true":
        condition = (
            "EXISTS (SELECT 1 FROM kb.findable WHERE slug = found.slug AND n = found.n"
            f" AND slug = ANY(%(games)s) AND {narrowing.condition})"
        )
    query = _BY_MEANING.format(condition=condition, most=most)
    rows = library.over(games, query, vector=_vector(vector), share=share, **narrowing.values)
    totals = {(row["total"], row["many"]) for row in rows}
    many = sum(count for _, count in totals)
    average = sum(total for total, _ in totals) / many if many else 0.0
    return [(row["slug"], row["n"]) for row in _best(rows, most)], average


def listed(library: PublishedLibrary, games: Sequence[str], narrowing: Narrowing, most: int) -> list[Place]:
    """The first entries that are so, in reading order of each game."""
    query = f"SELECT slug, n FROM kb.findable WHERE slug = ANY(%(games)s) AND {narrowing.condition} ORDER BY slug, n"
    order = {slug: at for at, slug in enumerate(games)}
    rows = library.over(games, f"{query} LIMIT {most}", **narrowing.values)
    return sorted(((row["slug"], row["n"]) for row in rows), key=lambda one: (order[one[0]], one[1]))[:most]


def named(library: PublishedLibrary, ids: Sequence[str]) -> list[Place]:
    """The places of entries by id."""
    games = {id.partition(":")[0] for id in ids}.intersection(library.slugs)
    query = "SELECT slug, n FROM kb.findable WHERE slug = ANY(%(games)s) AND id = ANY(%(ids)s)"
    return [(row["slug"], row["n"]) for row in library.over(games, query, ids=[*ids])]


def facts(library: PublishedLibrary, places: Collection[Place], stems: Collection[str]) -> dict[Place, Row]:
    """What the ranking needs to know of some entries, with how often each of these stems counts there."""
    rows = _at(library, places, _FACTS, stems=[*stems])
    return {(row["slug"], row["n"]): row for row in rows}


def nearness(library: PublishedLibrary, places: Collection[Place], vector: Sequence[float]) -> list[Row]:
    """How near each vector of some entries is to a question's, in order."""
    query = (
        "SELECT slug, n, sentence, -(vector <#> %(vector)s::halfvec) AS nearness FROM kb.vectors"
        " WHERE {where} ORDER BY slug, n, row"
    )
    return _at(library, places, query, vector=_vector(vector))


def pieces(library: PublishedLibrary, places: Collection[Place]) -> dict[Place, bytes]:
    """The packed pieces of some entries that have any."""
    query = "SELECT slug, n, pieces FROM kb.findable WHERE pieces IS NOT NULL AND ({where})"
    return {(row["slug"], row["n"]): row["pieces"] for row in _at(library, places, query)}


def _at(library: PublishedLibrary, places: Collection[Place], query: str, **values: object) -> list[Row]:
    """What a query finds about some entries: its condition names each game, so that it looks into no other."""
    rows = []
    for server, own in library.by_server(slug for slug, _ in places):
        here = sorted(place for place in places if place[0] in own)
        games = [(slug, [n for _, n in found]) for slug, found in groupby(here, lambda place: place[0])]
        where = " OR ".join(f"(slug = %(slug_{at})s AND n = ANY(%(n_{at})s))" for at, _ in enumerate(games))
        told = {f"slug_{at}": slug for at, (slug, _) in enumerate(games)}
        numbers = {f"n_{at}": found for at, (_, found) in enumerate(games)}
        rows += server.rows(query.format(where=where), {**values, **told, **numbers})
    return rows


def _best(rows: list[Row], most: int) -> list[Row]:
    """The highest of what several servers found."""
    return sorted(rows, key=lambda row: -row["score"])[:most]


def _vector(vector: Sequence[float]) -> str:
    return f"[{','.join(f'{value:.7g}' for value in vector)}]"


def _literal(text: str) -> str:
    """Text as LIKE takes it for itself."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
