"""Glossaries that a MediaWiki text makes of templates: `{{term|ante}}` and `{{defn|1=A bet before the deal.}}`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_TERM = re.compile(r"(?:glossary )?term2?", re.IGNORECASE)
_DEFINITION = re.compile(r"defn2?|(?:glossary )?definition", re.IGNORECASE)
_LISTED = ("*", "#", ":", ";")


def defined(name: str, words: Sequence[str], named: Mapping[str, str], inside: str) -> str | None:
    """A term or a definition as the list of definitions that it is shown as, on as many lines; None for any other."""
    if _TERM.fullmatch(name):
        shown = named.get("content") or " ".join(words[1:2]) or named.get("term") or " ".join(words[:1])
        return _placed(f"; {' '.join(shown.split())}", shown, inside) if shown else None
    if _DEFINITION.fullmatch(name):
        meaning = named.get("defn") or " ".join(words[:1])
        number = f"{named['no']}. " if named.get("no") else ""
        return _placed(_items(f"{number}{meaning}"), meaning, inside) if meaning else None
    return None


def _items(meaning: str) -> str:
    """The lines of a definition as items of its list; an empty line must not end it."""
    first, *rest = meaning.split("\n")
    lines = [f": {first}", *(f":{line.strip()}" for line in rest)]
    return "\n".join(line if line[1:2] in _LISTED else f": {line[1:].strip()}" for line in lines)


def _placed(made: str, words: str, inside: str) -> str:
    """What is shown, on the line where its words stood; an item without words keeps the list open on the others."""
    before = inside.partition(words)[0].count("\n")
    after = inside.count("\n") - before - made.count("\n")
    return ":\n" * before + made + "\n:" * max(0, after)
