"""Which edition does a text say it is, and which dates stand in a line? Stated near its top."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from kb.ingest.limits import FARTHEST_END, LONGEST_PARAGRAPH
from kb.ingest.thresholds import FAR, LONGEST_LINE, TOP_LINES

_MONTHS: tuple[tuple[str, ...], ...] = (
    ("january", "januar", "jänner", "janvier", "enero", "gennaio"),
    ("february", "februar", "février", "febrero", "febbraio"),
    ("march", "märz", "mars", "marzo"),
    ("april", "avril", "abril", "aprile"),
    ("may", "mai", "mayo", "maggio"),
    ("june", "juni", "juin", "junio", "giugno"),
    ("july", "juli", "juillet", "julio", "luglio"),
    ("august", "août", "agosto"),
    ("september", "septembre", "septiembre", "settembre"),
    ("october", "oktober", "octobre", "octubre", "ottobre"),
    ("november", "novembre", "noviembre"),
    ("december", "dezember", "décembre", "diciembre", "dicembre"),
)
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
# "January 16, 2026", "16 January 2026", "3. Mai 2021", "Jan. 16 2026", "DECEMBER, 2020", "1er mars 2020",
# "3 de mayo de 2021"
_WRITTEN = re.compile(
    r"\b(?:(?P<day1>\d{1,2})(?:st|nd|rd|th|er|º)?\.?\s(?:of\s|de\s)?)?(?P<month>[^\W\d_]{3,10})\.?,?\s(?:de\s|del\s)?"
    rf"(?:(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,?\s)?{_YEAR}",
    re.IGNORECASE,
)
# "2026-01-16", "2026/01/16", "2026.1.16"; "2019-04" has no day
_ISO = re.compile(
    r"(?<![\d.-])(?P<year>(?:19|20)\d\d)([-/.])(?P<month>\d{1,2})(?:\2(?P<day>\d{1,2}))?(?![\d.-]*\d)"
)
# "1/16/2026", "8/19/25", "03.05.2021", "16-1-2026"
_NUMBERED = re.compile(
    r"(?<![\d./-])(?P<one>\d{1,2})(?P<sign>[/.-])(?P<two>\d{1,2})(?P=sign)(?P<year>(?:19|20)?\d\d)(?![\d/-])"
)
# "2026年1月16日"
_EASTERN = re.compile(r"(?P<year>(?:19|20)\d\d)\s?年\s?(?P<month>\d{1,2})\s?月(?:\s?(?P<day>\d{1,2})\s?日)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """A date in a line."""

    start: int
    end: int
    iso: str
    """`2026-01-16`, or `2026-01` without a day."""

    other: str = ""
    """What it is if the day comes before the month, where the text does not tell: 1/2/2026."""

    @property
    def is_whole(self) -> bool:
        """Whether it names the day."""
        return len(self.iso) == 10


def find_dates(words: str, day_first: bool = False) -> list[Date]:
    """The dates of a line in order; 1/2/2026 begins with the month, as US publishers print it, unless `day_first`."""
    found = [
        *_named(words, _WRITTEN),
        *_named(words, _ISO),
        *_named(words, _EASTERN),
        *_by_numbers(words, day_first),
    ]
    return sorted(found, key=lambda each: each.start)


def find_date(words: str) -> str | None:
    """The first date of a line as `2026-01-16` (or `2026-01` without a day); None without one."""
    dates = find_dates(words)
    return dates[0].iso if dates else None


def shows_day_first(words: str) -> bool:
    """Whether a line has a date such as 16/1/2026, that can only begin with its day."""
    return any(
        int(match["one"]) > 12 >= int(match["two"])
        for match in _NUMBERED.finditer(words)
        if match["sign"] != "."
    )


def _named(words: str, pattern: re.Pattern[str]) -> Iterator[Date]:
    for match in pattern.finditer(words):
        parts = match.groupdict()
        day = parts.get("day") or parts.get("day1") or parts.get("day2")
        iso = _iso(parts["year"], _month(parts["month"]), int(day) if day else None)
        if iso:
            yield Date(start=match.start(), end=match.end(), iso=iso)


def _by_numbers(words: str, day_first: bool) -> Iterator[Date]:
    for match in _NUMBERED.finditer(words):
        one, two = int(match["one"]), int(match["two"])
        year = match["year"] if len(match["year"]) == 4 else f"20{match['year']}"
        by_month, by_day = _iso(year, one, two), _iso(year, two, one)
        if match["sign"] == "." or day_first or not by_month:
            by_month, by_day = by_day, by_month
        told = match["sign"] == "." or one == two or not (by_month and by_day) or day_first
        if by_month and not (match["sign"] == "." and len(match["year"]) == 2):  # "1.2.20" is a version
            yield Date(start=match.start(), end=match.end(), iso=by_month, other="" if told else by_day)


def _month(told: str) -> int:
    """1 to 12; 0 for what is no month. An abbreviation has three letters at least."""
    if told.isdigit():
        return int(told)
    name = told.casefold()
    return next((n for n, names in enumerate(_MONTHS, 1) if any(each.startswith(name) for each in names)), 0)


def _iso(year: str, month: int, day: int | None) -> str:
    """Empty for what is no date."""
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return ""
    return f"{year}-{month:02d}" + (f"-{day:02d}" if day is not None else "")


_FORCE = "effective|in force|in effect|valid (?:from|as of)|gültig (?:ab|seit)|en vigueur|vigente|in vigore"
_CHANGED = "|".join(
    (
        "(?:last |recently )?(?:updated?|revised|revision|modified|amended|changed?)|(?:current |correct )?as of",
        "dated?|released?|publication date|published(?: on)?|issued|version|edition",
        "stand|fassung|ausgabe|aktualisiert|mis à jour|mise à jour|version du|édition",
        "letzte änderung|geändert|überarbeitet|actualización",
        "actualizado|versión|edición|aggiornato|versione|edizione|発行|更新|改訂",
    )
)
_DOCUMENT = "|".join(
    (
        "rules?|rulebook|rule book|reference|faq|errata|regulations|handbook|manual|guide|document|compendium|laws",
        "spielregeln?|regelwerk|règles|reglas|regole",
    )
)
# "effective as of November 8, 2024", "in effect from"
_IN_FORCE = re.compile(rf"\b(?:{_FORCE})\b", re.IGNORECASE)
# "Last updated: 1/16/2026", "Stand: 3. Mai 2021"
_AS_CHANGED = re.compile(rf"(?<!\w)(?:{_CHANGED})(?!\w)", re.IGNORECASE)
# "Rules Reference (May 2021)", "FAQ – June 2018": in a line that is a title
_AS_TITLED = re.compile(rf"\b(?:{_DOCUMENT})\b", re.IGNORECASE)
# "first published on", "supersedes all versions before": what comes after is the date of something else
_OTHER = re.compile(
    r"\b(?:first|originally|previous(?:ly)?|prior|earlier|older?|before|supersedes?|replaces?|since|until|founded|"
    r"established|born|next|copyright|expires?)\b|©|\(c\)",
    re.IGNORECASE,
)
# "Version 2.0.1", "v1.3", "Rev. 7", "FAQ 1.5", "Ausgabe 3", "Release 4"
_VERSION = re.compile(
    r"(?<![\w.])(?:(?P<word>(?:spiel)?(?:regel)?version|versión"
    r"|versione|версия|wersja|verze|revision|rev\.?|release|ausgabe|faq|errata)[: ]\s{0,3}"
    r"(?:no\.? )?v?|v\.? ?)"
    r"(?P<number>\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?|(?<=(?-i:[Rr]ev\. ))(?-i:[A-Z])|(?<=(?-i:[Rr]evision ))(?-i:[A-Z]))"
    r"(?![\w/-]|\.\d)",
    re.IGNORECASE,
)
# "in version 2", "of the 2nd edition": another text, or another version of this one
_SPOKEN = re.compile(
    r"\b(?:in|of|from|since|before|than|until|to|under|with|per|for|and|or|supersedes?|replaces?|previous|earlier|old)"
    r"\s+(?:the |this |a |its )?$",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
# "2nd edition", "Third Edition", "2. Auflage", "2e édition", "Edition 3", "Ausgabe 2023", "2023 edition"
_EDITION = re.compile(
    rf"(?:\b(?P<number>\d{{1,2}}|(?:19|20)\d\d)(?:st|nd|rd|th|e|ª|a|\.)? ?|\b(?P<word>{'|'.join(_ORDINALS)}) |)"
    r"(?:edition|auflage|ausgabe|édition|edición|edizione)\b(?: (?P<after>\d{1,2}|(?:19|20)\d\d)\b(?![.\d]))?",
    re.IGNORECASE,
)
# "2024/25", "2024–2025": a season in a title
_SEASON = re.compile(r"(?<!\d)(20\d\d)\s?[/–-]\s?((?:20)?\d\d)(?![\d/.–-])")
_YEAR_ALONE = re.compile(r"(?<![\d.-])((?:19|20)\d\d)(?![\d.-])")

# How exactly an edition is told; of two that are told alike the first stands.
_FORCE_DATE, _DATE, _NUMBER, _MONTH, _ORDINAL, _TITLE_YEAR = 6, 5, 4, 3, 2, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """An edition and where the text states it."""

    edition: str
    line: str
    strength: int
    other: str = ""
    """The other way to read a date such as 1/2/2026."""


def find_stated(lines: Iterable[str]) -> Stated | None:
    """What a text states as its edition: the date it is in force from, else another date of it, else its version."""
    told = list(islice((line.strip() for line in lines if line.strip()), TOP_LINES))
    day_first = any(shows_day_first(line) for line in told if len(line) <= LONGEST_PARAGRAPH)
    found = [stated for at, line in enumerate(told) for stated in _stated(line, at, day_first)]
    return max(found, key=lambda stated: stated.strength, default=None)


def _stated(line: str, at: int, day_first: bool) -> Iterator[Stated]:
    """Everything that a line states as an edition."""
    is_short, has_digits = len(line) <= LONGEST_LINE, any(map(str.isdigit, line))
    if len(line) > LONGEST_PARAGRAPH or not has_digits:
        yield from _short_stated(line, at, FAR) if is_short else ()
        return
    for date in find_dates(line, day_first):
        if strength := _date_strength(line, date, at):
            yield Stated(edition=date.iso, line=line, strength=strength, other=date.other)
    if is_short:
        yield from _short_stated(line, at, TOP_LINES // 2)
    elif version := _version(line, at):
        yield Stated(edition=version, line=line, strength=_NUMBER)
    if at < FAR and is_short and (year := _year(line)):
        yield Stated(edition=year, line=line, strength=_TITLE_YEAR)


def _short_stated(line: str, at: int, first: int) -> Iterator[Stated]:
    """What a short line states: a version, and as one of the `first` lines an edition's number."""
    if version := _version(line, at):
        yield Stated(edition=version, line=line, strength=_NUMBER)
    if at < first and (number := _ordinal(line)):
        yield Stated(edition=number, line=line, strength=_ORDINAL)


