"""How does the text of an entry look in a page, its references as links, and what is said around one?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import unescape

from markupsafe import Markup

from kb.entries import Entry, Icon, Reference
from kb.markup import Anchor, render_parts

MOST_LINKS = 5_000
"""Links in one text; a page with more is too heavy to open. Its record names what else the text points at."""

_UNLINKED = Markup('<p class="soft">Only the first {:,} of {:,} references in this text are links here.</p>')

_NONE: Mapping[str, Markup] = {}

SENTENCE = 320
"""Most characters shown around a reference; a rule text may hold a sentence of any length."""

# A sentence ends at ". " or "?” " or a line's end; "rule 314.6" and "i.e.," do not end one.
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*\s+(?=[^\sa-z])|\n+")
# An icon's braces are how plain text writes it, a drawn one needs none; one that a text prints has its name beside it.
_ICON = re.compile(
    r'<span class="icon">\{(?P<word>[^{}<>]*)\}</span>'
    r'|<span class="icon" role="img" aria-label="(?P<name>[^"]*)"[^>]*>[^<]*</span>'
)
# "Example: A 6/6 creature …", as a paragraph of the rule it explains: set apart, like an example of its own.
_EXAMPLE = re.compile(r"<p>(?=(?:<(?:strong|em)>)*Examples?\b[^<:]{0,12}:)")
# A wide table scrolls inside its own box, reachable by keyboard.
_TABLE_OPENS = '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>'


def body_parts(
    entry: Entry,
    references: Iterable[Reference],
    link: Callable[[str], str | None],
    cuts: Sequence[int] = (),
    drawn: Mapping[str, Markup] = _NONE,
) -> list[Markup]:
    """The text of an entry as HTML, parted at `cuts`; `link` gives the address for the id of an entry, or None.

    `drawn` are the icons that are drawn, by their names in small letters.
    """
    anchors = [
        Anchor(start=reference.start, end=reference.end, href=address, kind=reference.kind)
        for reference in references
        if reference.target is not None and reference.target != entry.id and reference.kind != "related"
        if reference.start < reference.end and (address := link(reference.target)) is not None
    ]
    shown = [dressed(part, drawn) for part in render_parts(entry.markdown, anchors[:MOST_LINKS], cuts)]
    if len(anchors) > MOST_LINKS:
        shown[-1] += _UNLINKED.format(MOST_LINKS, len(anchors))
    return shown


def dressed(html: str, drawn: Mapping[str, Markup] = _NONE) -> Markup:
    """What `kb.markup` made of a text, as pages show it: icons drawn or as chips, wide tables that scroll."""
    if 'class="icon"' in html:
        html = _ICON.sub(lambda icon: _drawn(icon, drawn), html)
    html = _EXAMPLE.sub('<p class="aside">', html)
    if "<table>" in html:  # only markup of our own renderer: a text's own "<" is escaped
        html = html.replace("<table>", _TABLE_OPENS).replace("</table>", "</table></div>")
    return Markup(html)  # kb.markup has escaped everything that a text brings


def _drawn(icon: re.Match[str], drawn: Mapping[str, Markup]) -> str:
    name = icon["word"] or icon["name"] or ""
    instead = f'<span class="icon">{name}</span>' if icon["word"] else icon[0]
    return drawn.get(unescape(name).lower(), instead)


def drawn_icons(icons: Iterable[Icon], address: Callable[[Icon], str]) -> dict[str, Markup]:
    """How each icon is drawn where a picture is to be had at an address, by its name in small letters.

    Whoever copies a text gets the name, and so does who hears it.
    """
    picture = Markup('<img class="icon" src="{}" alt="{}" title="{}">')
    sign = Markup('<span class="icon" data-sign="{}" title="{}">{}</span>')
    return {
        icon.name.lower(): sign.format(icon.sign, icon.name, icon.name)
        if icon.sign
        else picture.format(address(icon), icon.name, icon.name)
        for icon in icons
    }


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
