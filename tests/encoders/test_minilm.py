"""The full encoder computes what BERT computes, alone or in company."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kb import encoders
from kb.encoders import numpy_pass
from kb.encoders.minilm import MiniLM, read_weights
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
    header, body = {}, b""
    for name, array in weights.items():
        data = array.tobytes()
        header[name] = {
            "dtype": "F32",
            "shape": array.shape,
            "data_offsets": [len(body), len(body) + len(data)],
        }
        body += data
    head = json.dumps(header).encode()
    path.write_bytes(len(head).to_bytes(8, "little") + head + body)
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_weights(tmp_path_factory.mktemp("small") / "model.safetensors", small_weights())


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


def test_company_changes_nothing(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_pass, "LAYERS", 1)
    encoder = MiniLM(small, PIECES)
    together = encoder.encode(TEXTS * 40)
    for place, text in enumerate(TEXTS):
        assert together[place + 7 * 39] == pytest.approx(encoder.encode([text])[0], abs=1e-5)


def test_no_texts_give_no_rows(small: Path) -> None:
    assert MiniLM(small, PIECES).encode([]).shape == (0, 384)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x02",
        b"\x02\0\0\0\0\0\0\0[]",
        b"\xff" * 64,
        b"\x10" + bytes(40),
        b"\x08\0\0\0\0\0\0\0" + b'{"a":{}}',
    ],
)
def test_foreign_bytes_are_one_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(data)
    with pytest.raises(EncoderError, match="kb model add") as refusal:
        MiniLM(path, PIECES)
    assert "\n" not in str(refusal.value)


def test_a_cut_file_is_one_line(tmp_path: Path, small: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(small.read_bytes()[:-4])
    with pytest.raises(EncoderError, match="not a safetensors file"):
        read_weights(path)


PINNED = [
    ("Can my dwarf climb a wall?", "A character cannot move through walls.", 0.46781),
    ("how do I get health back", "Healing restores lost hit points.", 0.42310),
    ("shuffle the deck", "roll two dice", 0.21616),
    ("Who wins a tie?", "goblin", 0.15562),
]
"""From transformers 5.23.0 and torch 2.13.0, padded by nobody."""


@pytest.mark.parametrize(("one", "other", "cosine"), PINNED)
def test_the_real_weights_give_the_reference_cosines(one: str, other: str, cosine: float) -> None:
    encoder = encoders.full()
    if encoder is None:
        pytest.skip("the full encoder is not installed: kb model add")
    first, second, _ = encoder.encode(
        [one, other, "a longer text that makes the others be padded in their batch"]
    )
    assert float(first @ second) == pytest.approx(cosine, abs=5e-5)
