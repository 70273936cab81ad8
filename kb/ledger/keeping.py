"""Where is the ledger kept? With the corpus, and a copy in the build for a corpus that cannot be written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kb.ledger.records import FILE, Ledger, dump, load, save


def read(corpus: Path, build: Path | None, game: str) -> Ledger:
    """The ledger of a game: the corpus's own, else the one in the folder of ledgers of the last build."""
    own = corpus / game / FILE
    return load(own if own.exists() or build is None else _copy(build, game))


def write_copies(folder: Path, ledgers: Mapping[str, Ledger]) -> None:
    """Put the ledgers of all games into a build."""
    folder.mkdir()
    for game, ledger in ledgers.items():
        _copy(folder, game).write_text(dump(ledger), encoding="utf-8", newline="\n")


def keep(corpus: Path, ledgers: Mapping[str, Ledger]) -> list[str]:
    """Write the ledgers of all games into their corpus; returns the games where that is not possible."""
    return [game for game, ledger in ledgers.items() if not save(corpus / game / FILE, ledger)]


def _copy(folder: Path, game: str) -> Path:
    return folder / f"{game}.jsonl"
