"""On how many threads does numpy work? One is best, for a question and for many texts, which share processors."""

from __future__ import annotations

import os

VARIABLES = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""What the libraries that numpy comes with read, once, when they are loaded."""


def use_one_thread() -> None:
    """Let numpy work on one thread, unless people have chosen: to be called before numpy is imported.

    A question's products are so small that threads mostly wait for one another: a cold search with the full
    encoder took 614 ms with two and 347 with one on a busy machine.
    """
    for name in VARIABLES:
        os.environ.setdefault(name, "1")
