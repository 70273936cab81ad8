"""What `cite` writes, a parser of that place's own format reads back as one link with that text and address."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import bbcode
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from small_rules import BASE, EDITION, entries, write_build

from kb.cite import PLACES, Rules, cite, cite_record, verify
from kb.cite.citing import short_name
from kb.entries import Entry
from kb.findings import Revision

JOINER = "\u2060"
# Titles that could be taken for markup
HOSTILE = [
    "Leap [X]",
    "a](https://evil.example)b",
    "[b]bold[/b]",
    "[/url][url=https://evil.example]x",
    "<script>alert(1)</script>",
    "*star* _under_ `code` ~~gone~~ ||spoiler||",
    'say "so" & more',
    "1. first",
    "# head",
    "> quoted",
    "- item",
    "back\\slash",
    "@everyone <@123> <#1>",
    "naïve – “curly” ünï",
    "&amp; &#91;",
]


def titled(title: str, text: str = "Some words.") -> Entry:
    leap = next(one for one in entries() if one.id == "hearthmoor:leap")
    return replace(leap, title=title, text=text, markdown=text)


class Links(HTMLParser):
    """The links of a page: text and address."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[list[str]] = []
        self.open = False

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.found.append(["", dict(attrs)["href"]])
            self.open = True
        assert tag in ("a", "p", "blockquote", "br", "em", "strong"), tag

    def handle_endtag(self, tag):
        self.open = self.open and tag != "a"

    def handle_data(self, data):
        if self.open:
            self.found[-1][0] += data


def html_links(page: str) -> list[list[str]]:
    reader = Links()
    reader.feed(page)
    return reader.found


def markdown_links(post: str) -> list[list[str]]:
    found = []
    for token in MarkdownIt("commonmark").parse(post):
        link: list[str] | None = None
        for child in token.children or []:
            assert child.type not in ("html_inline", "image", "code_inline")
            if child.type == "link_open":
                link = ["", str(child.attrGet("href"))]
                found.append(link)
            elif child.type == "link_close":
                link = None
            elif link is not None:
                link[0] += child.content
        assert token.type not in ("html_block", "fence", "code_block", "heading_open", "bullet_list_open")
    return found


def bbcode_links(post: str) -> list[list[str]]:
    parser = bbcode.Parser(replace_links=False, replace_cosmetic=False)
    parser.add_simple_formatter("q", "<blockquote>%(value)s</blockquote>")
    return [
        [text, html.unescape(address)]
        for address, text in re.findall(
            r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', parser.format(post), re.DOTALL
        )
    ]


READERS = {
    "markdown": markdown_links,
    "reddit": markdown_links,
    "discord": markdown_links,
    "bbcode": bbcode_links,
    "bgg": bbcode_links,
    "html": html_links,
}


@pytest.mark.parametrize("quote", [False, True])
@pytest.mark.parametrize("title", HOSTILE)
@pytest.mark.parametrize("place", READERS)
def test_a_citation_is_read_back_as_one_link(rules: Rules, place: str, title: str, quote: bool) -> None:
    entry = titled(title, f"{title}\n\nand more {title}")
    ((text, address),) = READERS[place](cite(rules, [entry], to=place, quote=quote))
    shown = html.unescape(text) if place in ("bbcode", "bgg") else text
    assert shown.replace(JOINER, "") == short_name(entry)
    assert address == f"{BASE}/hearthmoor/leap@{EDITION}/"


@given(st.text(min_size=1, max_size=60), st.sampled_from(sorted(READERS)), st.booleans())
@settings(max_examples=200, deadline=None)
def test_any_title_and_text_make_one_link(rules: Rules, words: str, place: str, quote: bool) -> None:
    words = " ".join(words.replace("\0", "").split()) or "x"
    made = READERS[place](cite(rules, [titled(words, words)], to=place, quote=quote))
    assert [address for _, address in made] == [f"{BASE}/hearthmoor/leap@{EDITION}/"]


