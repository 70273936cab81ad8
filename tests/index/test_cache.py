"""Texts are encoded once, whatever becomes of the cache."""

import numpy as np
import pytest

from kb import caches
from kb.encoders.minilm import Reading
from kb.encoders.quantise import Packed
from kb.index import cache


class Counting:
    """Encodes lengths of texts, and counts the texts it was given."""

    name, key, dims = "counting", "counting-1", 4

    def __init__(self):
        self.encoded = 0

    def read(self, texts):
        self.encoded += len(texts)
        rows = np.array([[len(text), 1, 0, 0] for text in texts], np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return [
            Reading(vector=row, pieces=np.repeat(row[None], len(text), 0))
            for row, text in zip(rows, texts, strict=True)
        ]


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "cache"))


def test_a_text_is_encoded_once_and_comes_back_the_same():
    encoder = Counting()
    first = cache.Cached(encoder).encode(["a", "bb", "a"])
    again = cache.Cached(encoder).encode(["bb", "a", "ccc"])
    assert encoder.encoded == 3
    assert (first[0] == first[2]).all()
    assert (again[0] == first[1]).all()
    assert again[2] == pytest.approx(encoder.read(["ccc"])[0].vector, abs=0.01)


def test_pieces_are_kept_only_where_they_are_asked_for():
    encoder = Counting()
    cache.Cached(encoder).encode(["a", "bb"])
    (pieces,) = cache.Cached(encoder).pieces(["bb"])
    assert (encoder.encoded, len(Packed(pieces))) == (3, 2)
    assert cache.Cached(encoder).pieces(["bb", "bb"]) == [pieces, pieces]
    assert cache.Cached(encoder).encode(["bb"]).shape == (1, 4)
    assert encoder.encoded == 3


def test_many_new_texts_are_told_and_kept_as_they_come():
    texts, told = [f"goat {number}" for number in range(1_000)], []
    encoder = Counting()

    def stop(step: str) -> None:
        told.append(step)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.Cached(encoder, stop).encode(texts)
    assert told[0] == "Reading what 1,000 new texts mean, this once: 0%"
    assert told[2].startswith("Reading what 1,000 new texts mean, this once: 80%, about ")
    rows = cache.Cached(encoder, told.append).encode(texts)
    assert (encoder.encoded, told[3:]) == (1_000, ["Reading what 200 new texts mean, this once: 0%"])
    assert (rows == cache.Cached(Counting()).encode(texts)).all()


def test_another_encoder_has_a_cache_of_its_own(monkeypatch):
    cache.Cached(Counting()).encode(["a"])
    other = Counting()
    other.key = "counting-2"
    cache.Cached(other).encode(["a"])
    assert other.encoded == 1
    (first, second) = sorted(caches.folder().iterdir())
    first.replace(second)  # what another one made, under our name
    again = Counting()
    again.key = "counting-2"
    cache.Cached(again).encode(["a"])
    assert again.encoded == 1


def test_a_damaged_cache_is_an_empty_one():
    cache.Cached(Counting()).encode(["a"])
    (file,) = caches.folder().iterdir()
    for damage in (b"", b"PK", file.read_bytes()[:-4000], b"x" * 500):
        file.write_bytes(damage)
        encoder = Counting()
        assert cache.Cached(encoder).encode(["a"]).shape == (1, 4)
        assert encoder.encoded == 1


def test_a_cache_that_cannot_be_written_is_none(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KB_CACHE", str(tmp_path / "file" / "below"))
    assert cache.Cached(Counting()).encode(["a"]).shape == (1, 4)


def test_no_texts_are_no_rows():
    assert cache.Cached(Counting()).encode([]).shape == (0, 4)
