"""What does a page's own style say of its numbers? Just the declarations that make counters and hide words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import tinycss2
from lxml import etree
from tinycss2.ast import Declaration, QualifiedRule

_PROPERTIES = frozenset(
    [
        "counter-reset",
        "counter-increment",
        "counter-set",
        "content",
        "list-style",
        "list-style-type",
        "display",
    ]
)
_LONGEST = 512 * 1024
_MOST_RULES = 500
_MOST_STEPS = 3_000_000
"""Comparisons of an element with a part of a selector; a page that asks for more goes without its style."""
# "ol.rules", "li", ".term#goat", "*": one part of a selector
_COMPOUND = re.compile(r"(?P<tag>[a-z][\w-]*|\*)?(?P<names>(?:[.#][\w-]+)*)", re.IGNORECASE)
_PSEUDO = re.compile(r"::?(before|after|marker)$", re.IGNORECASE)
_SCREEN = re.compile(r"\b(?:all|screen)\b|^\s*\(", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of a selector, and whether its parent is meant by the part before it."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    is_child: bool = False

    def fits(self, element: etree._Element) -> bool:
        if self.tag not in ("", "*") and self.tag != str(element.tag).lower():
            return False
        if self.ids and not self.ids <= {element.get("id", "")}:
            return False
        return not self.classes or self.classes <= set(element.get("class", "").split())


@dataclass(frozen=True, slots=True)
class _Rule:
    """A selector with its declarations."""

    parts: tuple[_Part, ...]
    pseudo: str
    declarations: Mapping[str, str]
    weight: tuple[int, int, int, int]


@dataclass(slots=True)
class Styles:
    """The declarations of a page, found by element."""

    rules: dict[str, list[_Rule]] = field(default_factory=lambda: defaultdict(list))
    steps: int = 0

    @classmethod
    def of_page(cls, root: etree._Element) -> Styles:
        """Read the `<style>` elements of a page."""
        made = cls()
        words = "\n".join("".join(map(str, style.itertext())) for style in root.iter("style"))[:_LONGEST]
        if not re.search(r"counter|list-style|display\s*:\s*none", words):
            return made
        for order, rule in enumerate(_rules(tinycss2.parse_stylesheet(words, skip_comments=True), [0])):
            made.rules[rule.parts[-1].tag if rule.parts[-1].tag != "*" else ""].append(rule)
            if order >= _MOST_RULES:
                break
        return made

    def declared(self, element: etree._Element, pseudo: str = "") -> Mapping[str, str]:
        """The declarations for an element, or for what its style puts before it."""
        own = element.get("style", "") if not pseudo else ""
        if (not self.rules and not own) or self.steps > _MOST_STEPS:
            return {}
        found: dict[str, str] = {}
        tag = str(element.tag).lower()
        for rule in sorted((*self.rules.get(tag, ()), *self.rules.get("", ())), key=lambda each: each.weight):
            if rule.pseudo == pseudo and self._fits(rule.parts, element):
                found.update(rule.declarations)
        if own:
            found.update(_declarations(tinycss2.parse_blocks_contents(own[:2000], skip_comments=True)))
        return found

    def _fits(self, parts: Sequence[_Part], element: etree._Element) -> bool:
        """Whether a selector means an element; the nearest ancestor that fits a part leaves most for the others."""
        self.steps += 1
        if not parts[-1].fits(element):
            return False
        place: etree._Element | None = element
        for part, below in zip(reversed(parts[:-1]), reversed(parts[1:]), strict=True):
            place = place.getparent() if place is not None else None
            while place is not None and not part.fits(place) and not below.is_child:
                self.steps += 1
                place = place.getparent()
            if place is None or not part.fits(place):
                return False
        return True


def _rules(nodes: Sequence[object], count: list[int]) -> Iterator[_Rule]:
    for node in nodes:
        if isinstance(node, QualifiedRule):
            declarations = _declarations(tinycss2.parse_blocks_contents(node.content, skip_comments=True))
            for selector in tinycss2.serialize(node.prelude).split(",") if declarations else ():
                count[0] += 1
                if rule := _rule(selector.strip(), declarations, count[0]):
                    yield rule
        elif getattr(node, "lower_at_keyword", "") in ("media", "supports", "layer"):
            content = getattr(node, "content", None)
            asked = tinycss2.serialize(getattr(node, "prelude", []))
            if content and (getattr(node, "lower_at_keyword", "") != "media" or _SCREEN.search(asked)):
                yield from _rules(tinycss2.parse_rule_list(content, skip_comments=True), count)


def _declarations(nodes: Sequence[object]) -> dict[str, str]:
    return {
        node.lower_name: tinycss2.serialize(node.value).strip()
        for node in nodes
        if isinstance(node, Declaration) and node.lower_name in _PROPERTIES
    }


def _part(word: str, is_child: bool) -> _Part | None:
    """The tag, ids and classes that a word of a selector asks for; None for any other word."""
    match = _COMPOUND.fullmatch(word)
    if match is None:
        return None
    names = re.findall(r"([.#])([\w-]+)", match["names"])
    ids = frozenset(name for sign, name in names if sign == "#")
    classes = frozenset(name for sign, name in names if sign == ".")
    return _Part((match["tag"] or "").lower(), ids, classes, is_child)


def _rule(selector: str, declarations: Mapping[str, str], order: int) -> _Rule | None:
    """A rule for a selector of names, classes and ids, one in the other; None for any other."""
    pseudo = _PSEUDO.search(selector)
    words = re.sub(r"\s*>\s*", " > ", selector[: pseudo.start()] if pseudo else selector).split()
    parts: list[_Part] = []
    is_child = False
    for word in words:
        if word == ">":
            is_child = True
            continue
        part = _part(word, is_child)
        if part is None:
            return None
        parts.append(part)
        is_child = False
    if not parts or is_child or len(parts) > 8:
        return None
    weight = (
        sum(len(part.ids) for part in parts),
        sum(len(part.classes) for part in parts),
        sum(part.tag not in ("", "*") for part in parts),
        order,
    )
    return _Rule(tuple(parts), pseudo[1].lower() if pseudo else "", declarations, weight)
