"""Bodies: their plain text, their HTML, and links that stand exactly where references say."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.markup import Anchor, escape_keeping_emphasis, plain, render
from kb.markup.links import apart, linked
from kb.markup.walk import pieces, reads_as_printed


def words_of(page):
    """What a reader of the HTML sees, without blanks."""
    return "".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("A *goat* **climbs**.", "A goat climbs."),
        ("One.\n\nTwo.", "One.\n\nTwo."),
        ("Parts:\n\n- a board\n- dice\n  - red", "Parts:\n\n- a board\n- dice\n  - red"),
        ("1. first\n2. second", "1. first\n2. second"),
        ("| a | b |\n| --- | --- |\n| 1 | 2 |", "a\tb\n1\t2"),
        ("|  |  |\n| --- | --- |\n| 1 | 2 |", "1\t2"),
        ("> Example: so.", "Example: so."),
        (r"2 \* 3 \[cost\] \<b\>", "2 * 3 [cost] <b>"),
        ("[words](https://example.org) <b>x</b>", "[words](https://example.org) <b>x</b>"),
    ],
)
def test_plain_text_of_a_body(markdown, words):
    assert plain(markdown) == words


@pytest.mark.parametrize(
    ("markdown", "start", "end", "page"),
    [
        ("See rule 7.2.", 4, 12, '<p>See <a href="../7.2/">rule 7.2</a>.</p>'),
        (
            "See *rule* **7.2. Climb** now",
            4,
            19,
            '<p>See <a href="../7.2/"><em>rule</em> <strong>7.2. Climb</strong></a> now</p>',
        ),
        (
            "See rule **7.2. Climb** now",
            4,
            12,
            '<p>See <a href="../7.2/">rule </a><strong><a href="../7.2/">7.2</a>. Climb</strong> now</p>',
        ),
        ("**See 7.2**", 4, 7, '<p><strong>See <a href="../7.2/">7.2</a></strong></p>'),
        ("- a\n- see 7.2", 10, 13, '<ul><li>a</li><li>see <a href="../7.2/">7.2</a></li></ul>'),
    ],
)
def test_a_link_stands_exactly_at_its_offsets(markdown, start, end, page):
    assert render(markdown, [Anchor(start=start, end=end, href="../7.2/")]) == page


def test_links_never_nest_and_the_earlier_and_longer_wins():
    anchors = [
        Anchor(start=6, end=9, href="b"),
        Anchor(start=0, end=9, href="a"),
        Anchor(start=5, end=12, href="c"),
        Anchor(start=3, end=3, href="empty"),
    ]
    assert render("Shove a goat", anchors) == '<p><a href="a">Shove a g</a>oat</p>'


def test_icons_and_gaps_are_marked_and_addresses_escaped():
    page = render(
        'Climb {climb} or {?} "x"', [Anchor(start=0, end=13, href='"><script>', kind="see", title='"')]
    )
    assert page == (
        '<p><a href="&quot;&gt;&lt;script&gt;" class="see" title="&quot;">'
        'Climb <span class="icon">{climb}</span></a> or '
        '<span class="gap" title="A value was lost in this text">{?}</span> "x"</p>'
    )


bodies = st.lists(
    st.sampled_from(
        [
            "a *b* c",
            "**d**",
            "- e",
            "- f *g*",
            "1. h",
            "> i",
            "| j | k |",
            "|---|---|",
            "{l}",
            "",
            "<m>",
            "n & o",
        ]
    ),
    max_size=12,
).map("\n".join)
spans = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=8)


@settings(max_examples=600, deadline=None)
@given(bodies, spans)
def test_links_change_no_word_and_hold_exactly_theirs(markdown, pairs):
    anchors = [Anchor(start=one, end=two, href=f"#{number}") for number, (one, two) in enumerate(pairs)]
    page = render(markdown, anchors)
    assert words_of(page) == words_of(render(markdown))
    depth = 0
    for tag in re.findall(r"</?a\b", page):
        depth += 1 if tag == "<a" else -1
        assert depth in (0, 1)
    assert depth == 0
    text = plain(markdown)
    for anchor in anchors:
        held = "".join(re.findall(rf'<a href="{anchor.href}">(.*?)</a>', page, re.DOTALL))
        covered = iter(text[anchor.start : anchor.end])
        assert all(
            letter in covered for letter in words_of(held)
        )  # in order; list marks are no part of a link


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab *_[]()<>#-.\\`|&;", max_size=60))
def test_what_is_escaped_is_literal(words):
    page = render(escape_keeping_emphasis(" ".join(words.split())))
    assert set(re.findall(r"<(\w+)", page)) <= {"p", "em", "strong"}


BULLETED = st.sampled_from(
    [
        "- a",
        "- b c.",
        "- ",
        "-",
        "- - q",
        "- a | b",
        "- \\*k",
        "  - in",
        "- 1. t",
        "- > r",
        "a: b",
        "1. z",
        "x",
        "- | -",
        "",
    ]
)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.tuples(BULLETED, st.sampled_from(["\n", "\n\n", "\n\n\n"])), max_size=7))
def test_the_short_way_through_bullets_gives_what_the_walk_gives(lines):
    words = "".join(line + joint for line, joint in lines).strip("\n")
    assert plain(words) == "".join(piece.text for piece in pieces(words)).strip("\n")


def test_bullets_between_paragraphs_go_the_short_way():
    assert reads_as_printed("Take:\n\n- a goat\n- a wall\n\nThen climb.\n\n- rest")
    assert not reads_as_printed("- a goat\n\n- a wall")  # what parts them is not printed


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet="ab \\*_->+|#1.)(\n=~:`[]{}&<!\t\u00a0\u2028\x0b\x85é", max_size=14))
def test_the_short_way_to_plain_text_gives_what_the_walk_gives(words):
    assert plain(words) == "".join(piece.text for piece in pieces(words)).strip("\n")


@settings(max_examples=800, deadline=None)
@given(st.text(alphabet="ab {}\\*_->+|#1.)(\n=~:`[]&<!\t\u00a0\u2028\x0b\x85é", max_size=20), spans)
def test_the_short_way_to_a_page_gives_what_the_walk_gives(words, pairs):
    anchors = [Anchor(start=one, end=two, href=f"#{number}") for number, (one, two) in enumerate(pairs)]
    assert render(words, anchors) == "".join(linked([*pieces(words)], apart(anchors)))
