"""What each page says: made from small entries, looked at before any template."""

from dataclasses import replace
from pathlib import Path

import pytest
from small_builds import write_content
from small_entries import entry
from small_sites import EDITION, content, every_kind, page_context_of, refer, write_site

from kb.entries import Game, Source
from kb.site import around, overviews, pages
from kb.site.of_all import all_games
from kb.site.page_context import PageContext
from kb.site.phrases import brief, card, day, web_address, within
from kb.site.reading import reading_page, readings
from kb.site.views import HomePage


@pytest.fixture(scope="module")
def page_context(tmp_path_factory) -> PageContext:
    return page_context_of(tmp_path_factory.mktemp("page_context"), *every_kind())


def page(page_context: PageContext, slug: str, game: str = "hearthmoor"):
    return pages.entry_page(page_context, page_context.catalogue.by_id[f"{game}:{slug}"])


def test_a_page_shows_where_its_entry_stands(page_context: PageContext) -> None:
    shown = page(page_context, "7.2a")
    assert [(one.href, one.label) for one in shown.frame.trail] == [
        ("../index.html", "Hearthmoor"),
        ("../7/index.html", "7. Fighting"),
        ("../7.2/index.html", "7.2. Grappling"),
    ]
    assert (shown.number, shown.title, shown.context) == ("7.2a", "", "Grappling")
    assert shown.frame.title == "7.2a · Grappling · Hearthmoor"


def test_short_children_are_shown_in_full_with_examples(page_context: PageContext) -> None:
    shown = page(page_context, "7.2")
    assert [(one.number, one.kind, one.depth) for one in shown.rows.items] == [
        ("7.2a", "rule", 1),
        ("", "example", 1),
    ]
    assert shown.contents == ()


def test_many_children_are_a_contents_list(tmp_path: Path) -> None:
    top = entry("7", number="7", title="Fighting", kind="section")
    below = [
        entry(f"7.{n}", f"Rule number {n}.", number=f"7.{n}", parent=top.id)
        for n in range(1, pages.ROWS_IN_FULL + 2)
    ]
    shown = page(page_context_of(tmp_path, [top, *below]), "7")
    assert shown.rows.items == ()
    assert [len(part.links) for part in shown.contents] == [len(below)]
    assert (shown.contents[0].links[0].note, shown.contents[0].links[0].label) == ("7.1", "Rule number 1.")
    assert not shown.in_full


def test_a_huge_number_of_children_is_left_to_the_reading_pages(tmp_path: Path) -> None:
    top = entry("glossary", title="Glossary", kind="section")
    below = [
        entry(f"t{n}", "x" * 400, title=f"{'AB'[n % 2]}{n}", kind="term", parent=top.id)
        for n in range(pages.LONGEST_LIST + 1)
    ]
    shown = page(page_context_of(tmp_path, [top, *below]), "glossary")
    assert shown.contents == ()
    assert [one.label for one in shown.reading] == ["A", "B"]


def test_neighbours_are_linked_in_reading_order(page_context: PageContext) -> None:
    first, middle = page(page_context, "7"), page(page_context, "7.2a")
    assert first.previous is None
    assert (middle.previous.label, middle.following.href) == ("7.2. Grappling", "../7.2a-example/index.html")


def test_what_points_here_is_quoted(page_context: PageContext) -> None:
    (one,) = page(page_context, "7.3").referrers
    assert (one.link.label, one.before, one.words, one.after) == ("7.2. Grappling", "See ", "rule 7.3", ".")


def test_a_pointer_comes_before_a_mention_and_each_entry_once(tmp_path: Path) -> None:
    figure = entry("figure", "A piece.", title="Figure", kind="term")
    mentions = entry("a", "A figure moves.", title="Move")
    points = entry("b", "A figure pushes. See figure entry.", title="Push")
    references = [
        refer(mentions, "figure", "figure", kind="mention"),
        refer(points, "figure", "figure", kind="mention"),
        refer(points, "See figure entry", "figure"),
    ]
    shown = page(page_context_of(tmp_path, [figure, mentions, points], references), "figure")
    assert [(one.link.label, one.words) for one in shown.referrers] == [
        ("Push", "See figure entry"),
        ("Move", "figure"),
    ]


def test_many_referrers_are_named_and_counted(tmp_path: Path) -> None:
    figure = entry("figure", "A piece.", title="Figure", kind="term")
    others = [entry(f"r{n}", "A figure moves.", number=f"{n}") for n in range(300)]
    references = [refer(one, "figure", "figure", kind="mention") for one in others]
    shown = page(page_context_of(tmp_path, [figure, *others], references), "figure")
    assert shown.referrer_count == 300
    assert len(shown.referrers) == pages.QUOTED_REFERRERS
    assert len(shown.more_referrers) == pages.NAMED_REFERRERS
    assert shown.unlisted_referrers == 300 - pages.QUOTED_REFERRERS - pages.NAMED_REFERRERS


