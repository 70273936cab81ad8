"""Which tree of elements is in this HTML? The parser, and what it must not be given."""

from __future__ import annotations

import re

from lxml import etree

from kb.errors import ReadError

# " class='goat'", " hidden", "/": an attribute of a tag with the blanks before it
_ATTRIBUTE = re.compile(
    r"[\s/]++(?:[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?)?)?"
)
_TAG = re.compile(rf"<[A-Za-z][^\s/>]*+(?:{_ATTRIBUTE.pattern})*+")
_MOST_ATTRIBUTES = 2000
_CLOSING = re.compile(r"\s*</")


def parsed_tree(content: str, file: str) -> etree._Element | None:
    """The root of a page or a piece of one, None without any element; raises ReadError for what would take too long."""
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True
    )
    _refuse_overfull(content, file)
    if _CLOSING.match(content):
        content = f"<div>{content}"  # a piece that begins with another's end, at which the parser would stop
    try:
        root = etree.fromstring(content.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    if any("depth" in entry.message.lower() for entry in parser.error_log):
        raise ReadError(f"{file} nests its elements too deeply: save it as plain text (.txt) or Markdown")
    return root


def _refuse_overfull(content: str, file: str) -> None:
    """The parser compares each attribute of a tag with all before it: a hundred thousand would take it minutes."""
    for tag in _TAG.finditer(content):
        if len(tag[0]) > _MOST_ATTRIBUTES and len(_ATTRIBUTE.findall(tag[0])) > _MOST_ATTRIBUTES:
            raise ReadError(
                f"{file} has a tag with more than {_MOST_ATTRIBUTES:,} attributes: save it as plain text"
            )
