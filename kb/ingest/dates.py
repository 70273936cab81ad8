"""Which dates stand in this line? Written in words, by numbers or in characters, in several languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

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
    kept: list[Date] = []
    for date in sorted(found, key=lambda each: (each.start, -each.end)):
        if not kept or date.start >= kept[-1].end:
            kept.append(date)
    return kept


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
