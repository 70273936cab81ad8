"""Which number does a page print that its text does not have? Of ordered lists, and of CSS counters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import tinycss2
from lxml import etree

from kb.ingest.bodies import letter
from kb.ingest.limits import MOST_COMPARED, MOST_COUNTED_LEVELS, MOST_COUNTERS, MOST_RULES
from kb.ingest.numbering.number_labels import in_roman
from kb.ingest.thresholds import FEWEST, LONGEST_NAME, ORDERED

_ASKED = re.compile(r"counter|list-style|display\s*:\s*none")
_PROPERTIES = re.compile(r"counter-(?:reset|increment)|content|list-style(?:-type)?|display")
_LONGEST = 512 * 1024
# "ol.rules", "li", ".term#goat", "*", ">li": one part of a selector, whose parent the part before it may mean
_PART = re.compile(r"(?P<child>>?)(?P<tag>[a-z][\w-]*|\*|(?=[.#]))(?P<names>(?:[.#][\w-]+)*)", re.IGNORECASE)
_PSEUDO = re.compile(r"::?(before|after|marker)$", re.IGNORECASE)
_NO_STYLE: Mapping[str, str] = {}


class _Part(NamedTuple):
    """One part of a selector: tag, classes and ids, and whether its parent is meant by the part before it."""

    tag: str
    names: frozenset[str]
    is_child: bool

    @classmethod
    def of(cls, match: re.Match[str]) -> _Part:
        """The part that a word of a selector is."""
        names = frozenset(re.findall(r"[.#][\w-]+", match["names"]))
        return cls(match["tag"].lower() or "*", names, bool(match["child"]))

    def means(self, element: etree._Element) -> bool:
        """Whether an element has all that is asked for."""
        if self.tag not in ("*", element.tag):
            return False
        names = (f"#{element.get('id', '')}", *(f".{name}" for name in element.get("class", "").split()))
        return not self.names or self.names.issubset(names)


class Styles:
    """The declarations of a page, found by element."""

    def __init__(self) -> None:
        self.counts = False
        self._declared: dict[tuple[etree._Element, str], dict[str, str]] = defaultdict(dict)
        self._rules = 0
        self._steps = 0

    @classmethod
    def of_page(cls, root: etree._Element) -> Styles:
        """Read the `<style>` elements of a page."""
        made = cls()
        words = "\n".join("".join(map(str, style.itertext())) for style in root.iter("style"))[:_LONGEST]
        rules = tinycss2.parse_stylesheet(words, skip_comments=True) if _ASKED.search(words) else []
        for rule in rules:
            declarations = _declarations(rule.content) if rule.type == "qualified-rule" else {}
            for selector in tinycss2.serialize(rule.prelude).split(",") if declarations else ():
                made._declare(root, selector.strip(), declarations)
        return made if made._steps <= MOST_COMPARED else cls()

    def declared(self, element: etree._Element, pseudo: str = "") -> Mapping[str, str]:
        """The declarations for an element, or for what its style puts before it."""
        found = self._declared.get((element, pseudo), _NO_STYLE)
        own = element.get("style", "") if not pseudo else ""
        return {**found, **_declarations(own[:2000])} if own else found

    def _declare(self, root: etree._Element, selector: str, declarations: Mapping[str, str]) -> None:
        """Hold declarations for all elements that a selector of names, classes and ids means, one in the other."""
        pseudo = _PSEUDO.search(selector)
        words = re.sub(r"\s*>\s*", " >", selector[: pseudo.start()] if pseudo else selector).split()
        parts = [_Part.of(match) for word in words if (match := _PART.fullmatch(word))]
        if not parts or len(parts) < len(words) or self._rules >= MOST_RULES:
            return
        self._rules += 1
        self.counts |= "counter" in " ".join((*declarations, *declarations.values()))
        for element in root.iter(parts[-1].tag):
            self._steps += 1
            if self._steps > MOST_COMPARED:
                return
            if self._fits(parts, element):
                self._declared[element, pseudo[1].lower() if pseudo else ""].update(declarations)

    def _fits(self, parts: Sequence[_Part], element: etree._Element) -> bool:
        """Whether a selector means an element; the nearest ancestor that fits a part leaves most for the others."""
        place: etree._Element | None = element
        is_near = True
        for part in reversed(parts):
            while place is not None and not part.means(place):
                self._steps += 1
                place = None if is_near or self._steps > MOST_COMPARED else place.getparent()
            if place is None:
                return False
            place, is_near = place.getparent(), part.is_child
        return True


def _declarations(words: str | Sequence[tinycss2.ast.Node]) -> dict[str, str]:
    return {
        node.lower_name: tinycss2.serialize(node.value).strip()
        for node in tinycss2.parse_blocks_contents(words, skip_comments=True)
        if node.type == "declaration" and _PROPERTIES.fullmatch(node.lower_name)
    }


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
    labels = _labels(root, styles) if styles.counts else {}
    plain = {element: match[1] for element, label in labels.items() if (match := _NUMBER.fullmatch(label))}
    parted = [number for number in plain.values() if "." in number]
    if len(parted) < FEWEST or len(set(parted)) < ORDERED * len(parted):
        return Printed(labels, {})
    leading = _leading(parted, [number for number in plain.values() if number.isdecimal()])
    numbers = {element: number for element, number in plain.items() if "." in number or number in leading}
    return Printed({each: label for each, label in labels.items() if each not in numbers}, numbers)


def _leading(parted: Sequence[str], whole: Sequence[str]) -> set[str]:
    """The numbers that hold others: `1` and `1.2` of `1.2.3`; a chapter without rules, too."""
    leading = {number[:at] for number in parted for at, sign in enumerate(number) if sign == "."}
    counts_on = leading.intersection(whole) and len(set(whole)) == len(whole)
    return leading | set(whole) if counts_on else leading


def _labels(root: etree._Element, styles: Styles) -> dict[etree._Element, str]:
    """What is printed before each element whose style counts."""
    labels: dict[etree._Element, str] = {}
    counters = _Counters()
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "end":
            counters.leave()
            continue
        counters.enter()
        counters.count(styles.declared(element), str(element.tag))
        if before := styles.declared(element, "before") or styles.declared(element, "marker"):
            counters.count(before)
            if label := " ".join(counters.content(before.get("content", ""), element).split()):
                labels[element] = label
    return labels


class _Counters:
    """The CSS counters of a page on a walk through it."""

    def __init__(self) -> None:
        self._values: dict[str, list[list[int]]] = defaultdict(list)  # depth at which it was made, value
        self._depth = 0

    def enter(self) -> None:
        """An element begins."""
        self._depth += 1

    def leave(self) -> None:
        """An element ends, and with it the counters that were made inside it."""
        for values in self._values.values():
            while values and values[-1][0] > self._depth:
                values.pop()
        self._depth -= 1

    def count(self, declared: Mapping[str, str], tag: str = "") -> None:
        """Make and raise the counters that a style names, and the one that all lists have."""
        made = _names(declared.get("counter-reset", ""), 0)
        raised = _names(declared.get("counter-increment", ""), 1)
        for name, value in [*made, ("list-item", 0)] if tag in ("ol", "ul") else made:
            values = self._counter(name)
            if values and values[-1][0] == self._depth:
                values.pop()  # a sibling made it
            values.append([self._depth, value])
        for name, by in [*raised, ("list-item", 1)] if tag == "li" else raised:
            values = self._counter(name)
            if not values:
                values.append([self._depth, 0])
            values[-1][1] += by

    def _counter(self, name: str) -> list[list[int]]:
        return self._values[name if len(self._values) < MOST_COUNTERS or name in self._values else ""]

    def content(self, told: str, element: etree._Element) -> str:
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
        name, style, *_ = [*(token.value for token in arguments if token.type == "ident"), "", ""]
        between = next((token.value for token in arguments if token.type == "string"), ".")
        values = [value for _, value in self._values.get(name, ())] or [0]
        shown = values[-MOST_COUNTED_LEVELS if nested else -1 :]
        return between.join(counted(value, style.lower() or "decimal") for value in shown if name)


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
