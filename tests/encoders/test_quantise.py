"""Vectors survive being stored in few bits."""

from __future__ import annotations

import numpy as np
import pytest

from kb.encoders.quantise import Packed, join, pack, unit
from kb.errors import EncoderError

ROWS = unit(np.random.default_rng(5).standard_normal((50, 64)).astype(np.float32))


@pytest.mark.parametrize(("bits", "least"), [(8, 0.9999), (4, 0.985)])
def test_rows_point_where_they_did(bits: int, least: float) -> None:
    back = unit(Packed(pack(ROWS, bits))[:])
    assert (back * ROWS).sum(1).min() > least


def test_8_bits_lose_no_more_than_half_a_step() -> None:
    packed = Packed(pack(ROWS, 8))
    assert (np.abs(packed[:] - ROWS) <= packed.scales[:, None] * 0.5001).all()


@pytest.mark.parametrize("bits", [4, 8])
def test_some_rows_are_those_of_all(bits: int) -> None:
    packed = Packed(pack(ROWS, bits))
    assert (packed[[7, 3, 7]] == packed[:][[7, 3, 7]]).all()
    assert packed[[]].shape == (0, 64)


def test_the_format_is_this() -> None:
    row = np.array([[7.0, -7.0, 0.0, 3.5]], np.float32)
    data = pack(row * 0.85, 4)
    assert data[:12] == b"KBQ1" + bytes([4, 0, 4, 0, 1, 0, 0, 0])
    assert Packed(data).scales[0] >= 0.85 * 0.85
    low, high = data[14] & 15, data[14] >> 4
    assert (low, high) == (15, 1)
    assert len(data) == 12 + 2 + 2


@pytest.mark.parametrize("bits", [4, 8])
def test_zeros_stay_zeros(bits: int) -> None:
    assert not Packed(pack(np.zeros((2, 8), np.float32), bits))[:].any()


def test_no_rows_at_all() -> None:
    assert Packed(pack(np.zeros((0, 8), np.float32), 8))[:].shape == (0, 8)


def test_an_odd_number_of_columns_does_not_fill_bytes() -> None:
    with pytest.raises(ValueError, match="whole bytes"):
        pack(np.ones((1, 3), np.float32), 4)


@pytest.mark.parametrize("damage", [b"", b"KBQ", b"nonsense" * 9, b"KBQ9" + bytes(60)])
def test_foreign_bytes_are_refused(damage: bytes) -> None:
    with pytest.raises(EncoderError):
        Packed(damage)


def test_a_cut_file_is_refused() -> None:
    with pytest.raises(EncoderError):
        Packed(pack(ROWS, 8)[:-1])


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("at", [0, 1, 3, 5])
def test_packed_rows_are_joined_as_if_packed_at_once(bits, at):
    rows = np.random.default_rng(5).standard_normal((5, 6), np.float32)
    assert join([pack(rows[:at], bits), pack(rows[at:], bits)]) == pack(rows, bits)


def test_rows_of_another_width_are_not_joined():
    with pytest.raises(ValueError, match="width"):
        join([pack(np.ones((1, 4), np.float32), 8), pack(np.ones((1, 4), np.float32), 4)])


@pytest.mark.parametrize("bits", [4, 8])
@pytest.mark.parametrize("count", [0, 50, 1000])
def test_a_product_is_that_of_the_floats(bits: int, count: int) -> None:
    rows = np.resize(ROWS, (count, 64))
    packed = Packed(pack(rows, bits))
    assert packed.times(ROWS[0]) == pytest.approx(packed[:] @ ROWS[0], abs=1e-6)
