"""Whole sites, written from small entries and read back as a browser would."""

import gzip
import re
import shutil
import time
from pathlib import Path

import pytest
from small_builds import write_content
from small_entries import entry
from small_sites import EDITION, content, every_kind, page_context_of, refer, write_site

from kb import shipped, site
from kb.entries import Game
from kb.errors import BuildError
from kb.site import pages
from kb.site.check import check

# What the issue allows, after compression.
MOST_PAGE = 12_000
MOST_STYLE = 10_000
MOST_SCRIPT = 11_300
MOST_SEARCH_SCRIPT = 23_500
MOST_SCRIPTS = 35_100


@pytest.fixture(scope="module")
def written(tmp_path_factory) -> Path:
    return write_site(tmp_path_factory.mktemp("built"), *every_kind())


def html(folder: Path, path: str = "") -> str:
    return (folder / path / "index.html").read_text("utf-8")


def test_every_kind_of_page_is_written(written: Path) -> None:
    for path in (
        "",
        "hearthmoor",
        "hearthmoor/7.2",
        f"hearthmoor/7.2@{EDITION}",
        "hearthmoor/read/rules",
        "hearthmoor/all/numbers",
        "fen/can-i-push-twice",
        "search",
        "problems",
    ):
        assert "<h1" in html(written, path), path
    assert "<h1" in (written / "404.html").read_text("utf-8")


def test_every_link_and_anchor_leads_somewhere(written: Path) -> None:
    assert check(written, "/moor/") == []


def test_every_page_states_the_policy(written: Path) -> None:
    for file in written.rglob("*.html"):
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', file.read_text("utf-8"))
        assert policy, file
        assert policy[1].startswith("default-src 'none';script-src 'self';")
        assert "unsafe" not in policy[1]


def test_every_page_has_one_main_heading_a_title_and_a_search_box(written: Path) -> None:
    for file in written.rglob("*.html"):
        text = file.read_text("utf-8")
        assert len(re.findall(r"<h1[ >]", text)) == 1, file
        assert re.search(r"<title>[^<]+</title>", text), file
        assert text.count('role="search"') == 1, file
        assert '<html lang="' in text, file


def test_nothing_on_a_page_is_empty(written: Path) -> None:
    for file in written.rglob("*.html"):
        text = file.read_text("utf-8")
        assert not re.search(
            r"<(h[1-6]|a|li|p|dd|dt|b)(?: [^>]*)?>\s*</\1>",
            text.replace('role="status"></p>', "").replace('aria-live="polite"></p>', ""),
        ), file


def test_the_same_store_gives_the_same_site(written: Path, tmp_path: Path) -> None:
    again = write_site(tmp_path, *every_kind())
    files = sorted(file.relative_to(written) for file in written.rglob("*") if file.is_file())
    assert files == sorted(file.relative_to(again) for file in again.rglob("*") if file.is_file())
    for file in files:
        assert (written / file).read_bytes() == (again / file).read_bytes(), file


def test_pages_and_styles_stay_small(written: Path) -> None:
    for file in written.rglob("*.html"):
        assert len(gzip.compress(file.read_bytes())) < MOST_PAGE, file
    styles = b"".join(file.read_bytes() for file in (written / "assets").glob("*/*.css"))
    assert 0 < len(gzip.compress(styles)) < MOST_STYLE


def test_a_much_cited_entry_still_has_a_small_page(tmp_path: Path) -> None:
    figure = entry("figure", "A piece.", title="Figure", kind="term")
    sentence = "Whatever a player decides about number {}, a figure stays beside every wall built before it."
    others = [entry(f"4.{n}", sentence.format(n), number=f"4.{n}") for n in range(1_500)]
    built = write_site(tmp_path, [figure, *others], [refer(one, "figure", "figure") for one in others])
    assert len(gzip.compress((built / "hearthmoor/figure/index.html").read_bytes())) < MOST_PAGE


def _packed(*files: Path) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def test_the_scripts_of_a_site_are_small(written: Path) -> None:
    """What any page loads, with the worker that runs beside it; what a search needs; all but the page for posts."""
    (folder,) = written.glob("assets/*/js")
    page = _packed(folder / "start.js", folder / "site.js", written / "worker.js")
    assert 0 < page < MOST_SCRIPT
    search = _packed(folder / "search.js")
    assert 0 < search < MOST_SEARCH_SCRIPT
    others = [one for one in folder.rglob("*.js") if one.parent.name != "post"]
    assert page + search < _packed(*others, written / "worker.js") < MOST_SCRIPTS


