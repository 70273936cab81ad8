"""Which number does a page print that its text does not have? Of ordered lists, and of CSS counters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

import tinycss2
from lxml import etree
from tinycss2.ast import Declaration, QualifiedRule

from kb.ingest.bodies import letter
from kb.ingest.limits import MOST_COMPARED, MOST_COUNTED_LEVELS, MOST_COUNTERS, MOST_RULES
from kb.ingest.numbering.number_labels import in_roman
from kb.ingest.thresholds import FEWEST, LONGEST_NAME

_PROPERTIES = frozenset(
    [
        "counter-reset",
        "counter-increment",
        "content",
        "list-style",
        "list-style-type",
        "display",
    ]
)
_LONGEST = 512 * 1024
# "ol.rules", "li", ".term#goat", "*": one part of a selector
_COMPOUND = re.compile(r"(?P<tag>[a-z][\w-]*|\*)?(?P<names>(?:[.#][\w-]+)*)", re.IGNORECASE)
_PSEUDO = re.compile(r"::?(before|after|marker)$", re.IGNORECASE)


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
    order: int


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
        for rule in islice(_rules(tinycss2.parse_stylesheet(words, skip_comments=True)), MOST_RULES):
            made.rules[rule.parts[-1].tag if rule.parts[-1].tag != "*" else ""].append(rule)
        return made

    def declared(self, element: etree._Element, pseudo: str = "") -> Mapping[str, str]:
        """The declarations for an element, or for what its style puts before it."""
        own = element.get("style", "") if not pseudo else ""
        if (not self.rules and not own) or self.steps > MOST_COMPARED:
            return {}
        found: dict[str, str] = {}
        tag = str(element.tag).lower()
        for rule in sorted((*self.rules.get(tag, ()), *self.rules.get("", ())), key=lambda each: each.order):
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


def _rules(nodes: Sequence[object]) -> Iterator[_Rule]:
    for order, node in enumerate(nodes):
        if isinstance(node, QualifiedRule):
            declarations = _declarations(tinycss2.parse_blocks_contents(node.content, skip_comments=True))
            for selector in tinycss2.serialize(node.prelude).split(",") if declarations else ():
                if rule := _rule(selector.strip(), declarations, order):
                    yield rule


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
    return _Rule(tuple(parts), pseudo[1].lower() if pseudo else "", declarations, order)


_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
"""What `<ol type="a">` means."""
# "4.", "(a)", "iv)": a number that can mark an item
_MARK = re.compile(r"\(?\w{1,5}[.)]")
_BULLETS = ("disc", "circle", "square")
# "section", "section 3", "section -1 rule"
_COUNTED = re.compile(r"([A-Za-z_][\w-]*)(?:\s+(-?\d{1,6}))?")


def counted(number: int, style: str) -> str:
    """A number as a list style prints it: 3 is `c` in `lower-alpha`, `iii` in `lower-roman`."""
    if style in ("none", *_BULLETS):
        return ""
    if style in ("lower-alpha", "lower-latin") and number > 0:
        return letter(number)
    if style in ("upper-alpha", "upper-latin") and number > 0:
        return letter(number).upper()
    if style in ("lower-roman", "upper-roman") and 0 < number < 4000:
        words = in_roman(number)
        return words if style == "lower-roman" else words.upper()
    return f"{number:02}" if style == "decimal-leading-zero" else str(number)


def is_mark(label: str) -> bool:
    """Whether what a style prints can mark an item."""
    return bool(_MARK.fullmatch(label))


# "1.2.", "3", "4.2b:", "4.2.b"
_NUMBER = re.compile(r"(\d{1,4}(?:\.\d{1,4})*(?:\.?[a-z])?)[.:)]?")


@dataclass(frozen=True, slots=True)
class Printed:
    """What the style of a page puts before the words of its elements."""

    labels: Mapping[etree._Element, str]
    numbers: Mapping[etree._Element, str]
    """Those that number the whole page through, without their final dot."""


def printed(root: etree._Element, styles: Styles) -> Printed:
    """Count a page through: the numbers are rules' where they have parts, `1.2`, and hardly one comes twice."""
    labels = _labels(root, Counters(styles))
    plain = {element: match[1] for element, label in labels.items() if (match := _NUMBER.fullmatch(label))}
    parted = [number for number in plain.values() if "." in number]
    if len(parted) < FEWEST or len(set(parted)) < 0.9 * len(parted):
        return Printed(labels, {})
    leading = _leading(parted, [number for number in plain.values() if number.isdecimal()])
    numbers = {element: number for element, number in plain.items() if "." in number or number in leading}
    return Printed({each: label for each, label in labels.items() if each not in numbers}, numbers)


def _labels(root: etree._Element, counters: Counters) -> dict[etree._Element, str]:
    """What is printed before each element whose style counts."""
    labels: dict[etree._Element, str] = {}
    if counters.active:
        for event, element in etree.iterwalk(root, events=("start", "end")):
            if event == "end":
                counters.leave()
            elif label := " ".join(counters.enter(element).split()):
                labels[element] = label
    return labels


def _leading(parted: Sequence[str], whole: Sequence[str]) -> set[str]:
    """The numbers that hold others: `1` and `1.2` of `1.2.3`; a chapter without rules, too."""
    leading = {number[:at] for number in parted for at, sign in enumerate(number) if sign == "."}
    counts_on = leading.intersection(whole) and len(set(whole)) == len(whole)
    return leading | set(whole) if counts_on else leading


