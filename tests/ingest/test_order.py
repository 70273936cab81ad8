"""Text that goes on after a list, an example or a table stands after it."""

from __future__ import annotations

import re

import pytest
from case_files import read_cases
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.entries import Source
from kb.ingest import read_text
from kb.ingest.document import Line, Text
from kb.ingest.entries import make
from kb.markup import plain, render, render_parts
from kb.site.passages import cuts, passages


def in_order(entries):
    """The entries of a text with their depths, each with the parts of its text."""
    depths, below = {}, {}
    for entry in entries:
        depths[entry.id] = depths.get(entry.parent, -1) + 1
        below.setdefault(entry.parent, []).append(entry)
    for one in passages((depths[entry.id], entry) for entry in entries):
        bounds = [0, *cuts(below.get(one.entry.id, ())), len(one.entry.text)]
        yield one, one.entry.text[bounds[one.part] : bounds[one.part + 1]]


def shown(entries):
    for one, words in in_order(entries):
        yield (
            "…"
            if one.part
            else f"{one.entry.kind} {one.entry.number or '-'}"
            + (f" {one.entry.title or '-'}" if not one.entry.number else "")
        )
        if words.strip():
            yield f'"{" ".join(words.split()[:3])}"'


@pytest.mark.parametrize("case", read_cases("order.txt", 2))
def test_order(case, read_words):
    words, expected = case
    _, entries = read_words(words)
    assert list(shown(entries)) == expected.split("\n")


PIECES = (
    "A goat climbs the wall and rests on it for the whole of a turn.",
    "- a goat that rests",
    "- a kid that climbs the wall. It rests.",
    "1. Choose a goat that stands.",
    "2. Move it over the wall.",
    "Follow these steps:",
    "Example: A goat climbs a wall and pays two hearts for it.",
    "Q: May a goat rest?\n\nA: It may rest on a wall.",
    "CLIMBING WALLS",
    "a) The goat pays.",
    "b) The kid pays nothing at all.",
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=12))
def test_words_stand_in_their_order(pieces):
    lines = "\n\n".join(pieces).split("\n")
    text = Text(
        file="game/text.txt", lines=tuple(Line(number, line, line) for number, line in enumerate(lines, 1))
    )
    source = Source(game="game", name="text", title="", edition=None, file=text.file)
    reading = read_text(text, source)
    entries = make([reading]).entries
    for entry in entries:
        assert entry.text == plain(entry.markdown)
        places = cuts(child for child in entries if child.parent == entry.id)
        assert all(entry.text[:at].endswith("\n\n") or not at for at in places)
        assert "".join(render_parts(entry.markdown, (), places)) == render(entry.markdown)
    told = " ".join(words for _, words in in_order(entries))
    found = [re.findall(r"\w{4,}", words) for words in (told, " ".join(pieces))]
    titles = {word for entry in entries for word in re.findall(r"\w{4,}", entry.title or "")} | {"Example"}
    assert [word for word in found[0] if word not in titles] == [w for w in found[1] if w not in titles]
