"""Every format gives the entries that its text states: small texts that a rules expert can edit."""

from __future__ import annotations

import os

import pytest
from case_files import read_cases

from kb.entries import Source
from kb.errors import ReadError
from kb.ingest import read_text
from kb.ingest.clean import clean
from kb.ingest.entries import make
from kb.ingest.readers import SUFFIXES, read
from kb.sources import TEXT_SUFFIXES

SOURCE = Source(game="game", name="text", title="", edition=None, file="game/text")


def made_of(tmp_path, name, words):
    path = tmp_path / name
    path.write_text(words, encoding="utf-8")
    reading = read_text(clean(read(path, f"game/{name}")), SOURCE)
    return reading, make([reading])


def named(entry):
    return entry.number or entry.title or '"' + " ".join(entry.text.split()[:3]) + '"'


def shown(entry, by_id):
    numbered = bool(entry.number) and entry.kind != "step"
    title = entry.title or ("-" if numbered else '"' + " ".join(entry.text.split()[:3]) + '"')
    parent = by_id.get(entry.parent)
    return f"{entry.kind} {entry.number or '-'} {title} ^ {named(parent) if parent else '-'}"


@pytest.mark.parametrize("case", read_cases("formats.txt", 4))
def test_format(case, tmp_path):
    name, words, expected, links = case
    reading, made = made_of(tmp_path, name, words)
    by_id = {entry.id: entry for entry in made.entries}
    assert [shown(entry, by_id) for entry in made.entries] == expected.split("\n")
    places = {anchor.name: by_id[anchor.entry] for anchor in made.anchors}
    found = [
        f"{by_id[link.origin].text[link.start : link.end]} > "
        + (named(places[link.target]) if link.target in places else link.target)
        for link in made.links
    ]
    assert found == (links.split("\n") if links else [])
    assert reading.source.accounted == reading.source.characters


def test_every_suffix_that_a_corpus_may_hold_has_a_reader():
    assert set(TEXT_SUFFIXES) == {*SUFFIXES, ".txt", ".text", ".pdf"}


def test_front_matter_tells_title_and_edition(tmp_path):
    words = '---\ntitle: "Goats"\nversion: 2.1\neffective: March 3, 2024\n---\n# Moving\n\nGoats move.\n'
    reading, made = made_of(tmp_path, "x.md", words)
    assert (reading.source.title, reading.source.edition) == ("Goats", "2.1")
    assert [entry.text for entry in made.entries] == ["Goats move."]
    assert {(left.reason, left.line) for left in reading.left_out} == {
        ("front matter", n) for n in range(1, 6)
    }


def test_front_matter_of_nothing_but_nested_keys_is_left_out(tmp_path):
    words = "---\nlayout:\n  title:\n    visible: true\n---\n# Moving\n\nGoats move.\n"
    reading, made = made_of(tmp_path, "x.md", words)
    assert [entry.text for entry in made.entries] == ["Goats move."]
    assert {left.line for left in reading.left_out if left.reason == "front matter"} == {1, 2, 3, 4, 5}


def test_two_rules_around_a_paragraph_are_no_front_matter(tmp_path):
    _, made = made_of(tmp_path, "x.md", "---\nGoats move first\n---\n\nThen walls.\n")
    assert "Goats move first" in " ".join(f"{entry.title} {entry.text}" for entry in made.entries)


def test_entries_know_their_lines(tmp_path):
    for name, words in (
        ("x.md", "# A\n\n**Q. Is it?**\nA. Yes,\nit is.\n\n**Q. Why?**\nA. So.\n"),
        (
            "x.html",
            "<h1>A</h1>\r\n\r\n<p>Q. Is it?</p>\r\n<p>A. Yes.</p>\r\n\r\n\r\n<p>Q. Why?</p><p>A. So.</p>",
        ),
    ):
        _, made = made_of(tmp_path, name, words)
        asked = [entry for entry in made.entries if entry.kind == "faq"]
        assert [entry.title for entry in asked] == ["Is it?", "Why?"]
        assert asked[0].location.first_line == 3
        assert asked[1].location.first_line == 7


def test_a_block_of_lines_in_yaml_keeps_each_line_in_its_place(tmp_path):
    reading, _ = made_of(
        tmp_path,
        "x.yaml",
        "- rule: a_b\n  text: |-\n    One goat.\n    Two goats.\n- rule: a_c\n  text: End it.\n",
    )
    assert [(each.first, each.text) for each in reading.stretches] == [
        (3, "One goat."),
        (4, "Two goats."),
        (6, "End it."),
    ]


