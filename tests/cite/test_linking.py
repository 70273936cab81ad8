"""A post comes back byte for byte but for its links; what belongs to others is left alone; twice is once."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from small_rules import BASE, EDITION, LONG

from kb.cite import PLACES, Rules, link, report

URL = f"{BASE}/hearthmoor/314.6@{EDITION}/"
# Any address that a post could link to
ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"']+")


@pytest.mark.parametrize(
    ("post", "game", "why"),
    [
        ("CR 314.6 and 314.5", "hearthmoor", "it cites 314.6 and 314.5"),
        (
            "In Hearthmoor: 314.1–314.3 and 314.5",
            "hearthmoor",
            "it says “Hearthmoor” and cites 314.1, 314.3 and 314.5",
        ),
        ("CR 1.2.3, 6.1, 6.2, 6.3 and 6.4", "hearthmoor", "it cites 1.2.3, 6.1, 6.2 and 2 more"),
        (f"[x]({URL})", "hearthmoor", "it links to its pages"),
        (f"“{LONG}”", "cellar", "it quotes what only this game says"),
        ("see Stun", "cellar", "it names Stun"),
        ("see Ember", None, ""),
        ("does fatigue stop a leaping figure?", "hearthmoor", "it speaks of things of this game only"),
        ("does fatigue stop a stun?", None, ""),
        ("nothing", None, ""),
    ],
)
def test_what_told_the_game_is_told(rules: Rules, post: str, game: str | None, why: str) -> None:
    linked, reported = link(rules, post), report(rules, post)
    assert (linked.game, linked.why) == (reported.game, reported.why) == (game, why)
    assert link(rules, post, game="hearthmoor").why == ""


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("markdown", f"See [CR 314.6]({URL}) & more."),
        ("reddit", f"See [CR 314.6]({URL}) & more."),
        ("discord", f"See [CR 314.6](<{URL}>) & more."),
        ("bbcode", f"See [url={URL}]CR 314.6[/url] & more."),
        ("bgg", f"See [url={URL}]CR 314.6[/url] & more."),
        ("html", f'See <a href="{URL}">CR 314.6</a> & more.'),
        ("plain", f"See CR 314.6 <{URL}> & more."),
    ],
)
def test_each_place_has_its_links(rules: Rules, place: str, expected: str) -> None:
    assert link(rules, "See CR 314.6 & more.", to=place).text == expected
    assert link(rules, "See CR 314.6 & more.", source=place).text == expected


@pytest.mark.parametrize(
    ("place", "post"),
    [
        ("markdown", "`CR 314.6`"),
        ("markdown", "``a ` CR 314.6``"),
        ("markdown", "```\nCR 314.6\n```"),
        ("markdown", "~~~ text\nCR 314.6\n~~~\n"),
        ("markdown", "```\nCR 314.6 and no end"),
        ("markdown", "\n    CR 314.6"),
        ("markdown", "> CR 314.6"),
        ("markdown", "> Ada said\nCR 314.6"),
        ("markdown", "[CR 314.6](https://x.example/)"),
        ("markdown", "[see [CR 314.6] now](https://x.example/ 'there')"),
        ("markdown", "![CR 314.6](pic.png)"),
        ("markdown", "[CR 314.6][1]\n\n[1]: https://x.example"),
        ("markdown", "[CR 314.6]\n\n[cr 314.6]: https://x.example"),
        ("markdown", "https://x.example/CR 314.7".replace(" ", "/")),
        ("markdown", "<https://x.example/?CR=314.6>"),
        ("markdown", "<a href='#top'>CR 314.6</a>"),
        ("markdown", "<!-- CR 314.6 -->"),
        ("discord", "> CR 314.6"),
        ("discord", ">>> Ada\nCR 314.6\nCR 314.7"),
        ("discord", "<@314.6> <#314>"),
        ("bbcode", "[quote=Ada]CR 314.6[/quote]"),
        ("bbcode", "[quote][quote]CR 314.6[/quote] CR 314.7[/quote]"),
        ("bbcode", '[QUOTE="Ada"]CR 314.6[/QUOTE]'),
        ("bbcode", "[code]CR 314.6[/code]"),
        ("bbcode", "[url=https://x.example]CR 314.6[/url]"),
        ("bgg", '[q="Ada"]CR 314.6[/q]'),
        ("bgg", "[thing=314]CR 314.6[/thing]"),
        ("html", "<blockquote><p>CR 314.6</p></blockquote>"),
        ("html", "<code>CR 314.6</code> <pre>CR 314.6</pre>"),
        ("html", "<img alt='CR 314.6'>"),
        ("plain", "> CR 314.6"),
        ("plain", f"CR 314.6 <{URL}>"),
        ("markdown", "> 314.6 kills it, I tell you."),
        ("markdown", "```\n314.6 The schemes stay with their owners.\n```"),
        ("bbcode", "[quote=Ada]314.6 The schemes stay with their owners.[/quote]"),
        ("bbcode", "[quote][url=#]314.6[/url] The schemes stay with their owners.[/quote]"),
        ("html", "<blockquote><a href='#'><b>314.6</b></a> The schemes stay with their owners.</blockquote>"),
    ],
)
def test_what_belongs_to_others_is_left_alone(rules: Rules, place: str, post: str) -> None:
    assert link(rules, post, source=place, terms=True).text == post
    assert "CR 314.5" in link(rules, f"{post}\n\nCR 314.5", source=place).text


@pytest.mark.parametrize(
    ("place", "post", "expected"),
    [
        ("markdown", "a ` b\n\nCR 314.6 ` c", 1),
        ("markdown", "[quote] CR 314.6", 1),
        ("markdown", "> Ada\n\nCR 314.6", 1),
        ("discord", "> Ada\nCR 314.6", 1),
        ("bbcode", "[quote]Ada[/quote]CR 314.6", 1),
        ("bbcode", "[quote]never closed CR 314.6", 1),
        ("html", "a < b, CR 314.6, c > d", 1),
        ("html", "<p>CR 314.6</p>", 1),
        ("markdown", "[CR 314.6] (alone)", 1),
    ],
)
def test_what_is_ones_own_is_linked(rules: Rules, place: str, post: str, expected: int) -> None:
    assert len(link(rules, post, source=place).links) == expected


@pytest.mark.parametrize(
    ("place", "block"),
    [
        ("reddit", "> 314.6 {}"),
        ("discord", "> **314.6** {}"),
        ("discord", ">>> CR 314.6. {}"),
        ("markdown", "> The book says:\n> 314.6: {}"),
        ("bbcode", "[quote][b]314.6[/b] {}[/quote]"),
        ("bgg", "[q]314.6 {}[/q]"),
        ("html", "<blockquote><p>314.6. {}</p></blockquote>"),
        ("plain", "> 314.6 {}"),
    ],
)
def test_the_number_over_a_rule_in_a_block_is_linked(rules: Rules, place: str, block: str) -> None:
    post = f"See CR 314.5.\n\n{block.format('The schemes stay with their owners.')}\n"
    once = link(rules, post, source=place)
    assert [id for _, id in once.links] == ["hearthmoor:314.5", "hearthmoor:314.6"]
    assert link(rules, once.text, source=place).text == once.text


def test_from_and_as_may_differ(rules: Rules) -> None:
    post = "[quote]CR 314.5[/quote] CR 314.6 *and* [b]more[/b]"
    assert link(rules, post, source="bbcode", to="markdown").text == post.replace(
        "CR 314.6", f"[CR 314.6]({URL})"
    )


def test_terms_are_linked_once(rules: Rules) -> None:
    post = "In Hearthmoor an ember pays for fatigue; an ember is not fatigue."
    linked = link(rules, post, terms=True)
    assert [words for words, _ in linked.links] == ["ember", "fatigue"]
    assert linked.text.count("](") == 2
    assert link(rules, linked.text, terms=True).text == linked.text
    assert link(rules, post).links == ()


def test_a_name_before_words_of_its_entry_is_a_citation(rules: Rules) -> None:
    for post in (f"Reading Cellar Door: “{LONG}”", f"Cellar Door says “{LONG}”", f"“{LONG}” (Cellar Door)"):
        linked = link(rules, post)
        assert linked.links == (("Cellar Door", "cellar:cellar-door"),)
        assert link(rules, linked.text).text == linked.text
    assert link(rules, f"The door of the cellar: “{LONG}”").links == ()
    assert link(rules, f"Reading Cellar Door again, 12.4: “{LONG}”").links == (("12.4", "cellar:12.4"),)


def test_a_name_beside_its_own_citation_is_only_spoken_of(rules: Rules) -> None:
    post = "In Hearthmoor “Fatigue” is a thing, see the entry for Fatigue."
    assert [post.index(words) for words, _ in link(rules, post).links] == [post.index("Fatigue")]
    assert link(rules, post).text.startswith("In Hearthmoor “Fatigue” is")


def test_a_bare_number_is_one_as_printed(rules: Rules) -> None:
    assert link(rules, "In Hearthmoor it took 7.02, see 314.6").links == (("314.6", "hearthmoor:314.6"),)


def test_the_post_tells_its_game(rules: Rules) -> None:
    assert link(rules, "“Ember” in Cellar").links == (("Ember", "cellar:ember"),)
    assert link(rules, "“Ember” in Hearthmoor").links == (("Ember", "hearthmoor:ember"),)
    assert link(rules, "“Ember”, see Fatigue").links[0] == ("Ember", "hearthmoor:ember")
    # a name alone is only spoken of where numbers are cited
    assert [id for _, id in link(rules, "“Ember”, see CR 314.6").links] == ["hearthmoor:314.6"]
    (doubt,) = link(rules, "one line\n“Ember” where?").doubts
    assert (doubt.line, doubt.text) == (2, "Ember")
    assert set(doubt.candidates) == {"hearthmoor:ember", "cellar:ember"}
    assert link(rules, "“Ember” where?", choose=lambda _: "cellar:ember").links == (
        ("Ember", "cellar:ember"),
    )
    assert link(rules, "“Ember”", game="cellar").links == (("Ember", "cellar:ember"),)


PIECES = st.sampled_from(
    [
        *(
            "CR 314.6",
            "rules 603.7d–f",
            "[[Leap]]",
            "[[cellar:stun]]",
            "“Ember”",
            "see Fatigue",
            "LEAP",
            "702.19b",
        ),
        *(
            "`",
            "```",
            "> ",
            "\n",
            "\n\n",
            "\r\n",
            "    ",
            "[",
            "]",
            "(",
            ")",
            "](",
            "<",
            ">",
            "[quote]",
            "[/quote]",
        ),
        *(
            "[url=https://x.example]",
            "[/url]",
            "<a href='https://x.example'>",
            "</a>",
            "https://x.example/",
            "\0",
        ),
        *(
            "Hearthmoor",
            "Cellar",
            "ember",
            "stun",
            "first strike",
            " ",
            " and ",
            ".7",
            "-",
            "“",
            "”",
            "*",
            "|",
            "é",
        ),
        *("[a](https://x.example)", "rule 7.2", "Fatigue", '"', ",", ".", "[/q]", "[q]", "<!--", "-->", "\\"),
    ]
)
POSTS = st.lists(PIECES | st.text(max_size=4), max_size=25).map("".join)


@given(POSTS, st.sampled_from(sorted(PLACES)), st.booleans())
@example("CR 314.6[[Leap]]HearthmoorCR 314.6", "plain", False)
@example("[[Leap]].[[Leap]]see 314.1 7.2", "reddit", True)
@settings(max_examples=400, deadline=None, derandomize=True)
def test_twice_is_once_and_no_link_is_foreign(rules: Rules, post: str, place: str, terms: bool) -> None:
    once = link(rules, post, source=place, terms=terms)
    held = set(ADDRESS.findall(post))
    made = {
        f"{BASE}/" + address for address in re.findall(rf"{re.escape(BASE)}/([^\s<>()\[\]\"']+)", once.text)
    }
    assert all(
        address in post or rules.addressed(address.removeprefix(f"{BASE}/")) or _is_entry(rules, address)
        for address in made
    )
    foreign = {address for address in ADDRESS.findall(once.text) if not address.startswith(BASE)}
    assert all(any(address.startswith(one) or one.startswith(address) for one in held) for address in foreign)
    assert link(rules, once.text, source=place, terms=terms).text == once.text
    if not once.links:
        assert once.text == post


@pytest.mark.parametrize(
    "post",
    [
        *(
            "“Ember”.rule 7.2",
            "<a href='x'>CR 314.6<a href='x'>",
            "CR 314.6“Ember”",
            "CR 314.6[[Leap]]Cellar",
        ),
        "CR 314.6[[Leap]]HearthmoorCR 314.6",  # a name before a number, an address before the name
        "702.19b    7.2",  # a number behind a link is behind a number
        "see Fatigue in 1.2.3",
        "If it is Fatigue, too, see the Fatigue entry: “A tired figure rests.”",  # a name that is cited elsewhere
        "In Hearthmoor First Strike hits. The First Strike entry says “It hits before others.”",
        "“It hits before others.” (First Strike). And First Strike, hearthmoor, is what First Strike says.",
        "see Fatigue CR 314.6",
        "702.19b“see Fatigue LEAP",
        "“see Fatigue“Ember”",
        "see Fatigue```https://x.example/ember",  # an address right behind a link's own
        "\\LEAP and 702.19b",  # no bracket stands behind a backslash
        "Cellar[[cellar:stun]]rules 603.7d–f",
        "see Fatigue.rules 603.7d",
        "rule 7.2 LEAP",  # its point ends no sentence
        "314.2*1.2.3",
        "LEAP CR 314.6 so",
        "Hearthmoor“LEAP*”",
        "More in Appendix C (page 9 of The Book), Hearthmoor.",  # the page only says where to find it
        "Nothing in 314 lets you, see 314.6, and 603 and 702.19b say why.",
        "Fatigue, hearthmoor, is not the same: “It hits before others.” More in Appendix C.",
    ],
)
@pytest.mark.parametrize("terms", [False, True])
def test_posts_that_once_were_linked_further_the_second_time(rules: Rules, post: str, terms: bool) -> None:
    for place in PLACES:
        once = link(rules, post, source=place, terms=terms).text
        assert link(rules, once, source=place, terms=terms).text == once


def _is_entry(rules: Rules, address: str) -> bool:
    return any(rules.url(entry) == address for game in rules.games for entry in rules.names(game).entries)


@given(st.text(alphabet=st.characters(exclude_categories=["Nd"])), st.sampled_from(sorted(PLACES)))
@settings(max_examples=200, deadline=None)
def test_a_post_that_cites_nothing_stays_as_it_is(rules: Rules, post: str, place: str) -> None:
    linked = link(rules, post, source=place)
    assert linked.links or linked.text == post
