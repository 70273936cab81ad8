"""What a reader does with the site in a real browser: read, search, go on, with and without script."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from small_entries import entry
from small_sites import EDITION, PATHS, every_kind, write_site

from kb.entries import Game


def results(page: Any) -> Any:
    return page.locator("[role=option]")


def test_search_and_open_a_result_with_the_keyboard_only(reader) -> None:
    page = reader.open("hearthmoor/ember/")
    page.keyboard.press("/")
    page.keyboard.type("grappling")
    results(page).first.wait_for()
    box = page.get_by_role("combobox", name="Search the rules")
    assert box.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    active = page.locator(f"#{box.get_attribute('aria-activedescendant')}")
    assert active.get_attribute("aria-selected") == "true"
    assert "Grappling" in active.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url("**/hearthmoor/7.2/")
    assert page.get_by_role("heading", level=1).inner_text() == "7.2 Grappling"


def test_a_number_leads_straight_to_its_rule(reader) -> None:
    page = reader.open("hearthmoor/")
    page.keyboard.press("Control+k")
    page.keyboard.type("7.2a")
    results(page).first.wait_for()
    assert results(page).first.inner_text().startswith("7.2a")


def test_escape_closes_the_results_and_keeps_the_words(reader) -> None:
    page = reader.open("hearthmoor/")
    page.keyboard.press("/")
    page.keyboard.type("push")
    results(page).first.wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".popup").is_hidden()
    assert page.locator("#q").input_value() == "push"
    assert page.locator("#q").get_attribute("aria-expanded") == "false"


def test_leaving_the_box_closes_the_results(reader) -> None:
    page = reader.open("hearthmoor/7.2/")
    page.keyboard.press("/")
    page.keyboard.type("push")
    results(page).first.wait_for()
    page.keyboard.press("Shift+Tab")
    page.locator(".popup").wait_for(state="hidden")


def test_a_slash_in_the_box_is_only_a_slash(reader) -> None:
    page = reader.open("hearthmoor/")
    page.keyboard.press("/")
    page.keyboard.type("and/or")
    assert page.locator("#q").input_value() == "and/or"


def test_an_excerpt_is_marked(reader) -> None:
    page = reader.open("hearthmoor/")
    page.keyboard.press("/")
    page.keyboard.type("stays")
    mark = results(page).locator("mark").first
    mark.wait_for()
    assert mark.inner_text().lower().startswith("stay")


def test_a_search_can_be_shared_and_filtered(reader) -> None:
    page = reader.open("search/?q=push")
    found = page.locator(".results a")
    found.first.wait_for()
    assert {"7.3", "Can I push twice?"} <= {one.strip() for one in found.all_inner_texts()}
    page.get_by_label("Questions").check(force=True)
    page.wait_for_url("**/search/?q=push&kind=faq")
    assert found.all_inner_texts() == ["Can I push twice?"]
    page.reload()
    found.first.wait_for()
    assert found.all_inner_texts() == ["Can I push twice?"]


def test_the_first_result_is_the_rule_itself(reader) -> None:
    page = reader.open("search/?q=7.2", permissions=["clipboard-read", "clipboard-write"])
    answer = page.locator(".results > .answer")
    answer.locator(".text, .rows").first.wait_for()
    assert page.locator(".results > li").first.get_attribute("class") == "answer"
    answer.get_by_role("button", name="Copy link").click()
    answer.get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("https://rules.example/moor/hearthmoor/")
    assert f"@{EDITION}" in copied


def test_an_exact_number_opens_on_enter(reader) -> None:
    page = reader.open("hearthmoor/ember/")
    page.keyboard.press("/")
    page.keyboard.type("7.2a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hearthmoor/7.2a/")
    page.go_back()
    page.wait_for_url("**/hearthmoor/ember/")


def test_words_that_are_no_name_lead_to_the_results(reader) -> None:
    page = reader.open("hearthmoor/ember/")
    page.keyboard.press("/")
    page.keyboard.type("push twice")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=push*twice*")
    page.locator(".results a").first.wait_for()


def test_a_result_is_a_link(reader) -> None:
    page = reader.open("hearthmoor/ember/")
    page.keyboard.press("/")
    page.keyboard.type("grappling")
    first = results(page).first
    first.wait_for()
    assert first.evaluate("one => one.href").endswith("/hearthmoor/7.2/")
    with page.context.expect_page() as opened:
        first.click(button="middle")
    opened.value.wait_for_url("**/hearthmoor/7.2/")
    assert "/ember/" in page.url


@pytest.mark.parametrize("width", (390, 1280))
def test_the_chosen_game_is_seen_and_taken_off(reader, width: int) -> None:
    page = reader.open("hearthmoor/ember/", viewport={"width": width, "height": 800})
    page.locator("#q").fill("push")
    chip = page.get_by_role("button", name="search all games instead")
    chip.wait_for()
    assert "Hearthmoor" in chip.inner_text()
    chip.click()
    chip.wait_for(state="detached")
    assert page.locator("#search-game").input_value() == ""
    assert page.locator("#q").evaluate("one => one === document.activeElement")
    results(page).first.wait_for()


def test_without_an_address_the_copied_link_says_that_it_works_here_only(
    reader, serve, tmp_path: Path
) -> None:
    built = write_site(tmp_path, *every_kind(), base_url="")
    with serve(built.parent) as host:
        reader.address = f"{host}{built.name}/"
        page = reader.open("hearthmoor/7.2/", permissions=["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy link").click()
        page.get_by_text("the link works on this device only").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == f"{reader.address}hearthmoor/7.2@{EDITION}/"
        page.goto(copied)
        assert "Grappling" in page.get_by_role("heading", level=1).inner_text()
        page.context.close()  # before the server goes


def test_results_are_walked_with_arrows(reader) -> None:
    page = reader.open("search/?q=push")
    page.locator(".results a").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/search/" not in url)


def test_better_results_do_not_move_what_is_in_sight(reader) -> None:
    page = reader.open("")
    page.route("**/search/table-*", lambda route: (page.wait_for_timeout(700), route.continue_()))
    page.keyboard.type("push")
    results(page).first.wait_for()
    before = results(page).evaluate_all("all => all.map((one) => one.dataset.id)")
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(1500)
    after = results(page).evaluate_all("all => all.map((one) => one.dataset.id)")
    assert after[: min(3, len(before))] == before[:3]
    assert len(after) > len(before)
    assert results(page).first.get_attribute("aria-selected") == "true"


def test_a_misspelt_word_is_asked_about(reader) -> None:
    page = reader.open("search/?q=grappel")
    guess = page.locator(".status .guess")
    guess.wait_for()
    guess.click()
    page.locator(".results a").first.wait_for()
    assert "q=grapple" in page.url


def test_of_a_number_that_nothing_has_the_page_says_so(reader) -> None:
    page = reader.open("search/?q=7.2z")
    page.get_by_text("Nothing here is numbered 7.2z. Did you mean").wait_for()


def test_an_address_is_shown_as_its_folder(reader) -> None:
    page = reader.open("hearthmoor/7/index.html")
    page.wait_for_url("**/hearthmoor/7/")


def test_the_permanent_address_is_copied_whole(reader) -> None:
    page = reader.open("hearthmoor/7.2/", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"https://rules.example/moor/hearthmoor/7.2@{EDITION}/"


@pytest.mark.parametrize("path", PATHS)
def test_every_page_fits_in_both_colours(reader, path: str) -> None:
    page = reader.open(path)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        paper, ink = page.evaluate(BRIGHTNESS)
        assert (paper > ink) == (scheme == "light")
        assert abs(paper - ink) > 150


BRIGHTNESS = """() => ['backgroundColor', 'color'].map((name) => {
  const parts = getComputedStyle(document.body)[name].match(/\\d+/g).map(Number)
  return (parts[0] + parts[1] + parts[2]) / 3
})"""


def test_the_switch_of_colours_is_remembered(reader) -> None:
    page = reader.open("hearthmoor/", color_scheme="light")
    page.get_by_role("button", name="Switch between light and dark").click()
    dark = page.evaluate(BRIGHTNESS)[0]
    page.get_by_role("link", name="Glossary").first.click()
    page.wait_for_url("**/glossary/")
    assert page.evaluate(BRIGHTNESS)[0] == dark < 100


def test_reading_and_going_on_need_no_script(reader) -> None:
    page = reader.open("", java_script_enabled=False)
    page.get_by_role("link", name="Hearthmoor", exact=True).click()
    page.get_by_role("link", name="7. Fighting", exact=True).click()
    page.get_by_role("link", name="Next").click()
    page.get_by_role("link", name="rule 7.3").click()
    assert "7.3" in page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("link", name="Hearthmoor").first.click()
    assert page.url.endswith("/hearthmoor/index.html")


def test_without_script_the_box_leads_to_a_page_that_says_how_to_go_on(reader) -> None:
    page = reader.open("hearthmoor/7.2/", java_script_enabled=False)
    page.get_by_label("Search the rules").fill("push")
    page.get_by_role("button", name="Search").click()
    assert "Searching needs script" in page.locator("main").inner_text()
    page.get_by_role("link", name="Hearthmoor").click()
    assert page.url.endswith("/hearthmoor/index.html")


@pytest.mark.parametrize("with_script", [True, False])
def test_a_folder_on_a_disk_reads_and_links(reader, site: Path, with_script: bool) -> None:
    page = reader.open((site / "index.html").as_uri(), java_script_enabled=with_script)
    page.get_by_role("link", name="Hearthmoor", exact=True).click()
    page.get_by_role("link", name="7.2 Grappling").click()
    page.get_by_role("link", name="rule 7.3").click()
    assert page.url.endswith("/hearthmoor/7.3/index.html")
    page.wait_for_load_state()
    assert page.evaluate("getComputedStyle(document.body).display") == "flex"
    if with_script:
        assert page.get_by_text("Search needs a web server").is_visible()
        # what cannot work there is not offered
        for name in ("Search", "Link my post", "Quote in a post", "Offline", "Recent", "Saved"):
            offered = page.locator("a, button", has_text=name)
            assert offered.count() and not any(one.is_visible() for one in offered.all()), name


def test_search_data_that_is_gone_is_said(reader) -> None:
    page = reader.open("problems/")
    page.route("**/search/index.json", lambda route: route.fulfill(status=503, body="gone"))
    page.goto(f"{reader.address}hearthmoor/")  # on a page that is open already a browser may ask its memory
    page.locator("header [role=combobox]").wait_for()
    page.keyboard.press("/")
    page.keyboard.type("push")
    page.get_by_text("The search data could not be loaded").wait_for()
    assert all("503" in one for one in reader.wrong)
    reader.wrong.clear()


def test_a_page_prints_its_text_and_not_its_buttons(reader) -> None:
    page = reader.open("hearthmoor/7.2/", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.locator(".top").is_hidden()
    assert page.locator(".steps").is_hidden()
    assert page.get_by_text("A figure may grapple another").is_visible()
    assert page.evaluate(BRIGHTNESS) == [255, 0]


def test_a_text_runs_nothing(browser, tmp_path: Path) -> None:
    attack = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
    one = entry("attack", attack, title=attack, kind="term", markdown=attack.replace("<", "\\<"))
    built = write_site(tmp_path, [one, entry("next", "See it.", title="Next")])
    page = browser.new_context().new_page()
    for file in sorted(built.rglob("*.html")):
        page.goto(file.as_uri())
        page.wait_for_timeout(50)
        assert page.title() != "run"
        assert page.locator("main img").count() == 0
    page.context.close()


def test_a_host_that_declares_the_packing_of_files_serves_the_search_too(reader, site: Path) -> None:
    def unpacked(route: Any) -> None:
        file = site / route.request.url.removeprefix(reader.address)
        route.fulfill(body=gzip.decompress(file.read_bytes()))

    page = reader.open("hearthmoor/")
    page.route("**/search/*.gz", unpacked)
    page.keyboard.press("/")
    page.keyboard.type("push")
    results(page).first.wait_for()


def test_a_result_with_an_unusual_id_leads_to_its_page(browser, tmp_path: Path, serve) -> None:
    odd = entry("../odd one", "Quagmires are odd.", title="Quagmire", kind="term")
    with serve(write_site(tmp_path, [odd])) as address:
        page = browser.new_context().new_page()
        page.goto(f"{address}search/?q=quagmire")
        page.locator(".results a").first.click()
        assert page.get_by_role("heading", level=1).inner_text() == "Quagmire"
        page.context.close()


def test_arrow_keys_lead_to_the_pages_before_and_after(reader) -> None:
    page = reader.open("hearthmoor/7.2/")
    page.locator(".cite-bar").wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/hearthmoor/7.2a/")
    page.locator(".cite-bar").wait_for()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/hearthmoor/7.2/")
    page.locator(".cite-bar select").focus()
    page.keyboard.press("ArrowRight")  # which chooses another place to paste into
    page.keyboard.press("/")
    page.keyboard.type("ab")
    page.keyboard.press("ArrowLeft")  # and this moves in the box
    assert page.url.endswith("/7.2/")


def test_an_address_without_a_page_is_searched_for_in_its_game(reader, site: Path) -> None:
    page = reader.open("hearthmoor/")
    page.route(
        "**/hearthmoor/grappling-hook/",
        lambda route: route.fulfill(status=404, path=site / "404.html", content_type="text/html"),
    )
    page.goto(f"{reader.address}hearthmoor/grappling-hook/")
    results(page).first.wait_for()
    assert page.locator("#q").input_value() == "grappling hook"
    assert page.locator("#search-game").input_value() == "hearthmoor"
    assert "Grappling" in results(page).first.inner_text()
    assert all("404" in one for one in reader.wrong)
    reader.wrong.clear()


def test_a_wide_table_scrolls_in_its_own_box(browser, tmp_path: Path, serve) -> None:
    cells = [f"Very long heading number {n}" for n in range(12)]
    row = "| " + " | ".join(cells) + " |"
    table = entry("wide", "x", title="Wide", kind="table", markdown=f"{row}\n|{' --- |' * 12}\n{row}")
    longest = entry("x" * 90, "w" * 400, number="1.2.3.4.5.6.7.8.9.10.11.12a", title="q" * 200)
    below = entry("below", "b" * 300, number="1.2.3.4.5.6.7.8.9.10.11.12b", parent=longest.id)
    with serve(write_site(tmp_path, [table, longest, below])) as address:
        page = browser.new_context(viewport={"width": 390, "height": 800}).new_page()
        for path in ("wide", "x" * 90, "read/rules"):
            page.goto(f"{address}hearthmoor/{path}/")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
            box = page.locator(".scroll").first
            if path != "x" * 90:
                assert box.evaluate("one => one.scrollWidth > one.clientWidth")
        page.context.close()


def test_a_right_to_left_text_hangs_its_numbers_on_the_right(browser, tmp_path: Path, serve) -> None:
    top = entry("1", number="1", title="כללי", kind="section")
    rule = entry("1.1", "כל שחקן מקבל חמישה קלפים.", number="1.1", parent=top.id)
    below = entry("1.1a", "ראו כלל 1.2.", number="1.1a", parent=rule.id)
    games = (Game(slug="hearthmoor", title="Hearthmoor", language="he"),)
    with serve(write_site(tmp_path, [top, rule, below], games=games)) as address:
        page = browser.new_context().new_page()
        page.goto(f"{address}hearthmoor/1/")
        marks = [one.bounding_box() for one in page.locator(".mark").all()]
        words = [one.bounding_box() for one in page.locator(".rows .text").all()]
        assert len(marks) == len(words) == 2
        for mark, text in zip(marks, words, strict=True):
            assert mark["x"] >= text["x"] + text["width"] - 1
        assert words[1]["x"] + words[1]["width"] < words[0]["x"] + words[0]["width"]  # set in from the right
        page.context.close()


@pytest.mark.parametrize("path", PATHS)
def test_what_a_finger_touches_is_large_enough(reader, path: str) -> None:
    """At least 24 pixels each way, as WCAG 2.2 asks of all but links within a sentence."""
    page = reader.open(path, viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    page.wait_for_timeout(400)
    small = page.evaluate(TOO_SMALL)
    assert small == []


TOO_SMALL = """() => {
  const all = 'button, select, input:not([type=radio]), summary, .button, .steps a, .letters a'
  return [...document.querySelectorAll(all)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one, (one.type === 'checkbox' ? one.closest('label') : one).getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 2 && (width < 24 || height < 24)) // 2: for screen readers only
    .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 80)} ${width} x ${height}`)
}"""


def test_a_printed_page_says_where_it_is_from(reader) -> None:
    page = reader.open("hearthmoor/read/rules/")
    page.emulate_media(media="print")
    assert page.locator(".printed").inner_text() == "https://rules.example/moor/hearthmoor/read/rules/"
    page.emulate_media(media="screen")
    assert page.locator(".printed").is_hidden()


def test_forced_colours_and_less_motion_are_kept_to(reader) -> None:
    page = reader.open("hearthmoor/7.2/", forced_colors="active", reduced_motion="reduce")
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    page.keyboard.press("/")
    page.keyboard.type("push")
    results(page).first.wait_for()
    page.keyboard.press("ArrowDown")
    outline = "getComputedStyle(document.querySelector('[aria-selected=true]')).outlineStyle"
    assert page.evaluate(outline) == "solid"


def test_a_printed_page_says_the_addresses_of_what_it_points_at(reader) -> None:
    page = reader.open("hearthmoor/7.2/")
    link = page.locator(".connections a").first
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    said = "(link) => getComputedStyle(link, '::after').content"
    assert link.evaluate(said) == "none"
    page.emulate_media(media="print")
    assert link.evaluate("(link) => link.href") in link.evaluate(said)
