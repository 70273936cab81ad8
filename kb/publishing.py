"""How does a build get into a database? A game in one transaction: whoever is stopped leaves every game as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb import builds
from kb.errors import NotFoundError
from kb.index.topics import unpacked
from kb.postgres import WHOLE, connecting
from kb.refs import number_key
from kb.search.opened import GameIndex
from kb.store import Library, Store
from kb.store.summary import Summary, to_record
from kb.store.writing import related_rows, tables

if TYPE_CHECKING:
    from psycopg import Connection

TABLES = ("entries", "references", "revisions", "revision_names", "pages", "related", "names")
"""What is copied from the store of a game, row by row."""

PARTED = (*TABLES, "findable", "vectors", "words")
"""All tables that are in partitions by game."""

_MOST_POSITIONS = 255
"""How often a stem can stand in a tsvector: what comes on top says nothing more."""

_LONGEST_STEM = 2000
"""Bytes of a stem; the database takes 2,046."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a publication did, by the slugs of games."""

    written: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]


def publish(
    build: Path, address: str, games: Collection[str] = (), tell: Callable[[str], None] | None = None
) -> Published:
    """Write the games of a build that changed into a database, and take out those that the build has not.

    With `games` only these are written and none is taken out: so they are spread over several databases. Raises
    BuildError for a database that is not ours, for another publication at work, and where none can be reached.
    """
    with Library(build) as library:
        if unknown := [slug for slug in games if slug not in library.slugs]:
            raise NotFoundError(f"no game {unknown[0]!r} in this build; it holds {', '.join(library.slugs)}")
        return _publish(build, library, address, games, tell)


def _publish(
    build: Path, library: Library, address: str, games: Collection[str], tell: Callable[[str], None] | None
) -> Published:
    with connecting.writing(address) as connection:
        held = dict(connection.execute("SELECT slug, build FROM kb.games").fetchall())
        written, kept = [], []
        for place, summary in enumerate(library.summaries.games):
            slug = summary.game.slug
            if games and slug not in games:
                continue
            if tell:
                tell(f"Publishing {summary.game.title}")
            with GameIndex(builds.game(build, slug) / builds.INDEX) as index:
                state = f"{summary.build}-{index.manifest.content}-{(index.meanings or {}).get('encoder')}"
                if held.get(slug) == state:
                    connection.execute("UPDATE kb.games SET place = %s WHERE slug = %s", (place, slug))
                    kept.append(slug)
                    continue
                with connection.transaction():
                    _remove(connection, slug)
                    _write_game(connection, library.of(slug), index, summary, (place, state))
            written.append(slug)
        removed = () if games else tuple(sorted(held.keys() - set(library.slugs)))
        for slug in removed:
            with connection.transaction():
                _remove(connection, slug)
        with connection.transaction():
            connection.execute("DELETE FROM kb.about")
            known = library.summaries
            connection.execute(
                "INSERT INTO kb.about (title, base_url) VALUES (%s, %s)", (known.title, known.base_url)
            )
        if written:
            for table in PARTED:
                connection.execute(f'ANALYZE kb."{table}"')
    return Published(written=tuple(written), kept=tuple(kept), removed=removed)


def _remove(connection: Connection[Any], slug: str) -> None:
    for table in ("games", *PARTED):
        connection.execute(f'DELETE FROM kb."{table}" WHERE slug = %s', (slug,))


