"""How is a body marked up, what is its plain text, and how does it look in HTML?

One walk over markdown-it's tokens gives both the plain text and the HTML, so character offsets into the plain
text (which references use) are exact in the HTML too. Only paragraphs, lists, tables, quotations and emphasis
are read as markup: a rule text can never bring a link, an image or HTML of its own past this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from kb.markup.escaping import escape, escape_keeping_emphasis, icon
from kb.markup.links import ICON, Anchor, apart, linked
from kb.markup.walk import begin_at, is_unmarked, literal, paragraphs, pieces, reads_as_printed

__all__ = ["ICON", "Anchor", "escape", "escape_keeping_emphasis", "icon", "plain", "render", "render_parts"]


def plain(markdown: str) -> str:
    """The plain text of a body: paragraphs parted by a blank line, list items on lines of their own, cells by tabs."""
    if reads_as_printed(markdown):  # the walk would give the same
        return literal(markdown)
    return "".join(piece.text for piece in pieces(markdown)).strip("\n")


def render(markdown: str, anchors: Iterable[Anchor] = ()) -> str:
    """The body as safe HTML, with `anchors` (offsets into `plain(markdown)`) as links, none inside another."""
    return "".join(render_parts(markdown, anchors, ()))


def render_parts(markdown: str, anchors: Iterable[Anchor], cuts: Sequence[int]) -> list[str]:
    """The same in parts, one more than there are `cuts`: offsets into `plain(markdown)` at which a paragraph begins."""
    walked = list(paragraphs(markdown) if is_unmarked(markdown) else pieces(markdown))
    html = list(linked(walked, apart(anchors)))
    bounds = [0, *begin_at(walked, cuts), len(html)]
    return ["".join(html[start:end]) for start, end in pairwise(bounds)]
