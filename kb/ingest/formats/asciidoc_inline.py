"""What do the marks inside a line of AsciiDoc show? `*strong*`, `_soft_`, `<<walls,the walls>>`, `link:x[words]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from kb.ingest.formats.collect import Collector

# "<<walls>>", "<<walls,the walls>>"
_REFERENCE = re.compile(r"&lt;&lt;#?([^,&<>]{1,200})(?:,([^&<>]{1,300}))?&gt;&gt;")
# "xref:walls.adoc#gate[the gate]", "link:rules.html[rules]", "https://example.org[rules]"
_LINK = re.compile(
    r"(?:(?P<kind>xref|link|mailto):|(?=https?://))(?P<target>[^\s\[\]]{1,500})\[(?P<words>[^\[\]]{0,500})\]"
)
_NOTE = re.compile(r"footnote:(?:[\w-]{0,60})\[([^\[\]]{1,1000})\]")
# "kbd:[X]", "icon:goat[]", "image:goat.png[goat]"
_ICON = re.compile(r"(?:icon|image):([\w./-]{1,200})\[([^\[\]]{0,200})\]")
_KEY = re.compile(r"(?:kbd|btn|menu):\[([^\[\]]{1,100})\]")
# "(((goats)))" is for the index only, "((goats))" is shown
_INDEXED = re.compile(r"\(\(\([^()]{1,200}\)\)\)|indexterm:\[[^\[\]]{1,200}\]")
_SHOWN = re.compile(r"\(\(([^()]{1,200})\)\)")
_ATTRIBUTE = re.compile(r"\{([\w-]{1,60})\}")
_PAIRS = (
    (re.compile(r"\*\*(?=\S)([^*]{1,500}?)(?<=\S)\*\*"), "b"),
    (re.compile(r"(?<![\w*])\*(?=\S)([^*]{1,500}?)(?<=\S)\*(?![\w*])"), "b"),
    (re.compile(r"__(?=\S)([^_]{1,500}?)(?<=\S)__"), "i"),
    (re.compile(r"(?<![\w_])_(?=\S)([^_]{1,500}?)(?<=\S)_(?![\w_])"), "i"),
)
_MARKS = re.compile(r"``?|(?<!\w)##?(?=\S)|(?<=\S)##?(?!\w)|\+\+\+?|(?<=\s)\+$")
_ANCHOR = re.compile(r"\[\[([\w:.-]{1,100})(?:,[^\[\]]{0,200})?\]\]")


class Inline:
    """The marks inside the lines of one text."""

    def __init__(self, found: Collector, attributes: Mapping[str, str]) -> None:
        self.found = found
        self.attributes = attributes

    def html(self, words: str, line: int) -> str:
        """A line as HTML; what only an index or a program reads is left out."""
        for indexed in _INDEXED.findall(words):
            self.found.drop(line, "index entry", indexed)
        words = _ANCHOR.sub("\x11\\1\x12", _INDEXED.sub("", words))
        words = _ATTRIBUTE.sub(lambda each: self.attributes.get(each[1], each[0]), words)
        made = _LINK.sub(lambda link: self._link(link, line), escape(words, quote=False))
        made = _REFERENCE.sub(lambda each: f'<a href="#{escape(each[1])}">{each[2] or each[1]}</a>', made)
        made = _NOTE.sub(r" (\1)", _ICON.sub(self._icon, _KEY.sub(r"{\1}", _SHOWN.sub(r"\1", made))))
        for pattern, tag in _PAIRS:
            made = pattern.sub(rf"<{tag}>\1</{tag}>", made)
        made = re.sub(r"\x11([^\x12]{1,100})\x12", r'<a id="\1"></a>', made)
        return _MARKS.sub("", made)

    def _link(self, link: re.Match[str], line: int) -> str:
        self.found.drop(line, "link address", link["target"] if link["words"] else "")
        target = link["target"].partition("#")[2] if link["kind"] == "xref" else ""
        href = f"#{target}" if target else f"#{link['target']}" if link["kind"] == "xref" else link["target"]
        return f'<a href="{escape(href)}">{link["words"] or link["target"]}</a>'

    def _icon(self, icon: re.Match[str]) -> str:
        return f"{{{(icon[2] or icon[1].rpartition('/')[2].partition('.')[0]).lower()}}}"
