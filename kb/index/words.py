"""How are words made findable? A Whoosh index of stems, and the plain words for spelling and prefixes.

Whoosh keeps parts of its files as pickles, which can run code when they are read. So nothing of its own
description of an index is ever loaded: the schema is ours, the segment is described in our manifest, and the
pickles that remain are read by a loader that knows plain values only.
"""

from __future__ import annotations

import io
import pickle
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import IO, TYPE_CHECKING, Any

from kb.analyse import EXAMPLE, stems, words
from kb.entries import Entry
from kb.index.manifest import damaged

if TYPE_CHECKING:
    from whoosh.fields import Schema
    from whoosh.reading import SegmentReader

TITLE_WEIGHT, PATH_WEIGHT, TEXT_WEIGHT = 2, 2, 1
"""How often a word of an entry's title, of its ancestors' titles and of its text counts."""

FOLDER = "words"
LENGTHS = "lengths.u2"
VOCABULARY = "vocabulary.txt"
_FIELD = "stems"
_INDEX_NAME = "MAIN"
_WRITER_TIMEOUT = 10.0
_LONGEST = 65_535  # words of an entry that are told apart by length: what two bytes hold


def counted_stems(entry: Entry, path: Sequence[str], player_questions: Sequence[str] = ()) -> list[str]:
    """An entry's stems, each as often as it counts by where it stands; its examples count nothing here."""
    title = stems(" ".join([entry.title or "", *_new_names(entry)]))
    return (
        title * TITLE_WEIGHT
        + stems(" ".join(path)) * PATH_WEIGHT
        + stems(_without_examples(entry.text)) * TEXT_WEIGHT
        + stems(" ".join(player_questions))
    )


def add_rare_words_of_examples(documents: Sequence[list[str]], entries: Iterable[Entry]) -> None:
    """Add to each document the stems of the entry's examples that no text but examples holds.

    An example tells of many things that its rule says nothing about: left out, first answers to 60 beginners'
    questions on Magic rise from .22 to .27, and nDCG from .409 to .443.
    """
    held = frozenset(stem for document in documents for stem in document)
    for document, entry in zip(documents, entries, strict=True):
        told = (found[0] for found in EXAMPLE.finditer(entry.text))
        document += sorted({stem for example in told for stem in stems(example)} - held)


def has_examples(text: str) -> bool:
    """Whether a text holds examples beside what it states."""
    return _without_examples(text) != text


def _without_examples(text: str) -> str:
    """A text without its examples, unless it is nothing else."""
    rest = EXAMPLE.sub("", text)
    return rest if rest.strip() else text


def write(folder: Path, documents: Sequence[Sequence[str]], texts: Iterable[str]) -> dict[str, Any]:
    """Index documents of counted stems under their position, and the plain words of `texts`.

    Returns what `WordIndex` needs to open it again.
    """
    facts = _write_stems(folder / FOLDER, documents)
    counts = Counter(word for text in texts for word in set(words(text)))
    lines = (f"{word}\t{count}\n" for word, count in sorted(counts.items()))
    (folder / VOCABULARY).write_text("".join(lines), encoding="utf-8", newline="\n")
    with WordIndex(folder, facts) as index:
        (folder / LENGTHS).write_bytes(array("H", index.stored_lengths()).tobytes())
    return facts


def _write_stems(place: Path, documents: Sequence[Sequence[str]]) -> dict[str, Any]:
    _import_whoosh()
    from whoosh.filedb.filestore import FileStorage

    place.mkdir(parents=True)
    index = FileStorage(str(place)).create_index(_schema(), _INDEX_NAME)
    writer = index.writer(timeout=_WRITER_TIMEOUT, limitmb=256)
    for document in documents:
        writer.add_document(**{_FIELD: document})
    writer.commit()
    index.close()
    (segment,) = place.glob(f"{_INDEX_NAME}_*.seg") if documents else (None,)
    return {
        "segment": segment.stem.removeprefix(f"{_INDEX_NAME}_") if segment else "",
        "count": len(documents),
        "total_length": sum(map(len, documents)),
    }