def test_a_nameless_referrer_is_called_after_its_place(tmp_path: Path) -> None:
    figure = entry("figure", "A piece.", title="Figure", kind="term")
    top = entry("moving", title="Moving", kind="section")
    bullet = entry("bullet", "A figure moves up to four spaces.", parent=top.id)
    shown = page(
        page_context_of(tmp_path, [figure, top, bullet], [refer(bullet, "figure", "figure")]), "figure"
    )
    assert [one.link.label for one in shown.referrers] == ["Rule in Moving"]


@pytest.mark.parametrize(
    ("slug", "words", "why"),
    [
        ("7.2a", "rule 9.9", "not in the texts held here"),
        ("7.3", "Hearthmoor Atlas, page 4", "in another publication"),
        ("figure", "grapple", "could mean any of these"),
    ],
)
def test_what_cannot_be_opened_is_said(page_context: PageContext, slug: str, words: str, why: str) -> None:
    (one,) = page(page_context, slug).elsewhere
    assert (one.words, one.why) == (words, why)


def test_an_ambiguous_reference_names_what_it_could_mean(page_context: PageContext) -> None:
    (one,) = page(page_context, "figure").elsewhere
    assert [candidate.label for candidate in one.candidates] == ["7.2. Grappling", "7.2a"]


def test_only_new_names_are_told(page_context: PageContext) -> None:
    assert page(page_context, "ember").aliases == ("Coal", "Embers")
    assert page(page_context, "figure").aliases == ()


def test_the_permanent_address_shows_the_edition_and_leads_to_now(page_context: PageContext) -> None:
    grapple = page_context.catalogue.by_id["hearthmoor:7.2"]
    shown = pages.edition_page(page_context, grapple, pages.entry_page(page_context, grapple))
    assert (shown.edition, shown.current.href) == ("1 Mar 2025", "../7.2/index.html")
    assert shown.frame.canonical == "https://rules.example/moor/hearthmoor/7.2/"
    assert [one.href for part in shown.contents for one in part.links] == [
        f"../7.2a@{EDITION}/index.html",
        f"../7.2a-example@{EDITION}/index.html",
    ]
    assert page(page_context, "7.2").permalink.href == f"../7.2@{EDITION}/index.html"


def test_the_source_is_told_with_its_lines(page_context: PageContext) -> None:
    shown = page(page_context, "7.2")
    assert (shown.source.title, shown.source.edition, shown.place) == (
        "Rules",
        EDITION,
        "hearthmoor/rules.txt, line 1",
    )


def test_a_reading_page_links_within_itself(page_context: PageContext) -> None:
    reading = readings(page_context, "hearthmoor")[0]
    assert page_context.reading_folder(reading.stretch) == "hearthmoor/read/rules/"
    shown = reading_page(page_context, reading)
    bodies = {row.anchor: row.body for row in shown.rows.items}
    assert '<a href="#7.3" class="see">rule 7.3</a>' in bodies["7.2"]


def test_reading_pages_follow_each_other(tmp_path: Path) -> None:
    entries = [
        entry(f"{n}", title=f"Part {n}", kind="section", text="x" * 30_000, parent=None) for n in (1, 2, 3)
    ]
    children = [entry(f"{n}.1", "y", parent=f"hearthmoor:{n}") for n in (1, 2, 3)]
    ordered = [one for pair in zip(entries, children, strict=True) for one in pair]
    page_context = page_context_of(tmp_path, ordered)
    found = [reading_page(page_context, one) for one in readings(page_context, "hearthmoor")]
    assert [
        (one.previous and one.previous.label, one.following and one.following.label) for one in found
    ] == [
        (None, "Part 2"),
        ("Part 1", "Part 3"),
        ("Part 2", None),
    ]


def test_a_chapter_of_several_pages_leads_to_each(tmp_path: Path) -> None:
    chapters = [entry(f"{n}", number=f"{n}", title=f"Chapter {n}") for n in (1, 2)]
    rules = [
        entry(f"{n}.{m}", "x" * 20_000, number=f"{n}.{m}", parent=f"hearthmoor:{n}")
        for n in (1, 2)
        for m in (1, 2, 3)
    ]
    page_context = page_context_of(tmp_path, [chapters[0], *rules[:3], chapters[1], *rules[3:]])
    assert [(one.href, one.label) for one in page(page_context, "1").reading] == [
        ("../read/1/index.html", "1.1"),
        ("../read/1.2/index.html", "1.2"),
        ("../read/1.3/index.html", "1.3"),
    ]
    (own,) = page(page_context, "1.2").reading
    assert own.href == "../read/1.2/index.html#1.2"


