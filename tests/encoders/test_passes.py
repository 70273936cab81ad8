"""onnxruntime and numpy compute the same, and which of them runs is decided in one place."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import erfc, sqrt
from pathlib import Path

import numpy as np
import pytest

from kb import encoders
from kb.encoders import onnx_pass, passes, threads
from kb.encoders.numpy_pass import DIMS, EPSILON, HEADS, LAYERS, WIDTH, NumpyPass, Weights, gelu
from kb.encoders.passes import FEW, LIBRARY, Pass, Passes
from kb.encoders.quantise import Floats

PIECES = len(encoders.pieces())


@pytest.fixture(scope="module")
def weights() -> Weights:
    """Weights of the size of the real ones, drawn at random."""
    dice = np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (PIECES, DIMS),
        "embeddings.position_embeddings.weight": (512, DIMS),
        "embeddings.token_type_embeddings.weight": (2, DIMS),
        "pooler.dense.weight": (DIMS, DIMS),
    }
    norms, layers = ["embeddings.LayerNorm"], [f"encoder.layer.{number}." for number in range(LAYERS)]
    for layer in layers:
        parts = [*(f"attention.self.{part}" for part in ("query", "key", "value")), "attention.output.dense"]
        linear = [*((part, DIMS, DIMS) for part in parts), ("intermediate.dense", WIDTH, DIMS)]
        for name, rows, columns in [*linear, ("output.dense", DIMS, WIDTH)]:
            shapes |= {f"{layer}{name}.weight": (rows, columns), f"{layer}{name}.bias": (rows,)}
        norms += [f"{layer}attention.output.LayerNorm", f"{layer}output.LayerNorm"]
    shapes |= {f"{name}.{part}": (DIMS,) for name in norms for part in ("weight", "bias")}
    return {
        name: dice.standard_normal(shape, np.float32) * np.float32(0.08) for name, shape in shapes.items()
    }


def texts_of(*lengths: int) -> tuple[np.ndarray, Floats]:
    """Pieces drawn at random, and which of them are there."""
    dice = np.random.default_rng(8)
    ids = dice.integers(0, PIECES, (len(lengths), max(lengths)))
    held = (np.arange(max(lengths)) < np.array(lengths)[:, None]).astype(np.float32)
    return ids, held


@pytest.mark.parametrize("lengths", [(8,), (30,), (3, 40, 17), (256, 256), (12,) * 40])
def test_onnxruntime_computes_what_numpy_computes(weights: Weights, lengths: tuple[int, ...]) -> None:
    pytest.importorskip(LIBRARY, reason="onnxruntime is not installed: pip install 'kb-rules[onnx]'")
    ids, held = texts_of(*lengths)
    expected, given = (make(weights)(ids, held) for make in (NumpyPass, onnx_pass.OnnxPass))
    assert np.abs(given - expected).max() < 1e-4 * np.abs(expected).max()


@pytest.mark.parametrize("lengths", [(1,), (30,), (65,), (3, 40, 17), (180, 1, 12)])
def test_numpy_computes_what_bert_is_defined_to_be(weights: Weights, lengths: tuple[int, ...]) -> None:
    ids, held = texts_of(*lengths)
    texts = [row[: int(count)] for row, count in zip(ids, held.sum(1), strict=True)]
    expected = np.array([defined(weights, text) for text in texts])
    assert np.abs(NumpyPass(weights)(ids, held) - expected).max() < 1e-4 * np.abs(expected).max()


def defined(weights: Weights, ids: np.ndarray) -> np.ndarray:
    """The sum of the last states of one text, word for word as in the paper, in double precision."""
    wide = {
        name: array.astype(np.float64) for name, array in weights.items() if "word_embeddings" not in name
    }

    def linear(states: np.ndarray, name: str) -> np.ndarray:
        return states @ wide[name + ".weight"].T + wide[name + ".bias"]

    def normalised(states: np.ndarray, name: str) -> np.ndarray:
        spread = np.sqrt(states.var(1, keepdims=True) + EPSILON)
        return (states - states.mean(1, keepdims=True)) / spread * wide[name + ".weight"] + wide[
            name + ".bias"
        ]

    def attended(states: np.ndarray, part: str) -> np.ndarray:
        query, key, value = (
            np.split(linear(states, part + name), HEADS, axis=1) for name in ("query", "key", "value")
        )
        seen = []
        for asking, asked, told in zip(query, key, value, strict=True):
            shares = np.exp(asking @ asked.T / np.sqrt(DIMS // HEADS))
            seen.append(shares / shares.sum(1, keepdims=True) @ told)
        return np.concatenate(seen, axis=1)

    states = weights["embeddings.word_embeddings.weight"][ids].astype(np.float64)
    states += wide["embeddings.position_embeddings.weight"][: len(ids)]
    states = normalised(states + wide["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in (f"encoder.layer.{number}." for number in range(LAYERS)):
        seen = linear(attended(states, layer + "attention.self."), layer + "attention.output.dense")
        states = normalised(seen + states, layer + "attention.output.LayerNorm")
        between = linear(states, layer + "intermediate.dense")
        below = np.array([[0.5 * erfc(-x / sqrt(2)) for x in row] for row in between.tolist()])
        states = normalised(
            linear(between * below, layer + "output.dense") + states, layer + "output.LayerNorm"
        )
    total: np.ndarray = states.sum(0)
    return total


def test_halves_of_a_question_come_to_the_same_on_two_threads(
    weights: Weights, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids, held = texts_of(30)
    found = []
    for idle in (False, True):
        monkeypatch.setattr(threads, "has_second_processor", lambda idle=idle: idle)
        found.append(NumpyPass(weights)(ids, held))
    assert np.array_equal(*found)


def test_the_graph_in_the_package_is_the_one_that_is_drawn() -> None:
    pytest.importorskip("onnx", reason="onnx, with which the graph is drawn, is not installed")
    from kb.encoders.graph import draw

    assert onnx_pass.GRAPH.read_bytes() == draw()


def test_gelu_is_what_it_should_be() -> None:
    numbers = np.linspace(-40, 40, 4803, dtype=np.float32).reshape(3, -1)
    expected = [[x * 0.5 * erfc(-x / sqrt(2)) for x in row] for row in numbers.tolist()]
    assert gelu(numbers) == pytest.approx(np.array(expected), abs=4e-6)


def stand_in(answer: Callable[[Floats], Floats]) -> type:
    """A pass of another library that answers so, told what numpy would."""

    class StandIn:
        def __init__(self, weights: Weights) -> None:
            self._numpy = NumpyPass(weights)

        def __call__(self, ids: np.ndarray, held: Floats) -> Floats:
            return answer(self._numpy(ids, held))

    return StandIn


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch, weights: Weights) -> Callable[..., Passes]:
    """Passes where onnxruntime is installed, or is not, and what it does."""

    def made(found: type | None) -> Passes:
        monkeypatch.setattr(passes, "find_spec", lambda name: found)
        monkeypatch.setattr(passes, "_given_up", threading.Event())
        monkeypatch.setattr(onnx_pass, "OnnxPass", found)
        return Passes(weights)

    return made


def is_numpy(run: Pass) -> bool:
    return isinstance(run, NumpyPass)


def test_one_question_never_waits_for_onnxruntime(choose: Callable[..., Passes]) -> None:
    given = choose(stand_in(lambda sums: sums))
    assert [is_numpy(given.take(1)) for _ in range(FEW + 2)] == [True] * FEW + [False] * 2


def test_many_texts_are_encoded_by_onnxruntime(
    choose: Callable[..., Passes], caplog: pytest.LogCaptureFixture
) -> None:
    assert not is_numpy(choose(stand_in(lambda sums: sums)).take(FEW + 1))
    assert passes.runner() == LIBRARY
    assert caplog.messages == []


def test_without_onnxruntime_numpy_encodes_and_nothing_is_said(
    choose: Callable[..., Passes], caplog: pytest.LogCaptureFixture
) -> None:
    assert is_numpy(choose(None).take(1000))
    assert passes.runner() == "numpy"
    assert caplog.messages == []


def broken(weights: Weights) -> Pass:
    raise ImportError("libonnx.so: cannot open\nshared object file")


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (broken, "libonnx.so: cannot open"),
        (stand_in(lambda sums: sums + 1), "it computes other vectors"),
        (stand_in(lambda sums: sums * np.nan), "it computes other vectors"),
        (stand_in(lambda sums: sums[:, :5]), ""),
    ],
)
def test_a_broken_onnxruntime_is_told_in_one_line_and_left_alone(
    choose: Callable[..., Passes], caplog: pytest.LogCaptureFixture, found: type, reason: str
) -> None:
    given = choose(found)
    assert is_numpy(given.take(1000))
    assert is_numpy(given.take(1000))
    (line,) = caplog.messages
    assert reason in line
    assert "\n" not in line
    assert passes.runner() == "numpy"


def test_a_missing_graph_is_no_end(
    choose: Callable[..., Passes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip(LIBRARY, reason="onnxruntime is not installed: pip install 'kb-rules[onnx]'")
    monkeypatch.setattr(onnx_pass, "GRAPH", tmp_path / "minilm.onnx")
    assert is_numpy(choose(onnx_pass.OnnxPass).take(1000))