class WordIndex:
    """The written index, read: which entries hold a stem, how often, and how long they are."""

    def __init__(self, folder: Path, facts: Mapping[str, Any]) -> None:
        self._folder = folder
        self.count = int(facts["count"])
        self.average_length = facts["total_length"] / self.count if facts["total_length"] else 1.0
        self._reader = _open(folder, facts) if self.count else None
        self._vocabulary: dict[str, int] | None = None

    def __enter__(self) -> WordIndex:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the files."""
        if self._reader is not None:
            self._reader.close()

    def postings(self, stem: str) -> tuple[Sequence[int], Sequence[float]]:
        """The entries that hold a stem, by position and ascending, and how often it counts in each."""
        from whoosh.reading import TermNotFound

        numbers, weights = array("I"), array("f")
        if self._reader is None:
            return numbers, weights
        try:
            matcher = self._reader.postings(_FIELD, stem.encode())
            for some, their_weights in _blocks(matcher):
                numbers.extend(some)
                weights.extend(their_weights)
        except TermNotFound:
            return numbers, weights
        except Exception as error:  # whatever Whoosh meets in bytes that are not its own
            raise damaged(self._folder) from error
        return numbers, weights

    def stems(self) -> list[str]:
        """Every stem that any entry holds, in byte order."""
        return [text.decode() for text in self._reader.lexicon(_FIELD)] if self._reader else []

    def lengths(self) -> Sequence[int]:
        """How long every entry is, in counted words, as rounded for Whoosh's scorer."""
        found = array("H")
        try:
            found.frombytes((self._folder / LENGTHS).read_bytes())
        except (OSError, ValueError) as error:
            raise damaged(self._folder) from error
        return found

    def stored_lengths(self) -> list[int]:
        """The same, asked of Whoosh: it keeps one byte a length, so long ones are rounded."""
        if self._reader is None:
            return []
        lengths = (self._reader.doc_field_length(number, _FIELD) or 1 for number in range(self.count))
        return [min(length, _LONGEST) for length in lengths]

    def vocabulary(self) -> dict[str, int]:
        """Every plain word of the texts, in alphabetical order, with the number of entries that hold it."""
        if self._vocabulary is None:
            lines = (self._folder / VOCABULARY).read_text(encoding="utf-8").split("\n")
            pairs = (line.split("\t") for line in lines if line)
            self._vocabulary = {word: int(count) for word, count in pairs}
        return self._vocabulary


def _blocks(matcher: Any) -> Iterator[tuple[Iterable[int], Iterable[float]]]:
    """The entries of a list and their weights a block at a time as Whoosh stores them: thrice as fast."""
    from whoosh.codec.whoosh3 import W3LeafMatcher

    while matcher.is_active():
        if isinstance(matcher, W3LeafMatcher):
            matcher._read_ids()
            matcher._read_weights()
            yield matcher._ids, matcher._weights
            matcher._next_block()
        else:  # a short list, which stands among the stems
            yield (matcher.id(),), (matcher.weight(),)
            matcher.next()


def _new_names(entry: Entry) -> list[str]:
    """Those aliases that bring a word which the title lacks: `Leap` for `Leap X` brings none."""
    known = set(words(entry.title or ""))
    return [alias for alias in entry.aliases if not known.issuperset(words(alias))]


def _import_whoosh() -> None:
    """Import Whoosh without the network library that it never calls: that is 17 of a cold search's 125 ms."""
    if "urllib.request" in sys.modules or "whoosh.compat" in sys.modules:
        return
    sys.modules["urllib.request"] = stand_in = ModuleType("urllib.request")
    stand_in.urlretrieve = None  # type: ignore[attr-defined]
    try:
        import whoosh.compat  # noqa: F401
    finally:
        del sys.modules["urllib.request"]


@cache
def _schema() -> Schema:
    _import_whoosh()
    from whoosh.fields import TEXT, Schema

    return Schema(**{_FIELD: TEXT(phrase=False)})


def _open(folder: Path, facts: Mapping[str, Any]) -> SegmentReader:
    _import_whoosh()
    from whoosh.codec.whoosh3 import W3Codec, W3Segment
    from whoosh.filedb.filestore import FileStorage
    from whoosh.reading import SegmentReader

    _refuse_objects_in_pickles()
    segment = W3Segment(W3Codec(), _INDEX_NAME, doccount=int(facts["count"]), segid=str(facts["segment"]))
    segment.compound = True
    segment._fieldlengths = {_FIELD: facts["total_length"]}
    storage = FileStorage(str(folder / FOLDER))
    file = storage.open_file(segment.make_filename(segment.COMPOUND_EXT))
    storage.open_file = lambda *_, **__: file  # the only one there is; ours to close when Whoosh gives up
    try:
        return SegmentReader(storage, _schema(), segment)
    except Exception as error:  # whatever Whoosh meets in bytes that are not its own
        file.close()
        raise damaged(folder) from error


class _PlainUnpickler(pickle.Unpickler):
    """Reads numbers, strings, bytes and containers; anything else that names code is refused."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (
            "_codecs",
            "encode",
        ):  # how the pickles of Python 2 that Whoosh writes say bytes
            return _as_bytes
        raise pickle.UnpicklingError(f"{module}.{name} in an index")


def _as_bytes(text: str, encoding: str) -> bytes:
    return text.encode("latin-1")


def _plain_load(file: IO[bytes]) -> Any:
    return _PlainUnpickler(file).load()


def _plain_loads(data: bytes) -> Any:
    return _plain_load(io.BytesIO(data))


def _refuse_objects_in_pickles() -> None:
    """Make Whoosh read its pickles with our loader: even a forged index can then run nothing."""
    from whoosh.codec import whoosh3
    from whoosh.filedb import structfile

    structfile.load_pickle = _plain_load
    whoosh3.loads = _plain_loads
