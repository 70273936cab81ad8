"""Which paragraphs, headings, lists, tables and links are in a MediaWiki text? Made HTML line by line, read as such.

Our own: the parser for it that there is takes quadratic time on braces that are never closed, 4 s for 16 kB.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from kb.ingest.document import Text
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.html import add_html
from kb.ingest.readers.wiki_templates import WITHIN, without_templates

# "[[Goat|goats]]s", "[[#Walls]]", "[[Category:Goats]]"; and "[https://example.org the rules]"
_LINK = re.compile(r"\[\[([^\[\]|\n]{1,250})(?:\|([^\[\]\n]{0,500}))?\]\]([a-zà-ÿ]{0,30})")
_OUTER = re.compile(r"\[((?:https?:)?//[^\s\[\]]{1,500})(?:\s+([^\[\]\n]{1,500}))?\]")
# "[[Category:Goats]]", "[[File:Goat.png|thumb]]", "[[de:Ziege]]": no word of the page
_APART = re.compile(
    r"\[\[\s*(?:(?:categor(?:y|ía|ia)|kategorie|catégorie|file|image|media|datei|bild|fichier|archivo|imagen|immagine)\s*:"
    r"[^\[\]\n]{0,500}|[a-z]{2,3}\s*:[^|\[\]\n]{0,250})\]\]",
    re.IGNORECASE,
)


# "== Walls ==", "=== Gates === <!-- x -->"
_HEADING = re.compile(r"(={1,6})(.*?[^\s=].*?)={1,6}\s*$")
_ITEM = re.compile(r"([*#:;]{1,40})\s*(.*)$")
_RULER = re.compile(r"-{4,}(.*)$")
_REDIRECT = re.compile(
    r"\s*#(?:REDIRECT|WEITERLEITUNG|REDIRECTION|REDIRECCIÓN|RINVIA)\s*:?\s*\[\[.*", re.IGNORECASE
)
_MAGIC = re.compile(r"__[A-ZÄÖÜ]{2,30}__")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LITERAL = re.compile(r"<(nowiki|pre)>(.*?)(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_SIGN = re.compile(r"[^\w\s]")
_NOTE = re.compile(
    r"<ref(?:\s[^<>]{0,200}[^<>/])?>((?:(?!</?ref).){0,5000})</ref\s*>|<ref\s[^<>]{0,200}/>",
    re.DOTALL | re.IGNORECASE,
)
# what it becomes until its line is read
_NOTED = re.compile(r"\x13([^\x14]*)\x14")
_STRONG, _SOFT = re.compile(r"'''(.+?)(?:'''|$)"), re.compile(r"''(.+?)(?:''|$)")
# "Goat : a piece": but no colon in a link
_MEANING = re.compile(r"(?:\s:|:\s)(?![^\[\]]{0,200}\]\])[\s:]*")
_LISTS = {"*": "ul", "#": "ol", ";": "dl", ":": "dl"}
_BAR = re.compile(r"\|\||!!")
# 'style="width: 5em" | Goat': attributes before a cell's words
_ATTRIBUTES = re.compile(
    r"\s*(?:[\w-]+\s*=\s*(?:\"[^\"]{0,200}\"|'[^']{0,200}'|[^\s\"'|]{1,60})\s*){1,12}\|(?!\|)"
)


def read_wiki(text: Text, name: str) -> Text:
    """The stretches of a MediaWiki text; none where it only leads to another."""
    found = Collector(text)
    content = "\n".join(line.text for line in text.lines)
    if not _REDIRECT.match(content):
        add_html("\n".join(_Page(found).html(content)).replace(WITHIN, "\n"), found)
    return found.finish()


class _Page:
    """One page on its way to HTML, each line staying on its line."""

    def __init__(self, found: Collector) -> None:
        self.found = found
        self.open = ""  # the marks of the lists that are open: "*#"
        self.in_table = 0
        self.in_paragraph = False
        self.number = 1

    def html(self, content: str) -> Iterator[str]:
        """The lines of the page."""
        content = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), content)
        content = _LITERAL.sub(_without_meaning, content)
        content = _NOTE.sub(_noted, without_templates(content, self.found))
        for self.number, line in enumerate(content.split("\n"), 1):
            line = _MAGIC.sub(self._left_out, line)
            # no note belongs to the name of a term
            yield self._block(_NOTED.sub(self._left_out if line.startswith(";") else r" (\1)", line))
        yield self._closed()

    def _left_out(self, match: re.Match[str]) -> str:
        self.found.drop(self.number, "note, category, picture or language", match[0])
        return ""

    def _block(self, line: str) -> str:
        bare = line.strip()
        if bare.startswith("{|"):
            self.in_table += 1
            self.found.drop(self.number, "markup", bare)
            return f"{self._closed()}<table><tr>"
        if self.in_table and (made := self._table(bare)) is not None:
            return made
        if not bare:
            return self._closed()
        if bare.endswith("=") and (heading := _HEADING.match(bare)):
            level, words = len(heading[1]), heading[2].strip()
            anchor = escape(_anchor(words))
            return f'{self._closed()}<h{level} id="{anchor}">{self._inline(words)}</h{level}>'
        if item := _ITEM.match(line):
            return self._item(item[1], item[2])
        if ruler := _RULER.match(line):
            self.found.drop(self.number, "ruler", line.replace(ruler[1], ""))
            return self._closed() + self._inline(ruler[1])
        if self.in_paragraph:
            return self._inline(bare)
        start, self.in_paragraph = self._closed(), not self.in_table
        return f"{start}{'<p>' * self.in_paragraph}{self._inline(bare)}"

    def _item(self, marks: str, words: str) -> str:
        """An item of a list: what differs from the marks before it closes and opens lists."""
        same = 0
        while same < min(len(marks), len(self.open)) and _LISTS[marks[same]] == _LISTS[self.open[same]]:
            same += 1
        begun = self._closed(same) + "".join(f"<{_LISTS[mark]}>" for mark in marks[same:])
        self.open = marks
        if marks[-1] != ";":
            return f"{begun}<{'dd' if marks[-1] == ':' else 'li'}>{self._inline(words)}"
        term, meaning = [*_MEANING.split(words, maxsplit=1), ""][:2]
        return f"{begun}<dt>{self._inline(term)}</dt>" + (f"<dd>{self._inline(meaning)}" if meaning else "")

    def _closed(self, kept: int = 0) -> str:
        """What closes the open paragraph, and the open lists but for some."""
        closing = "</p>" * self.in_paragraph + "".join(
            f"</{_LISTS[mark]}>" for mark in reversed(self.open[kept:])
        )
        self.open, self.in_paragraph = self.open[:kept], False
        return closing

    def _table(self, bare: str) -> str | None:
        """A line of a table; None for a line that goes on with a cell."""
        if bare.startswith("|}"):
            self.in_table -= 1
            self.found.drop(self.number, "markup", bare[:2])
            return f"{self._closed()}</tr></table>{self._inline(bare[2:])}"
        if bare.startswith("|-"):
            self.found.drop(self.number, "markup", bare)
            return f"{self._closed()}</tr><tr>"
        if bare.startswith("|+"):
            return f"{self._closed()}</tr><caption>{self._inline(_cell(bare[2:]))}</caption><tr>"
        if bare[:1] not in ("|", "!"):
            return None
        tag = "th" if bare[0] == "!" else "td"
        cells = _BAR.split(bare[1:]) if tag == "th" else bare[1:].split("||")
        inner = "".join(f"<{tag}>{self._inline(_cell(cell))}" for cell in cells)
        return f"{self._closed()}{inner}"

    def _inline(self, words: str) -> str:
        """Emphasis by quotation marks, and links; tags and entities stay as they are."""
        words = _OUTER.sub(self._outer, _LINK.sub(_linked, _APART.sub(self._left_out, words)))
        return _SOFT.sub(r"<i>\1</i>", _STRONG.sub(r"<b>\1</b>", words)).strip()

    def _outer(self, link: re.Match[str]) -> str:
        """A link to elsewhere; one without words is left out."""
        self.found.drop(self.number, "link address", link[1] if link[2] else link[0])
        return f'<a href="{escape(link[1])}">{link[2]}</a>' if link[2] else ""


def _linked(link: re.Match[str]) -> str:
    """The words of a link to another page, which may name a rule here; one to a heading of this page stays a link."""
    page, _, anchor = link[1].strip().lstrip(":").partition("#")
    words = (link[2] or (f"{page} § {anchor}" if page and anchor else page or anchor)) + link[3]
    return words if page.strip() else f'<a href="#{escape(_anchor(anchor))}">{words}</a>'


def _without_meaning(match: re.Match[str]) -> str:
    """Words that are no markup: each sign that could be some is written as HTML names it."""
    return _SIGN.sub(lambda sign: f"&#{ord(sign[0])};", match[2])


def _noted(match: re.Match[str]) -> str:
    """A note between signs, where its mark stands."""
    words = " ".join((match[1] or "").split())
    return f"\x13{words}\x14" * bool(words) + "\n" * match[0].count("\n")


def _cell(words: str) -> str:
    """A cell's words without its attributes."""
    match = _ATTRIBUTES.match(words)
    return words[match.end() :] if match else words


def _anchor(words: str) -> str:
    """The name by which links point at a heading: its words."""
    bare = re.sub(r"'{2,}|<[^<>]{0,200}>|\[\[(?:[^\[\]|]{0,200}\|)?|\]\]", "", words)
    return " ".join(bare.replace("_", " ").split())
