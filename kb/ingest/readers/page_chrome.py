"""What on a web page is no text of the rules? Navigation, banners, scripts, what is hidden: by tag, role and name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from kb.errors import ReadError
from kb.ingest.limits import MOST_ATTRIBUTES
from kb.ingest.readers.styles import Styles
from kb.ingest.readers.words import HEADINGS
from kb.ingest.thresholds import HALF

_LEFT_OUT = {
    "navigation": "nav button select form textarea",
    "script": "script template noscript iframe object canvas audio video",
    "style": "style",
    "image": "svg math",
    "banner": "dialog",
    "page footer": "footer",
    "document head": "head",
    "struck out": "del s strike",
    "reading aid": "rp rt",
}
_ROLES = {
    "navigation": "navigation search menu menubar toolbar",
    "page footer": "contentinfo",
    "banner": "dialog alertdialog",
    "contents": "doc-toc",
}
_BY_TAG, _BY_ROLE = (
    {name: reason for reason, names in table.items() for name in names.split()}
    for table in (_LEFT_OUT, _ROLES)
)
"""Why an element of this tag, or in this role, is left out."""
# "site-nav", "cookie-consent", "breadcrumbs", "mw-editsection", "share_buttons": one name of a class or id
_NAMES = {
    "banner": re.compile(
        r"(?:^|[-_])(?:cookies?|consent|gdpr|newsletter|advert(?:isement)?s?|popup|modal)(?:$|[-_])"
    ),
    "navigation": re.compile(
        r"(?:^|[-_])(?:nav(?:bar|igation|box)?|breadcrumbs?|pagination|pager|side-?bar|skip-?(?:link|nav|to-content)|"
        r"jump-?to-?nav|social(?:-?(?:links|media))?|sharing|share(?:daddy|-?(?:buttons?|links))|edit-?section|edit-?link|"
        r"(?:header|hash)-?(?:link|anchor)|cat-?links|print-?footer|sitenotice|(?:jp-)?related-?posts|jump-?link)(?:$|[-_])"
    ),
    "page footer": re.compile(
        r"(?:^|[-_])(?:(?:site|page|global|main)-?footer|copyright)(?:$|[-_])|^footer$"
    ),
    "contents": re.compile(r"^(?:toc|table-of-contents|toctree(?:-wrapper)?)$"),
}
_NAMED_TAGS = frozenset(
    ["div", "section", "aside", "header", "ul", "ol", "span", "p", "table", "a", "td", "details"]
)
_LINKING_HERE = frozenset("¶#§🔗⚓↩↑^")
"""What a link to the place itself, or back, shows."""


class Furniture:
    """What is left out of one page."""

    def __init__(self, root: etree._Element, styles: Styles) -> None:
        self._styles = styles
        self._named = _by_name(root)
        self._main = _main(root)
        self._above = set(self._main.iterancestors()) if self._main is not None else set()

    def reason(self, element: etree._Element) -> str:
        """Why an element is left out; empty for the text of the rules."""
        tag = str(element.tag)
        role = element.get("role", "").lower()
        reason = _BY_TAG.get(tag, "") or _BY_ROLE.get(role, "") or self._named.get(element, "")
        if reason and not (tag == "button" and _opens_text(element)):
            return reason
        if tag == "a" and words_of(element).strip("\ufe0e\ufe0f") in _LINKING_HERE:
            return "navigation"
        if element.get("hidden") is not None or self._styles.declared(element).get("display") == "none":
            return "hidden"
        is_beside = element.getparent() in self._above and element not in self._above
        return "outside the main text" if is_beside and element is not self._main and tag != "body" else ""


def _opens_text(button: etree._Element) -> bool:
    """Whether a button is a heading or a question whose answer it opens, as in the lists of questions of many pages."""
    words = words_of(button)
    in_heading = any(each.tag in HEADINGS for each in button.iterancestors())
    return in_heading or (words.endswith("?") and words.count(" ") > 1)


def texts_of(element: etree._Element) -> Iterator[tuple[str, int]]:
    """The words inside an element, line by line; a line is at least that on which the words before it ended."""
    line = 1
    for event, each in etree.iterwalk(element, events=("start", "end")):
        words = each.text if event == "start" else each.tail if each is not element else None
        if event == "start":
            line = max(line, each.sourceline or 1)
        for number, part in enumerate((words or "").split("\n")):
            line += bool(number)
            if part.strip():
                yield part, line


def _by_name(root: etree._Element) -> dict[etree._Element, str]:
    """The elements whose class or id says that they are no text, unless that is most of the page."""
    found: dict[etree._Element, str] = {}
    left = 0
    walk = etree.iterwalk(root, events=("start",))
    for _, element in walk:
        names = f"{element.get('class', '')} {element.get('id', '')}".lower().split()
        if names and element.tag in _NAMED_TAGS:
            reason = next((why for why, pattern in _NAMES.items() if any(map(pattern.search, names))), "")
            if reason and next(element.iter("h1"), None) is None:  # else the title of the page is in it
                found[element] = reason
                left += _size(element)
                walk.skip_subtree()
    return found if left <= HALF * _size(root) else {}


def _main(root: etree._Element) -> etree._Element | None:
    """The one element that says that it is the main text, if it holds most of the words."""
    found = [each for each in root.iter("main", "div") if each.tag == "main" or each.get("role") == "main"]
    found = found or list(root.iter("article"))
    return found[0] if len(found) == 1 and _size(found[0]) >= HALF * _size(root) else None


def words_of(element: etree._Element) -> str:
    """All words inside an element, on one line."""
    return " ".join("".join(map(str, element.itertext())).split())


def _size(element: etree._Element) -> int:
    """How many letters and signs the words of an element have."""
    return len(words_of(element).replace(" ", ""))


# " class='goat'", " hidden", "/": an attribute of a tag with the blanks before it
_ATTRIBUTE = re.compile(
    r"[\s/]++(?:[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+)?)?)?"
)
_TAG = re.compile(rf"<[A-Za-z][^\s/>]*+(?:{_ATTRIBUTE.pattern})*+")
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
        if len(tag[0]) > MOST_ATTRIBUTES and len(_ATTRIBUTE.findall(tag[0])) > MOST_ATTRIBUTES:
            raise ReadError(
                f"{file} has a tag with more than {MOST_ATTRIBUTES:,} attributes: save it as plain text"
            )
