"""How does a whole game fit into one file? Text, styles, search and its data in a page that loads nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from markupsafe import Markup

from kb.entries import Entry
from kb.errors import BuildError
from kb.site import browser_index
from kb.site.addresses import anchor
from kb.site.bodies import body_parts, drawn_icons
from kb.site.browser_index import SearchFiles
from kb.site.files import Files
from kb.site.page_context import PageContext, rows
from kb.site.parts import Link, Rows, SourceCard
from kb.site.passages import passages
from kb.site.phrases import brief, card, counted
from kb.site.render import Renderer
from kb.site.scripts import once, whole_script
from kb.site.stretches import Stretch

_POLICY = "default-src 'none';script-src '{script}';style-src '{style}';base-uri 'none';form-action 'none'"
_START = "one_file"
_DATA = re.compile(
    r"(?:first|postings|spelling|table|vectors)-[0-9a-f]+\.gz|search-[0-9a-f]+\.json|index\.json"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A stretch of the text."""

    anchor: str
    also: tuple[str, ...]
    """Places of entries without any text, which the part begins."""

    title: str
    intro: Markup
    rows: Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class SinglePage:
    """A game in one file."""

    title: str
    language: str
    is_one_way: bool
    site_title: str
    counts: str
    csp: Markup
    style: Markup
    script: Markup
    data: tuple[tuple[str, str], ...]
    """Name and content of what the search reads."""

    contents: tuple[Link, ...]
    parts: tuple[Part, ...]
    sources: tuple[SourceCard, ...]


def single_page(
    page_context: PageContext, files: Files, search: SearchFiles, templates: Path, table: bytes
) -> bytes:
    """One game as one page; its search reads what was written among some files."""
    if len(page_context.catalogue.games) != 1:
        raise BuildError("one file holds one game")
    (game,) = page_context.catalogue.games
    anchors = {
        entry.id: anchor(page_context.addresses.entries[entry.id])
        for entry in page_context.catalogue.entries[game.slug]
    }
    parts = tuple(_parts(page_context, game.slug, anchors))
    style = (templates / "css" / "site.css").read_text(encoding="utf-8")
    script = once(whole_script, templates / "js", _START)
    page = SinglePage(
        title=brief(game.title),
        language=game.language,
        is_one_way=page_context.is_one_way,
        site_title=page_context.catalogue.title,
        counts=counted(page_context.catalogue.counts(game.slug)),
        csp=Markup(_POLICY).format(script=_digest(script), style=_digest(style)),
        style=Markup(style),  # ours, as is the script
        script=Markup(script),
        data=tuple(_data(page_context, files, search, table)),
        contents=tuple(Link(href=f"#{quote(part.anchor)}", label=part.title) for part in parts),
        parts=parts,
        sources=tuple(card(source) for source in page_context.catalogue.sources),
    )
    return Renderer(templates).render("single.html.j2", page)


def _parts(page_context: PageContext, game: str, anchors: Mapping[str, str]) -> Iterator[Part]:
    """The stretches of a game, each with the places that no other part has."""
    shown = {entry.id for stretch in page_context.stretches[game] for _, entry in stretch.entries}
    placeless = deque(entry for entry in page_context.catalogue.entries[game] if entry.id not in shown)
    for stretch in page_context.stretches[game]:
        first = stretch.entries[0][1]
        before = []
        while placeless and placeless[0].order < first.order:
            before.append(placeless.popleft())
        if stretch is page_context.stretches[game][-1]:
            before += placeless
        yield _part(page_context, stretch, anchors, before)


def _part(
    page_context: PageContext, stretch: Stretch, anchors: Mapping[str, str], before: Iterable[Entry]
) -> Part:
    def link(target: str) -> str | None:
        return f"#{quote(anchors[target])}" if target in anchors else None

    intro, listed = Markup(), []
    signs = drawn_icons((icon for icon in page_context.icons if icon.sign), lambda _: "")
    for one in passages(stretch.entries):
        place = anchors[one.entry.id]
        references = page_context.catalogue.references.get(one.entry.id, ())
        texts = body_parts(one.entry, references, link, one.cuts, signs)
        if one.entry is stretch.top and not one.part:
            intro = texts[0]
        else:
            listed.append(page_context.row_at(f"#{quote(place)}", place, one, texts))
    has_top = stretch.top is not None and stretch.entries[0][1] is stretch.top
    return Part(
        anchor=anchors[stretch.top.id] if stretch.top and has_top else f"part-{stretch.name}",
        also=tuple(anchors[entry.id] for entry in before),
        title=brief(stretch.title),
        intro=intro,
        rows=rows(listed),
    )


def _data(
    page_context: PageContext, files: Files, search: SearchFiles, table: bytes
) -> Iterator[tuple[str, str]]:
    """What a search reads, as text that may stand in a page; the words of entries stand in it anyway."""
    (game,) = page_context.catalogue.games
    yield from _named({path.rpartition("/")[2]: path for path in search.lasting}, files)
    kinds = sorted(page_context.catalogue.counts(game.slug))
    place = f"{browser_index.FOLDER}{search.manifest.rpartition('/')[2]}"
    told = {"slug": game.slug, "title": game.title, "kinds": kinds, "file": place}
    with TemporaryDirectory() as held:
        of_all = Files(Path(held))
        browser_index.write_library(of_all, [told], "", table)
        yield from _named({path.rpartition("/")[2]: path for path in of_all.below("")}, of_all)


def _named(paths: Mapping[str, str], files: Files) -> Iterator[tuple[str, str]]:
    for name in sorted(filter(_DATA.fullmatch, paths)):
        yield name, base64.b64encode(files.read(paths[name])).decode()


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
