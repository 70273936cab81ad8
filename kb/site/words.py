"""What does the site say in its own words, in which language? One file of `site_templates/words/` each but English."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from kb.errors import BuildError
from kb.site.phrases import MONTHS

FOLDER = "words"
ENGLISH = "en"
UNTRANSLATED = frozenset({"post.html.j2", "problems.html.j2", "programs.html.j2"})
"""Pages that speak English only: for curators and programs, and one that says most with its scripts."""

# "16 Jan 2026", as `phrases.day` writes it
_DAY = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(MONTHS)}) (\d{{4}})\b")

# "119 terms, 27 rules", "139 added, 3 removed": what is counted, behind a number and a blank that does not break
_KIND = re.compile("(?<=\N{NO-BREAK SPACE})[a-z]+")

# "rules.txt, line 26", "lines 186–188" at its end, as `phrases.place` writes it
_LINES = re.compile(r"\b(lines?) (\d[\d–]*)$")


class Words:
    """The interface in one language."""

    def __init__(self, language: str, pages: dict[str, str], scripts: dict[str, str]) -> None:
        self.language = language
        self._pages = pages
        self.for_scripts = (
            Markup(json.dumps(scripts, ensure_ascii=False).replace("<", "\\u003c")) if scripts else ""
        )
        """What scripts say, as JSON that is safe within a page."""

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
        """`119 terms, 27 rules` in this language."""
        return _KIND.sub(lambda name: self._pages.get(name[0], name[0]), counts)

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
        return Words(ENGLISH, {}, {})
    file = templates / FOLDER / f"{main}.toml"
    try:
        held = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BuildError(f"{file}: {error}") from error
    return Words(main, held.get("pages", {}), held.get("scripts", {}))


@cache
def languages(templates: Path) -> frozenset[str]:
    """The languages that the interface is translated into."""
    return frozenset(file.stem for file in (templates / FOLDER).glob("*.toml"))
