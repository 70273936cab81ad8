"""The encoder computes what BERT computes, alone or in company."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kb import encoders
from kb.encoders import numpy_pass
from kb.encoders.minilm import TABLE_SHARE, MiniLM
from kb.encoders.piece_table import Table
from kb.encoders.weights import FLOATS, Weights, write
from kb.errors import EncoderError

WORDS = ["wall", "push", "goblin", "##s", "?", "die", "turn", "draw"]
PIECES = [f"[unused{number}]" for number in range(100)] + ["[UNK]", "[CLS]", "[SEP]", *WORDS]
TEXTS = ["wall", "push goblins?", "", "die die die turn draw wall", "goblin " * 400, "never seen", "wall"]


def small_weights() -> dict[str, Any]:
    """Weights of one layer, drawn at random."""
    dice = np.random.default_rng(4)
    shapes = {
        "embeddings.word_embeddings.weight": (len(PIECES), 384),
        "embeddings.position_embeddings.weight": (256, 384),
        "embeddings.token_type_embeddings.weight": (2, 384),
        "embeddings.LayerNorm.weight": (384,),
        "embeddings.LayerNorm.bias": (384,),
    }
    layer = "encoder.layer.0."
    for name, rows, columns in [
        *((f"attention.self.{part}", 384, 384) for part in ("query", "key", "value")),
        ("attention.output.dense", 384, 384),
        ("intermediate.dense", 1536, 384),
        ("output.dense", 384, 1536),
    ]:
        shapes |= {f"{layer}{name}.weight": (rows, columns), f"{layer}{name}.bias": (rows,)}
    for name in ("attention.output.LayerNorm", "output.LayerNorm"):
        shapes |= {f"{layer}{name}.weight": (384,), f"{layer}{name}.bias": (384,)}
    return {name: dice.normal(0, 0.08, shape).astype("<f4") for name, shape in shapes.items()}


def write_weights(path: Path, weights: dict[str, Any]) -> Path:
    part = "embeddings."
    arrays = {
        name: (array, FLOATS) for name, array in weights.items() if not name.endswith("embeddings.weight")
    }
    arrays |= {
        part + "words": (weights[part + "word_embeddings.weight"], FLOATS),
        part + "places": (
            weights[part + "position_embeddings.weight"] + weights[part + "token_type_embeddings.weight"][0],
            FLOATS,
        ),
        "narrow": (np.eye(16, 384, dtype=np.float32), FLOATS),
        "silent": (np.array([100, 101, 102, PIECES.index("?")], np.float32), FLOATS),
    }
    write(path, arrays)
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_weights(tmp_path_factory.mktemp("small") / "encoder.bin", small_weights())


def slowly(text: str, weights: dict[str, Any]) -> Any:
    """One text through one layer, head by head, the way the paper tells it."""
    numbers = {piece: number for number, piece in enumerate(PIECES)}
    cut = {"goblins": ["goblin", "##s"]}
    words = text.replace("?", " ?").split()
    inner = [numbers.get(piece, 100) for word in words for piece in cut.get(word, [word])]
    ids = [101, *inner[:254], 102]
    layer = "encoder.layer.0."

    def linear(x: Any, name: str) -> Any:
        return x @ weights[layer + name + ".weight"].T + weights[layer + name + ".bias"]

    def normal(x: Any, name: str) -> Any:
        x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
        return x * weights[name + ".weight"] + weights[name + ".bias"]

    part = "embeddings."
    states = weights[part + "word_embeddings.weight"][ids].astype(np.float64)
    states = states + weights[part + "position_embeddings.weight"][: len(ids)]
    states = normal(states + weights[part + "token_type_embeddings.weight"][0], part + "LayerNorm")
    query, key, value = (linear(states, f"attention.self.{name}") for name in ("query", "key", "value"))
    heads = []
    for start in range(0, 384, 32):
        head = slice(start, start + 32)
        scores = np.exp(query[:, head] @ key[:, head].T / math.sqrt(32))
        heads.append(scores / scores.sum(-1, keepdims=True) @ value[:, head])
    attended = linear(np.concatenate(heads, 1), "attention.output.dense")
    states = normal(states + attended, layer + "attention.output.LayerNorm")
    wide = linear(states, "intermediate.dense")
    wide = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
    states = normal(states + linear(wide, "output.dense"), layer + "output.LayerNorm")
    mean = states.mean(0)
    return mean / np.linalg.norm(mean)


def test_it_computes_what_the_paper_tells(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_pass, "LAYERS", 1)
    weights = small_weights()
    vectors = MiniLM(small, PIECES).encode(TEXTS)
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert vector == pytest.approx(slowly(text, weights), abs=2e-5)


def test_company_changes_not_a_single_bit(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_pass, "LAYERS", 1)
    encoder = MiniLM(small, PIECES)
    alone = {text: encoder.read([text])[0] for text in TEXTS}
    others = ["goblin " * number for number in range(1, 60)]
    together = encoder.read([*others, *TEXTS, *others[::3]])[len(others) :]
    for text, reading in zip(TEXTS, together, strict=False):
        assert (reading.vector == alone[text].vector).all()
        assert (reading.pieces == alone[text].pieces).all()


def test_marks_say_nothing(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_pass, "LAYERS", 1)
    readings = MiniLM(small, PIECES).read(["push goblins?", "", "?"])
    assert [reading.pieces.shape for reading in readings] == [(3, 16), (0, 16), (0, 16)]
    assert np.linalg.norm(readings[0].pieces, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_rows(small: Path) -> None:
    assert MiniLM(small, PIECES).encode([]).shape == (0, 384)


def test_what_the_table_makes_of_a_text_stands_beside(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_pass, "LAYERS", 1)
    rows = np.random.default_rng(2).normal(0, 1, (len(PIECES), 8)).astype(np.float32)
    table = Table(PIECES, rows, "table-1")
    alone, beside = MiniLM(small, PIECES), MiniLM(small, PIECES, table)
    assert (beside.dims, beside.key) == (392, f"{alone.key}-table-1")
    vectors = beside.encode(TEXTS)
    own, of_table = alone.encode(TEXTS), table.encode(TEXTS)
    likeness = (own @ own.T + TABLE_SHARE * (of_table @ of_table.T)) / (1 + TABLE_SHARE)
    known = np.flatnonzero(np.linalg.norm(of_table, axis=1))
    assert (vectors @ vectors.T)[np.ix_(known, known)] == pytest.approx(
        likeness[np.ix_(known, known)], abs=1e-5
    )
    assert (beside.encode(TEXTS[:1]) == vectors[:1]).all()


@pytest.mark.parametrize(
    "data", [b"", b"\x02", b"KBW1\x02\0\0\0[]", b"\xff" * 64, b"KBW1\x10\0\0\0" + bytes(40), b"elsewhere" * 9]
)
def test_foreign_bytes_are_one_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "encoder.bin"
    path.write_bytes(data)
    with pytest.raises(EncoderError, match="damaged") as refusal:
        MiniLM(path, PIECES)
    assert "\n" not in str(refusal.value)


def test_changed_weights_are_told(tmp_path: Path, small: Path) -> None:
    path = tmp_path / "encoder.bin"
    path.write_bytes(small.read_bytes()[:-1] + b"\x01")
    with pytest.raises(EncoderError, match="damaged"):
        MiniLM(path, PIECES).verify()
    MiniLM(small, PIECES).verify()


def test_few_bits_say_nearly_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_pass, "LAYERS", 1)
    rows = np.random.default_rng(1).normal(0, 1, (384, 384)).astype(np.float32)
    write(tmp_path / "w", {"eight": (rows, 8), "four": (rows, 4), "whole": (rows, FLOATS)})
    weights = Weights(tmp_path / "w")
    for name, off in (("eight", 0.03), ("four", 0.6), ("whole", 0.0)):
        assert np.abs(weights.rows(name, slice(0, 48)) - rows[:48]).max() <= off
    before = weights.columns("eight", slice(8, 40)), weights.rows("eight", slice(8, 40))
    weights.keep()
    assert (weights.columns("eight", slice(8, 40)) == before[0]).all()
    assert (weights.rows("eight", slice(8, 40)) == before[1]).all()


@pytest.mark.parametrize(
    ("question", "near", "far"),
    [
        ("can my guy walk through a wall", "A character cannot pass an obstacle.", "Shuffle the deck."),
        ("how do I get health back", "Healing restores lost hit points.", "Roll two dice to attack."),
        ("nobody has more points, who wins", "A tie is broken by seating.", "Draw a card at the start."),
    ],
)
def test_the_shipped_weights_know_what_answers(question: str, near: str, far: str) -> None:
    asked, right, wrong = encoders.encoder().encode([question, near, far])
    assert float(asked @ right) > float(asked @ wrong) + 0.1