def test_a_part_of_chapters_with_pages_of_their_own_leads_to_the_first(tmp_path: Path) -> None:
    """The chapters themselves are listed below; one list of them is enough."""
    part = entry("0", number="0", title="Part")
    chapters = [entry(f"{n}", number=f"{n}", title=f"Chapter {n}", parent=part.id) for n in (1, 2)]
    rules = [
        entry(f"{n}.{m}", "x" * 20_000, number=f"{n}.{m}", parent=f"hearthmoor:{n}")
        for n in (1, 2)
        for m in (1, 2, 3)
    ]
    entries = [part, chapters[0], *rules[:3], chapters[1], *rules[3:]]
    shown = page(page_context_of(tmp_path, entries), "0")
    assert [(one.href, one.label) for one in shown.reading] == [("../read/1/index.html", "1. Chapter 1 …")]
    assert [link.note for list_ in shown.contents for link in list_.links] == ["1", "2"]


def test_a_step_is_called_by_its_kind(tmp_path: Path) -> None:
    steps = [entry("s1", "Move.", number="1", kind="step"), entry("s2", "Fight.", number="2", kind="step")]
    assert page(page_context_of(tmp_path, steps), "s1").following.label == "Step 2"


def test_a_section_without_a_name_is_no_step_of_the_way(tmp_path: Path) -> None:
    top = entry("top", "These rules are new.", kind="section")
    page_context = page_context_of(tmp_path, [top, entry("below", "More.", parent=top.id)])
    assert [one.label for one in page(page_context, "below").frame.trail] == ["Hearthmoor"]


def home_of(folder: Path, *held: object, **facts: object) -> HomePage:
    """The first page of a site of these entries."""
    library = write_content(folder, content(*held, **facts), pages=True)
    return overviews.home_page(all_games(library), library.games, has_feed=False)


def test_the_home_page_says_what_players_want_and_the_curators_page_counts(tmp_path: Path) -> None:
    games = (
        Game(slug="hearthmoor", title="Hearthmoor", to_try=("May I push & pull?",), colour="blue"),
        Game(slug="fen", title="Fen"),
    )
    shown = home_of(tmp_path, *every_kind(), games=games)
    assert shown.games[0].editions == (day(EDITION),)
    assert [(one.label, one.href) for one in shown.games[0].to_try] == [
        ("May I push & pull?", "search/index.html?q=May+I+push+%26+pull%3F&game=hearthmoor")
    ]
    built = write_site(tmp_path / "all", *every_kind(), games=games)
    home = (built / "index.html").read_text("utf-8")
    assert '<li class="card blue">' in home and "rules, 2" not in home
    assert '<body class="page-game blue">' in (built / "hearthmoor/index.html").read_text("utf-8")
    curators = (built / "hearthmoor/all/problems/index.html").read_text("utf-8")
    assert "3\N{NO-BREAK SPACE}rules, 2\N{NO-BREAK SPACE}sections" in curators
    assert "../hearthmoor/all/problems/index.html" in (built / "problems/index.html").read_text("utf-8")


def test_a_game_page_leads_to_everything(page_context: PageContext) -> None:
    shown = overviews.game_page(page_context, page_context.games["hearthmoor"])
    assert [one.link.label for one in shown.contents] == ["7. Fighting", "Glossary"]
    assert [child.link.label for child in shown.contents[0].children] == ["7.2. Grappling"]
    assert [(one.letter, [term.label for term in one.terms]) for one in shown.letters] == [
        ("E", ["Ember"]),
        ("F", ["Figure"]),
    ]
    assert shown.numbers is not None
    (source,) = shown.sources
    assert (source.licence, source.origin_href) == ("CC0-1.0", "https://publisher.example/rules")


def test_steps_alone_give_no_number_index(page_context: PageContext) -> None:
    shown = overviews.game_page(page_context, page_context.games["fen"])
    assert shown.numbers is None
    assert [one.label for one in shown.questions] == ["Can I push twice?"]


