"""What does the site say in its own words, in which language? One file of `site_templates/words/` each but English."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from kb.errors import BuildError
from kb.site.phrases import KIND_LABELS, MONTHS

FOLDER = "words"
ENGLISH = "en"
PAGES, SCRIPTS = "pages", "scripts"
"""What templates say, and what scripts say on every page; what those of one page say besides is called after it."""

# "16 Jan 2026", as `phrases.day` writes it
_DAY = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(MONTHS)}) (\d{{4}})\b")

# "119 terms, 27 rules", "139 added, 3 removed": what is counted, behind a number and a blank that does not break
_KIND = re.compile("(?<=\N{NO-BREAK SPACE})[a-z]+")

# What has no name of its own is called "Step 2", "Example in Leap"
_UNNAMED = re.compile(rf"Step (\S+)|({'|'.join(one for one, _ in KIND_LABELS.values())}) in (.+)")

# What bodies say of their own accord: texts cannot say it so, their markup is escaped
_IN_BODIES = re.compile(
    r'(?<= aria-label=")Table(?="><table>)|(?<= title=")A value was lost in this text(?=">)'
)

# "1,200"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")

# "rules.txt, line 26", "lines 186–188" at its end, as `phrases.place` writes it
_LINES = re.compile(r"\b(lines?) (\d[\d–]*)$")


class Words:
    """The interface in one language."""

    def __init__(self, language: str, held: Mapping[str, Mapping[str, str]]) -> None:
        self.language = language
        self._pages = held.get(PAGES, {})
        self._scripts: dict[str, str] = {
            page: _packed({**held.get(SCRIPTS, {}), **words}) for page, words in held.items() if page != PAGES
        }

    def for_scripts(self, page: str = SCRIPTS) -> str:
        """What the scripts of a kind of page say, as JSON that is safe within it."""
        return self._scripts.get(page) or self._scripts.get(SCRIPTS, "")

    def say(self, text: str, *about: object) -> Markup:
        """A text in this language, with what it says `{0}`, `{1}` of."""
        told = (self.dates(one) if type(one) is str else one for one in about)
        return Markup(escape(self._pages.get(text, text))).format(*told)

    def dates(self, text: str) -> str:
        """A text with its days as they are written in this language."""
        if not self._pages:
            return text
        return _DAY.sub(lambda found: self._pages[month(found[2])].format(found[1], found[3]), text)

    def kinds(self, counts: str) -> str:
        """`119 terms, 1,200 rules`, `nothing changed` in this language."""
        if counts in self._pages:
            return self._pages[counts]
        told = _KIND.sub(lambda name: self._pages.get(name[0], name[0]), counts)
        return self.digits(told).replace(", ", self._pages.get(", ", ", "))

    def digits(self, number: int | str) -> str:
        """`1,200` as it is written in this language; digits stay as texts have them."""
        text = f"{number:,}" if isinstance(number, int) else number
        return _THOUSANDS.sub(self._pages.get("1,000", "1,000")[1:-3], text)

    def names(self, label: str) -> str:
        """What an entry without a name is called, `Step 2`, in this language; a name as it is."""
        return " · ".join(map(self._name, label.split(" · "))) if self._pages else label

    def _name(self, label: str) -> str:
        found = _UNNAMED.fullmatch(label)
        if not found:
            return label
        step, kind, above = found.groups()
        told = ("Step {0}", step) if step else ("{0} in {1}", self._pages[kind], above)
        return self.say(*told).unescape()

    def in_bodies(self, html: str) -> str:
        """A page whose texts say in this language what is said of their markup."""
        return _IN_BODIES.sub(lambda found: self.say(found[0]), html) if self._pages else html

    def lines(self, place: str) -> str:
        """`rules.txt, line 26` in this language."""
        return _LINES.sub(lambda found: self.say(f"{found[1]} {{0}}", found[2]), place)


def month(name: str) -> str:
    """What a translation tells of how a day of a month is written: `{0} Jan {1}`."""
    return f"{{0}} {name} {{1}}"


@cache
def words_in(templates: Path, language: str) -> Words:
    """The words for texts in a language; English where there are none in it."""
    main = language.lower().partition("-")[0]
    if main not in languages(templates):
        return Words(ENGLISH, {})
    file = templates / FOLDER / f"{main}.toml"
    try:
        held = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BuildError(f"{file}: {error}") from error
    return Words(main, held)


def _packed(words: Mapping[str, str]) -> Markup:
    return Markup(json.dumps(words, ensure_ascii=False).replace("<", "\\u003c"))


@cache
def languages(templates: Path) -> frozenset[str]:
    """The languages that the interface is translated into."""
    return frozenset(file.stem for file in (templates / FOLDER).glob("*.toml"))
