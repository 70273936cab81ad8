"""Draws the full encoder's pass as the graph that onnxruntime runs. Run it by hand when the pass changes.

    pip install onnx
    python -m kb.encoders.graph

The graph holds no weights: `onnx_pass.py` hands it ours, so there is no second copy of them to trust. It mirrors
`numpy_pass.py` step by step, but for states that are rows, which onnxruntime has its fast paths for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import onnx
from onnx import TensorProto, helper

from kb import encoders
from kb.encoders.numpy_pass import DIMS, EPSILON, HEADS, LAYERS, MASKED, WIDTH

OPSET, IR_VERSION = 20, 9
"""Of onnx 1.15, which onnxruntime reads since 1.17: the first with GELU."""

SHAPES: Mapping[str, tuple[int, ...]] = {
    "embeddings.word_embeddings.weight": (30_522, DIMS),
    "embeddings.position_embeddings.weight": (512, DIMS),
    "embeddings.token_type_embeddings.weight": (2, DIMS),
}


class Drawing:
    """Nodes in order, and the weights and constants that they name."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._held: dict[str, onnx.TensorProto] = {}

    def add(self, kind: str, *inputs: str, **settings: object) -> str:
        """Add a step; returns the name of what comes out of it."""
        out = f"{kind.lower()}{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [out], **settings))
        return out

    def weight(self, name: str, *shape: int) -> str:
        """A weight of the model, to be handed in."""
        tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=SHAPES.get(name, shape))
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value="weights")
        self._held[name] = tensor
        return name

    def constant(self, name: str, values: Sequence[int | float]) -> str:
        """Whole numbers as a list, a fraction alone."""
        if isinstance(values[0], float):
            self._held[name] = helper.make_tensor(name, TensorProto.FLOAT, [], values)
        else:
            self._held[name] = helper.make_tensor(name, TensorProto.INT64, [len(values)], values)
        return name

    def model(self, out: str) -> onnx.ModelProto:
        """The graph from pieces to sums of states."""
        inputs = [
            helper.make_tensor_value_info("ids", TensorProto.INT64, ["texts", "length"]),
            helper.make_tensor_value_info("held", TensorProto.FLOAT, ["texts", "length"]),
        ]
        self._nodes[-1].output[0] = "sums"
        outputs = [helper.make_tensor_value_info("sums", TensorProto.FLOAT, ["texts", DIMS])]
        graph = helper.make_graph(self._nodes, "all-MiniLM-L6-v2", inputs, outputs, [*self._held.values()])
        return helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="kb"
        )


def draw() -> bytes:
    """The graph, as onnxruntime reads it."""
    to = Drawing()
    shape = to.add("Shape", "ids")
    to.constant("0", [0])
    to.constant("1", [1])
    to.constant("heads", [HEADS, DIMS // HEADS])
    to.constant("width", [DIMS])
    to.constant("flat", [-1, DIMS])
    to.constant("one", [1.0])
    to.constant("masked", [MASKED])
    to.constant("scale", [1 / math.sqrt(DIMS // HEADS)])
    in_heads = to.add("Concat", shape, "heads", axis=0)
    in_rows = to.add("Concat", shape, "width", axis=0)
    missing = to.add("Mul", to.add("Sub", "held", "one"), "masked")
    mask = to.add("Unsqueeze", missing, to.constant("1, 2", [1, 2]))
    states = _embedded(to, shape)
    for number in range(LAYERS):
        states = _layer(to, states, f"encoder.layer.{number}.", in_heads, mask)
    rows = to.add("Reshape", states, in_rows)
    sums = to.add("MatMul", to.add("Unsqueeze", "held", "1"), rows)
    to.add("Squeeze", sums, "1")
    model = to.model(sums)
    return bytes(model.SerializeToString(deterministic=True))


def _embedded(to: Drawing, shape: str) -> str:
    words = to.add("Gather", to.weight("embeddings.word_embeddings.weight"), "ids")
    length = to.add("Slice", shape, "1", to.constant("2", [2]))
    places = to.add("Slice", to.weight("embeddings.position_embeddings.weight"), "0", length, "0")
    kinds = to.add("Slice", to.weight("embeddings.token_type_embeddings.weight"), "0", "1", "0")
    states = to.add("Add", to.add("Add", words, places), kinds)
    return _normalised(to, to.add("Reshape", states, "flat"), "embeddings.LayerNorm")


def _layer(to: Drawing, states: str, layer: str, in_heads: str, mask: str) -> str:
    attended = _attention(to, states, layer + "attention.self.", in_heads, mask)
    attended = _linear(to, attended, layer + "attention.output.dense", DIMS, DIMS)
    states = _normalised(to, to.add("Add", attended, states), layer + "attention.output.LayerNorm")
    wide = to.add("Gelu", _linear(to, states, layer + "intermediate.dense", WIDTH, DIMS))
    narrow = _linear(to, wide, layer + "output.dense", DIMS, WIDTH)
    return _normalised(to, to.add("Add", narrow, states), layer + "output.LayerNorm")


def _attention(to: Drawing, states: str, part: str, in_heads: str, mask: str) -> str:
    def heads(name: str, order: list[int]) -> str:
        rows = to.add("Reshape", _linear(to, states, part + name, DIMS, DIMS), in_heads)
        return to.add("Transpose", rows, perm=order)

    query, key, value = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]), heads("value", [0, 2, 1, 3])
    scores = to.add("Add", to.add("Mul", to.add("MatMul", query, key), "scale"), mask)
    seen = to.add("MatMul", to.add("Softmax", scores, axis=-1), value)
    return to.add("Reshape", to.add("Transpose", seen, perm=[0, 2, 1, 3]), "flat")


def _linear(to: Drawing, states: str, name: str, rows: int, columns: int) -> str:
    weight, bias = to.weight(name + ".weight", rows, columns), to.weight(name + ".bias", rows)
    return to.add("Gemm", states, weight, bias, transB=1)


def _normalised(to: Drawing, states: str, name: str) -> str:
    weight, bias = to.weight(name + ".weight", DIMS), to.weight(name + ".bias", DIMS)
    return to.add("LayerNormalization", states, weight, bias, axis=-1, epsilon=EPSILON)


if __name__ == "__main__":
    (encoders.DATA / "minilm.onnx").write_bytes(draw())
