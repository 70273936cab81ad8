"""Printed numbers."""

from __future__ import annotations

import re

import pytest

from kb.refs.numbers import NUMBER, key, range_end, roman, shape


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("702.19b.", "702.19b"),
        ("1.5.2.C)", "1.5.2.C"),
        ("6-5-3-1.", "6-5-3-1"),
        ("359.3.e.12 and", "359.3.e.12"),
        ("1e1a)", "1e1a"),
        ("1h+++)", "1h+++"),
        ("ST.6 of", "ST.6"),
        ("G.1.1", "G.1.1"),
        ("A2,", "A2"),
        ("100.1.If", "100.1"),
        ("3rd", None),
        ("5-player", None),
        ("12345", None),
    ],
)
def test_where_a_number_ends(text, number):
    match = re.match(NUMBER, text)
    assert (match and match.group()) == number


@pytest.mark.parametrize("number", ["10.2.d", "10-2-d", "10.2d", "10.02D"])
def test_spellings_of_one_number(number):
    assert key(number) == ("10", "2", "d")


def test_shapes():
    assert shape("702.19b") == shape("314.2a") == "9.9a/3" or shape("702.19b") != shape("7.2")
    assert shape("702.19") != shape("7.2") != shape("7-2")


@pytest.mark.parametrize(
    ("first", "last", "whole"),
    [
        ("603.7d", "f", "603.7f"),
        ("603.7", "b", "603.7b"),
        ("12.1", "4", "12.4"),
        ("12", "14", "14"),
        ("6.1", "6.11", "6.11"),
    ],
)
def test_ends_of_ranges(first, last, whole):
    assert range_end(first, last) == whole


@pytest.mark.parametrize(
    ("numeral", "value"), [("I", 1), ("IV", 4), ("XIV", 14), ("C", 100), ("", 0), ("Q", 0)]
)
def test_roman_numerals(numeral, value):
    assert roman(numeral) == value
