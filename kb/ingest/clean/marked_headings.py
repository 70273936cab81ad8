"""Headings that a plain text marks with characters of their own: underlined with `====`, or after `##`."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.findings import LeftOut
from kb.ingest.document import Line, Text

_FEWEST = 2
_LONGEST = 90
_ALIKE = 2
"""A rule as long as the words above it, but for so many characters, underlines them wherever they stand."""
# "=====", "-----", "~~~~~" on a line below a title
_RULE = re.compile(r"\s*([=\-~^*_#])\1{2,}\s*")
# "## Setup", "### Leading ###"
_HASHED = re.compile(r"\s*(#{1,6})\s+(?=\S)")


def state_headings(text: Text) -> Text:
    """Tell the level of every marked heading, where a text marks several; the marks are left out, and that of one."""
    if text.format != "text" or text.parted:
        return text
    underlined = _underlined(text.lines)
    hashed = {i: match for i, line in enumerate(text.lines) if (match := _HASHED.match(line.text))}
    lone = {i for i in underlined if len(underlined) < _FEWEST and _is_as_long(text.lines, i)}
    if len(underlined) < _FEWEST:
        underlined = {}
    if len(hashed) < _FEWEST or len({len(match[1]) for match in hashed.values()}) < _FEWEST:
        hashed = {}
    lines, removed = list(text.lines), []
    for index in lone:  # one that says which lines are headings would say that no other is
        removed.append((lines[index + 1], "ruler", lines[index + 1].text))
        lines[index + 1] = lines[index + 1].with_text("")
    for index, level in underlined.items():
        lines[index] = replace(lines[index], heading=level)
        removed.append((lines[index + 1], "ruler", lines[index + 1].text))
        lines[index + 1] = lines[index + 1].with_text("")
    for index, match in hashed.items():
        words = lines[index].text[match.end() :].rstrip("# ")
        removed.append((lines[index], "markup", match[1]))
        lines[index] = replace(lines[index].with_text(words), heading=len(match[1]))
    if not removed:
        return text
    left_out = [
        LeftOut(file=text.file, line=line.number, reason=reason, text=what.strip())
        for line, reason, what in sorted(removed, key=lambda each: each[0].number)
    ]
    return replace(text, lines=tuple(lines), left_out=(*text.left_out, *left_out))


def _is_as_long(lines: tuple[Line, ...], index: int) -> bool:
    """Whether the rule below a line was drawn for it."""
    return abs(len(lines[index + 1].text.strip()) - len(lines[index].text.strip())) <= _ALIKE


def _underlined(lines: tuple[Line, ...]) -> dict[int, int]:
    """Lines with a rule of about their own length right below, and their level: by the kinds of rules as they come."""
    found: dict[int, str] = {}
    for index in range(len(lines) - 1):
        rule = _RULE.fullmatch(lines[index + 1].text)
        if rule is None:
            continue
        words = lines[index].text.strip()
        alike = _is_as_long(lines, index)
        above = lines[index - 1] if index else None
        after_text = above and not (alike or above.is_blank or _RULE.fullmatch(above.text))
        is_title = 0 < len(words) <= _LONGEST and any(map(str.isalpha, words)) and not after_text
        if is_title and len(rule[0].strip()) >= 0.5 * len(words):
            found[index] = rule[1]
    levels = {kind: level for level, kind in enumerate(dict.fromkeys(found.values()), 1)}
    return {index: levels[kind] for index, kind in found.items()}
