"""Which edition does a text say it is?"""

from __future__ import annotations

import re
from collections.abc import Iterable

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
# "January 16, 2026", "16 January 2026", "Jan. 16 2026"
_WRITTEN = re.compile(
    r"\b(?:(?P<day1>\d{1,2})(?:st|nd|rd|th)?\.? )?(?P<month>[A-Z][a-z]{2,8})\.? "
    r"(?:(?P<day2>\d{1,2})(?:st|nd|rd|th)?,? )?(?P<year>(?:19|20)\d\d)\b"
)
_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b")
# "1/16/2026": month first, as US publishers print it; 16/1/2026 can only be day first
_SLASHED = re.compile(r"\b(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)\b")
# What stands before a date or version that is the edition's.
_CUE = re.compile(
    r"effective|current as of|as of|last updated|updated|revised|version|edition|published|comprehensive rules",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\bversion[: ]+v?(\d+(?:\.\d+)*)", re.IGNORECASE)
_LOOK_AT = 60
"""An edition is stated near the top: lines that are looked at."""


def find_date(words: str) -> str | None:
    """The first date in a line as `2026-01-16` (or `2026-01` without a day); None without one."""
    if iso := _ISO.search(words):
        return iso[0]
    for match in _WRITTEN.finditer(words):
        month = next((n for n, name in enumerate(_MONTHS, 1) if name.startswith(match["month"].lower())), 0)
        if not month:
            continue
        day = match["day1"] or match["day2"]
        if not day:
            return f"{match['year']}-{month:02d}"
        if 1 <= int(day) <= 31:
            return f"{match['year']}-{month:02d}-{int(day):02d}"
    if slashed := _SLASHED.search(words):
        first, second = int(slashed[1]), int(slashed[2])
        month, day_number = (first, second) if first <= 12 else (second, first)
        if 1 <= month <= 12 and 1 <= day_number <= 31:
            return f"{slashed[3]}-{month:02d}-{day_number:02d}"
    return None


def find_edition(lines: Iterable[str]) -> str | None:
    """The edition that a text's first lines state: a date beside a cue such as "effective as of", else a version."""
    version = None
    for number, line in enumerate(lines):
        if number >= _LOOK_AT:
            break
        if len(line) > 300 or not _CUE.search(line):
            continue
        if date := find_date(line):
            return date
        if version is None and (match := _VERSION.search(line)):
            version = match[1]
    return version
