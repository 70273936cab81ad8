"""How does the text of an entry look in a page, its references as links, and what is said around one?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup

from kb.entries import Entry, Reference
from kb.markup import Anchor, render_parts

MOST_LINKS = 5_000
"""Links in one text; a page with more is too heavy to open. Its record names what else the text points at."""

_UNLINKED = Markup('<p class="soft">Only the first {:,} of {:,} references in this text are links here.</p>')

SENTENCE = 320
"""Most characters shown around a reference; a rule text may hold a sentence of any length."""

# A sentence ends at ". " or "?” " or a line's end; "rule 314.6" and "i.e.," do not end one.
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*\s+(?=[^\sa-z])|\n+")
# An icon's braces are how plain text writes it; as a chip it needs none.
_ICON = re.compile(r'(<span class="icon">)\{([^{}<>]*)\}(?=</span>)')
# "Example: A 6/6 creature …", as a paragraph of the rule it explains: set apart, like an example of its own.
_EXAMPLE = re.compile(r"<p>(?=(?:<(?:strong|em)>)*Examples?\b[^<:]{0,12}:)")
# A wide table scrolls inside its own box, reachable by keyboard.
_TABLE_OPENS = '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>'


def body_parts(
    entry: Entry,
    references: Iterable[Reference],
    link: Callable[[str], str | None],
    cuts: Sequence[int] = (),
) -> list[Markup]:
    """The text of an entry as HTML, parted at `cuts`; `link` gives the address for the id of an entry, or None."""
    anchors = [
        Anchor(start=reference.start, end=reference.end, href=address, kind=reference.kind)
        for reference in references
        if reference.target is not None and reference.target != entry.id and reference.kind != "related"
        if reference.start < reference.end and (address := link(reference.target)) is not None
    ]
    shown = [dressed(part) for part in render_parts(entry.markdown, anchors[:MOST_LINKS], cuts)]
    if len(anchors) > MOST_LINKS:
        shown[-1] += _UNLINKED.format(MOST_LINKS, len(anchors))
    return shown


def dressed(html: str) -> Markup:
    """What `kb.markup` made of a text, as pages show it: icons as chips, examples apart, wide tables that scroll."""
    html = _EXAMPLE.sub('<p class="aside">', _ICON.sub(r"\1\2", html))
    if "<table>" in html:  # only markup of our own renderer: a text's own "<" is escaped
        html = html.replace("<table>", _TABLE_OPENS).replace("</table>", "</table></div>")
    return Markup(html)  # kb.markup has escaped everything that a text brings


def sentence(text: str, start: int, end: int) -> tuple[str, str, str]:
    """What stands before, in and after `text[start:end]` within its sentence, cut where that is very long."""
    low, high = max(0, start - SENTENCE), min(len(text), end + SENTENCE)
    begin, begins_cut = low, low > 0
    for match in _SENTENCE_END.finditer(text, low, start):
        begin, begins_cut = match.end(), False
    close = _SENTENCE_END.search(text, end, high)
    stop, stops_cut = (close.end(), False) if close else (high, high < len(text))
    before, after = text[begin:start].lstrip(), text[end:stop].rstrip()
    return (
        f"… {before.partition(' ')[2]}" if begins_cut else before,
        text[start:end],
        f"{after.rpartition(' ')[0]} …" if stops_cut else after,
    )
