"""Who runs the full encoder's pass? numpy at first, onnxruntime where it is installed and worth loading.

This is the one place that decides. One question is answered by numpy before onnxruntime would have been loaded; a
process that has encoded more than FEW texts, as builds, servers and evaluations do, goes on with onnxruntime.
"""

from __future__ import annotations

import threading
from importlib.util import find_spec
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kb.encoders.numpy_pass import NumpyPass, Weights
from kb.encoders.quantise import Floats

FEW = 32
"""Texts left to numpy: onnxruntime saves a few milliseconds a question, and loading it takes 150."""

LIBRARY = "onnxruntime"
SAMPLE = np.array([[101, 100, 101, 100, 102]])
"""Pieces by which onnxruntime has to show that it computes what numpy does."""

NEAR = 1e-3
"""How far off its numbers may be, as a share of the largest one."""

_given_up = threading.Event()


class Pass(Protocol):
    """From the pieces of some texts to the sum of their last states."""

    def __call__(self, ids: NDArray[np.int64], held: Floats) -> Floats:
        """A row a text; `held` is 1 for a piece, 0 for padding."""


class Passes:
    """Knows which pass is to be taken."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._numpy = NumpyPass(weights)
        self._for_many: Pass | None = None
        self._texts = 0
        self._lock = threading.Lock()

    def take(self, texts: int) -> Pass:
        """The pass for so many texts more."""
        self._texts += texts
        return self.for_many() if self._texts > FEW else self._numpy

    def for_many(self) -> Pass:
        """onnxruntime's pass, or numpy's where that library is missing or does not work, which is told in a line."""
        with self._lock:
            if self._for_many is None:
                self._for_many = self._onnx() or self._numpy
            return self._for_many

    def _onnx(self) -> Pass | None:
        if runner() != LIBRARY:
            return None
        try:
            from kb.encoders.onnx_pass import OnnxPass

            found = OnnxPass(self._weights)
            held = np.ones(SAMPLE.shape, np.float32)
            expected, given = self._numpy(SAMPLE, held), found(SAMPLE, held)
            if not np.allclose(given, expected, rtol=0, atol=NEAR * np.abs(expected).max()):
                raise ArithmeticError("it computes other vectors")
        except Exception as error:  # whatever a foreign library meets: there is numpy
            import logging  # not for every question

            _given_up.set()
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            logging.getLogger(__name__).warning(
                "kb: %s cannot be used (%s); numpy encodes instead", LIBRARY, reason
            )
            return None
        return found


def runner() -> str:
    """What encodes many texts here: `onnxruntime` while it is installed and has not failed, else `numpy`."""
    is_there = find_spec(LIBRARY) is not None and not _given_up.is_set()
    return LIBRARY if is_there else "numpy"