def _write_game(
    connection: Connection[Any], store: Store, index: GameIndex, summary: Summary, known: tuple[int, str]
) -> None:
    """All rows of a game, as one transaction of the caller's."""
    slug = summary.game.slug
    held = tables(store.content())
    held["related"] = related_rows(store.related())
    for table in TABLES:
        _copy(connection, table, ((slug, at, *row) for at, row in enumerate(held[table], 1)))
    _copy(connection, "findable", ((slug, *row) for row in _findable(index)))
    _copy(connection, "words", ((slug, *row) for row in _words(index)))
    vectors = ((slug, *row) for row in _vectors(index))
    _copy(connection, "vectors", vectors, ("text", "int4", "int4", "int4", "halfvec"))
    facts = {
        "count": index.words.count,
        "average_length": index.words.average_length,
        "meanings": index.meanings,
    }
    lists = ([[one.said, one.means, one.games] for one in index.jargon], index.synonyms)
    texts = [json.dumps(one, ensure_ascii=False) for one in (to_record(summary), facts, *lists)]
    connection.execute(
        "INSERT INTO kb.games (slug, place, build, summary, facts, jargon, synonyms, valid_words)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)",
        (slug, *known, *texts, " ".join(sorted(index.valid_words))),
    )


def _copy(
    connection: Connection[Any], table: str, rows: Iterable[Sequence[object]], types: Sequence[str] = ()
) -> None:
    """Rows, as many as there are; with their types in the form that takes no parsing."""
    form = " (FORMAT BINARY)" if types else ""
    with connection.cursor().copy(f'COPY kb."{table}" FROM STDIN{form}') as copy:
        if types:
            copy.set_types(types)
        for row in rows:
            copy.write_row([connecting.clean(value) for value in row])


def _findable(index: GameIndex) -> Iterator[tuple[object, ...]]:
    """What a search needs of every entry, but its vectors."""
    catalogue, stems = index.catalogue, _stems(index)
    lengths, examples = index.words.lengths(), set(catalogue.with_examples)
    pieces = index.vectors.pieces() if index.meanings else None
    referring: dict[int, list[int]] = {}
    for one, other in index.neighbours.references.tolist():
        referring.setdefault(other, []).append(one)
    for n, (id, above) in enumerate(zip(catalogue.ids, index.neighbours.above.tolist(), strict=True)):
        number = catalogue.numbers[n]
        runs = catalogue.stand_ins.get(str(n))
        yield (
            n,
            id,
            catalogue.kinds[catalogue.kind_of[n]],
            number,
            number_key(number) if number else "",
            catalogue.place_of[n],
            json.dumps(unpacked(catalogue.topics[catalogue.topic_of[n]]), ensure_ascii=False),
            json.dumps(runs) if runs else None,
            catalogue.definitions.get(str(n)),
            n in examples,
            lengths[n],
            " ".join(stems[n]),
            pieces.packed(n) if pieces else None,
            above if above >= 0 else None,
            referring.get(n, []),
        )


def _stems(index: GameIndex) -> list[list[str]]:
    """For every entry its stems as a tsvector has them: each with as many positions as it counts."""
    found: list[list[str]] = [[] for _ in range(index.words.count)]
    for stem in index.words.stems():
        if len(stem.encode()) > _LONGEST_STEM:
            continue
        lexeme = connecting.lexeme(stem)
        for number, times in zip(*index.words.postings(stem), strict=True):
            positions = ",".join(map(str, range(1, min(int(times), _MOST_POSITIONS) + 1)))
            found[number].append(f"{lexeme}:{positions}")
    return found


def _words(index: GameIndex) -> Iterator[tuple[object, ...]]:
    """Stems, and plain words for spelling and prefixes."""
    for stem in index.words.stems():
        yield stem, True, len(index.words.postings(stem)[0])
    for word, count in index.words.vocabulary().items():
        yield word, False, count


def _vectors(index: GameIndex) -> Iterator[tuple[object, ...]]:
    """A vector for each entry, and for each of its parts in their order."""
    if not index.meanings:
        return
    from pgvector import HalfVector

    held = index.vectors
    for n, row in enumerate(held.entries[:]):
        yield n, 0, WHOLE, HalfVector(row)
    before, number = -1, 0
    for owner, sentence, row in zip(held.owners, held.sentences, held.parts[:], strict=True):
        number = number + 1 if owner == before else 1
        before = owner
        yield int(owner), number, int(sentence), HalfVector(row)
