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
    pages = [page for page in root if _name(page) == "page"]
    links = Links(found, pages=[_title(page) for page in pages])
    for page in pages:
        _add(page, found, links)
    held = {line for each in found.stretches for line in range(each.first, each.last + 1)}
    for each in text.lines:
        if each.number not in held:
            for part in _TAG.split(each.text):
                found.drop(each.number, "export data", part)
    return found.finish(_child(root, "siteinfo", "sitename"))


def _parsed(content: str, file: str) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    body = re.sub(r"^\s*<\?xml[^>]*\?>", lambda match: "\n" * match[0].count("\n"), content)
    try:
        root = etree.fromstring(body.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        raise ReadError(f"{file}:{error.lineno or 1} cannot be read as XML: mend that line") from None
    if _name(root) != "mediawiki":
        raise ReadError(
            f"{file} is XML of a kind that is not read ({ascii(_name(root))[:40]}): save it as HTML or text"
        )
    return root


def _add(page: etree._Element, found: Collector, links: Links) -> None:
    """A page with its title above it; pages about pages, and those that only lead to others, are left out."""
    title, texts = _title(page), [each for each in page.iter() if _name(each) == "text"]
    words = literal((texts[-1].text if texts else "") or "")
    if (
        _child(page, "ns") not in ("", "0")
        or not words.strip()
        or any(_name(each) == "redirect" for each in page)
    ):
        return
    heading = next((each for each in page if _name(each) == "title"), page)
    found.anchor(f"{title}/")
    found.add(title, heading.sourceline or 1, heading.sourceline or 1, heading=1)
    add_wiki(words, found, links, texts[-1].sourceline or 1)


def _title(page: etree._Element) -> str:
    return literal(_child(page, "title"))


def _child(element: etree._Element, *names: str) -> str:
    """The words of an element below, by the names on the way to it."""
    for name in names:
        found = next((each for each in element if _name(each) == name), None)
        if found is None:
            return ""
        element = found
    return " ".join((element.text or "").split())


def _name(element: etree._Element) -> str:
    """The name of an element, whatever the version of the export's format."""
    return etree.QName(element).localname.lower() if isinstance(element.tag, str) else ""
