"""How is a body written, with the text's own links in it? Shared by readers, recognisers and entries.

A reader that meets a link (`<a href="#May">May</a>`, `[[rule:golden_rule]]`, `{ref:sec_runs}`) puts `marked(number,
words)` into the text, `number` being the link's place in `Text.targets`. The marks are private-use characters that
`drop_invisible` takes out of every source, so no text can forge them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kb.ingest.document import BULLETS, Stretch
from kb.markup import escape, escape_keeping_emphasis, plain

_OPEN, _BETWEEN, _CLOSE = "\ue100", "\ue101", "\ue102"
MARKS = f"[{_OPEN}{_BETWEEN}{_CLOSE}]"
_LINK = re.compile(f"{_OPEN}(\\d{{1,9}}){_BETWEEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")
# a link around another link: the inner one is kept, and the marks of the outer go
_LINK_OR_STRAY = re.compile(f"{_LINK.pattern}|{_OPEN}\\d{{1,9}}{_BETWEEN}|{MARKS}")


def marked(number: int, words: str) -> str:
    """A link's words with its marks; without words it will read as the number or title of its target."""
    return f"{_OPEN}{number}{_BETWEEN}{words}{_CLOSE}"


def without_marks(words: str) -> str:
    """The words as they are read, without the marks: what a title shows, what a recogniser judges."""
    return _LINK_OR_STRAY.sub(lambda link: link[2] or "", words) if _OPEN in words else words


def is_links(words: str) -> bool:
    """Whether words are nothing but links."""
    return not _LINK.sub("", words).strip("* ")


def renumbered(words: str, by: int) -> str:
    """The words with every link's number raised: the targets of another text come before theirs."""
    if not by or _OPEN not in words:
        return words
    return _LINK.sub(lambda link: marked(int(link[1]) + by, link[2]), words)


def unmark(
    markdown: str, targets: Sequence[str], shown: Callable[[str], str]
) -> tuple[str, list[tuple[int, int, str]]]:
    """The body without marks, and start, end (in its plain text) and target of each link."""
    if _OPEN not in markdown:
        return markdown, []
    order: list[str] = []

    def named(link: re.Match[str]) -> str:
        if link[1] is None:
            return ""
        order.append(targets[int(link[1])])
        return f"{_OPEN}{link[2] or escape(shown(order[-1]))}{_CLOSE}"

    kept = _LINK_OR_STRAY.sub(named, markdown)
    found, position, start = [], 0, 0
    waiting = iter(order)
    for part in re.split(f"([{_OPEN}{_CLOSE}])", plain(kept)):
        if part == _OPEN:
            start = position
        elif part == _CLOSE:
            found.append((start, position, next(waiting)))
        else:
            position += len(part)
    return re.sub(MARKS, "", kept), found


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
    if stretch.mark in BULLETS:
        return f"{'  ' * stretch.depth}- {body(stretch.text)}"
    return body(f"{stretch.mark} {stretch.text}" if stretch.mark else stretch.text)


def head(stretch: Stretch) -> str:
    """A stretch's words with the number, but not the bullet, that it was printed with."""
    return f"{stretch.mark} {stretch.text}" if stretch.mark and stretch.mark not in BULLETS else stretch.text


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
