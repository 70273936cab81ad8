"""Vectors are encoded once, whatever becomes of the cache."""

import numpy as np
import pytest

from kb.index import cache


class Counting:
    """Encodes lengths of texts, and counts the texts it was given."""

    name, key, dims = "counting", "counting-1", 4

    def __init__(self):
        self.encoded = 0

    def encode(self, texts):
        self.encoded += len(texts)
        rows = np.array([[len(text), 1, 0, 0] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))


def test_a_text_is_encoded_once_and_comes_back_the_same():
    encoder = Counting()
    first = cache.encode(encoder, ["a", "bb", "a"])
    again = cache.encode(encoder, ["bb", "a", "ccc"])
    assert encoder.encoded == 3
    assert (first[0] == first[2]).all()
    assert (again[0] == first[1]).all()
    assert again[2] == pytest.approx(encoder.encode(["ccc"])[0], abs=0.01)


def test_many_new_texts_are_told_and_kept_as_they_come():
    texts, told = [f"goat {number}" for number in range(1_200)], []
    encoder = Counting()

    def stop(step: str) -> None:
        told.append(step)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.Cached(encoder, stop).encode(texts)
    assert [step.split(": ")[1] for step in told] == [
        f"{n} of 1,200 (each only once)" for n in ("0", "500", "1,000")
    ]
    rows = cache.Cached(encoder, told.append).encode(texts)
    assert (encoder.encoded, told[3:]) == (1_200, ["Reading what texts mean: 0 of 200 (each only once)"])
    assert (rows == cache.encode(Counting(), texts)).all()


def test_another_encoder_has_a_cache_of_its_own():
    cache.encode(Counting(), ["a"])
    other = Counting()
    other.key = "counting-2"
    cache.encode(other, ["a"])
    assert other.encoded == 1


def test_a_damaged_cache_is_an_empty_one():
    cache.encode(Counting(), ["a"])
    (file,) = cache.folder().iterdir()
    for damage in (b"", b"PK", file.read_bytes()[:-40], b"x" * 500):
        file.write_bytes(damage)
        encoder = Counting()
        assert cache.encode(encoder, ["a"]).shape == (1, 4)
        assert encoder.encoded == 1


def test_a_cache_that_cannot_be_written_is_none(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "file" / "below"))
    assert cache.encode(Counting(), ["a"]).shape == (1, 4)


def test_no_texts_are_no_rows():
    assert cache.encode(Counting(), []).shape == (0, 4)
