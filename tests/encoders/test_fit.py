"""A table learns from a teacher; `training/` says how."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest
import tabletop
from fit import Course, fit

from kb import encoders
from kb.encoders.piece_table import bags
from kb.encoders.quantise import Floats, unit

DICE = np.random.default_rng(6)
IDS = [DICE.integers(0, 60, DICE.integers(1, 9)).tolist() for _ in range(600)]
SECRET = DICE.standard_normal((60, 16)).astype(np.float32)


def encoded(rows: Floats) -> Floats:
    used, counts = bags(IDS)
    return unit(counts @ rows[used])


@pytest.mark.parametrize("likeness", [0.0, 3.0])
def test_a_table_finds_the_rows_behind_its_texts(likeness: float) -> None:
    start = DICE.standard_normal((60, 16)).astype(np.float32)
    course = Course(epochs=60, batch=100, rate=0.05, likeness=likeness)
    found = fit(IDS, encoded(SECRET), start, course)
    before = (encoded(start) * encoded(SECRET)).sum(1).mean()
    after = (encoded(found) * encoded(SECRET)).sum(1).mean()
    assert before < 0.3 < 0.97 < after


def test_the_start_stays_as_it_was_and_each_epoch_is_reported() -> None:
    start, lines = SECRET.copy(), list[str]()
    fit(IDS, encoded(SECRET[::-1]), start, Course(epochs=2, batch=100), lines.append)
    assert (start == SECRET).all()
    assert [line[:12] for line in lines] == ["epoch 1 of 2", "epoch 2 of 2"]


def test_the_same_seed_gives_the_same_table() -> None:
    course = Course(epochs=2, batch=100)
    first, again = (fit(IDS, encoded(SECRET[::-1]), SECRET, course) for _ in range(2))
    assert (first == again).all()


def test_texts_without_pieces_teach_nothing() -> None:
    ids = [*IDS, [], []]
    targets = np.concatenate([encoded(SECRET), np.zeros((2, 16), np.float32)])
    assert np.isfinite(fit(ids, targets, SECRET, Course(epochs=1, batch=100))).all()


def test_bags_count_pieces() -> None:
    used, counts = bags([[5, 5, 2], [], [2]])
    assert used.tolist() == [2, 5]
    assert counts.tolist() == [[1, 2], [0, 0], [1, 0]]


def test_vectors_of_the_full_encoder_come_into_the_same_space() -> None:
    vectors = unit(DICE.standard_normal((3, 384)).astype(np.float32))
    projected = encoders.project(vectors)
    assert projected.shape == (3, encoders.table().dims)
    assert np.linalg.norm(projected, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)


def test_the_encoder_and_the_table_agree_on_a_text() -> None:
    texts = ["Draw two cards at the end of your turn.", "can my dwarf climb a wall?", "How are ties broken?"]
    likeness = encoders.project(encoders.encoder().encode(texts)) @ encoders.table().encode(texts).T
    assert np.diag(likeness).min() > 0.7
    assert likeness.argmax(1).tolist() == [0, 1, 2]


@pytest.mark.parametrize("kind", ["answer", "question"])
def test_every_slot_of_a_mould_is_filled(kind: str) -> None:
    dice = random.Random(1)
    cast = [tabletop.cast(kind, dice) for _ in range(2000)]
    assert not [text for text in cast if re.search(r"[{}|]", text)]
