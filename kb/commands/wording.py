"""How do struck and inserted words look in a terminal?"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from kb.commands.output import wrap

_LOOKS = {"removed": "strike red", "added": "underline green"}


def marked(pieces: Sequence[tuple[str, str]], indent: str = "    ") -> str:
    """Pieces of a text as they fit the terminal: struck and underlined there, between marks elsewhere."""
    from kb.diff import shortened, signed

    shown = shortened(pieces)
    if not (sys.stdout.isatty() and click.get_current_context().color is not False):
        return wrap("".join(words for _, words in signed(shown)), indent)
    marks, looks, at = [], [], 0
    for kind, words in shown:
        if kind in _LOOKS:
            marks.append((at, at + len(words.rstrip())))
            looks.append(_LOOKS[kind])
        at += len(words)
    return wrap("".join(words for _, words in shown), indent, marks, looks)
