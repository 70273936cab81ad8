"""Which pages show a text in one piece? A stretch of it each, linked to the one before and the one after."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from kb.site.addresses import anchor, href
from kb.site.page_context import PageContext, rows
from kb.site.parts import Link, Row
from kb.site.passages import passages
from kb.site.phrases import brief
from kb.site.stretches import Stretch
from kb.site.views import ReadingPage


@dataclass(frozen=True, slots=True)
class Reading:
    """What a page for continuous reading shows, and which ones come before and after it."""

    stretch: Stretch
    before: Stretch | None
    after: Stretch | None

    def told(self) -> str:
        """All that the page says of it besides its entries themselves."""
        rows = [(depth, entry.id) for depth, entry in self.stretch.entries]
        around = [one and (one.name, one.title) for one in (self.stretch, self.before, self.after)]
        return repr((rows, around))


def readings(page_context: PageContext, game: str) -> list[Reading]:
    """The pages for continuous reading of a game, in order."""
    found = page_context.stretches[game]
    return [*map(Reading, found, [None, *found[:-1]], [*found[1:], None])]


def reading_page(page_context: PageContext, reading: Reading) -> ReadingPage:
    """A stretch of a text to read in one piece, linked to the one before and after."""
    stretch, before, after = reading.stretch, reading.before, reading.after
    folder = page_context.reading_folder(stretch)
    shown = {entry.id: anchor(page_context.addresses.entries[entry.id]) for _, entry in stretch.entries}
    top = stretch.top
    intro, shown_rows = Markup(), []
    for one in passages(stretch.entries):
        texts = page_context.body_in(one.entry, folder, shown, one.cuts)
        if one.entry is top and not one.part:
            intro = texts[0]
        else:
            shown_rows.append(page_context.row(folder, one, texts))
    first = stretch.entries[0][1]
    above = page_context.trail(folder, first if top is None or first is not top else top)
    return ReadingPage(
        frame=page_context.frame(
            folder,
            f"{stretch.title} · {page_context.games[stretch.game].title}",
            "reading",
            description=first.text,
            trail=above,
            game=stretch.game,
        ),
        anchor=shown.get(top.id, "") if top else "",
        number=(top.number or "") if top else "",
        title=(top.title or "") if top and (top.title or top.number) else brief(stretch.title),
        page=page_context.entry_link(folder, top) if top else None,
        edition=first.edition or "",
        intro=intro,
        outline=_outline(shown_rows),
        rows=rows(shown_rows),
        previous=page_context.stretch_link(folder, before) if before else None,
        following=page_context.stretch_link(folder, after) if after else None,
    )


def _outline(rows: Iterable[Row]) -> tuple[Link, ...]:
    """The titled entries at the top of a reading page; a page with only a few needs none."""
    titled = [
        Link(href=href("", "", row.anchor), label=brief(row.title), note=row.number)
        for row in rows
        if row.title and row.depth <= 1 and row.kind != "faq"
    ]
    return tuple(titled) if len(titled) >= 3 else ()
