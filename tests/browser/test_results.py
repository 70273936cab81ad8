"""What a reader does with results: narrows them, opens one, and comes back to where they were."""

from __future__ import annotations

import re
from typing import Any

import pytest
from small_entries import entry
from small_sites import every_kind, write_site


def chip(page: Any, name: str) -> Any:
    return page.get_by_role("checkbox", name=name)


@pytest.fixture(scope="module")
def many(browser: Any, serve: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Pages of two games, one of them with many rules about boats; nothing stays in a browser's memory of pages."""
    entries, references = every_kind()
    long = "Nobody swims here.\n\n" * 60
    entries += [
        entry(f"b{n}", f"A boat carries {n} figures.", number=f"{n}", parent=None, game="fen")
        for n in range(30)
    ]
    deep = f"{long}A barge is moored with a rope.\n\n{long}"
    entries.append(entry("mooring", deep, title="Mooring", kind="term", markdown=deep))
    built = write_site(tmp_path_factory.mktemp("many"), entries, references)
    with serve(built) as address:
        yield address


@pytest.fixture
def page(browser: Any, many: str) -> Any:
    context = browser.new_context(viewport={"width": 900, "height": 700}, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(8_000)
    page.goto(many)
    yield page
    context.close()


def test_filters_say_how_many_have_the_words_and_several_are_chosen(page: Any, many: str) -> None:
    page.goto(f"{many}search/?q=figure")
    page.locator(".games").get_by_text("Hearthmoor").wait_for()
    page.locator(".games label").filter(has_text=re.compile(r"Fen\s+[1-9]\d*$")).wait_for()
    chip(page, "Terms").check(force=True)
    page.wait_for_url("**/search/?q=figure&kind=term")
    chip(page, "Rules").check(force=True)
    page.wait_for_url("**/search/?q=figure&kind=term&kind=rule")
    chip(page, "Hearthmoor").check(force=True)
    page.wait_for_url("**/search/?q=figure&game=hearthmoor&kind=term&kind=rule")
    for name in ("Figure", "7.2"):
        page.locator(".results h2", has_text=name).first.wait_for()
    page.get_by_role("button", name="Search all games").click()
    page.wait_for_url("**/search/?q=figure&kind=term&kind=rule")
    page.locator(".results a[href*='/fen/']").first.wait_for()
    page.reload()
    page.locator(".results a").first.wait_for()
    assert chip(page, "Terms").is_checked() and chip(page, "Rules").is_checked()


def test_a_filter_is_chosen_by_keyboard(page: Any, many: str) -> None:
    page.goto(f"{many}search/?q=figure")
    page.locator(".results a").first.wait_for()
    chip(page, "Terms").focus()
    page.keyboard.press("Space")
    page.wait_for_url("**kind=term")
    assert chip(page, "Terms").evaluate("one => one === document.activeElement")


@pytest.mark.parametrize("way", ["popup", "results", "middle"])
def test_the_words_found_are_marked_and_in_sight(page: Any, many: str, way: str) -> None:
    opened = page
    if way == "popup":
        page.locator("#q").fill("moored rope")
        page.locator("[role=option] mark").first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    else:
        page.goto(f"{many}search/?q=moored+rope")
        page.locator(".results mark").first.wait_for()
        page.wait_for_timeout(300)
        link = page.locator(".results h2 a").first
        if way == "middle":
            with page.context.expect_page() as found:
                link.click(button="middle")
            opened = found.value
            opened.bring_to_front()
        else:
            link.click()
    opened.wait_for_url("**/hearthmoor/mooring/")
    marks = opened.locator(".entry-body .text mark")
    marks.first.wait_for()
    assert {"moored", "rope"} <= {one.lower() for one in marks.all_inner_texts()}
    inside = "one => { const { top, bottom } = one.getBoundingClientRect(); return top > 0 && bottom < innerHeight }"
    opened.wait_for_timeout(800)  # it glides there
    assert marks.last.evaluate(inside)
    opened.reload()
    opened.get_by_role("heading", level=1).wait_for()
    opened.wait_for_timeout(200)
    assert marks.count() == 0  # only whoever came from the search sees them


def test_going_back_finds_query_filters_and_place(page: Any, many: str) -> None:
    page.goto(f"{many}search/?q=boat&kind=rule")
    # results may still move while they are clicked on: what counts is where the link was as it was followed
    page.evaluate(
        "addEventListener('click', ({ target }) => { const link = target.closest('a');"
        " sessionStorage.setItem('left', JSON.stringify([link.href, link.getBoundingClientRect().top])) }, true)"
    )
    page.locator(".results h2 a").nth(20).click()
    page.wait_for_url("**/fen/*/")
    page.go_back()
    page.wait_for_function(
        "() => { const [href, top] = JSON.parse(sessionStorage.getItem('left')); const link = document.activeElement;"
        " return scrollY > 300 && link.href === href && Math.abs(link.getBoundingClientRect().top - top) < 60 }"
    )
    assert page.locator("#q").input_value() == "boat"
    assert chip(page, "Rules").is_checked()


def test_going_back_to_a_page_finds_the_words_in_its_box(page: Any, many: str) -> None:
    page.goto(f"{many}hearthmoor/ember/")
    page.locator("#q").fill("grappling")
    page.locator("[role=option]").first.click()
    page.wait_for_url("**/hearthmoor/7.2/")
    page.go_back()
    page.wait_for_url("**/hearthmoor/ember/")
    page.wait_for_function("() => document.querySelector('#q').value === 'grappling'")
    page.locator("#q").focus()
    page.locator("[role=option]").first.wait_for()


def test_a_box_has_one_list_of_results_however_it_was_reached(page: Any, many: str) -> None:
    page.goto(f"{many}hearthmoor/ember/")
    page.locator("#q").hover()  # which loads what answers
    page.locator("#q").click()
    page.keyboard.type("grappling")
    page.locator("[role=option]").first.wait_for()
    assert page.locator("[role=listbox]").count() == 1
