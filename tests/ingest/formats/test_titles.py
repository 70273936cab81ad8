"""The heading with which pages without blank lines begin is the title of the text."""

from __future__ import annotations

import pytest

from kb.ingest.document import Line
from kb.ingest.layout.headings import INNER, PART, Paragraph, state_headings

CHAPTERS = ("Boarding the Ferry", "It leaves the quay.", "Crossing the Lake", "Nobody may swim there.")


def levels(*words):
    paragraphs = [Paragraph([Line(at, each, each)]) for at, each in enumerate(words, 1)]
    state_headings(paragraphs, ())
    return [paragraph.level for paragraph in paragraphs]


@pytest.mark.parametrize("below", [(), ("A game of goats and fog.",)])
def test_the_first_heading_is_the_title_and_chapters_stand_under_it(below):
    assert levels("The Ferry and the Fog", *below, *CHAPTERS)[0] == PART
    assert levels("The Ferry and the Fog", *below, *CHAPTERS).count(INNER) == 2


@pytest.mark.parametrize("first", ["Glossary", "Boarding the Ferry Again"])
def test_a_known_chapter_or_a_running_line_is_no_title(first):
    assert PART not in levels(first, *CHAPTERS)
