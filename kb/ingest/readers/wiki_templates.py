"""What do the templates of a MediaWiki text show? Their words; one without words an icon."""

from __future__ import annotations

import re
from bisect import bisect
from functools import partial

from kb.ingest.limits import DEEPEST_TEMPLATE
from kb.ingest.readers.collect import Collector

# "{{{1}}}" or "{{Main|Goats}}" without another inside, but for icons: "{tap}"; and whether its lines hold nothing else
_TEMPLATE = re.compile(
    r"(?P<before>^[ \t]*)?\{\{(?P<third>\{)?(?P<inside>(?:[^{}]|\{[\w+-]{1,24}\})*+)\}\}(?(third)\})"
    r"(?P<after>[ \t]*$)?",
    re.MULTILINE,
)
# between arguments, but not in "[[Goat|goats]]"
_STROKE = re.compile(r"\|(?![^\[\]]{0,200}\]\])")
_ICON = re.compile(r"[\w+-]{1,24}")
_SIGNS = {"!": "|", "=": "="}
WITHIN = "\x15"
"""Stands for the end of a line inside of what a template shows: no line of its own begins there."""
_LISTED = {"term": ";", "defn": ":"}
"""What a template of a glossary writes before its words."""
# "DEFAULTSORT:Goats", "PAGENAME", "#if: x | y"
_SETTING = re.compile(r"DEFAULTSORT|DISPLAYTITLE|[A-Z]{5,30}$|[A-Z]{3,30}:|#\w{2,20}:|subst:")
_NAVIGATION = re.compile(
    r"nav|stub|cleanup|toc|infobox end|reflist|clear|protect|delete|citation|short desc", re.IGNORECASE
)
_SEE = re.compile(r"(?:see(?: also)?|main|further|siehe(?: auch)?|hauptartikel|voir aussi)$", re.IGNORECASE)
# "cost = 3"; "1 = Goat" has only its place for a name
_NAMED = re.compile(r"\s*(?!\d+\s*=)[^=\[\]<>{}|]{1,60}=")
_PLACE = re.compile(r"\A\s*\d+\s*=")


def without_templates(content: str, found: Collector) -> str:
    """The text with every template replaced by what it shows, the inner ones first; its lines stay where they are."""
    for _ in range(DEEPEST_TEMPLATE):
        ends = [end.start() for end in re.finditer("\n", content)]
        shown = partial(_shown, found, ends)
        content, count = _TEMPLATE.subn(shown, content)
        if not count:
            break
    return content


def _shown(found: Collector, ends: list[int], template: re.Match[str]) -> str:
    """What a template shows, on as many lines as it has."""
    name, *arguments = _STROKE.split(template["inside"])
    name, lines = name.strip(), template[0].count("\n")
    alone = template["before"] is not None and template["after"] is not None
    places = [_PLACE.sub("", each).strip() for each in arguments if not _NAMED.match(each)]
    words = list(filter(None, places))
    if name in _SIGNS:
        return _SIGNS[name]
    if not (arguments or alone or _SETTING.match(name)):
        return (f"{{{name}}}" if _ICON.fullmatch(name) else name) + "\n" * lines
    is_box = alone and len(arguments) > len(words) + 1
    if is_box or not words or _SETTING.match(name) or _NAVIGATION.search(name):
        for number, part in enumerate(template[0].split("\n"), 1 + bisect(ends, template.start())):
            found.drop(number, "template", part)
        return "\n" * lines
    return _placed(name, words, template[0])


def _placed(name: str, words: list[str], template: str) -> str:
    """The words of a template, each on its line."""
    sign = _LISTED.get(name.lower(), "")
    words = words[-1:] if sign else words
    before = template.count("\n", 0, template.index(words[0]))
    shown = ", ".join(words)
    if _SEE.match(name):
        shown = f"See {', '.join(each if '[' in each else f'[[{each}]]' for each in words)}."
    after = max(0, template.count("\n") - before - shown.count("\n"))
    return f"{sign}{WITHIN * before}{shown}".replace("\n", WITHIN) + "\n" * after
