"""The one parser of Markdown reads every text, and reads the next one as if nothing had been."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.ingest.formats.inline import parsed, parser

MARKS = st.sampled_from(
    [
        ":::",
        "::: a",
        "!!! a",
        ">",
        "> ",
        "- ",
        "1. ",
        ": ",
        "[^a]: ",
        "[^a]",
        "```",
        "|",
        "a",
        " ",
        "    ",
        "\t",
        "\n",
    ]
)


@pytest.mark.parametrize("trips", ["> ::: a\n>", "> :::1. \n >  ", " \n> - \n>\n>"])
def test_marks_that_end_a_text_without_a_line_end_are_read(trips: str) -> None:
    with pytest.raises(IndexError):
        parser().parse(trips)  # what the parser itself does: once it does not, `parsed` is not needed
    assert parsed(trips)[0].type == "blockquote_open"
    assert parsed("::: a\nb\n:::\n")[0].type == "container_callout_open"


@settings(max_examples=2_000, deadline=None)
@given(st.lists(MARKS, max_size=12).map("".join))
def test_no_text_trips_the_parser(words: str) -> None:
    parsed(words)
