"""Marks that plain texts print in ways of their own: emphasis, underlined headings."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.ingest.document import Line, Text
from kb.ingest.thresholds import FEWEST_NAMED, FEWEST_SURE, LONGEST_ON_TWO_LINES

# "**Ranged {range}** Attack", "*Example: ...*": opened before a word or icon, closed after one.
_PAIR = re.compile(r"(?<![\w*])(\*\*|\*)(?=[^\s*])([^*]*[^\s*])\1(?![\w*])")
# "* item": a bullet is no emphasis.
_STARS = re.compile(rf"{_PAIR.pattern}|^\s*\*\s|(?P<stray>\*+)")


def drop_broken_emphasis(text: Text) -> Text:
    """In a text that marks emphasis with asterisks, an asterisk without a partner is a leftover: drop it."""
    pairs = sum(len(_PAIR.findall(line.text)) for line in text.lines)
    if text.format != "text" or pairs < FEWEST_NAMED:  # it does not use them for emphasis
        return text
    lines, removed = [], []
    for line in text.lines:
        stray = "".join(stars["stray"] or "" for stars in _STARS.finditer(line.text))
        removed += [(line, "stray emphasis marks", stray)] if stray else []
        lines.append(line.with_text(_STARS.sub(lambda stars: "" if stars["stray"] else stars[0], line.text)))
    return text.leaving_out(lines, removed)


# "=====", "-----", "~~~~~" on a line below a title
_RULE = re.compile(r"\s*([=\-~^*_#])\1{2,}\s*")


def state_headings(text: Text) -> Text:
    """Tell the level of every underlined heading, where several are; the rules below are left out, and that of one."""
    if text.format != "text" or text.parted:
        return text
    underlined = _underlined(text.lines)
    lines, removed = list(text.lines), []
    for index, level in underlined.items():
        lone = len(underlined) < FEWEST_SURE  # one that says which lines are headings would say no other is
        lines[index] = lines[index] if lone else replace(lines[index], heading=level)
        removed.append((lines[index + 1], "ruler", lines[index + 1].text.strip()))
        lines[index + 1] = lines[index + 1].with_text("")
    return text.leaving_out(lines, removed) if removed else text


def _underlined(lines: tuple[Line, ...]) -> dict[int, int]:
    """Lines with a rule of about their own length right below, and their level: by the kinds of rules as they come."""
    found: dict[int, str] = {}
    for index in range(len(lines) - 1):
        rule = _RULE.fullmatch(lines[index + 1].text)
        if rule is None:
            continue
        words = lines[index].text.strip()
        alike = len(rule[0].strip()) == len(words)
        above = lines[index - 1] if index else None
        after_text = above and not (alike or above.is_blank or _RULE.fullmatch(above.text))
        is_title = 0 < len(words) <= LONGEST_ON_TWO_LINES and any(map(str.isalpha, words)) and not after_text
        if is_title and len(rule[0].strip()) >= 0.5 * len(words):
            found[index] = rule[1]
    levels = {kind: level for level, kind in enumerate(dict.fromkeys(found.values()), 1)}
    return {index: levels[kind] for index, kind in found.items()}