def test_the_contents_begin_below_the_title_of_a_text(tmp_path: Path) -> None:
    title = entry("rules", title="Hearthmoor Rules", kind="section")
    parts = [entry(f"p{n}", title=f"Part {n}", kind="section", parent=title.id) for n in (1, 2)]
    below = entry("c", title="Chapter", kind="section", parent=parts[0].id)
    page_context = page_context_of(tmp_path, [title, parts[0], below, parts[1]])
    shown = overviews.game_page(page_context, page_context.games["hearthmoor"])
    assert [one.title for one in shown.contents] == ["Part 1", "Part 2"]


def test_all_numbers_are_listed_by_page(page_context: PageContext) -> None:
    ((link, numbers),) = overviews.numbers_page(page_context, page_context.games["hearthmoor"]).groups
    assert link.href == "../../read/rules/index.html"
    assert [one.label for one in numbers] == ["7", "7.2", "7.2a", "7.3"]


def test_problems_are_listed_by_file(page_context: PageContext) -> None:
    shown = overviews.problems_page(page_context, page_context.games["hearthmoor"])
    ((file, (row,)),) = shown.files
    assert (file, row.place, row.suggestion) == ("hearthmoor/rules.txt", "line 3", "did you mean 7.3?")


def test_the_page_for_wrong_addresses_links_from_the_host(page_context: PageContext) -> None:
    shown = overviews.not_found_page(page_context)
    assert (shown.frame.root, shown.games[0].href) == ("/moor/", "/moor/hearthmoor/index.html")


@pytest.mark.parametrize(
    ("text", "is_link"),
    [
        ("https://publisher.example/rules", True),
        ("http://publisher.example", True),
        ("javascript:alert(1)", False),
        ("https:alert(1)", False),
        ("data:text/html,x", False),
        ("https://[bad", False),
        ("the box", False),
        ("https://a.example/ b", False),
    ],
)
def test_only_a_web_address_becomes_a_link(text: str, is_link: bool) -> None:
    assert web_address(text) == (text if is_link else "")


def test_a_long_name_is_cut_at_a_word() -> None:
    assert brief("word " * 100, 20) == "word word word word …"
    assert brief("x" * 10_000, 20) == "x" * 20 + " …"
    assert brief("  two\nlines ") == "two lines"


def test_a_neighbour_with_only_a_number_shows_its_first_words(page_context: PageContext) -> None:
    shown = page(page_context, "7.2")
    assert (shown.previous.note, shown.following.label) == ("", "7.2a")
    assert shown.following.note.startswith("A grappled figure pays")


def test_what_is_related_shows_its_first_words(tmp_path: Path) -> None:
    entries, references = every_kind()
    related = replace(
        page_context_of(tmp_path, entries, references), related={"hearthmoor:ember": ["hearthmoor:7.2a"]}
    )
    (one,) = page(related, "ember").related
    assert (one.link.label, one.context) == ("7.2a", "Grappling")
    assert one.words.startswith("A grappled figure pays")


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Hearthmoor Comprehensive Rules", "Comprehensive Rules"),
        ("Hearthmoor: Errata", "Errata"),
        ("Hearthmoor-Regeln", "Regeln"),
        ("Hearthmoor", "Hearthmoor"),
        ("Hearthmoor rules", "Hearthmoor rules"),  # reads as a half of something
        ("Hearthmoors Rules", "Hearthmoors Rules"),
        ("The Hearthmoor Rules", "The Hearthmoor Rules"),
        ("Hearthmoor: The Winter Rules", "Hearthmoor: The Winter Rules"),  # goes on with the name
    ],
)
def test_a_title_is_told_without_its_game_where_that_has_been_named(title: str, told: str) -> None:
    assert within("Hearthmoor", title) == told


def test_a_source_card_says_how_the_text_is_numbered_and_how_much_of_it_is_accounted_for() -> None:
    source = Source(
        game="g", name="n", title="T", edition=None, file="g/n.txt", origin="https://a.example/b/"
    )
    told = card(
        replace(source, numbering="dotted 314.6", confidence=0.87, characters=30_000, accounted=29_999)
    )
    assert told.numbering == "dotted, like 314.6 (87\N{NARROW NO-BREAK SPACE}% sure)"
    assert told.accounted == "99.99\N{NARROW NO-BREAK SPACE}% of 30,000 characters"
    assert (told.origin_label, told.origin_href) == ("a.example/b", "https://a.example/b/")
    assert (
        card(replace(source, numbering="headings", confidence=1.0)).numbering
        == "by the depth of its headings"
    )
    assert (card(source).numbering, card(source).accounted) == ("", "")


