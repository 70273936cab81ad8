"""Which edition does a text say it is, and which dates stand in a line? Stated near its top."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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


Date = tuple[int, int, str]
"""Where a date of a line begins and ends, and `2026-01-16`, or `2026-01` without a day."""


def find_dates(words: str) -> list[Date]:
    """The dates of a line in order; 1/2/2026 begins with the month, as US publishers print it."""
    return sorted([*_named(words, _WRITTEN), *_named(words, _ISO), *_by_numbers(words)])


def find_date(words: str) -> str | None:
    """The first date of a line as `2026-01-16` (or `2026-01` without a day); None without one."""
    dates = find_dates(words)
    return dates[0][2] if dates else None


def _named(words: str, pattern: re.Pattern[str]) -> Iterator[Date]:
    for match in pattern.finditer(words):
        parts = match.groupdict()
        day = parts.get("day") or parts.get("day1") or parts.get("day2")
        iso = _iso(parts["year"], _month(parts["month"]), int(day) if day else None)
        if iso:
            yield match.start(), match.end(), iso


def _by_numbers(words: str) -> Iterator[Date]:
    for match in _NUMBERED.finditer(words):
        one, two = int(match["one"]), int(match["two"])
        is_short, is_dotted = len(match["year"]) == 2, match["sign"] == "."
        year = f"20{match['year']}" if is_short else match["year"]
        by_month, by_day = _iso(year, one, two), _iso(year, two, one)
        iso = by_day or by_month if is_dotted else by_month or by_day
        if iso and not (is_dotted and is_short):  # "1.2.20" is a version
            yield match.start(), match.end(), iso


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
        "spielregeln?|regelwerk|règles|reglas|regole|edition|auflage|ausgabe|édition|edición|edizione",
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
    r"(?P<number>\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?)"
    r"(?![\w/-]|\.\d)",
    re.IGNORECASE,
)
# "in version 2", "of the 2nd edition": another text, or another version of this one
_SPOKEN = re.compile(
    r"\b(?:in|of|from|since|before|than|until|to|under|with|per|for|and|or|supersedes?|replaces?|previous|earlier|old)"
    r"\s+(?:the |this |a |its )?$",
    re.IGNORECASE,
)
_YEAR_ALONE = re.compile(r"(?<![\d.-])((?:19|20)\d\d)(?![\d.-])")

# How exactly an edition is told; of two that are told alike the first stands.
_FORCE_DATE, _DATE, _NUMBER, _MONTH = 4, 3, 2, 1
_WHOLE = len("2026-01-16")


def find_stated(lines: Iterable[str]) -> str | None:
    """What a text states as its edition: the date it is in force from, else another date of it, else its version."""
    told = islice((line.strip() for line in lines if line.strip()), TOP_LINES)
    found = [stated for at, line in enumerate(told) for stated in _stated(line, at)]
    return max(found, key=lambda stated: stated[0], default=(0, None))[1]


def _stated(line: str, at: int) -> Iterator[tuple[int, str]]:
    """Everything that a line states as an edition, and how exactly."""
    if len(line) > LONGEST_PARAGRAPH or not any(map(str.isdigit, line)):
        return
    for date in find_dates(line):
        if strength := _date_strength(line, date, at):
            yield strength, date[2]
    if version := _version(line, at):
        yield _NUMBER, version


def _date_strength(line: str, date: Date, at: int) -> int:
    """How surely a date is the edition's; 0 if it is that of something else."""
    start, end, iso = date
    before = line[max(0, start - FARTHEST_END) : start]
    clause = re.split(r"[.;!?]\s", before)[-1]
    if _OTHER.search(clause):
        return 0
    if _IN_FORCE.search(clause):
        return _FORCE_DATE if len(iso) == _WHOLE else _MONTH
    alone = at < FAR and len(line) - (end - start) <= 4
    titled = len(line) <= LONGEST_LINE and not line.endswith(".") and _AS_TITLED.search(clause)
    if alone or titled or _AS_CHANGED.search(clause):
        return _DATE if len(iso) == _WHOLE else _MONTH
    return 0


def _version(line: str, at: int) -> str | None:
    for match in _VERSION.finditer(line):
        spoken = _SPOKEN.search(line, 0, match.start())
        bare = (match["word"] or "faq").lower() in ("faq", "errata")  # "v3", "FAQ 12": a title's, or none
        if spoken or (bare and "." not in match["number"] and at >= FAR):
            continue
        if not _YEAR_ALONE.fullmatch(match["number"]):
            return match["number"]
    return None