def _date_strength(line: str, date: Date, at: int) -> int:
    """How surely a date is the edition's; 0 if it is that of something else."""
    before, after = (
        line[max(0, date.start - FARTHEST_END) : date.start],
        line[date.end : date.end + FARTHEST_END],
    )
    clause = re.split(r"[.;!?]\s", before)[-1]
    if _OTHER.search(clause):
        return 0
    if _IN_FORCE.search(clause):
        return _FORCE_DATE if date.is_whole else _MONTH
    alone = at < FAR and len(line) - (date.end - date.start) <= 4
    titled = len(line) <= LONGEST_LINE and not line.endswith(".") and _AS_TITLED.search(clause)
    changed = _AS_CHANGED.search(clause) or re.match(
        r"\W*(?:edition|version|update|revision|release)\b", after, re.IGNORECASE
    )
    if alone or titled or changed:
        return _DATE if date.is_whole else _MONTH
    return 0


def _version(line: str, at: int) -> str | None:
    for match in _VERSION.finditer(line):
        spoken = _SPOKEN.search(line, 0, match.start())
        bare = not match["word"] or match["word"].lower() in (
            "faq",
            "errata",
        )  # "v3", "FAQ 12": a title's, or none
        if spoken or (bare and "." not in match["number"] and at >= FAR):
            continue
        if not _YEAR_ALONE.fullmatch(match["number"]):
            return match["number"]
    return None


def _ordinal(line: str) -> str | None:
    """`2` for "2nd edition"."""
    for match in _EDITION.finditer(line):
        number = match["number"] or match["after"] or ""
        if match["word"]:
            number = str(_ORDINALS.index(match["word"].lower()) + 1)
        if number and not _SPOKEN.search(line, 0, match.start()):
            return number
    return None


def _year(line: str) -> str | None:
    """`2024/25` of a title "Laws of the Game 2024/25", `2023` of "Tournament Regulations 2023"."""
    if line.endswith(".") or not _AS_TITLED.search(line) or _OTHER.search(line):
        return None
    if season := _SEASON.search(line):
        return f"{season[1]}/{season[2][-2:]}"
    years = _YEAR_ALONE.findall(line)
    return years[0] if len(years) == 1 and line.rstrip("*_)] ").endswith(years[0]) else None
