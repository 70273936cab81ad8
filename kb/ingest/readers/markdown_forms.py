"""What does Markdown say besides its words? In front matter, callouts, templates, names and numbers inside lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.ingest.editions import find_date
from kb.ingest.limits import FARTHEST_END
from kb.ingest.readers.collect import Collector


def slug_of(words: str) -> str:
    """The name by which links point at a heading: `5.5. Regroup Phase` → `55-regroup-phase`."""
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


_KINDS = frozenset(
    [
        *("note", "tip", "hint", "info", "important", "warning", "caution", "danger", "attention"),
        *("example", "question", "reminder", "exception", "definition", "clarification", "errata", "faq"),
        *("abstract", "summary", "variant", "optional", "designer"),
    ]
)
# "> [!NOTE]", '!!! tip "Look out"', '::: {.callout-note title="Look out"}', ":::note[Look out]"; ":::" ends it
_CALLOUT = re.compile(
    r"(?P<before>[\s>]{0,20})(?:(?:\[!(?=\w{2,20}\])|!!!\s*|:{3,}\s*\{?\s*\.?(?:callout-)?)"
    r"(?P<kind>[A-Za-z][\w-]{1,29})(?:\][+-]?)?(?P<title>.{0,200})|(?:!!!|:{3,})\s*)$"
)
# '[Look out]', '"Look out"', ' title="Look out"}', or all that stands there
_TITLE = re.compile(
    r"\s*(?:\[([^\[\]]*)\]|\"([^\"]*)\"|(?:[^{}]*\btitle\s*=\s*\"([^\"]*)\")?[^{}]*\}|(.*?))\s*$"
)


def _labelled(callout: re.Match[str], number: int, found: Collector) -> str:
    """The line that begins a callout as words: `Note:`, `Example: Goats.`; of a kind that says nothing its title."""
    kind = (callout["kind"] or "").capitalize()
    title = _TITLE.match(callout["title"] or "")
    words = next(filter(None, title.groups()), "").strip(" .:") if title else ""
    if kind.lower() not in _KINDS:
        found.drop(number, "markup", callout[0].replace(words, ""))
        return f"{callout['before']}{words}{':' * bool(words)}"
    return (
        f"{callout['before']}{kind}: {words}."
        if words.lower() not in ("", kind.lower())
        else f"{callout['before']}{kind}:"
    )


_DATED = ("edition", "version", "effective", "date", "updated", "publish_date")
# "title: Game Concepts", "chapter: 1", 'version: "2.0"', 'title = "Game Concepts"'
_PAIR = re.compile(r"([A-Za-z][\w -]{0,40}?)\s*(?::\s+|=\s*)(\S.{0,500})")
# '[_metadata_:title]:- "Rulings"', "[date]: 2002-10-18": definitions of links that hold facts instead
_DEFINED = re.compile(r"\[(?:_\w{1,30}_:)?([A-Za-z][\w -]{0,40})\]:-?\s+(\S.{0,500})")
# "layout:" above "  width: default"
_NESTED = re.compile(r"(?s)[A-Za-z][\w-]{0,40}:\n {1,8}[A-Za-z][\w-]{0,40}:(?:\s|$)")
_RULERS = {"---": ("---", "..."), "+++": ("+++",)}


def front_matter(lines: Sequence[str]) -> tuple[int, dict[str, str]]:
    """How many lines the front matter of a text takes, both rulers included, and what it says by its keys."""
    start = next((n for n, line in enumerate(lines) if line.strip()), 0)
    closing = _RULERS.get(lines[start].rstrip() if lines else "", ())
    inside = lines[start + 1 : start + FARTHEST_END]
    end = next((n for n, line in enumerate(inside, start + 1) if line.rstrip() in closing), 0)
    pairs = list(filter(None, (_PAIR.match(line) or _DEFINED.match(line) for line in lines[start + 1 : end])))
    if not pairs and not _NESTED.match("\n".join(lines[start + 1 : end])):
        return 0, {}  # two rules around a paragraph
    return end + 1, {pair[1].lower(): pair[2].strip().strip("\"'") for pair in pairs}


def edition_of(told: Mapping[str, str]) -> str | None:
    """The edition that a front matter names."""
    dated = next((told[key] for key in _DATED if key in told), "")
    return find_date(dated) or dated or None


# "{% include x %}", "{{< note >}}", "[TOC]", "* TOC", "{:toc}", "{: .note}", "import Tabs from '@theme/Tabs';"
_TEMPLATE = re.compile(
    r"\{%[^%\n]{0,300}%\}|\{\{[<%][^\n]{0,300}?[%>]\}\}|^\s*\[{1,2}_?TOC_?\]{1,2}\s*$|^\s*[*-] TOC\s*$"
    r"|^\s*\{:[^{}\n]{1,200}\}\s*$"
    r"|^(?:import|export) [^\n]{1,200} from\s{1,4}([\"'])[^\"'\n]{1,200}\1;?\s*$",
    re.IGNORECASE,
)
_INDENT = " " * 4
"""Before each line of what stands below `!!!`."""
_SIGNS = ("{", "[", " from ", " TOC")


def plain_lines(lines: Sequence[str], found: Collector) -> list[str]:
    """The lines of a Markdown text without templates; callouts of every dialect as paragraphs with a label."""
    made: list[str] = []
    indented = False
    for number, line in enumerate(lines, 1):
        for match in _TEMPLATE.finditer(line) if any(sign in line for sign in _SIGNS) else ():
            found.drop(number, "template", match[0])
            line = line.replace(match[0], "")
        indented = indented and (not line.strip() or line.startswith(_INDENT))
        if callout := _CALLOUT.match(line):
            indented, line = "!!!" in line, _labelled(callout, number, found)
        made.append(line.removeprefix(_INDENT) if indented else line)
    return made