def test_a_game_without_a_publisher_of_its_own_names_that_of_its_texts(tmp_path: Path) -> None:
    one = entry("leap", "Words.", title="Leap")
    source = Source(
        game="hearthmoor", name="rules", title="R", edition=None, file="r", publisher="Moor House"
    )
    game = Game(slug="hearthmoor", title="Hearthmoor")
    home = home_of(tmp_path / "one", [one], games=(game,), sources=(source,))
    assert home.games[0].publisher == "Moor House"
    other = replace(source, name="faq", publisher="Fen Press")
    home = home_of(tmp_path / "two", [one], games=(game,), sources=(source, other))
    assert home.games[0].publisher == ""


def test_open_problems_are_reached_by_game(tmp_path: Path) -> None:
    library = write_content(tmp_path, content(*every_kind()), pages=True)
    shown = overviews.all_problems_page(all_games(library), library.games, library.problems)
    assert [(one.href, one.label, one.note) for one in shown.games] == [
        ("../hearthmoor/all/problems/index.html", "Hearthmoor", "1"),
        ("../fen/all/problems/index.html", "Fen", "0"),  # where its texts are told, too
    ]
    assert (tmp_path / "site" / "hearthmoor" / "all" / "problems" / "index.html").is_file()


def test_text_that_goes_on_after_children_stands_after_them(tmp_path: Path) -> None:
    move = entry("move", "Do this:\n\nThen rest.\n\nThe end.", title="Move", kind="section")
    steps = [
        entry("one", "Choose.", parent=move.id, number="1", kind="step", at=10),
        entry("two", "Go.", parent=move.id, number="2", kind="step", at=10),
        entry("three", "Halt.", parent=move.id, number="3", kind="step", at=22),
    ]
    shown = page(page_context_of(tmp_path, [move, *steps]), "move")
    assert shown.body == "<p>Do this:</p>"
    assert [(row.number, row.anchor, row.body) for row in shown.rows.items] == [
        ("1", "one", "<p>Choose.</p>"),
        ("2", "two", "<p>Go.</p>"),
        ("", "", "<p>Then rest.</p>"),
        ("3", "three", "<p>Halt.</p>"),
        ("", "", "<p>The end.</p>"),
    ]


def test_the_tree_shows_what_is_above_beside_and_below(page_context: PageContext) -> None:
    shown = page(page_context, "7.2").tree
    assert [(one.depth, one.link.note, one.link.label, one.link.current) for one in shown] == [
        (0, "7", "Fighting", False),
        (1, "7.2", "Grappling", True),
        (2, "7.2a", "A grappled figure pays ember …", False),
        (2, "", "Ada grapples Bo.", False),
        (1, "7.3", "A push moves a figure; see …", False),
        (1, "", "Levels", False),
    ]


def test_the_tree_is_short_and_prints_no_list_twice(tmp_path: Path) -> None:
    top = entry("7", number="7", title="Fighting", kind="section")
    below = [entry(f"7.{n}", f"Rule {n}.", number=f"7.{n}", parent=top.id) for n in range(1, 300)]
    page_context = page_context_of(tmp_path, [top, *below])
    middle = page(page_context, "7.150").tree
    assert len(middle) <= around.MOST_LINES
    assert [one.link.note for one in middle if one.link.current] == ["7.150"]
    assert {"7.131", "7.169"} <= {one.link.note for one in middle}
    listed = page(page_context, "7")  # its children stand on the reading pages alone
    assert not listed.in_full and listed.tree == ()


def test_a_rule_that_is_part_of_another_says_what_that_one_says(page_context: PageContext) -> None:
    above = page(page_context, "7.2a").rule_above
    assert above is not None
    assert (above.label, above.note) == ("7.2. Grappling", "A figure may grapple another. See rule 7.3.")
    assert (
        page(page_context, "7.2").rule_above is None
    )  # a section has no words of its own to take for granted


def test_what_stands_on_the_page_is_not_listed_as_related(tmp_path: Path) -> None:
    top = entry("7", "A figure fights.", number="7")
    part, other = entry("7.1", "A fight ends.", number="7.1", parent=top.id), entry("8", "No.", number="8")
    page_context = page_context_of(tmp_path, [top, part, other])
    page_context = replace(page_context, related={top.id: [part.id, other.id], part.id: [top.id]})
    assert [one.link.label for one in page(page_context, "7").related] == ["8"]
    assert page(page_context, "7.1").related == ()


@pytest.mark.parametrize(
    ("edition", "said"), [("2026-01-06", "6 Jan 2026"), ("2026-13-01", "2026-13-01"), ("2.0", "2.0")]
)
def test_an_edition_that_is_a_day_is_told_as_one(edition: str, said: str) -> None:
    assert day(edition) == said
