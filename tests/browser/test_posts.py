"""A post is pasted, its citations are linked and its quotations judged: on the device, by keyboard, in any format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from small_entries import entry
from small_sites import EDITION, every_kind, write_site

from kb.entries import Game

ADDRESS = f"https://rules.example/moor/hearthmoor/7.2@{EDITION}/"
expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
CLIPBOARD = ["clipboard-read", "clipboard-write"]
POST = "Rule 7.2 says “a figure may grapple another hero”, see Ember and `7.3`."
LINKED = POST.replace("Rule 7.2", f"[Rule 7.2]({ADDRESS})").replace(
    "Ember", f"[Ember](https://rules.example/moor/hearthmoor/ember@{EDITION}/)"
)


def pasted(page: Any, post: str = POST) -> Any:
    """The page when everything is told about a post."""
    page.get_by_label("Your post").fill(post)
    page.locator(".post-status[data-state=done]").wait_for()
    return page


def starting(text: str) -> re.Pattern[str]:
    """A pattern for what begins so."""
    return re.compile(f"^{re.escape(text)}")


def linked(page: Any) -> str:
    return page.get_by_label("With links").input_value()


def test_a_post_is_linked_judged_and_copied(reader) -> None:
    page = pasted(reader.open("link/", permissions=CLIPBOARD))
    assert linked(page) == LINKED
    rows = page.locator(".post-citations li")
    assert rows.count() == 2
    assert rows.first.locator(".post-words").inner_text() == "Rule 7.2"
    assert rows.first.get_by_role("link").get_attribute("href").endswith("/moor/hearthmoor/7.2/")
    assert rows.first.locator("code").inner_text() == ADDRESS
    assert "A figure may grapple another." in rows.first.locator(".post-preview").inner_text()
    finding = page.locator(".post-quotations li")
    assert finding.locator(".verdict").inner_text() == "Changed"
    assert finding.locator("del").inner_text().endswith("hero")
    page.get_by_role("button", name="Copy the post").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == LINKED


def test_the_rules_are_there_before_the_first_post_and_nothing_is_told_of_it(reader) -> None:
    page = reader.open()
    with page.context.expect_event("requestfinished", lambda request: "/facts-" in request.url):
        page.goto(f"{reader.address}link/")
    assert not linked(page)
    assert not page.locator(".post-status").inner_text()
    assert page.locator(".post-citations").is_hidden()
    pasted(page)
    assert linked(page) == LINKED


def test_what_was_told_of_another_post_cannot_be_copied(reader) -> None:
    page = pasted(reader.open("link/"))
    buttons = page.locator(".post-copy, .post-fixes, .post-told")
    page.get_by_label("Your post").fill(f"{POST} Rule 7.1.")
    assert buttons.evaluate_all("all => all.every((one) => one.inert)")
    page.locator(".post-status[data-state=done]").wait_for()
    assert not buttons.evaluate_all("all => all.some((one) => one.inert)")


def test_links_are_written_for_the_place_that_is_chosen(reader) -> None:
    page = pasted(reader.open("link/"))
    for place, link in (
        ("BBCode", f"[url={ADDRESS}]Rule 7.2[/url]"),
        ("Discord", f"[Rule 7.2](<{ADDRESS}>)"),
        ("HTML", f'<a href="{ADDRESS}">Rule 7.2</a>'),
        ("Plain text", f"Rule 7.2 <{ADDRESS}>"),
    ):
        page.get_by_label("Links for").select_option(label=place)
        expect(page.get_by_label("With links")).to_have_value(starting(link))
    page.reload()
    expect(page.get_by_label("Links for")).to_have_value("plain")  # kept on the device


def test_the_first_mention_of_each_keyword_is_linked_when_wished(reader) -> None:
    page = pasted(reader.open("link/"), "By rule 7.2 an Ember is paid, another Ember is not.")
    assert "[Ember]" not in linked(page)
    page.get_by_label("Link the first mention of each keyword, too").check()
    expect(page.get_by_label("With links")).to_have_value(re.compile(r"^[^\[]*\[rule[^\[]*\[Ember\][^\[]*$"))


@pytest.fixture(scope="module")
def two_embers(serve, tmp_path_factory) -> Iterator[str]:
    """The address of a site on which two games have an Ember."""
    folder = tmp_path_factory.mktemp("embers")
    entries, references = every_kind()
    other = entry("ember", "A spark.", title="Ember", kind="term", game="fen")
    write_site(folder, [*entries, other], references)
    with serve(folder / "site") as address:
        yield address


def test_doubt_is_listed_and_the_reader_decides(browser, two_embers: str) -> None:
    page = browser.new_page(service_workers="block")
    page.goto(f"{two_embers}link/")
    pasted(page, "They talk about “Ember” here.")
    assert linked(page) == "They talk about “Ember” here."
    choice = page.get_by_label("What “Ember” means")
    choice.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("With links")).to_have_value(re.compile("/hearthmoor/ember@"))
    expect(choice).to_be_focused()
    expect(choice).to_have_value("hearthmoor:ember")


def test_the_game_can_be_told(browser, two_embers: str) -> None:
    page = browser.new_page(service_workers="block")
    page.goto(f"{two_embers}link/")
    pasted(page, "They talk about “Ember” here.")
    page.locator(".post-form [name=game]").select_option(label="Hearthmoor")
    expect(page.locator(".post-doubts")).to_be_hidden()
    assert "/hearthmoor/ember@" in linked(page)


def test_everything_is_done_by_keyboard(reader) -> None:
    page = reader.open("link/", permissions=CLIPBOARD)
    expect(page.get_by_label("Your post")).to_be_visible()
    page.get_by_label("Your post").focus()
    page.keyboard.type("see rule 7.2 ")
    page.locator(".post-status[data-state=done]").wait_for()
    assert page.get_by_role("status").first.inner_text().startswith("1 link made")
    names = []
    for _ in range(8):
        page.keyboard.press("Tab")
        names.append(
            page.evaluate("(document.activeElement.name || document.activeElement.textContent).trim()")
        )
    assert names == [
        "source",
        "game",
        "terms",
        "linked",
        "to",
        "Copy the post",
        "7.2. Grappling",
        "Copy link",
    ]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"see [rule 7.2]({ADDRESS}) "


def test_a_hostile_post_does_not_freeze_the_page(reader) -> None:
    page = reader.open("link/")
    pasted(page, "[" * 1_000_000)
    page.get_by_label("Your post").evaluate("one => { one.value = 'rule 7.2 and [[x '.repeat(60_000) }")
    page.evaluate(
        """() => {
          window.gaps = []
          let last = performance.now()
          const tick = () => { const now = performance.now(); gaps.push(now - last); last = now; setTimeout(tick, 10) }
          tick()
          document.querySelector('#post').dispatchEvent(new Event('input', { bubbles: true }))
        }"""
    )
    page.get_by_text("60,000 links made").wait_for(timeout=60_000)
    assert page.evaluate("gaps.length") > 5  # it went on ticking while the worker read


def test_a_post_is_written_from_its_own_side(reader) -> None:
    page = pasted(reader.open("link/"), "“שלום” rule 7.2")
    expect(page.get_by_label("With links")).to_have_attribute("dir", "rtl")
    pasted(page, "rule 7.2 “שלום”")
    expect(page.get_by_label("With links")).to_have_attribute("dir", "ltr")  # whatever the page's is
    page.get_by_label("Your post").fill("")
    expect(page.get_by_label("With links")).to_have_attribute("dir", "")


def test_words_of_a_post_never_become_markup(reader) -> None:
    post = "<img src=x onerror=alert(1)> rule 7.2 “<b>a figure may grapple</b> another one” [[<i>Ember</i>]]"
    page = pasted(reader.open("link/"), post)
    assert page.locator(".post-report img, .post-report b, .post-report i").count() == 0


def test_a_net_that_fails_is_told(reader) -> None:
    page = reader.open("link/")
    page.route("**/search/*.gz", lambda route: route.abort())
    page.get_by_label("Your post").fill(POST)
    page.get_by_text("could not be fetched").wait_for()
    page.unroute("**/search/*.gz")
    assert linked(pasted(page, f"{POST} ")) == f"{LINKED} "
    reader.wrong.clear()


def test_from_a_disk_it_says_what_does_not_work(reader, site) -> None:
    page = reader.open((site / "link" / "index.html").as_uri())
    assert page.get_by_text("Opened from a disk, this page cannot work").is_visible()
    assert page.get_by_label("Your post").is_hidden()


def test_a_rule_is_quoted_in_a_post(reader) -> None:
    page = reader.open("hearthmoor/7.2/")
    page.get_by_role("link", name="Quote in a post").click()
    page.locator(".post-status[data-state=done]").wait_for()
    quoted = (
        "> A figure may grapple another. See rule 7.3.\n>\n> — [7.2. Grappling](" + ADDRESS + ") (Hearthmoor"
    )
    expect(page.get_by_label("Your post")).to_have_value(starting(quoted))
    expect(page.get_by_label("Your post")).to_be_focused()
    assert page.locator(".post-quotations .verdict").inner_text() == "Exact"


@pytest.mark.parametrize("asked", ["//elsewhere.example/", "https://elsewhere.example/moor/", "../../"])
def test_nothing_from_elsewhere_is_quoted(reader, asked: str) -> None:
    page = reader.open(f"link/?quote={asked}")
    pasted(page)  # the reader complains of whatever asks another host
    assert linked(page) == LINKED


@pytest.fixture(scope="module")
def german(serve, tmp_path_factory) -> Iterator[str]:
    """The address of a site whose texts, two games, are German."""
    folder = tmp_path_factory.mktemp("german")
    games = tuple(Game(slug=slug, title=slug.capitalize(), language="de") for slug in ("hearthmoor", "fen"))
    write_site(folder, *every_kind(), games=games)
    with serve(folder / "site") as address:
        yield address


def test_what_is_told_of_a_post_is_in_the_language_of_the_texts(browser, german: str) -> None:
    page = browser.new_page(service_workers="block")
    page.goto(f"{german}link/")
    page.get_by_label("Dein Beitrag").fill(f"{POST} {'rule 7.2 ' * 1_200}")
    page.locator(".post-status[data-state=done]").wait_for()
    status = page.get_by_role("status").first.inner_text()
    assert status.startswith("1.202 Links gesetzt, gelesen als Markdown, 1 abweichend.")
    told = "denn der Beitrag verweist auf 7.2, zitiert, was nur in diesem Spiel steht und nennt Ember."
    assert f"Es geht wohl um Hearthmoor, {told}" in status
    row = page.locator(".post-quotations li")
    assert row.locator(".verdict").inner_text() == "Weicht ab"
    assert row.locator(".post-meant").inner_text() == "verglichen mit 7.2. Grappling"
    told = page.locator(".post-told .post-box").inner_text()
    assert told == "Abgeglichen mit Hearthmoor: 1 Zitat abweichend, 1201 Verweise gefunden"
    page.close()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_window(reader, width: int) -> None:
    page = pasted(
        reader.open("link/", viewport={"width": width, "height": 800}), f"{POST} {'x' * 300} [[Ember]]"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_no_other_page_loads_what_links_posts(reader) -> None:
    page = reader.open("hearthmoor/7.2/")
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert any("/js/site.js" in one for one in loaded)
    assert [
        one for one in loaded if any(part in one for part in ("/js/post/", "/js/cite/", "/js/link/"))
    ] == []


def test_what_is_wrong_is_shown_in_colour_and_put_right_on_request(reader) -> None:
    page = pasted(reader.open("link/", permissions=CLIPBOARD))
    marked = page.locator(".post-marked mark")
    assert [one.get_attribute("class") for one in marked.all()] == [
        "judged changed",
        "judged changed",
        "judged right",
    ]
    assert page.locator(".post-fixes del").inner_text().endswith("hero")
    assert page.get_by_label("Your post").input_value() == POST  # nothing is done yet
    page.get_by_role("button", name="Fix it in my post").click()
    page.locator(".post-fixes").wait_for(state="hidden")
    assert page.get_by_label("Your post").input_value() == POST.replace(" hero", "").replace("“a ", "“A ")
    page.get_by_text("1 quotation exact, 1 citation found", exact=False).last.wait_for()
    page.get_by_role("button", name="Copy the line").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("Checked against Hearthmoor")


@pytest.mark.parametrize(
    ("place", "post", "made"),
    [
        ("markdown", "> **rule 7.2**\n\n`code` and *more*", ["blockquote strong", "code", "em"]),
        ("reddit", ">!It was him!<, says rule 7.2", ["p > mark", 'a[href*="7.2@"]']),
        ("bbcode", "[quote=Ada][b]no[/b][/quote] rule 7.2", ["blockquote strong", 'a[href*="7.2@"]']),
        (
            "html",
            "<p>rule 7.2<script>window.bad = 1</script> <em onclick='bad()'>x</em></p>",
            ["p em", "p a"],
        ),
    ],
)
def test_the_post_is_shown_as_the_place_will(reader, place: str, post: str, made: list[str]) -> None:
    page = reader.open("link/")
    page.locator(".post-form [name=source]").select_option(place)
    box = pasted(page, post).locator(".post-shown .post-box")
    for selector in made:
        assert box.locator(selector).count() == 1, selector
    assert box.locator("script, [onclick]").count() == 0
    assert page.evaluate("window.bad") is None


def test_a_quotation_cut_short_is_told(reader) -> None:
    page = pasted(reader.open("link/"), "Rule 7.2: “grapple another” and 7.2")
    assert page.locator(".post-status[data-state=done]").count() == 1
