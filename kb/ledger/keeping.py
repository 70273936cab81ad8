"""Where is the ledger kept? With the corpus, and a copy in the build for a corpus that cannot be written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kb.errors import CorpusError
from kb.ledger.records import FILE, Ledger
from kb.ledger.writing import dump, load, save


def read(corpus: Path, build: Path | None, game: str) -> Ledger:
    """The ledger of a game: the corpus's own, or the one in the folder of ledgers of the last build if that goes on
    where the corpus's ends, as after builds of a corpus that could not be written."""
    own, copy = corpus / game / FILE, build and _copy(build, game)
    if copy is None or not copy.is_file():
        return load(own)
    if not own.exists():
        return load(copy)
    if own.read_bytes() == copy.read_bytes():
        return load(own)
    kept = load(own)
    try:
        later = load(copy)
    except CorpusError:
        return kept  # the corpus has the last word about its own ledger
    return later if given_out(kept) < given_out(later) else kept


def built(folder: Path, game: str) -> Ledger:
    """The ledger of a game in the folder of ledgers of a build."""
    return load(_copy(folder, game))


def given_out(ledger: Ledger) -> set[str]:
    """Every permanent address of a ledger."""
    return {
        address
        for entity in ledger.entities
        for wording in entity.wordings
        for address in (wording.address, *(one.address for one in wording.also))
    }


def write_copies(folder: Path, ledgers: Mapping[str, Ledger]) -> None:
    """Put the ledgers of all games into a build."""
    folder.mkdir()
    for game, ledger in ledgers.items():
        _copy(folder, game).write_text(dump(ledger), encoding="utf-8", newline="\n")


def keep(corpus: Path, ledgers: Mapping[str, Ledger]) -> list[str]:
    """Write the ledgers of all games into their corpus; returns the games where that is not possible."""
    return [game for game, ledger in ledgers.items() if not save(corpus / game / FILE, dump(ledger))]


def keep_built(corpus: Path, folder: Path, game: str) -> bool:
    """Write the ledger of a game, as it stands in a folder of ledgers, into its corpus; False where it cannot be."""
    return save(corpus / game / FILE, _copy(folder, game).read_text(encoding="utf-8"))


def _copy(folder: Path, game: str) -> Path:
    return folder / f"{game}.jsonl"
