"""How does a stretch read as part of a body? Shared by the recognisers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.ingest.lines import Stretch
from kb.markup import escape, escape_keeping_emphasis

_BULLETS = "-*•–—·▪◦‣●○■□►➢✦"
# "{leap}": a title is written without its icons.
_ICONS = re.compile(r"\s*\{[^{}\s]{1,24}\}")


def paragraph(stretch: Stretch) -> str:
    """A stretch as Markdown: a list item where it was printed with a bullet, else with the mark it was printed with."""
    if stretch.role == "row":
        return body(" ".join(stretch.text.split()))
    if stretch.mark and stretch.mark in _BULLETS:
        return f"{'  ' * stretch.depth}- {body(stretch.text)}"
    return body(f"{stretch.mark} {stretch.text}" if stretch.mark else stretch.text)


def body(words: str) -> str:
    """A paragraph's words as Markdown."""
    return escape_keeping_emphasis(words.strip())


def title(words: str) -> str:
    """A title as it is shown: without icons, emphasis marks and a final colon."""
    plain = _ICONS.sub("", words).replace("**", "").strip()
    plain = plain.strip("*_") if plain[:1] in "*_" else plain
    return " ".join(plain.rstrip(":").split()).strip()


def table(rows: Sequence[Sequence[str]], header: bool) -> str:
    """Rows of cells as a Markdown table; without a header row its head is empty."""
    columns = max(len(row) for row in rows)
    padded = [[*row, *[""] * (columns - len(row))] for row in rows]
    head = padded.pop(0) if header else [""] * columns
    lines = [head, ["---"] * columns, *padded]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(words: str) -> str:
    return words if set(words) == {"-"} else escape(words.strip())
