"""Which number does a page print that its text does not have? Of ordered lists, and of CSS counters."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import tinycss2
from lxml import etree

from kb.ingest.bodies import letter
from kb.ingest.limits import MOST_COMPARED, MOST_COUNTED_LEVELS, MOST_RULES
from kb.ingest.numbering.number_labels import in_roman
from kb.ingest.readers.words import LISTS
from kb.ingest.thresholds import FEWEST, LONGEST_NAME, ORDERED

_ASKED = re.compile(r"counter|list-style|display\s*:\s*none")
_PROPERTIES = re.compile(r"counter-(?:reset|increment)|content|list-style(?:-type)?|display")
_LONGEST = 512 * 1024
# "ol.rules", "li", ".term#goat", "*", ">li": one part of a selector, whose parent the part before it may mean
_PART = re.compile(r"(?P<child>>?)(?P<tag>[a-z][\w-]*|\*|(?=[.#]))(?P<names>(?:[.#][\w-]+)*)", re.IGNORECASE)
_NAMES = re.compile(r"[.#][\w-]+")
_PSEUDO = re.compile(r"::?(before|after|marker)$", re.IGNORECASE)


class Styles:
    """The declarations of a page, found by element."""

    def __init__(self, root: etree._Element) -> None:
        self._declared: dict[tuple[etree._Element, str], dict[str, str]] = defaultdict(dict)
        self._steps = 0
        words = "\n".join("".join(map(str, style.itertext())) for style in root.iter("style"))[:_LONGEST]
        for selector, declarations in islice(_rules(words), MOST_RULES) if _ASKED.search(words) else ():
            self._declare(root, selector, declarations)
        if self._steps > MOST_COMPARED:
            self._declared.clear()

    def declared(self, element: etree._Element, pseudo: str = "") -> Mapping[str, str]:
        """The declarations for an element, or for what its style puts before it."""
        found = self._declared.get((element, pseudo), {})
        own = element.get("style", "") if not pseudo else ""
        return {**found, **_declarations(own[:2000])} if own else found

    def _declare(self, root: etree._Element, selector: str, declarations: Mapping[str, str]) -> None:
        """Hold declarations for all elements that a selector of names, classes and ids means, one in the other."""
        pseudo = _PSEUDO.search(selector)
        words = re.sub(r"\s*>\s*", " >", selector[: pseudo.start()] if pseudo else selector).split()
        matches = [match for word in words if (match := _PART.fullmatch(word))]
        if not matches or len(matches) < len(words):
            return
        parts = [
            (each["tag"].lower() or "*", frozenset(_NAMES.findall(each["names"])), bool(each["child"]))
            for each in matches
        ]
        for element in root.iter(parts[-1][0]):
            self._steps += 1
            if self._steps > MOST_COMPARED:
                return
            if self._fits(parts, element):
                self._declared[element, pseudo[1].lower() if pseudo else ""].update(declarations)

    def _fits(self, parts: Sequence[tuple[str, frozenset[str], bool]], element: etree._Element) -> bool:
        """Whether a selector means an element; the nearest ancestor that fits a part leaves most for the others."""
        place: etree._Element | None = element
        is_near = True
        for tag, names, is_child in reversed(parts):
            while place is not None and not _is_meant(place, tag, names):
                self._steps += 1
                place = None if is_near or self._steps > MOST_COMPARED else place.getparent()
            if place is None:
                return False
            place, is_near = place.getparent(), is_child
        return True


def _is_meant(element: etree._Element, tag: str, names: frozenset[str]) -> bool:
    """Whether an element has the tag, the classes and the id that a part of a selector asks for."""
    if tag not in ("*", element.tag):
        return False
    own = (f"#{element.get('id', '')}", *(f".{name}" for name in element.get("class", "").split()))
    return not names or names.issubset(own)


def _rules(words: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each selector of a style sheet with its declarations."""
    for rule in tinycss2.parse_stylesheet(words, skip_comments=True):
        declarations = _declarations(rule.content) if rule.type == "qualified-rule" else {}
        for selector in tinycss2.serialize(rule.prelude).split(",") if declarations else ():
            yield selector.strip(), declarations


def _declarations(words: str | Sequence[tinycss2.ast.Node]) -> dict[str, str]:
    return {
        node.lower_name: tinycss2.serialize(node.value).strip()
        for node in tinycss2.parse_blocks_contents(words, skip_comments=True)
        if node.type == "declaration" and _PROPERTIES.fullmatch(node.lower_name)
    }


_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
"""What `<ol type="a">` means."""
_BULLETS = ("disc", "circle", "square")
# "section", "section 3", "section -1 rule"
_COUNTED = re.compile(r"([A-Za-z_][\w-]*)(?:\s+(-?\d{1,6}))?")


def counted(number: int, style: str) -> str:
    """A number as a list style prints it: 3 is `c` in `lower-alpha`, `iii` in `lower-roman`."""
    if style in ("none", *_BULLETS):
        return ""
    case, _, system = style.partition("-")
    shown = str(number)
    if system in ("alpha", "latin") and number > 0:
        shown = letter(number)
    elif system == "roman" and 0 < number < 4000:
        shown = in_roman(number)
    return shown.upper() if case == "upper" else shown


# "1.2.", "3", "4.2b:", "4.2.b"
_NUMBER = re.compile(r"(\d{1,4}(?:\.\d{1,4})*(?:\.?[a-z])?)[.:)]?")


class Printed(NamedTuple):
    """What a browser puts before the words of elements: marks of items, and what the page's style counts."""

    marks: Mapping[etree._Element, str]
    """Of items: `-`, `3.`, `c.`, or nothing where the style prints none."""

    labels: Mapping[etree._Element, str]
    numbers: Mapping[etree._Element, str]
    """Those that number the whole page through, without their final dot."""


