"""The browser's table learns a corpus once, from what the encoder makes of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_entries import hearthmoor

from kb import encoders, index
from kb.encoders.piece_table import Table, from_bytes
from kb.encoders.quantise import Floats, unit
from kb.index import cache, fitted_table
from kb.index.portable_vectors import FOLDER, TABLE

TEXTS = [entry.text for entry in hearthmoor() if entry.text] * 3


@pytest.fixture
def table() -> Table:
    return encoders.table().cut(TEXTS, 300, 32)


@pytest.fixture
def targets(table: Table) -> Floats:
    """Where an encoder sends the texts that sees some pieces in another light."""
    rows = table.rows() + np.random.default_rng(3).standard_normal((300, 32), np.float32) * 0.1
    return Table(table.pieces, rows, "wiser").encode(TEXTS)


def files() -> list[Path]:
    return sorted(cache.folder().glob("table-*"))


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))


def test_a_taught_table_points_more_where_the_texts_do(table: Table, targets: Floats) -> None:
    found = fitted_table.teach(table, TEXTS, targets)
    before, after = ((unit(one.encode(TEXTS)) * targets).sum(1).mean() for one in (table, found))
    assert after > before
    assert found.pieces == table.pieces


def test_what_was_learnt_is_not_learnt_again(
    table: Table, targets: Floats, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fitted_table.teach(table, TEXTS, targets)
    monkeypatch.setattr(fitted_table, "adapt", lambda *_: pytest.fail("learnt again"))
    again = fitted_table.teach(table, TEXTS, targets)
    assert (again.rows() == first.rows()).all()
    with pytest.raises(pytest.fail.Exception):
        fitted_table.teach(table, [*TEXTS[1:], "another text"], targets)


@pytest.mark.parametrize(
    "damage", [lambda data: b"", lambda data: data[:-1], lambda data: data[:40] + b"?" + data[41:]]
)
def test_a_damaged_fit_is_made_again(table: Table, targets: Floats, damage) -> None:  # type: ignore[no-untyped-def]
    first = fitted_table.teach(table, TEXTS, targets)
    (path,) = files()
    path.write_bytes(damage(path.read_bytes()))
    assert (fitted_table.teach(table, TEXTS, targets).rows() == first.rows()).all()


def test_only_the_latest_fits_are_kept(
    table: Table, targets: Floats, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitted_table, "KEPT", 2)
    for number in range(4):
        fitted_table.teach(table, [f"{number}", *TEXTS[1:]], targets)
    assert len(files()) == 2


def test_stretches_are_the_same_every_time_and_of_these_texts() -> None:
    first = fitted_table.stretches(TEXTS)
    assert first == fitted_table.stretches(TEXTS) != []
    assert fitted_table.stretches(["too short", ""]) == []


def test_an_edit_changes_hardly_any_other_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"Figure number {n} may grapple {n} others beside the wall, unless it rests." for n in range(40)]
    monkeypatch.setattr(fitted_table, "STRETCHES", 100)  # two and a half of each
    first = set(fitted_table.stretches(texts))
    edited = [*texts[:7], "A new rule about pushing figures over walls and into water.", *texts[8:]]
    assert 0 < len(set(fitted_table.stretches(edited)) - first) <= 4
    assert 0 < len(set(fitted_table.stretches([*texts, edited[7]])) - first) <= 4
    assert set(fitted_table.stretches(texts[::-1])) == first


class Full:
    """Stands in for the encoder: texts of the same letters are alike."""

    name, key, dims = "full", "letters", 384

    def encode(self, texts: list[str]) -> Floats:
        rows = np.zeros((len(texts), 384), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text.lower():
                row[ord(letter) % 384] += 1
        return unit(rows)


def test_a_build_teaches_the_table_when_the_full_encoder_is_there(tmp_path: Path) -> None:
    shipped = encoders.table()

    def table_of(name: str, encoder: encoders.Encoder) -> Table:
        index.write(tmp_path / name, hearthmoor(), encoder=encoder)
        return from_bytes((tmp_path / name / FOLDER / TABLE).read_bytes(), key=name)

    plain = table_of("plain", shipped)
    assert files() == []
    learnt = table_of("learnt", Full())
    assert len(files()) == 1
    assert learnt.pieces == plain.pieces
    assert (learnt.rows() != plain.rows()).any()
