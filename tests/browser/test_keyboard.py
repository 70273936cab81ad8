"""Everything is done without a mouse, and what a key would act on is always seen."""

from __future__ import annotations

import pytest
from small_sites import EDITION, PATHS

SHOWN = """() => {
  const one = document.activeElement
  if (!one || one === document.body) return ''
  const styles = [[one, null], [one, '::after'], [one.nextElementSibling, null]]
    .filter(([of]) => of).map(([of, part]) => getComputedStyle(of, part))
  const isRinged = styles.some((style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)
  const { width, height } = (one.type === 'radio' ? one.nextElementSibling : one).getBoundingClientRect()
  return isRinged && width > 4 && height > 4 ? '' : one.outerHTML.slice(0, 120)
}"""
"""What has the focus without showing it: by a ring of its own, around all it opens, or on its label."""

FOCUS = f"""() => {{
  const one = document.activeElement
  return [({SHOWN})(), one === document.body ? '' : one.outerHTML.slice(0, 200)]
}}"""
"""The same, and what has the focus, if anything of the page has it."""


def focused(page) -> str:
    return page.evaluate("document.activeElement.textContent.trim()")


def tab_to(page, words: str, most: int = 30) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        assert page.evaluate(SHOWN) == ""
        if focused(page) == words:
            return
    raise AssertionError(f"no key leads to {words!r}")


def test_from_a_search_over_its_result_and_a_preview_to_a_copied_citation(reader) -> None:
    page = reader.open("fen/", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("/")
    page.locator("#search-game").wait_for()  # offered once the box has the focus
    page.keyboard.press("Tab")
    page.keyboard.press("Home")  # all games
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("grappling")
    page.locator("[role=option]").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/hearthmoor/7.2/")
    page.locator(".cite-bar").wait_for()
    tab_to(page, "rule 7.3")
    preview = page.get_by_role("dialog", name="Preview of 7.3")
    preview.wait_for()
    tab_to(page, "Copy citation")
    assert preview.evaluate("one => one.contains(document.activeElement)")
    page.keyboard.press("Enter")
    page.get_by_text("Copied").wait_for()
    assert f"/moor/hearthmoor/7.3@{EDITION}/" in page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    assert preview.count() == 0
    assert focused(page) == "rule 7.3"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_focus_is_always_seen_and_never_kept(reader, path: str, scheme: str) -> None:
    page = reader.open(path, color_scheme=scheme)
    page.wait_for_timeout(300)
    page.evaluate("document.activeElement.blur()")
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        fault, on = page.evaluate(FOCUS)
        assert fault == ""
        if not on:
            break  # past the last one: on to the browser's own controls
        seen.add(on)
    assert len(seen) >= 5


def test_the_first_key_offers_to_skip_to_the_text(reader) -> None:
    page = reader.open("hearthmoor/7.2/")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the text"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_a_slash_in_the_empty_box_leads_to_it(reader) -> None:
    page = reader.open("hearthmoor/7.2/")
    box = page.locator("header [role=combobox]")
    box.wait_for()  # the script has begun
    page.keyboard.press("/")
    page.keyboard.press("/")
    assert box.input_value() == ""
    page.keyboard.type("1/2")
    assert box.input_value() == "1/2"
