"""How does a text's own link survive until its entry is made? As marks around its words.

A reader that meets a link (`<a href="#May">May</a>`, `[[rule:golden_rule]]`, `{ref:sec_runs}`) puts `marked(number,
words)` into the text, `number` being the link's place in `Text.targets`. The marks are private-use characters that
`drop_invisible` takes out of every source, so no text can forge them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kb.markup import escape, plain

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
