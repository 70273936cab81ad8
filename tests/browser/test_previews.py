"""Resting on a link to a rule shows the rule; it can be left, copied, followed and switched off."""

from __future__ import annotations

import pytest
from small_sites import EDITION

LINK = ".text a.see"


@pytest.fixture
def hovered(reader):
    """A page with the preview of rule 7.3 open."""
    page = reader.open("hearthmoor/7.2/", permissions=["clipboard-read", "clipboard-write"])
    page.locator(LINK).hover()
    page.get_by_role("dialog", name="Preview of 7.3").wait_for()
    return page


def test_hovering_shows_the_rule(hovered) -> None:
    assert "A push moves a figure" in hovered.get_by_role("dialog").inner_text()


def test_a_preview_stays_while_it_is_read_and_goes_when_left(hovered) -> None:
    hovered.locator(".preview-words").hover()
    hovered.wait_for_timeout(500)
    assert hovered.get_by_role("dialog").is_visible()
    hovered.mouse.move(1, 700)
    hovered.get_by_role("dialog").wait_for(state="detached")


def test_resting_on_a_link_before_the_script_is_there_counts(reader) -> None:
    page = reader.open("problems/")
    page.route("**/site.js", lambda route: (page.wait_for_timeout(500), route.continue_()))
    page.goto(f"{reader.address}hearthmoor/7.2/", wait_until="commit")
    page.locator(LINK).hover()
    page.get_by_role("dialog", name="Preview of 7.3").wait_for()


def test_passing_over_a_link_shows_nothing(reader) -> None:
    page = reader.open("hearthmoor/7.2/")
    page.locator(LINK).hover()
    page.mouse.move(1, 700)
    page.wait_for_timeout(700)
    assert page.get_by_role("dialog").count() == 0


def test_a_preview_within_a_preview_is_the_last(hovered) -> None:
    hovered.locator(".preview .text a").hover()
    hovered.get_by_role("dialog", name="Preview of Figure").wait_for()
    assert hovered.get_by_role("dialog").count() == 2
    hovered.keyboard.press("Escape")
    assert hovered.get_by_role("dialog").count() == 1
    hovered.keyboard.press("Escape")
    assert hovered.get_by_role("dialog").count() == 0


def test_the_keyboard_opens_copies_and_closes(reader) -> None:
    page = reader.open("hearthmoor/7.2/", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("Tab")  # so that focus counts as coming from the keyboard
    page.locator(LINK).focus()
    page.get_by_role("dialog").wait_for()
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Copy link":
            break
    page.keyboard.press("Enter")
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/moor/hearthmoor/7.3@{EDITION}/")
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    assert page.evaluate("document.activeElement.textContent") == "rule 7.3"


def test_a_tap_shows_the_rule_and_a_second_opens_it(reader) -> None:
    page = reader.open("hearthmoor/7.2/", has_touch=True, viewport={"width": 390, "height": 800})
    page.locator(LINK).tap()
    page.get_by_role("dialog").wait_for()
    link, box = page.locator(LINK).bounding_box(), page.get_by_role("dialog").bounding_box()
    assert box["y"] > link["y"] + link["height"]  # what is being read stays in sight
    assert page.url.endswith("/7.2/")
    page.locator(LINK).tap()
    page.wait_for_url("**/hearthmoor/7.3/")


@pytest.mark.parametrize(
    ("view", "share", "is_below", "at_edge"),
    [
        ((1280, 800), 0.1, True, False),
        ((1280, 800), 0.9, False, False),
        ((390, 800), 0.2, True, True),
        ((390, 800), 0.9, False, True),
    ],
)
def test_a_preview_covers_neither_its_link_nor_leaves_the_window(
    reader, view: tuple[int, int], share: float, is_below: bool, at_edge: bool
) -> None:
    width, height = view
    page = reader.open("hearthmoor/7.2/", viewport={"width": width, "height": height})
    page.evaluate("document.querySelector('main').style.paddingBlock = '100vh'")
    page.locator(LINK).evaluate(
        "(link, share) => scrollTo({ behavior: 'instant',"
        " top: scrollY + link.getBoundingClientRect().top - innerHeight * share })",
        share,
    )
    page.mouse.move(1, 1)
    link = page.locator(LINK)
    link.hover()
    page.get_by_role("dialog").wait_for()
    around, box = link.bounding_box(), page.get_by_role("dialog").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert box["y"] >= 0 and box["y"] + box["height"] <= height
    below = box["y"] >= around["y"] + around["height"]
    above = box["y"] + box["height"] <= around["y"]
    assert (below, above) == (is_below, not is_below)
    edge = height - box["y"] - box["height"] if is_below else box["y"]
    assert (edge < 16) == at_edge


def test_a_tap_beside_it_closes_a_preview(reader) -> None:
    page = reader.open("hearthmoor/7.2/", has_touch=True)
    page.locator(LINK).tap()
    page.get_by_role("dialog").wait_for()
    page.locator("h1").tap()
    assert page.get_by_role("dialog").count() == 0


def test_the_name_opens_the_rule(hovered) -> None:
    hovered.locator(".preview-name").click()
    hovered.wait_for_url("**/hearthmoor/7.3/")


def test_previews_are_switched_off_and_on(hovered) -> None:
    hovered.get_by_role("button", name="No previews").click()
    assert hovered.get_by_role("dialog").count() == 0
    hovered.reload()
    hovered.locator(LINK).hover()
    hovered.wait_for_timeout(700)
    assert hovered.get_by_role("dialog").count() == 0
    hovered.get_by_role("button", name="Show previews of rules").click()
    hovered.wait_for_load_state()
    hovered.mouse.move(1, 1)
    hovered.locator(LINK).hover()
    hovered.get_by_role("dialog").wait_for()


def test_a_link_within_a_reading_page_is_previewed_too(reader) -> None:
    page = reader.open("hearthmoor/read/rules/")
    page.locator(".text a.see").first.hover()
    page.get_by_role("dialog", name="Preview of 7.3").wait_for()