def printed(root: etree._Element, styles: Styles) -> Printed:
    """Count a page through: the numbers are rules' where they have parts, `1.2`, and hardly one comes twice."""
    marks: dict[etree._Element, str] = {}
    labels: dict[etree._Element, str] = {}
    counters = _Counters()
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "end":
            counters.leave()
            continue
        counters.count(styles.declared(element), element)
        if element.tag == "li":
            marks[element] = _mark(element, counters.item(), styles)
        if before := styles.declared(element, "before") or styles.declared(element, "marker"):
            counters.count(before)
            if label := " ".join(counters.content(before.get("content", "")).split()):
                labels[element] = label
    plain = {element: match[1] for element, label in labels.items() if (match := _NUMBER.fullmatch(label))}
    numbering = _numbering(list(plain.values()))
    numbers = {element: number for element, number in plain.items() if number in numbering}
    return Printed(marks, {each: label for each, label in labels.items() if each not in numbers}, numbers)


def _numbering(printed: Sequence[str]) -> set[str]:
    """The numbers of rules: those of several parts, and those that hold others, with chapters without rules."""
    parted = [number for number in printed if "." in number]
    whole = [number for number in printed if "." not in number]
    if len(parted) < FEWEST or len(set(parted)) < ORDERED * len(parted):
        return set()
    leading = {number[:at] for number in parted for at, sign in enumerate(number) if sign == "."}
    counts_on = leading.intersection(whole) and len(set(whole)) == len(whole)
    return leading.union(parted, whole if counts_on else ())


def _mark(item: etree._Element, number: int, styles: Styles) -> str:
    """The mark of an item, as its own style or that of its list has it."""
    holder = next(item.iterancestors(*LISTS), None)
    usual = "decimal" if holder is not None and holder.tag == "ol" else "disc"
    told = (_list_style(each, styles) for each in (item, holder) if each is not None)
    style = next(filter(None, told), usual)
    if style in _BULLETS:
        return "-"
    shown = counted(number, style)
    return f"{shown}." if shown else ""


def _list_style(element: etree._Element, styles: Styles) -> str:
    declared = styles.declared(element)
    told = f"{declared.get('list-style-type', '')} {declared.get('list-style', '')}".lower().split()
    known = (word for word in told if word in ("none", *_BULLETS) or "-" in word or word == "decimal")
    return next(known, "") or _TYPES.get(element.get("type", ""), "")


class _Counters:
    """The CSS counters of a page on a walk through it; `list-item` is the one that all lists have."""

    def __init__(self) -> None:
        self._values: dict[str, list[int]] = defaultdict(list)
        self._made: list[set[str]] = [set()]  # the counters that go with the children of each open element

    def leave(self) -> None:
        """An element ends, and with it the counters that its children made."""
        for name in self._made.pop():
            self._values[name].pop()

    def count(self, declared: Mapping[str, str], element: etree._Element | None = None) -> None:
        """Make and raise the counters that a style names, and, where an element begins, that of lists."""
        if element is not None:
            self._made.append(set())
        made = _names(declared.get("counter-reset", ""), 0)
        raised = _names(declared.get("counter-increment", ""), 1)
        if element is not None and element.tag in LISTS:
            self._make("list-item", _number(element.get("start"), 1) - 1, self._made[-1])
        if element is not None and element.tag == "li":
            raised.append(("list-item", 1))
        for name, value in made:
            self._make(name, value, self._made[-2])
        for name, by in raised:
            if not self._values[name]:
                self._make(name, 0, self._made[-2])
            self._values[name][-1] += by
        if element is not None and element.tag == "li":
            self._values["list-item"][-1] = _number(element.get("value"), self.item())

    def _make(self, name: str, value: int, siblings: set[str]) -> None:
        """Make a counter that goes with its siblings, or make it anew where one of them made it."""
        if name in siblings:
            self._values[name].pop()
        siblings.add(name)
        self._values[name].append(value)

    def item(self) -> int:
        """The number of the item that begins."""
        return self._values["list-item"][-1]

    def content(self, told: str) -> str:
        """What `content` prints; nothing unless a counter is in it."""
        parts, has_counter = [], False
        for token in tinycss2.parse_component_value_list(told[:500], skip_comments=True):
            if token.type == "string":
                parts.append(token.value)
            elif token.type == "function" and token.lower_name in ("counter", "counters"):
                has_counter = True
                parts.append(self._shown(token.lower_name == "counters", token.arguments))
        return "".join(parts)[:LONGEST_NAME] if has_counter else ""

    def _shown(self, nested: bool, arguments: list[tinycss2.ast.Node]) -> str:
        """`counter(a, lower-roman)` and `counters(a, ".")`."""
        name, style, *_ = [*(token.value for token in arguments if token.type == "ident"), "", ""]
        between = next((token.value for token in arguments if token.type == "string"), ".")
        shown = (self._values.get(name) or [0])[-MOST_COUNTED_LEVELS if nested else -1 :]
        return between.join(counted(value, style.lower() or "decimal") for value in shown if name)


def _names(told: str, default: int) -> list[tuple[str, int]]:
    """The counters that a declaration names, each with its number."""
    if told in ("", "none", "inherit", "initial"):
        return []
    return [(match[1], int(match[2]) if match[2] else default) for match in _COUNTED.finditer(told[:500])]


def _number(told: str | None, default: int) -> int:
    return int(told) if told and re.fullmatch(r"-?\d{1,6}", told.strip()) else default
