"""How the text of an entry looks in a page, and what is quoted around a reference."""

import time
from dataclasses import replace

import pytest
from small_entries import entry
from small_sites import refer

from kb.site.bodies import MOST_LINKS, SENTENCE, body_parts, sentence


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("See rule 7.3.", "rule 7.3", "See [rule 7.3]."),
        ("It leaps. It may push (see rule 7.3). It ends.", "rule 7.3", "It may push (see [rule 7.3])."),
        ("It says “stop.” Then push. End.", "push", "Then [push]."),
        ("First paragraph\n\nA push ends it.\n\nThird", "push", "A [push] ends it."),
        (
            "Rule 314.6 applies, i.e. it is turned. Next.",
            "turned",
            "Rule 314.6 applies, i.e. it is [turned].",
        ),
        ("Push", "Push", "[Push]"),
    ],
)
def test_a_reference_is_quoted_with_its_sentence(text: str, words: str, shown: str) -> None:
    start = text.index(words)
    before, inside, after = sentence(text, start, start + len(words))
    assert f"{before}[{inside}]{after}" == shown


def test_a_very_long_sentence_is_cut_at_words() -> None:
    text = "word " * 5_000 + "push" + " word" * 5_000
    before, inside, after = sentence(text, 25_000, 25_004)
    assert inside == "push"
    assert before.startswith("… word ")
    assert after.endswith(" word …")
    assert len(before) + len(after) < 2 * SENTENCE + 10


def test_quoting_does_not_read_the_whole_text() -> None:
    text = "a." * 3_000_000
    started = time.perf_counter()
    for start in range(0, 6_000_000, 60_000):
        sentence(text, start, start + 1)
    assert time.perf_counter() - started < 1


LINKS = {"hearthmoor:7.3": "../7.3/index.html"}.get


def whole(one, references, link):
    (html,) = body_parts(one, references, link)
    return html


def test_a_text_is_parted_where_children_stand_in_it() -> None:
    one = entry("7.2", "See rule 7.3 now.\n\n- a\n- b\n\nThen push.\n\n- c")
    cuts = [one.text.index("- a"), one.text.index("Then"), one.text.index("- c")]
    assert body_parts(one, [refer(one, "rule 7.3", "7.3")], LINKS, cuts) == [
        '<p>See <a href="../7.3/index.html" class="see">rule 7.3</a> now.</p>',
        "<ul><li>a</li><li>b</li></ul>",
        "<p>Then push.</p>",
        "<ul><li>c</li></ul>",
    ]


def test_a_resolved_reference_is_a_link() -> None:
    one = entry("7.2", "See rule 7.3 now.")
    assert whole(one, [refer(one, "rule 7.3", "7.3")], LINKS) == (
        '<p>See <a href="../7.3/index.html" class="see">rule 7.3</a> now.</p>'
    )


@pytest.mark.parametrize(
    "facts", [{"target": "9.9"}, {"target": None, "status": "missing"}, {"target": "7.3", "kind": "related"}]
)
def test_any_other_reference_stays_text(facts) -> None:
    one = entry("7.2", "See rule 7.3 now.")
    assert "<a" not in whole(one, [refer(one, "rule 7.3", **facts)], LINKS)


def test_an_entry_does_not_link_to_itself() -> None:
    one = entry("7.3", "See rule 7.3 now.")
    assert "<a" not in whole(one, [refer(one, "rule 7.3", "7.3")], LINKS)


def test_a_text_with_more_links_than_a_page_bears_keeps_its_words() -> None:
    one = entry("7.2", "rule 7.3 " * (MOST_LINKS + 100))
    known = refer(one, "rule 7.3", "7.3")
    references = [
        replace(known, start=start, end=start + len("rule 7.3")) for start in range(0, len(one.text), 9)
    ]
    html = whole(one, references, LINKS)
    assert html.count("<a ") == html.count("</a>") == MOST_LINKS
    assert html.endswith("Only the first 5,000 of 5,100 references in this text are links here.</p>")
    assert html.count("rule 7.3") == len(references)


def test_references_without_words_take_no_link_from_others() -> None:
    one = entry("7.2", "See rule 7.3 now.")
    known = refer(one, "rule 7.3", "7.3")
    assert "<a" in whole(one, [*[replace(known, start=4, end=4)] * (MOST_LINKS + 1), known], LINKS)


def test_an_icon_reads_as_a_word_and_a_gap_is_seen() -> None:
    html = whole(entry("a", "Pay {ember} or {?}."), [], LINKS)
    assert '<span class="icon">ember</span>' in html
    assert 'class="gap"' in html


@pytest.mark.parametrize(
    ("markdown", "is_aside"),
    [
        ("Example: Ada leaps.", True),
        ("**Example:** Ada leaps.", True),
        ("Example 2: Ada leaps.", True),
        ("Examples of this are rare.", False),
        ("For Example: no.", False),
    ],
)
def test_an_example_within_a_rule_is_set_apart(markdown: str, is_aside: bool) -> None:
    html = whole(entry("a", markdown=f"A rule.\n\n{markdown}"), [], LINKS)
    assert ('<p class="aside">' in html) == is_aside


def test_a_table_scrolls_in_its_own_box() -> None:
    html = whole(entry("a", markdown="| A | B |\n| --- | --- |\n| 1 | 2 |"), [], LINKS)
    assert html.startswith('<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>')
    assert html.rstrip().endswith("</table></div>")


def test_markup_in_a_text_is_only_text() -> None:
    text = '<table><script>alert(1)</script><span class="icon">{x}</span></table>'
    html = whole(entry("a", text, markdown=text.replace("<", r"\<")), [], LINKS)
    assert "<table" not in html
    assert "<script" not in html
