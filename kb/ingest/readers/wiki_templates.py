"""What do the templates of a MediaWiki text show? Their words; one without words an icon."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.ingest.limits import DEEPEST_TEMPLATE, FARTHEST_END
from kb.ingest.readers.collect import Collector

# "{{{1}}}" or "{{Main|Goats}}" without another inside, but for icons: "{tap}"
_INSIDE = r"(?:[^{}]|\{[\w+-]{1,24}\})*+"
_TEMPLATE = re.compile(rf"\{{\{{\{{({_INSIDE})\}}\}}\}}|\{{\{{({_INSIDE})\}}\}}")
# between arguments, but not in "[[Goat|goats]]"
_STROKE = re.compile(r"\|(?![^\[\]]{0,200}\]\])")
_ICON = re.compile(r"[\w+-]{1,24}")
# "DEFAULTSORT:Goats", "PAGENAME", "#if: x | y"
_MAGIC = re.compile(r"(?:DEFAULTSORT|DISPLAYTITLE|[A-Z]{5,30}$|[A-Z]{3,30}:|#\w{2,20}:|subst:)")
_SEE = re.compile(r"(?:see(?: also)?|main|further|siehe(?: auch)?|hauptartikel|voir aussi)$", re.IGNORECASE)
_NAVIGATION = re.compile(
    r"nav|stub|cleanup|toc|infobox end|reflist|clear|protect|delete|citation|short desc", re.IGNORECASE
)
# "cost", "1": before the sign of "cost = 3"
_NAME = re.compile(r"[^=\[\]<>{}|]{1,60}")


def without_templates(content: str, found: Collector, first_line: int) -> str:
    """The text with every template replaced by what it shows, the inner ones first; its lines stay where they are."""
    for _ in range(DEEPEST_TEMPLATE):
        parts: list[str] = []
        position, line = 0, first_line
        for template in _TEMPLATE.finditer(content):
            before = content[position : template.start()]
            line += before.count("\n")
            nested = content.rfind("{{", 0, template.start()) > content.rfind("}}", 0, template.start())
            alone = not nested and _stands_alone(content, *template.span())
            inside = template[1] if template[2] is None else template[2]
            parts += [before, _shown(inside, alone, found, line)]
            position, line = template.end(), line + template[0].count("\n")
        if not parts:
            break
        content = "".join([*parts, content[position:]])
    return content


def _stands_alone(content: str, start: int, end: int) -> bool:
    """Whether a template is all that its lines hold."""
    before, after = content[max(0, start - FARTHEST_END) : start], content[end : end + FARTHEST_END]
    begins = not before.rpartition("\n")[2].strip() and ("\n" in before or start <= FARTHEST_END)
    return (
        begins
        and not after.partition("\n")[0].strip()
        and ("\n" in after or end + FARTHEST_END >= len(content))
    )


def _shown(inside: str, alone: bool, found: Collector, line: int) -> str:
    """What a template shows, on as many lines as it has."""
    name, *arguments = _STROKE.split(inside)
    plain, lines = name.strip(), "\n" * inside.count("\n")
    if plain in ("!", "="):
        return "|" if plain == "!" else "="
    pairs, words = _told(arguments)
    if alone and (made := defined(plain, words, dict(pairs), inside)) is not None:
        return made
    shown = ", ".join(map(_on_one_line, words))
    if not (arguments or alone or _MAGIC.match(plain)):
        return f"{{{plain}}}{lines}" if _ICON.fullmatch(plain) else f"{plain}{lines}"
    if (len(pairs) > 1 and alone) or not shown or _MAGIC.match(plain) or _NAVIGATION.search(plain):
        found.drop_lines(line, "template", f"{{{{{inside}}}}}")
        return lines
    return (_see(words) if _SEE.match(plain) else shown) + lines


def _see(words: Sequence[str]) -> str:
    return f"See {', '.join(each if '[' in each else f'[[{each}]]' for each in words)}."


def _on_one_line(words: str) -> str:
    return " ".join(words.split())


def _told(arguments: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """The arguments by name, and those that only their place names: `1=` is the first."""
    pairs, words = [], []
    for each in arguments:
        name, sign, told = (part.strip() for part in each.partition("="))
        is_named = sign and _NAME.fullmatch(name)
        if is_named and not name.isdigit():
            pairs.append((name, told))
        elif said := told if is_named else each.strip():
            words.append(said)
    return pairs, words


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
