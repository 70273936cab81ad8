"""The table that ships knows what words mean, whatever it is given."""

from __future__ import annotations

import random
import zlib

import numpy as np
import pytest

from kb import encoders
from kb.encoders.piece_table import Table
from kb.encoders.quantise import Packed, unit


def cosine(one: str, other: str) -> float:
    first, second = encoders.table().encode([one, other])
    return float(first @ second)


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("can I walk through a wall?", "Movement is blocked by obstacles.", "Shuffle the discard pile."),
        ("what if two of us tie", "In case of a tie, the victory is shared.", "Roll two dice to attack."),
        ("how do I get hit points back", "Healing restores lost health.", "Trade cards with any player."),
        ("my guy is asleep, can he fight", "A sleeping unit cannot attack.", "Place a city on the board."),
        (
            "run out of cards to draw",
            "When the deck is empty, shuffle the discards.",
            "Ships move over water.",
        ),
    ],
)
def test_what_answers_is_nearer_than_what_does_not(question: str, near: str, far: str) -> None:
    assert cosine(question, near) > cosine(question, far) + 0.1


def test_rows_are_unit_or_zero() -> None:
    texts = ["a wall", "", "\U0001f3b2", "wall " * 2000, "\x00\x07", "x" * 10_000, "Überraschung! 日本"]
    lengths = np.linalg.norm(encoders.table().encode(texts), axis=1)
    assert lengths == pytest.approx([1, 0, 0, 1, 0, 0, 1], abs=1e-5)


def test_no_texts_give_no_rows() -> None:
    assert encoders.table().encode([]).shape == (0, encoders.table().dims)


def test_company_changes_nothing() -> None:
    dice = random.Random(2)
    words = ["wall", "push", "goblin", "die", "turn", "draw"]
    texts = [" ".join(dice.choices(words, k=dice.randint(1, 30))) for _ in range(2500)]
    together = encoders.table().encode(texts)
    for place in (0, 1023, 1024, 2499):
        assert together[place] == pytest.approx(encoders.table().encode([texts[place]])[0], abs=1e-6)


def test_the_package_stays_small() -> None:
    files = {path.name: path.read_bytes() for path in encoders.DATA.iterdir()}
    assert sum(map(len, files.values())) <= 24_000_000
    del files["corpus.sqlite"]  # vectors of the shipped corpus
    assert sum(len(zlib.compress(data, 6)) for data in files.values()) <= 20_000_000  # in a wheel


def kept(texts: list[str], most: int, dims: int | None = None) -> Table:
    """The table with the pieces of these texts and others, so many."""
    used = [number for text in texts for number in encoders.table().ids(text)]
    return encoders.table().keeping(used, most, dims)


def test_a_cut_table_tells_these_texts_apart_as_the_whole_one_does() -> None:
    texts = ["A goblin may not climb a wall.", "Draw two cards at the end of your turn.", "Pay one gold."]
    small = kept(texts, most=2000)
    assert small.encode(texts) == pytest.approx(encoders.table().encode(texts), abs=1e-6)
    assert len(small.pieces) == 2000
    assert small.encode(["zebra quilt"]).any()


def test_fewer_dimensions_keep_the_weightiest() -> None:
    texts = [
        "A goblin may not climb a wall.",
        "Draw two cards.",
        "Pay one gold to the bank.",
        "Move the ship.",
    ]
    whole, small = encoders.table(), kept(texts, most=1000, dims=128)
    assert small.dims == 128
    assert (
        np.abs(
            small.encode(texts) @ small.encode(texts).T - whole.encode(texts) @ whole.encode(texts).T
        ).max()
        < 0.1
    )


def test_a_table_read_back_encodes_alike() -> None:
    texts = ["A goblin may not climb a wall.", "Pay one gold."]
    small = kept(texts, most=500)
    data = small.to_bytes(bits=8)
    end = 8 + int.from_bytes(data[4:8], "little")
    back = Table(data[8:end].decode().split("\n"), Packed(data[end:]), key="again")
    assert back.pieces == small.pieces
    assert (unit(back.encode(texts)) * small.encode(texts)).sum(1).min() > 0.999
