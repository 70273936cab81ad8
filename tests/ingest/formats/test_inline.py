"""The one parser of Markdown reads every text, and reads the next one as if nothing had been."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from kb.ingest.readers.inline import parser

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


@settings(max_examples=2_000, deadline=None)
@given(st.lists(MARKS, max_size=12).map("".join))
def test_no_text_trips_the_parser(words: str) -> None:
    parser().parse(words)


STRONG = st.sampled_from(
    ["Goat", "a b", "?", ":", " ", "1.", "(x)", "“q”", "**", "*", "-", "—", ".", "é", "$", "|", "😀"]
)


@settings(max_examples=1_000, deadline=None)
@given(st.lists(STRONG, min_size=1, max_size=4), st.lists(STRONG, max_size=4))
def test_a_line_that_begins_in_bold_reads_as_the_parser_reads_it(strong: list[str], rest: list[str]) -> None:
    words = f"**{''.join(strong)}**{''.join(rest)}".strip()
    read = [token for token in parser().parse(words) if token.type == "inline"]
    if len(read) != 1 or read[0].content != words:
        return  # a ruler, a table
    children: list[Token] = []
    parser().inline.parse(words, parser(), {}, children)
    assert _said(read[0].children or []) == _said(children)


def _said(tokens: list[Token]) -> list[tuple[str, str, str]]:
    return [
        (token.type, token.tag, token.content) for token in tokens if token.content or token.type != "text"
    ]
