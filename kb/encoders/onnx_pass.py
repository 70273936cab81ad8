"""The full encoder's pass in onnxruntime: two to three times as fast as numpy's, but slow to load.

Only the graph is read from the package (`graph.py` draws it); the weights are those that numpy uses, checked by
their hash and mapped into memory once for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.encoders import DATA

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kb.encoders.numpy_pass import Weights
    from kb.encoders.quantise import Floats

GRAPH = DATA / "minilm.onnx"
UNUSED = "pooler."
"""Weights of the model that the pass has no use for begin so."""

ONLY_ERRORS = 3
"""Of onnxruntime's levels of log lines."""


class OnnxPass:
    """The same as `NumpyPass`."""

    name = "onnxruntime"

    def __init__(self, weights: Weights) -> None:
        import onnxruntime

        settings = onnxruntime.SessionOptions()
        settings.log_severity_level = ONLY_ERRORS
        settings.intra_op_num_threads = 1  # `minilm.py` gives every processor texts of its own
        self._weights = {
            name: onnxruntime.OrtValue.ortvalue_from_numpy(array)
            for name, array in weights.items()
            if not name.startswith(UNUSED)
        }
        settings.add_external_initializers([*self._weights], [*self._weights.values()])
        graph = GRAPH.read_bytes()
        self._session = onnxruntime.InferenceSession(graph, settings, providers=["CPUExecutionProvider"])

    def __call__(self, ids: NDArray[np.int64], held: Floats) -> Floats:
        """A row a text: the sum of the last states of its pieces."""
        sums: Floats = self._session.run(None, {"ids": ids, "held": held})[0]
        return sums
