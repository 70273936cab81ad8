"""How is an entry made findable? Everything that a search reads is written here, below `build/index`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kb import encoders
from kb.entries import Entry, Reference
from kb.index import (
    catalogue,
    jargon,
    manifest,
    neighbours,
    portable,
    related,
    routes,
    space,
    synonyms,
    topics,
    valid_words,
    vectors,
    words,
)
from kb.index.manifest import FORMAT as FORMAT
from kb.index.manifest import read_manifest

if TYPE_CHECKING:
    from kb.encoders import Encoder

__all__ = ["FORMAT", "ancestor_titles", "read_manifest", "routes_for", "table_alone", "table_for", "write"]


def write(
    folder: Path,
    entries: Sequence[Entry],
    references: Sequence[Reference] = (),
    *,
    player_questions: Mapping[str, Sequence[str]] | None = None,
    encoder: Encoder | None = None,
    quick: bool = False,
    tell: Callable[[str], None] | None = None,
) -> dict[str, list[str]]:
    """Write the whole index into a new folder; returns what says something alike, nearest first, by entry.

    `player_questions` holds players' words and questions for entries, by id; `quick` has the table encode them,
    which takes no time and understands less; `encoder` is for tests; `tell` hears how far it is.
    """
    from kb.index import portable_vectors  # needs numpy

    folder.mkdir(parents=True, exist_ok=True)
    player_questions = player_questions or {}
    paths = ancestor_titles(entries)
    documents = [
        words.counted_stems(entry, path, player_questions.get(entry.id, ()))
        for entry, path in zip(entries, paths, strict=True)
    ]
    words.add_rare_words_of_examples(documents, entries)
    texts = (" ".join([entry.title or "", *entry.aliases, entry.text]) for entry in entries)
    facts = words.write(folder, documents, texts)
    catalogue.write(folder, entries, topics.of(entries, paths, documents), references)
    neighbours.write(folder, entries, references)
    jargon.write(folder, entries, player_questions)
    content = _digest(documents, entries)
    with words.WordIndex(folder, facts) as index:
        synonyms.write(folder, index.stems())
        common = valid_words.write(folder, encoders.pieces(), index.vocabulary(), index.stems())
        portable.write(folder, index, content, common)
        routes.write(folder, index)
    wholes = [vectors.entry_text(entry, path) for entry, path in zip(entries, paths, strict=True)]
    parts = vectors.parts(entries, paths, player_questions)
    encoder = encoder or space.for_index(quick, tell)
    meaning = vectors.write(folder, wholes, parts, encoder, [entry.text for entry in entries])
    written = vectors.Vectors(folder, meaning)
    portable_vectors.write(folder, written, wholes)
    manifest.write(folder, manifest.Manifest(content=content, words=facts, vectors=meaning))
    return related.related(entries, references, written.entries[:])


def table_for(indexes: Iterable[Path]) -> bytes:
    """The table with which a browser asks these indexes by meaning."""
    from kb.index import portable_vectors  # needs numpy

    return portable_vectors.table(indexes)


def table_alone(index: Path) -> bytes:
    """The same for one game that is taken along by itself: smaller, for every such game brings its own."""
    from kb.index import portable_vectors  # needs numpy

    return portable_vectors.table([index], portable_vectors.SPARE_PIECES)


def routes_for(games: Sequence[tuple[Path, Path]]) -> list[dict[str, dict[int, list[int]]]]:
    """What chooses in a browser the games worth asking, each told by its index and its store; nothing for a few."""
    from kb.index import routes
    from kb.store.names import read_hashes

    if len(games) <= routes.MOST_ASKED:
        return []
    return routes.parts((routes.read(index), read_hashes(store)) for index, store in games)


def ancestor_titles(entries: Sequence[Entry]) -> list[tuple[str, ...]]:
    """For each entry the titles of what it stands under, outermost first, without printed numbers."""
    by_id = {entry.id: entry for entry in entries}
    return [tuple(reversed([*_titles_above(entry, by_id)])) for entry in entries]


def _titles_above(entry: Entry, by_id: Mapping[str, Entry]) -> Iterator[str]:
    seen = {entry.id}
    above = by_id.get(entry.parent or "")
    while above is not None and above.id not in seen:
        seen.add(above.id)
        if above.title:
            yield above.title
        above = by_id.get(above.parent or "")


def _digest(documents: Sequence[Sequence[str]], entries: Sequence[Entry]) -> str:
    import hashlib  # not needed to read an index

    digest = hashlib.sha256()
    for entry, document in zip(entries, documents, strict=True):
        digest.update("\t".join([entry.id, entry.kind, *document, "\n"]).encode())
    return digest.hexdigest()[:32]
