"""What of a changed text is worth showing? The changes, and a few words around each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.diff.words import ADDED, REMOVED, SAME, Piece

AROUND = 8
"""Words shown before and behind a change."""

LONGEST = 60
"""Words shown of a text that is all new or all gone."""

LEAST_HIDDEN = 4
"""Words; fewer are not worth hiding."""

_WORD = re.compile(r"\S+\s*")


def folded(pieces: Sequence[Piece]) -> Iterator[tuple[str, str, str, str]]:
    """Each piece as what became of it, the words shown first, those hidden, those shown behind them."""
    last = len(pieces) - 1
    for at, (kind, text) in enumerate(pieces):
        if kind == SAME:
            before, behind = (0 if at == 0 else AROUND), (0 if at == last else AROUND)
        elif not last:
            before, behind = LONGEST, 0
        else:
            yield kind, text, "", ""
            continue
        words = _WORD.findall(text)
        if len(words) < before + behind + LEAST_HIDDEN:
            yield kind, text, "", ""
        else:
            end = len(words) - behind
            yield kind, "".join(words[:before]), "".join(words[before:end]), "".join(words[end:])


def shortened(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with `…` for what is hidden; none where nothing changed."""
    if all(kind == SAME for kind, _ in pieces):
        return []
    return [
        (kind, f"{first}… {behind}" if hidden else first) for kind, first, hidden, behind in folded(pieces)
    ]


SIGNS = {REMOVED: ("[-", "-]"), ADDED: ("{+", "+}")}
"""What stands around struck and inserted words where nothing is coloured."""


def signed(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, struck and inserted words between signs."""
    return [(kind, _between(words, *SIGNS.get(kind, ("", "")))) for kind, words in pieces]


def _between(words: str, start: str, end: str) -> str:
    inner = words.rstrip()
    return f"{start}{inner}{end}{words[len(inner) :]}" if inner else words