def test_the_site_keeps_no_comments_for_readers(written: Path) -> None:
    for file in [
        *(written / "assets").glob("*/js/**/*.js"),
        *(written / "assets").glob("*/*.css"),
        written / "worker.js",
    ]:
        assert not re.search(rb"^\s*(//|/\*)", file.read_bytes(), re.MULTILINE), file


HOSTILE = [
    "../../x",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ frame.title }}{% raise %}",
    "\u202eright to left\u2066",
    "שלום עולם",
    "\0\x01\x1b[31mred\x7f",
    "javascript:alert(1)",
    "x" * 10_000,
    "&lt;b&gt; &amp; '\"",
    "]]><!--",
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory) -> Path:
    entries = []
    for number, text in enumerate(HOSTILE):
        facts = {"title": text, "edition": text[:40], "kind": "term"}
        one = entry(f"{number}{text}", text, markdown=re.sub(r"([<\[\\&*_`\]])", r"\\\1", text), **facts)
        entries.append(one)
        entries.append(
            entry(f"below-{number}", text.upper(), number=text[:20], parent=one.id, aliases=(text,))
        )
    others = [
        refer(one, one.text[:5], None, status="missing")
        for one in entries
        if one.text and "<" not in one.text
    ]
    return write_site(tmp_path_factory.mktemp("hostile") / "inside", entries, others)


def test_hostile_titles_stay_inside_the_folder(hostile: Path) -> None:
    around = {path.name for path in hostile.parent.parent.iterdir()}
    assert around == {"inside"}
    assert check(hostile, "/moor/") == []


def test_hostile_titles_run_nothing(hostile: Path) -> None:
    for file in hostile.rglob("*.html"):
        text = file.read_text("utf-8")
        assert "<script>" not in text, file
        assert "<img" not in text, file
        assert "<!--" not in text, file
        assert 'href="javascript' not in text, file
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text), file


def test_hostile_titles_are_still_shown(hostile: Path) -> None:
    shown = html(hostile, "hearthmoor")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "{{ frame.title }}" in shown
    assert "שלום עולם" in shown


def test_an_entry_that_stands_under_itself_ends_nowhere(tmp_path: Path) -> None:
    round_about = [
        entry("a", "A.", title="A", parent="hearthmoor:b"),
        entry("b", "B.", title="B", parent="hearthmoor:a"),
        entry("c", "C.", title="C", parent="hearthmoor:c"),
    ]
    assert check(write_site(tmp_path, round_about), "/moor/") == []


def test_a_very_deep_text_is_written(tmp_path: Path) -> None:
    deep = [entry("d0", "Text.", title="Deep")]
    for depth in range(1, 400):
        deep.append(entry(f"d{depth}", "x" * 3_000, title=f"D{depth}", parent=f"hearthmoor:d{depth - 1}"))
    assert check(write_site(tmp_path, deep), "/moor/") == []


def test_a_text_that_nests_by_the_thousand_takes_no_longer(tmp_path: Path) -> None:
    chain = [entry("d0", "Text.", title="Deep")]
    for depth in range(1, 6_000):
        chain.append(entry(f"d{depth}", "Text.", title=f"D{depth}", parent=f"hearthmoor:d{depth - 1}"))
    page_context = page_context_of(tmp_path, chain)
    started = time.perf_counter()
    for one in chain:
        pages.entry_page(page_context, one)
    assert time.perf_counter() - started < 12  # following every entry to the top and the bottom takes minutes


def test_a_store_without_entries_gives_a_site(tmp_path: Path) -> None:
    built = write_site(tmp_path, [], base_url="")
    assert "No game yet" in html(built)
    assert check(built) == []


def test_a_site_without_an_address_names_none(tmp_path: Path) -> None:
    built = write_site(tmp_path, *every_kind(), base_url="")
    assert "canonical" not in html(built, "hearthmoor/7.2")
    assert check(built) == []


def test_a_hostile_base_address_is_not_used(tmp_path: Path) -> None:
    built = write_site(tmp_path, *every_kind(), base_url="javascript:alert(1)//")
    assert "javascript:" not in html(built, "hearthmoor/7.2")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("{{ nothing_of_this_name }}", "nothing_of_this_name"),
        ("{% if %}", "home.html.j2"),
        (None, "home.html.j2"),
    ],
)
def test_a_wrong_template_is_one_clear_line(tmp_path: Path, changed: str | None, said: str) -> None:
    shutil.copytree(shipped.templates(), tmp_path / "templates")
    home = tmp_path / "templates" / "home.html.j2"
    if changed is None:
        home.unlink()
    else:
        home.write_text(changed, encoding="utf-8")
    library = write_content(tmp_path / "build", content(*every_kind()), pages=True)
    with pytest.raises(BuildError, match=said) as raised:
        site.write_library(tmp_path / "site", library, tmp_path / "templates", b"", lambda _: (), ())
    assert "\n" not in str(raised.value)