class Counters:
    """The CSS counters of a page on a walk through it."""

    def __init__(self, styles: Styles) -> None:
        self.styles = styles
        self.active = any(
            "counter" in " ".join((*rule.declarations, *rule.declarations.values()))
            for rules in styles.rules.values()
            for rule in rules
        )
        self._values: dict[str, list[list[int]]] = defaultdict(list)  # depth at which it was made, value
        self._depth = 0

    def enter(self, element: etree._Element) -> str:
        """Count an element; returns what its style puts before its words if that has a counter: `1.2. `."""
        self._depth += 1
        if not self.active:
            return ""
        self._count(self.styles.declared(element), element)
        before = self.styles.declared(element, "before") or self.styles.declared(element, "marker")
        if not before:
            return ""
        self._count(before)
        return self._content(before.get("content", ""), element)

    def leave(self) -> None:
        """An element ends, and with it the counters that were made inside it."""
        if self.active:
            for values in self._values.values():
                while values and values[-1][0] > self._depth:
                    values.pop()
        self._depth -= 1

    def _count(self, declared: Mapping[str, str], element: etree._Element | None = None) -> None:
        for name, value in _names(declared.get("counter-reset", ""), 0):
            self._make(name, value)
        if element is not None and element.tag in ("ol", "ul"):
            self._make("list-item", 0)
        for name, by in _names(declared.get("counter-increment", ""), 1):
            self._instance(name)[1] += by
        if element is not None and element.tag == "li":
            self._instance("list-item")[1] += 1

    def _make(self, name: str, value: int) -> None:
        values = self._values[name if len(self._values) < MOST_COUNTERS or name in self._values else ""]
        if values and values[-1][0] == self._depth:
            values.pop()  # a sibling made it
        values.append([self._depth, value])

    def _instance(self, name: str) -> list[int]:
        if not self._values.get(name):
            self._make(name, 0)
        return (self._values.get(name) or self._values[""])[-1]

    def _content(self, told: str, element: etree._Element) -> str:
        """What `content` prints; nothing unless a counter is in it."""
        parts, has_counter = [], False
        for token in tinycss2.parse_component_value_list(told[:500], skip_comments=True):
            if token.type == "string":
                parts.append(token.value)
            elif token.type == "function" and token.lower_name in ("counter", "counters"):
                has_counter = True
                parts.append(self._shown(token.lower_name == "counters", token.arguments))
            elif token.type == "function" and token.lower_name == "attr":
                parts.append(element.get(tinycss2.serialize(token.arguments).strip(), ""))
        return "".join(parts)[:LONGEST_NAME] if has_counter else ""

    def _shown(self, nested: bool, arguments: list[tinycss2.ast.Node]) -> str:
        """`counter(a, lower-roman)` and `counters(a, ".")`."""
        names = [token.value for token in arguments if token.type == "ident"]
        between = next((token.value for token in arguments if token.type == "string"), ".")
        if not names:
            return ""
        style = names[1].lower() if len(names) > 1 else "decimal"
        values = [value for _, value in self._values.get(names[0], ())] or [0]
        shown = values[-MOST_COUNTED_LEVELS:] if nested else values[-1:]
        return between.join(counted(value, style) for value in shown)


class Marks:
    """The marks of the items of lists: bullets, and the numbers that a browser counts."""

    def __init__(self, styles: Styles) -> None:
        self.styles = styles
        self._lists: list[tuple[str, int, int]] = []  # style, next number, step

    @property
    def depth(self) -> int:
        """How many lists are open."""
        return len(self._lists)

    def begin(self, element: etree._Element) -> None:
        """A list opens."""
        ordered = element.tag == "ol"
        style = self._style(element) or ("decimal" if ordered else "disc")
        step = -1 if ordered and element.get("reversed") is not None else 1
        first = 1 if step > 0 else sum(1 for child in element if child.tag == "li")
        self._lists.append((style, _number(element.get("start"), first), step))

    def end(self) -> None:
        """The innermost list closes."""
        if self._lists:
            self._lists.pop()

    def next(self, element: etree._Element) -> str:
        """The mark of an item: `-`, `3.`, `c.`, or nothing where the style prints none."""
        style, number, step = self._lists[-1] if self._lists else ("disc", 1, 1)
        number = _number(element.get("value"), number)
        if self._lists:
            self._lists[-1] = (style, number + step, step)
        style = self._style(element) or style
        if style in _BULLETS:
            return "-"
        shown = counted(number, style)
        return f"{shown}." if shown else ""

    def _style(self, element: etree._Element) -> str:
        declared = self.styles.declared(element)
        told = f"{declared.get('list-style-type', '')} {declared.get('list-style', '')}".lower().split()
        known = (word for word in told if word in ("none", *_BULLETS) or "-" in word or word == "decimal")
        return next(known, "") or _TYPES.get(element.get("type", ""), "")


def _names(told: str, default: int) -> list[tuple[str, int]]:
    """The counters that a declaration names, each with its number."""
    if told in ("", "none", "inherit", "initial"):
        return []
    return [(match[1], int(match[2]) if match[2] else default) for match in _COUNTED.finditer(told[:500])]


def _number(told: str | None, default: int) -> int:
    return int(told) if told and re.fullmatch(r"-?\d{1,6}", told.strip()) else default
