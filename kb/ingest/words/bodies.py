"""How does a stretch read as part of a body? Shared by the recognisers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.ingest.document import Stretch
from kb.ingest.linkmarks import MARKS, without_marks
from kb.markup import escape, escape_keeping_emphasis

_BULLETS = "-*•–—·▪◦‣●○■□►➢✦"
# "({link})", "(Section {link} and {link})": brackets that hold links without words of their own
_POINTING = re.compile(rf"\s*\(([^()]*{MARKS}[^()]*)\)\s*$")
# "(added in FAQ, section 2, amended October 2020)", "(expanded in the second edition)"
_HISTORY = re.compile(
    r"\s*\(((?:added|expanded|amended|updated|revised|clarified|changed|introduced) "
    r"(?:in|by|on|with|for)\b[^()]{3,150})\)\W*$",
    re.IGNORECASE,
)
# "*The Forgotten Age*", "**Attack**"
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,2})(?=[^\s*])([^*]*[^\s*])\1(?![\w*])")
# "{leap}": a title is written without its icons.
_ICONS = re.compile(r"\s*(?:[^\s\u2060]{1,8}\u2060)?\{[^{}\s]{1,24}\}")


def paragraph(stretch: Stretch) -> str:
    """A stretch as Markdown: a list item where it was printed with a bullet, else with the mark it was printed with."""
    if stretch.role == "row":
        return body(" ".join(stretch.text.split()))
    if stretch.role == "quote":
        return f"> {body(stretch.text)}"
    if stretch.mark and stretch.mark in _BULLETS:
        return f"{'  ' * stretch.depth}- {body(stretch.text)}"
    return body(f"{stretch.mark} {stretch.text}" if stretch.mark else stretch.text)


def head(stretch: Stretch) -> str:
    """A stretch's words with the number, but not the bullet, that it was printed with."""
    return f"{stretch.mark} {stretch.text}" if stretch.mark and stretch.mark not in _BULLETS else stretch.text


def body(words: str) -> str:
    """A paragraph's words as Markdown."""
    return escape_keeping_emphasis(words.strip())


def title(words: str) -> str:
    """A title as it is shown: without icons, emphasis marks and a final colon."""
    plain = without_marks(words)
    if "{" in plain:
        named = _ICONS.sub("", plain)
        plain = named if any(map(str.isalnum, named)) else plain  # a term may be an icon
    if "*" in plain:
        plain = _EMPHASIS.sub(r"\2", plain).replace("**", "")
    plain = plain.strip()
    plain = plain.strip("*_") if plain[:1] in "*_" else plain
    return " ".join(plain.rstrip(":").split()).strip()


def as_list(items: Sequence[str]) -> tuple[str, ...]:
    """Items of Markdown as one block; none for none."""
    return ("\n".join(item.lstrip() for item in items),) if items else ()


def letter(position: int) -> str:
    """The letter of a position: a to z, then aa to zz."""
    more, last = divmod(position - 1, 26)
    return (letter(more) if more else "") + chr(ord("a") + last)


def heading(words: str) -> tuple[str, tuple[str, ...]]:
    """A heading's title, and as a body the brackets at its end that are no part of the name.

    Those are references without words of their own, `A Run (section 6.9)`, and notes on the text's history,
    `Alert (added in the second edition)`.
    """
    match = (_POINTING.search(words) or _HISTORY.search(words)) if "(" in words else None
    return (title(words[: match.start()]), (body(match[1]),)) if match else (title(words), ())


def table(rows: Sequence[Sequence[str]], header: bool) -> str:
    """Rows of cells as a Markdown table; without a header row its head is empty."""
    columns = max(len(row) for row in rows)
    padded = [[*row, *[""] * (columns - len(row))] for row in rows]
    head = padded.pop(0) if header else [""] * columns
    lines = [head, ["---"] * columns, *padded]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(words: str) -> str:
    return words if set(words) == {"-"} else escape(words.strip())