def test_words_of_a_text_say_their_language(tmp_path: Path) -> None:
    entries, references = every_kind()
    games = (
        Game(slug="hearthmoor", title="Hearthmoor", language="nl-BE"),
        Game(slug="fen", title="Fen", language='" onload="x'),
    )
    built = write_site(tmp_path, entries, references, games=games)
    assert '<div class="text" lang="nl-BE">' in html(built, "hearthmoor/7.2")
    assert '<div class="text">' in html(built, "fen/can-i-push-twice")
    assert '<html lang="en">' in html(built, "hearthmoor/7.2")  # its own words are English


@pytest.mark.parametrize(
    "word", ["\N{HEBREW LETTER ALEF}", "\N{ARABIC LETTER BEH}", "\N{RIGHT-TO-LEFT MARK}"]
)
def test_words_say_which_way_they_run_where_some_run_to_the_left(tmp_path: Path, word: str) -> None:
    entries, references = every_kind()
    plain = write_site(tmp_path / "plain", entries, references)
    assert 'dir="auto"' not in html(plain, "hearthmoor/7.2").partition("<main")[2]
    mixed = write_site(
        tmp_path / "mixed", [*entries, entry("other", f"Words {word}.", parent=None)], references
    )
    assert '<div class="text" dir="auto">' in html(mixed, "hearthmoor/7.2")


@pytest.mark.parametrize("language", ["he", "ar-EG", "ckb", "az-Arab"])
def test_numbers_of_a_right_to_left_text_stand_on_its_right(tmp_path: Path, language: str) -> None:
    entries, references = every_kind()
    games = (Game(slug="hearthmoor", title="Hearthmoor", language=language), Game(slug="fen", title="Fen"))
    built = write_site(tmp_path, entries, references, games=games)
    assert f'<div class="text" dir="rtl" lang="{language}">' in html(built, "hearthmoor/7.2")
    for path in ("hearthmoor/7.2", "hearthmoor/read/rules"):
        assert re.search(r'<div class="rows \w+" dir="rtl">', html(built, path)), path
        assert '<main id="content" tabindex="-1" dir="rtl">' in html(built, path), path
    assert 'dir="rtl"' not in html(built, "fen/turn-step-1")


OWN_PLACES = (
    "around",
    "content",
    "q",
    "search-game",
    "hits",
    "hit-0",
    "elsewhere",
    "related",
    "referrers",
    "part-rules",
)


def test_entries_called_like_places_of_the_page_have_places_of_their_own(tmp_path: Path) -> None:
    top = entry("glossary", "See content.", title="Glossary", kind="section")
    terms = [entry(slug, f"See {slug}.", title=slug, kind="term", parent=top.id) for slug in OWN_PLACES]
    pointing = [refer(one, one.text[4:-1], one.text[4:-1]) for one in [top, *terms]]
    built = write_site(tmp_path, [top, *terms], [one for one in pointing if one.origin != one.target])
    assert check(built, "/moor/") == []
    reading = html(built, "hearthmoor/read/glossary")
    assert reading.count('id="content"') == reading.count('id="content."') == 1
    assert 'href="#content."' in reading


def test_every_place_that_pages_with_entries_name_themselves_is_known(written: Path) -> None:
    templates = shipped.templates()
    shared = ("layout", "parts", "entry", "reading", "questions", "single")
    named = {
        place
        for name in shared
        for place in re.findall(r' id="([^"{]+)', (templates / f"{name}.html.j2").read_text("utf-8"))
    }
    scripts = "".join(file.read_text("utf-8") for file in (templates / "js").glob("*.js"))
    named |= set(re.findall(r"\bid: '([^']+)'", scripts))
    assert named == set(OWN_PLACES) - {"hit-0", "part-rules"}


def test_a_chapter_is_linked_from_the_page_that_reads_it_in_full(tmp_path: Path) -> None:
    law = entry("law-2", number="2", title="The Ball", kind="section")
    rule = entry("law-2.1", "A ball as in Law 2.", number="1", parent=law.id)
    built = write_site(tmp_path, [law, rule], [refer(rule, "Law 2", "law-2")])
    assert check(built, "/moor/") == []
    assert '<h1 id="law-2"' in html(built, "hearthmoor/read/law-2")
