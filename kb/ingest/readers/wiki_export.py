"""Which pages are in this export of a MediaWiki? Each page with text is a chapter; what else it says is left out."""

from __future__ import annotations

import re

from lxml import etree

from kb.errors import ReadError
from kb.ingest.document import Text
from kb.ingest.readers.collect import Collector, literal
from kb.ingest.readers.wiki import Links, add_wiki

_TAG = re.compile(r"<[^<>]{0,500}>")


def read_wiki_export(text: Text, name: str) -> Text:
    """The stretches of all pages; raises ReadError for XML of any other kind."""
    content = "\n".join(line.text for line in text.lines)
    root = _parsed(content, text.file)
    found = Collector(text)
    pages = root.findall("{*}page")
    links = Links(found, pages=[_title(page) for page in pages])
    for page in pages:
        _add(page, found, links)
    held = {line for each in found.stretches for line in range(each.first, each.last + 1)}
    for each in text.lines:
        if each.number not in held:
            for part in _TAG.split(each.text):
                found.drop(each.number, "export data", part)
    return found.finish(root.findtext("{*}siteinfo/{*}sitename", ""))


def _parsed(content: str, file: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    body = re.sub(r"^\s*<\?xml[^>]*\?>", lambda match: "\n" * match[0].count("\n"), content)
    try:
        root = etree.fromstring(body.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        raise ReadError(f"{file}:{error.lineno or 1} cannot be read as XML: mend that line") from None
    name = etree.QName(root).localname
    if name != "mediawiki":
        raise ReadError(
            f"{file} is XML of a kind that is not read ({ascii(name)[:40]}): save it as HTML or text"
        )
    return root


def _add(page: etree._Element, found: Collector, links: Links) -> None:
    """A page with its title above it; pages about pages, and those that only lead to others, are left out."""
    text = next(iter(page.findall(".//{*}text")[::-1]), page)
    words = literal(text.text or "")
    if page.findtext("{*}ns", "0") != "0" or not words.strip() or page.find("{*}redirect") is not None:
        return
    title, line = _title(page), next(page.iterfind("{*}title"), page).sourceline or 1
    found.anchor(f"{title}/")
    found.add(title, line, line, heading=1)
    add_wiki(words, found, links, text.sourceline or 1)


def _title(page: etree._Element) -> str:
    return literal(" ".join(page.findtext("{*}title", "").split()))