def test_a_plain_citation_ends_with_where_it_is_from(rules: Rules) -> None:
    (entry,) = rules.resolve("hearthmoor:314.6")
    assert cite(rules, [entry], to="plain") == (
        f"314.6 <{BASE}/hearthmoor/314.6@{EDITION}/> (Hearthmoor, The Book, {EDITION})"
    )


def test_quotations_look_as_the_place_has_them(rules: Rules) -> None:
    (entry,) = rules.resolve("hearthmoor:fatigue")
    origin = f"[Fatigue]({BASE}/hearthmoor/fatigue@{EDITION}/) (Hearthmoor, The Book, {EDITION})"
    assert cite(rules, [entry], quote=True) == f"> A tired figure rests.\n>\n> — {origin}"
    assert cite(rules, [entry], to="bbcode", quote=True).startswith(
        '[quote="The Book, Fatigue"]A tired figure rests.[/quote]\n— [url='
    )
    assert cite(rules, [entry], to="bgg", quote=True).startswith(
        '[q="The Book, Fatigue"]A tired figure rests.[/q]\n— [url='
    )
    assert cite(rules, [entry], to="html", quote=True).startswith(
        "<blockquote><p>A tired figure rests.</p></blockquote>\n<p>— <a href="
    )


@pytest.mark.parametrize("many", [1, 3])
@pytest.mark.parametrize("text", ["word " * 2_000, "*_" * 3_000, "x" * 9_000, "a\n\nb" * 1_500])
def test_discord_never_gets_more_than_it_takes(rules: Rules, text: str, many: int) -> None:
    made = cite(rules, [titled("Leap", text)] * many, to="discord", quote=True)
    assert len(made) <= 2_000
    assert made.count(f"(<{BASE}/hearthmoor/leap@{EDITION}/>)") == many
    assert "[…]" in made.replace("\\", "")
    if " " in text:
        assert len(made) > 1_900


def test_programs_get_every_part(rules: Rules) -> None:
    (entry,) = rules.resolve("hearthmoor:314.6")
    assert cite_record(rules, entry, quote=True) == {
        "id": "hearthmoor:314.6",
        "game": "hearthmoor",
        "kind": "rule",
        "number": "314.6",
        "title": None,
        "source": "The Book",
        "edition": EDITION,
        "url": f"{BASE}/hearthmoor/314.6@{EDITION}/",
        "text": "Scheme rule 6 says that a figure waits 6 turns.",
    }


@pytest.mark.parametrize("ref", ["hearthmoor:314.6", "hearthmoor:leap", "cellar:stun"])
@pytest.mark.parametrize("place", PLACES)
def test_what_is_cited_is_verified(rules: Rules, place: str, ref: str) -> None:
    made = cite(rules, rules.resolve(ref), to=place, quote=True)
    assert {finding.verdict for finding in verify(rules, made, source=place)} <= {"cited", "exact"}


def test_an_edition_of_the_past_is_cited_as_it_was(tmp_path: Path) -> None:
    past = Revision(
        game="hearthmoor", entity="hearthmoor:314.6", kind="rule", number="314.6", title=None,
        first="2019-01-25", last="2021-02-05", address="hearthmoor/314.6@2019-01-25/",
        markdown="A figure waits until *dawn*.", fate="edited", entry="hearthmoor:314.6",
    )  # fmt: skip
    now = replace(
        past,
        first=EDITION,
        last=EDITION,
        address=f"hearthmoor/314.6@{EDITION}/",
        fate="current",
        markdown="…",
    )
    with Rules(write_build(tmp_path / "build", revisions=(past, now))) as rules:
        for edition in ("2019-01-25", "2020", "2019-06", "2021-02-05"):
            (entry,) = rules.resolve(f"hearthmoor:314.6@{edition}")
            assert (entry.permalink, entry.text) == (past.address, "A figure waits until dawn.")
        assert [one.permalink for one in rules.resolve(f"hearthmoor:314.6@{EDITION}")] == [now.address]
        assert rules.resolve("hearthmoor:314.6@2018") == []
        assert cite(rules, rules.resolve("314.6@2020")).startswith(f"[314.6]({BASE}/{past.address})")
