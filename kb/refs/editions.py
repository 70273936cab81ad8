"""Which edition does `@2025` mean? The one called so, or what was in force then."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBER = re.compile(r"\d+")


def in_force(editions: Iterable[str], asked: str) -> str | None:
    """The edition that is called so, else the newest that begins so or came before; None where none was yet."""
    held, asked = list(editions), asked.strip()
    if asked in held:
        return asked
    wanted = _numbers(asked)
    reached = [edition for edition in held if wanted and _numbers(edition)[: len(wanted)] <= wanted]
    return max(reached, key=lambda edition: (_numbers(edition), edition), default=None)


def _numbers(edition: str) -> tuple[int, ...]:
    return tuple(int(digits[:18]) for digits in _NUMBER.findall(edition))
