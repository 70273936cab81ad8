"""What does Markdown say besides its words? In front matter, callouts, templates, names and numbers inside lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.ingest.editions import find_date
from kb.ingest.limits import FARTHEST_END
from kb.ingest.readers.collect import Collector
from kb.ingest.readers.words import Row
from kb.ingest.thresholds import MOST_TITLE_WORDS

# "Walls {.unnumbered #walls}", "{: #walls}", "[#walls]": attributes of a heading
_ATTRIBUTES = re.compile(r"(?:\{:?\s*(?=[.#])([^{}]{1,200})\}|\[(#[\w.:-]{1,100})\])\s*$")


def attributes(words: str) -> tuple[str, str, list[str]]:
    """A heading's words without its attributes, these, and the names among them: `Walls {#walls}`."""
    match = _ATTRIBUTES.search(words)
    if match is None:
        return words, "", []
    return words[: match.start()].rstrip(), match[0], re.findall(r"#([\w.:-]{1,100})", match[1] or match[2])


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
# "[!NOTE]", "[!tip]- Climbing"
_QUOTED = re.compile(r"\[!(\w{2,20})\][+-]?\s*(.{0,200})$")
# "warning Look out", "note[Look out]", '{.callout-note title="Look out"}', "details Answer"
_CONTAINER = re.compile(r"\s*\{?\s*\.?(?:callout-)?(?P<kind>[\w-]{2,30})\}?\s*(?P<title>.{0,200})$")
_TITLE = re.compile(r"\[([^\[\]]*)\]|title\s*=\s*\"([^\"]*)\"|([^{}=\[\]]+)$")


def callout(kind: str, title: str) -> str:
    """What leads a callout's first paragraph: `Note: `, `Example: Goats. `; of a kind that says nothing its title."""
    named = kind.lower() if kind.lower() in _KINDS else ""
    words = title.strip().rstrip(".:")
    if words.lower() == kind.lower():
        words = ""
    if not named:
        return f"{words}: " if words else ""
    return f"{named.capitalize()}: {words}. " if words else f"{named.capitalize()}: "


def quoted(line: str) -> str | None:
    """What leads a quotation whose first line makes it a callout; None if it is none."""
    match = _QUOTED.fullmatch(line.strip())
    return callout(match[1], match[2]) if match else None


def container(told: str) -> str:
    """What leads what stands between two lines of `:::`."""
    match = _CONTAINER.fullmatch(told.strip())
    if match is None:
        return ""
    title = _TITLE.search(match["title"])
    return callout(match["kind"], next(filter(None, title.groups()), "") if title else "")


_DATED = ("edition", "version", "effective", "date", "updated", "publish_date")
# "title: Game Concepts", "chapter: 1", 'version: "2.0"', 'title = "Game Concepts"'
_PAIR = re.compile(r"([A-Za-z][\w -]{0,40}?)\s*(?::\s+|=\s*)(\S.{0,500})")
# '[_metadata_:title]:- "Rulings"', "[date]: 2002-10-18": definitions of links that hold facts instead
_DEFINED = re.compile(r"\[(?:_\w{1,30}_:)?([A-Za-z][\w -]{0,40})\]:-?\s+(\S.{0,500})")
# "layout:" above "  width: default"
_NESTED = re.compile(r"(?s)[A-Za-z][\w-]{0,40}:\n {1,8}[A-Za-z][\w-]{0,40}:(?:\s|$)")
_RULERS = {"---": ("---", "..."), "+++": ("+++",)}


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The lines before a text and what they tell."""

    lines: int = 0
    """How many lines it takes, both rulers included."""

    title: str = ""
    edition: str | None = None
    chapter: str = ""


def read_front_matter(lines: Sequence[str]) -> FrontMatter:
    """The front matter of a text; one of no lines where it has none."""
    start = next((n for n, line in enumerate(lines) if line.strip()), 0)
    closing = _RULERS.get(lines[start].rstrip() if lines else "", ())
    inside = lines[start + 1 : start + FARTHEST_END]
    end = next((n for n, line in enumerate(inside, start + 1) if line.rstrip() in closing), 0)
    pairs = _pairs(lines[start + 1 : end])
    if not pairs and not _NESTED.match("\n".join(lines[start + 1 : end])):
        return FrontMatter()  # two rules around a paragraph
    dated = next((pairs[key] for key in _DATED if key in pairs), "")
    chapter = pairs.get("chapter") or pairs.get("number") or ""
    return FrontMatter(
        lines=end + 1,
        title=pairs.get("title", ""),
        edition=(find_date(dated) or dated) if dated else None,
        chapter=chapter if re.fullmatch(r"\d{1,4}|[A-Z]", chapter) else "",
    )


def _pairs(lines: Sequence[str]) -> dict[str, str]:
    """What front matter says, by its keys."""
    found = (_PAIR.match(line) or _DEFINED.match(line) for line in lines)
    return {pair[1].lower(): pair[2].strip().strip("\"'") for pair in found if pair}


# "{% include x %}", "{{< note >}}", "[TOC]", "* TOC", "{:toc}", "{: .note}", "import Tabs from '@theme/Tabs';"
_TEMPLATE = re.compile(
    r"\{%[^%\n]{0,300}%\}|\{\{[<%][^\n]{0,300}?[%>]\}\}|^\s*\[{1,2}_?TOC_?\]{1,2}\s*$|^\s*[*-] TOC\s*$"
    r"|^\s*\{:[^{}\n]{1,200}\}\s*$"
    r"|^(?:import|export) [^\n]{1,200} from\s{1,4}([\"'])[^\"'\n]{1,200}\1;?\s*$",
    re.IGNORECASE,
)
_SIGNS = ("{", "[", " from ", " TOC")


def without_templates(line: str, number: int, found: Collector) -> str:
    """A line of Markdown without them."""
    if not any(sign in line for sign in _SIGNS):
        return line
    for match in _TEMPLATE.finditer(line):
        found.drop(number, "template", match[0])
    return _TEMPLATE.sub("", line)


# "**Catch**" above "*May re-roll …*"
_STRONG = re.compile(r"\*\*(?P<name>[^*]{1,60}[^*.:;,!?])\*\*")


def with_colon(rows: list[Row]) -> list[Row]:
    """A paragraph whose first line is nothing but a name in bold, with the colon that parts both on one line."""
    name = _STRONG.fullmatch(rows[0].text) if len(rows) > 1 else None
    if (
        name is None
        or len(name["name"].split()) > MOST_TITLE_WORDS
        or rows[1].text.lstrip("*_ ")[:1].islower()
    ):
        return rows
    return [rows[0]._replace(text=f"{rows[0].text}:"), *rows[1:]]
