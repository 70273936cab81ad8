"""Any two editions of a text compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kb import ledger
from kb.diff import compare_editions, posting
from kb.entries import Entry
from kb.ingest import ingest
from kb.sources import read_corpus

FILE = Path(__file__).parents[1] / "cases" / "compared_editions.json"
CASES = json.loads(FILE.read_text(encoding="utf-8"))
PAIRS = CASES["pairs"]


def entries(folder: Path, edition: str, lines: list[str]) -> tuple[Entry, ...]:
    game = folder / edition / "mill"
    game.mkdir(parents=True)
    (game / "rules.md").write_text("\n\n".join(lines), encoding="utf-8")
    row = f'[[sources]]\nname = "rules"\nedition = "{edition}"\nfile = "rules.md"\n'
    (game / "game.toml").write_text(f'title = "Mill"\n{row}', encoding="utf-8")
    return ingest(read_corpus(game.parent)).entries


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> ledger.Ledger:
    folder = tmp_path_factory.mktemp("mill")
    texts: dict[str, list[str]] = CASES["texts"]
    found = {edition: entries(folder, edition, lines) for edition, lines in texts.items()}
    newest = max(found)
    older = [entry for edition in sorted(found) if edition != newest for entry in found[edition]]
    checksums = {("rules", edition): "\n".join(lines) for edition, lines in texts.items()}
    return ledger.carry(ledger.Ledger(), found[newest], older, checksums=checksums, today="2026-11-22").ledger


def told(held: ledger.Ledger, old: str, new: str) -> list[dict[str, Any]]:
    """A comparison as the cases write it down."""
    changes = compare_editions("mill", held, "rules", old, new).changes
    return [
        {
            "status": change.status,
            "name": posting.name(change),
            "was": posting.was(change),
            "heirs": [one.number or one.title for one in change.heirs],
            "path": list(change.path),
            "words": [list(piece) for piece in change.words],
        }
        for change in changes
    ]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['old']} to {pair['new']}")
def test_two_editions(held: ledger.Ledger, pair: dict[str, Any]) -> None:
    assert told(held, pair["old"], pair["new"]) == pair["is"]
