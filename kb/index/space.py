"""Which vector stands for a text? The encoder's; the table's in an index that was made quickly, and in browsers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kb import encoders
from kb.errors import BuildError

if TYPE_CHECKING:
    from kb.encoders import Encoder
    from kb.encoders.quantise import Floats

TABLE_SHARE = 0.4
"""Share of the table in a vector that a browser compares its questions with, beside the encoder's."""


def for_index(quick: bool = False, tell: Callable[[str], None] | None = None) -> Encoder:
    """What encodes a whole index: the encoder, which remembers and tells how far it is, or the table."""
    if quick:
        return encoders.table()
    from kb.index.cache import Cached

    return Cached(encoders.encoder(), tell)


def for_questions(folder: Path, key: str) -> Encoder:
    """The encoder that an index was made with; one that was made with another is refused."""
    if key.startswith("table-") and key == encoders.table().key:
        return encoders.table()
    if key == encoders.encoder().key:
        return encoders.encoder()
    raise of_another_encoder(folder)


def of_another_encoder(folder: Path) -> BuildError:
    """The one clear line for vectors that cannot be compared with a question's."""
    return BuildError(f"{folder}: its vectors are of another encoder; run `kb build` to renew them")


def shared(rows: Floats) -> Floats:
    """Rows of an index in the table's own space: what a browser can ask."""
    from kb.encoders.quantise import unit

    own = encoders.table().dims
    if rows.shape[1] <= own:  # those of the table itself
        return rows
    return unit(encoders.project(rows) + TABLE_SHARE * unit(rows[:, -own:]))
