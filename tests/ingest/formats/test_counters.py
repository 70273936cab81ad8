"""Numbers that a page prints without having them in its text."""

from __future__ import annotations

import pytest
from lxml import etree

from kb.ingest.readers.styles import Styles, counted, printed


def page(words: str) -> etree._Element:
    return etree.fromstring(words.encode(), etree.HTMLParser(encoding="utf-8"))


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("decimal", ["1", "2", "4", "27", "53"]),
        ("lower-alpha", ["a", "b", "d", "aa", "ba"]),
        ("upper-latin", ["A", "B", "D", "AA", "BA"]),
        ("lower-roman", ["i", "ii", "iv", "xxvii", "liii"]),
        ("upper-roman", ["I", "II", "IV", "XXVII", "LIII"]),
        ("none", [""] * 5),
    ],
)
def test_numbers_in_every_style(style: str, shown: list[str]) -> None:
    assert [counted(number, style) for number in (1, 2, 4, 27, 53)] == shown


@pytest.mark.parametrize(
    ("words", "marks"),
    [
        ("<ol><li>x<li>x</ol>", ["1.", "2."]),
        ("<ol start=5 type=A><li>x<li value=9>x<li>x</ol>", ["E.", "I.", "J."]),
        ("<ol start=-1><li>x<li>x<li>x</ol>", ["-1.", "0.", "1."]),
        ("<ol style='list-style: none'><li>x</ol>", [""]),
        (
            "<style>.law > li { list-style-type: upper-roman }</style><ol class=law><li>x<li>x</ol>",
            ["I.", "II."],
        ),
        (
            "<style>ol ol { list-style-type: lower-alpha }</style><ol><li>x<ol><li>x</ol><li>x</ol>",
            ["1.", "a.", "2."],
        ),
        ("<ul><li>x</ul>", ["-"]),
    ],
)
def test_marks_of_items(words: str, marks: list[str]) -> None:
    root = page(words)
    assert list(printed(root, Styles(root)).marks.values()) == marks


@pytest.mark.parametrize(
    ("style", "words", "labels"),
    [
        (
            "p { counter-increment: n } p::before { content: 'Rule ' counter(n, upper-roman) ': ' }",
            "<p>x<p>x",
            ["Rule I:", "Rule II:"],
        ),
        (
            "li::marker { content: counters(list-item, '.') ')' }",
            "<ol><li>x<ol><li>x</ol><li>x</ol>",
            ["1)", "1.1)", "2)"],
        ),
        ("#a p:before { counter-increment: n 5; content: counter(n) }", "<p>x<div id=a><p>x</div>", ["5"]),
        ("@media print { p::before { content: counter(n) } }", "<p>x", []),
        ("p ~ p::before, p:nth-child(2)::before { content: counter(n) }", "<p>x<p>x", []),
        ("p::before { content: 'Note: ' }", "<p>x", []),
        ("p::before { content: counter(", "<p>x", []),
        ("p::before { content: counters(a b c, 1, x) attr(id) }", "<p id=k>x", ["0"]),
    ],
)
def test_labels(style: str, words: str, labels: list[str]) -> None:
    root = page(f"<style>{style}</style>{words}")
    assert list(printed(root, Styles(root)).labels.values()) == labels


def test_numbers_of_rules_are_told_from_those_of_lists() -> None:
    style = "<style>ol { counter-reset: n } li::before { counter-increment: n; content: counters(n, '.') '. ' }</style>"
    nested = page(style + "<ol><li>x<ol><li>x<li>x</ol><li>x<ol><li>x</ol></ol>")
    assert list(printed(nested, Styles(nested)).numbers.values()) == ["1", "1.1", "1.2", "2", "2.1"]
    flat = page(style + "<ol><li>x<li>x<li>x</ol><ol><li>x<li>x</ol>")
    assert printed(flat, Styles(flat)).numbers == {}
