"""What do programs find? Records as JSON, a map of all pages, and how a browser may search the site."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from xml.sax.saxutils import escape

from markupsafe import Markup

from kb.cite.citing import from_where, short_name
from kb.entries import Entry, Game
from kb.records import entry_record, related_references
from kb.site import posting, questions
from kb.site.page_context import PageContext
from kb.site.phrases import brief

ENTRY = "entry.json"
"""The record of an entry, beside its page."""

MOST_IN_SITEMAP = 50_000
"""Pages in one file; the protocol allows no more."""

MOST_DESCRIBED = 500
"""Characters of a definition that search engines are told."""

_XML = '<?xml version="1.0" encoding="utf-8"?>\n'


def record(page_context: PageContext, entry: Entry) -> dict[str, Any]:
    """An entry as `kb export` gives it, with where it lives on this site and how it is cited."""
    near = related_references(entry, page_context.related.get(entry.id, ()))
    return {
        **entry_record(
            entry,
            [*page_context.catalogue.references.get(entry.id, ()), *near],
            page_context.catalogue.below.get(entry.id, ()),
        ),
        "url": page_context.addresses.entries[entry.id],
        "permalink": page_context.addresses.permanent[entry.id],
        "cite": _cite(page_context, entry),
    }


def _cite(page_context: PageContext, entry: Entry) -> dict[str, str | None]:
    """What a citation says; which signs a forum wants around it is for the scripts to know."""
    name = short_name(entry)
    source = page_context.source_card(entry).title
    return {
        "name": name,
        "about": from_where(page_context.games[entry.game].title, source, entry),
        "who": " ".join(f"{source}, {name}".split()),
        "address": page_context.public(page_context.addresses.permanent[entry.id]) or None,
    }


def entry_json(page_context: PageContext, entry: Entry) -> str:
    """The record of one entry, on one line."""
    return _json(record(page_context, entry))


def game_path(page_context: PageContext, game: Game) -> str:
    """Where the records of a whole game live: one level below what an entry called "all" would have."""
    return f"{page_context.addresses.games[game.slug]}all/entries.json"


def game_json(page_context: PageContext, game: Game, entries: Iterable[str]) -> str:
    """The records of a game, given one by one, in one document with its sources."""
    sources = [
        {
            "name": source.name,
            "title": source.title,
            "edition": source.edition,
            "publisher": source.publisher,
            "licence": source.licence,
            "origin": source.origin,
        }
        for source in page_context.catalogue.sources
        if source.game == game.slug
    ]
    head = _json({"game": game.slug, "title": game.title, "sources": sources})
    return "".join((head[:-1], ',"entries":[\n', ",\n".join(entries), "\n]}\n"))


def game_sitemaps(page_context: PageContext, game: Game) -> Iterator[tuple[str, str]]:
    """The maps of a game's pages, by path: a map may only name what stands beside or below it."""
    folder = page_context.addresses.games[game.slug]
    pages = [page for one in _public_folders(page_context, game) if (page := page_context.public(one))]
    for number, start in enumerate(range(0, len(pages), MOST_IN_SITEMAP), 1):
        name = "sitemap.xml" if number == 1 else f"sitemap-{number}.xml"
        yield f"{folder}{name}", _urlset(pages[start : start + MOST_IN_SITEMAP])


def sitemaps(page_context: PageContext, of_games: Iterable[str]) -> Iterator[tuple[str, str]]:
    """`sitemap.xml` and what it needs, by path; a page is named by its public address, so only with one."""
    if not page_context.public(""):
        return
    own = "sitemap-site.xml"
    yield own, _urlset([page_context.public(""), page_context.public(posting.FOLDER)])
    named = (page_context.public(path) for path in (own, *of_games))
    yield "sitemap.xml", _sitemap("sitemapindex", "sitemap", named)


def _public_folders(page_context: PageContext, game: Game) -> Iterator[str]:
    """The pages of a game worth finding: not those that keep a past wording."""
    yield page_context.addresses.games[game.slug]
    if questions.of_game(page_context, game.slug):
        yield questions.questions_folder(page_context, game)
    yield from (page_context.reading_folder(stretch) for stretch in page_context.stretches[game.slug])
    entries = page_context.catalogue.entries[game.slug]
    yield from (page_context.addresses.entries[entry.id] for entry in entries)


def _urlset(pages: list[str]) -> str:
    return _sitemap("urlset", "url", iter(pages))


def _sitemap(tag: str, item: str, addresses: Iterator[str]) -> str:
    rows = "\n".join(f"<{item}><loc>{escape(address)}</loc></{item}>" for address in addresses)
    return f'{_XML}<{tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}\n</{tag}>\n'


def opensearch(page_context: PageContext) -> str:
    """How a browser's address bar searches here; empty without a public address, which it has to name."""
    page = page_context.public("search/")
    if not page:
        return ""
    title = escape(brief(page_context.catalogue.title, 16))  # the format allows no more
    about = escape(brief(f"Search {page_context.catalogue.title}", 1000))
    return (
        f'{_XML}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"<ShortName>{title}</ShortName>\n<Description>{about}</Description>\n"
        "<InputEncoding>UTF-8</InputEncoding>\n"
        f'<Url type="text/html" template="{escape(page)}?q={{searchTerms}}"/>\n'
        "</OpenSearchDescription>\n"
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def linked_data(page_context: PageContext, entry: Entry) -> Markup:
    """What search engines may know of a term or of a question and its answer; nothing of other kinds."""
    address = page_context.public(page_context.addresses.entries[entry.id])
    if not entry.title or not entry.text:
        return Markup()
    if entry.kind == "term":
        game = page_context.games[entry.game]
        about: dict[str, Any] = {
            "@type": "DefinedTerm",
            "name": entry.title,
            "description": brief(entry.text, MOST_DESCRIBED),
            "inDefinedTermSet": {"@type": "DefinedTermSet", "name": game.title},
        }
        if entry.number:
            about["termCode"] = entry.number
    elif entry.kind == "faq":
        answer = {"@type": "Answer", "text": entry.text}
        question = {"@type": "Question", "name": entry.title, "acceptedAnswer": answer}
        about = {"@type": "FAQPage", "mainEntity": [question]}
    else:
        return Markup()
    document = {"@context": "https://schema.org", **about, **({"url": address} if address else {})}
    # No sign in it may end the element that it stands in.
    return Markup(_json(document).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))
