"""At the table, on a phone: what is at hand at the bottom, how rules look, what stays on the device."""

from __future__ import annotations

from typing import Any

import pytest
from small_entries import entry
from small_sites import write_site

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def phone(reader: Any) -> Any:
    return reader.open("hearthmoor/7.2/", **PHONE)


def bar(page: Any) -> Any:
    return page.get_by_role("navigation", name="At hand")


def test_the_bar_leads_to_the_search_box_of_the_page(phone: Any) -> None:
    phone.wait_for_load_state("networkidle")
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    bar(phone).get_by_role("link", name="Search").tap()
    assert phone.locator("#q").evaluate("one => one === document.activeElement")
    phone.keyboard.type("push")
    phone.locator("[role=option]").first.wait_for()
    assert phone.locator("[role=option]").first.is_visible()


@pytest.mark.parametrize("with_script", [True, False])
def test_the_contents_are_a_sheet(reader: Any, with_script: bool) -> None:
    page = reader.open("hearthmoor/7.2/", **PHONE, java_script_enabled=with_script)
    tree = page.locator("#around")
    assert not tree.is_visible()
    bar(page).get_by_text("Contents").tap()
    assert tree.is_visible()
    assert tree.bounding_box()["y"] > 0
    tree.get_by_role("button", name="Close").tap()
    tree.wait_for(state="hidden")
    bar(page).get_by_text("Contents").tap()
    tree.get_by_text("A push moves a figure").tap()
    page.wait_for_url("**/hearthmoor/7.3/**")


def test_the_sheet_of_a_long_page_closes_at_the_chosen_part(browser: Any, serve: Any, tmp_path: Any) -> None:
    top = entry("7", number="7", title="Fighting", kind="section")
    parts = [
        entry(f"7.{n}", "A figure fights. " * 60, number=f"7.{n}", title=f"Part {n}", parent=top.id)
        for n in range(1, 9)
    ]
    with serve(write_site(tmp_path, [top, *parts])) as address:
        page = browser.new_context(**PHONE).new_page()
        page.goto(f"{address}hearthmoor/read/7/")
        page.wait_for_load_state("networkidle")
        bar(page).get_by_text("Contents").tap()
        page.locator("#around").get_by_text("Part 6").tap()
        page.locator("#around").wait_for(state="hidden")
        assert page.url.endswith("#7.6")
        page.locator(".here").get_by_text("Part 6").wait_for()
        page.context.close()


def test_what_was_opened_and_saved_is_at_hand(phone: Any, reader: Any) -> None:
    save = phone.get_by_role("button", name="Save")
    save.tap()
    assert save.get_attribute("aria-pressed") == "true"
    phone.goto(f"{reader.address}hearthmoor/7.3/")
    phone.locator(".cite-bar").wait_for()
    bar(phone).get_by_text("Saved").tap()
    saved, recent = phone.locator("[data-shelf=saved]"), phone.locator("[data-shelf=opened]")
    saved.get_by_role("link", name="7.2 Grappling").wait_for()
    assert [one.split()[0] for one in recent.get_by_role("link").all_inner_texts()] == ["7.3", "7.2"]
    saved.get_by_role("link").tap()
    phone.wait_for_url("**/hearthmoor/7.2/")
    save.tap()
    assert save.get_attribute("aria-pressed") == "false"
    bar(phone).get_by_text("Saved").tap()
    saved.get_by_text("Nothing saved yet").wait_for()


def test_numbers_run_in_so_that_text_has_the_width(phone: Any) -> None:
    row = phone.locator(".rows .row", has=phone.locator(".mark", has_text="7.2a")).first
    mark, text = row.locator(".mark").bounding_box(), row.locator(".text p").first.bounding_box()
    assert abs(mark["y"] - text["y"]) < 12  # on the first line
    assert text["x"] <= mark["x"] + 1  # the lines below begin where the number does
    assert text["width"] > 320


def test_a_preview_is_a_sheet_with_one_button_to_copy(reader: Any) -> None:
    page = reader.open("hearthmoor/7.2/", **PHONE)
    page.locator(".text a.see").tap()
    sheet = page.get_by_role("dialog")
    sheet.wait_for()
    assert sheet.bounding_box()["width"] > 360
    shown = [one.inner_text() for one in sheet.get_by_role("button").all() if one.is_visible()]
    assert shown == ["Copy link", "×"]
    sheet.get_by_role("button", name="Close").tap()
    assert page.get_by_role("dialog").count() == 0


def test_the_title_stays_in_sight(phone: Any) -> None:
    phone.wait_for_load_state("networkidle")
    here = phone.locator(".here")
    assert not here.is_visible()
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    here.get_by_text("Grappling").wait_for()
    assert here.bounding_box()["y"] < 60


def test_letters_are_made_larger_and_stay_so(phone: Any) -> None:
    size = "parseFloat(getComputedStyle(document.querySelector('.text')).fontSize)"
    before = phone.evaluate(size)
    phone.get_by_role("button", name="Larger letters").tap()
    larger = phone.evaluate(size)
    assert larger > before * 1.1
    phone.reload()
    assert phone.evaluate(size) == larger
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_letters_of_the_terms_are_one_row(reader: Any) -> None:
    page = reader.open("hearthmoor/", **PHONE)
    assert page.locator(".letters").bounding_box()["height"] < 64


def test_a_wide_screen_has_no_bar(reader: Any) -> None:
    page = reader.open("hearthmoor/7.2/", viewport={"width": 1280, "height": 800})
    assert not page.locator(".bar").is_visible()


def test_home_begins_with_the_game_used_last_and_what_was_opened(phone: Any, reader: Any) -> None:
    phone.locator(".cite-bar").wait_for()
    phone.goto(f"{reader.address}fen/can-i-push-twice/")
    phone.locator(".cite-bar").wait_for()
    phone.goto(reader.address)
    recent = phone.locator("[data-shelf=opened]")
    recent.get_by_role("link", name="Can I push twice?").wait_for()
    assert recent.get_by_role("link").count() == 2
    assert phone.locator(".cards h3").first.inner_text() == "Fen"
