"""What is known to be asked of a text is found by its first letters, for the encoder that made it alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kb import encoders
from kb.encoders import asked
from kb.encoders.quantise import Floats, unit

TEXTS = ["A goblin may climb a wall.", "Pay one gold.", "Nobody asks this."]


@pytest.fixture
def known(tmp_path: Path) -> tuple[Path, Floats]:
    rows = unit(np.random.default_rng(3).standard_normal((2, 32)).astype(np.float32))
    means = {asked.digest_of(text): row for text, row in zip(TEXTS, rows, strict=False)}
    asked.write(tmp_path / asked.NAME, "some-encoder", means)
    return tmp_path / asked.NAME, rows


def test_texts_that_are_known_get_their_rows(known: tuple[Path, Floats]) -> None:
    path, rows = known
    places, found = asked.read(path, "some-encoder", [TEXTS[2], TEXTS[1], "", TEXTS[0]])
    assert places == [1, 3]
    assert (unit(found) * rows[::-1]).sum(1).min() > 0.98


def test_rows_of_another_encoder_are_left_alone(known: tuple[Path, Floats]) -> None:
    path, _ = known
    assert asked.read(path, "other-encoder", TEXTS)[0] == []


def test_a_text_is_known_by_its_first_letters_and_digits() -> None:
    long = "“Leap” — 12 spaces, " + "and on " * 20
    assert asked.digest_of(long) == asked.digest_of(long.upper().replace(" ", "") + "what an errata adds")
    assert asked.digest_of(long) != asked.digest_of(long.replace("12", "13"))


def test_what_ships_is_the_encoders() -> None:
    known = (encoders.DATA / asked.NAME).read_bytes()
    assert encoders.encoder().key.encode() in known[:200]