def test_markup_is_left_out_and_listed(tmp_path):
    words = (
        'See [the yard](https://example.org/yard), ![a goat](goat.png) and <span class="x">walls</span>.\n'
    )
    reading, made = made_of(tmp_path, "x.md", words)
    assert made.entries[0].text == "See the yard, and walls."
    assert {(left.reason, left.text) for left in reading.left_out} == {
        ("link address", "https://example.org/yard"),
        ("image", "a goat goat.png"),
        ("markup", '<span class="x"> </span>'),
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x.md", "Before \ue100999\ue101goat\ue102 after."),
        ("x.html", "<p>Before &#xe100;999&#xe101;goat&#xe102; after.</p>"),
        ("x.json", '[{"id": "a1", "text": "Before \\ue100999\\ue101goat\\ue102 after."}]'),
        ("x.yaml", '- {id: a1, text: "Before \\uE100999\\uE101goat\\uE102 after."}\n'),
    ],
)
def test_no_text_can_forge_the_marks_of_links(tmp_path, name, words):
    _, made = made_of(tmp_path, name, words)
    assert [entry.text for entry in made.entries] == ["Before 999goat after."]
    assert made.links == ()


DEEP = 100_000


@pytest.mark.parametrize(
    ("name", "words", "told"),
    [
        ("empty.json", "{}", "no text in it"),
        ("cut.json", '{"a": tru', "cut.json:1 cannot be read as JSON"),
        ("deep.json", "[" * DEEP + "]" * DEEP, "nests its lists too deeply"),
        ("words.yaml", "only words here\n", "no tree of rules"),
        ("cut.yaml", 'a: [1,\nb: "x', "cannot be read as YAML"),
        ("deep.yaml", "- " * DEEP + "x", "nests its lists too deeply"),
        ("bomb.yaml", "a: &a [x, x]\nb: [*a, *a]\n", "bomb.yaml:2 uses a YAML alias"),
        ("again.yaml", f"- &a {'goat ' * 30}\n" + "- *a\n" * 1000, "uses a YAML alias"),
        ("lines.json", '{"a": 1}\n{"a": tru\n', "cannot be read as JSON"),
        ("tag.yaml", '!!python/object/apply:os.system ["true"]\n', "no text in it"),
        ("key.yaml", "? [a, b]\n: c d\n", "key that is no text"),
        ("deep.html", "<div>" * DEEP + "x", "nests its elements too deeply"),
        ("redirect.wiki", "#REDIRECT [[Goat]]", "no text in it"),
        ("dump.xml", "<mediawiki/>", "is XML, which is not read: convert it with `xmllint"),
        ("scripts.html", "<script>alert(1)</script>", "no text in it"),
        ("cut.html", "<!--" * DEEP, "no text in it"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(tmp_path, name, words, told):
    with pytest.raises(ReadError, match=told) as error:
        made_of(tmp_path, name, words)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("x.md", "["),
        ("x.md", "[a](b"),
        ("x.md", "*a **b "),
        ("x.md", "[[rule:"),
        ("x.md", "@@"),
        ("x.md", "{ref:"),
        ("x.md", "**Q. a?**\nA. b\n"),
        ("x.md", "Q. a\nA. b\n"),
        ("x.md", "> a\n\n"),
        ("x.md", "1. a\n"),
        ("x.md", "<a href='"),
        ("x.md", "[^a]: x\n"),
        ("x.md", "[^a] "),
        ("x.md", "^["),
        ("x.md", "!!! note\n"),
        ("x.md", "::: a\n"),
        ("x.md", "a\n: b\n\n"),
        ("x.md", "~~a"),
        ("x.md", "(a) b\n"),
        ("x.md", "{% "),
        ("x.html", "<p>x"),
        ("x.html", "<"),
        ("x.html", "<p><i>a</i> <a href='#b'>b</a>"),
        ("x.html", "<ul><li>a</ul>"),
        ("x.html", "<div class='nav'>a</div>b c"),
        ("x.html", "<style>div p::before { counter-increment: a; content: counter(a) }</style><p>x"),
        ("x.html", "<p style='counter-reset: a'>x"),
        ("x.html", "1.1 a<br>"),
        ("x.html", "<dl><dt>a<dd>b</dl>"),
        ("x.html", "<sup>1</sup>a"),
        ("x.yaml", "- {id: a_b, text: 'a b'}\n"),
        ("x.wiki", "{{a|"),
        ("x.wiki", "{{a}}"),
        ("x.wiki", "[[a|"),
        ("x.wiki", "x <nowiki>"),
        ("x.wiki", "x y <!--"),
        ("x.wiki", "''a'''b"),
        ("x.wiki", "*# a\n"),
        ("x.wiki", "{|\n| a || b\n|}\n"),
        ("x.wiki", "; a : b\n"),
        ("x.wiki", "[http://a b "),
        ("x.wiki", "a<ref>a</ref>\n\n"),
    ],
)
def test_reading_takes_time_in_proportion_to_the_text(tmp_path, name, piece):
    import time

    def seconds(count):
        started = time.process_time()
        made_of(tmp_path, name, "x " + piece * count if name == "x.md" else piece * count)
        return time.process_time() - started

    count = 1000 if os.environ.get("KB_FULL") else 500
    small = min(seconds(count), seconds(count))
    assert seconds(8 * count) < 32 * max(small, 0.02)
