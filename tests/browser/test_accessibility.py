"""No page has an accessibility fault that axe-core knows of, in either colours, results open or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_builds import write_content
from small_sites import PATHS, content, every_kind

from kb import pipeline

SCHEMES = ("light", "dark")


@pytest.fixture(scope="module")
def faults(missing) -> Any:
    """Tells the faults of a page, one line each."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-core is not installed: pip install 'kb-rules[test]'")

    def look(page: Any) -> list[str]:
        found = Axe().run(page).response["violations"]
        return [f"{fault['id']}: {node['html'][:120]}" for fault in found for node in fault["nodes"]]

    return look


@pytest.mark.parametrize("path", PATHS)
def test_a_page_has_no_fault(reader, faults, path: str) -> None:
    page = reader.open(path, bypass_csp=True)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert faults(page) == [], scheme


@pytest.mark.parametrize("scheme", SCHEMES)
def test_open_results_have_no_fault(reader, faults, scheme: str) -> None:
    page = reader.open("hearthmoor/7.2/", bypass_csp=True, color_scheme=scheme)
    page.keyboard.press("/")
    page.keyboard.type("push")
    page.locator("[role=option] mark").first.wait_for()
    page.keyboard.press("ArrowDown")
    assert faults(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_open_preview_has_no_fault(reader, faults, scheme: str) -> None:
    page = reader.open("hearthmoor/7.2/", bypass_csp=True, color_scheme=scheme)
    page.locator(".text a.see").hover()
    page.get_by_role("dialog").wait_for()
    assert faults(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_linked_post_has_no_fault(reader, faults, scheme: str) -> None:
    page = reader.open("link/", bypass_csp=True, color_scheme=scheme)
    post = "Rule 7.2 says “a figure may grapple another hero”, rule 9.9 and “Ember” too, says CR 7.3."
    page.get_by_label("Your post").fill(post)
    page.locator(".verdict").first.wait_for()
    assert faults(page) == []


def test_the_check_itself_finds_faults(reader, faults) -> None:
    page = reader.open("problems/", bypass_csp=True)
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert any(fault.startswith("button-name") for fault in faults(page))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_game_in_one_file_has_no_fault(reader, faults, tmp_path: Path, scheme: str) -> None:
    write_content(tmp_path / "build", content(*every_kind()))
    (tmp_path / "one.html").write_bytes(pipeline.one_page(tmp_path / "build", "hearthmoor"))
    page = reader.open((tmp_path / "one.html").as_uri(), bypass_csp=True, color_scheme=scheme)
    assert faults(page) == []
    page.get_by_label("Search the rules").fill("push")
    page.locator(".results mark").first.wait_for()
    assert faults(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_page_has_no_fault_on_a_phone(reader, faults, scheme: str) -> None:
    phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    page = reader.open("hearthmoor/7.2/", bypass_csp=True, color_scheme=scheme, **phone)
    page.locator(".text a.see").tap()
    page.get_by_role("dialog").wait_for()
    assert faults(page) == []
    page.goto(f"{reader.address}hearthmoor/read/rules/")
    assert faults(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_sheet_of_contents_has_no_fault(reader, faults, scheme: str) -> None:
    phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    page = reader.open("hearthmoor/7.2/", bypass_csp=True, color_scheme=scheme, **phone)
    page.get_by_role("navigation", name="At hand").get_by_text("Contents").tap()
    page.locator("#around").wait_for()
    assert faults(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_of_results_and_what_is_folded_have_no_fault(reader, faults, scheme: str) -> None:
    page = reader.open("search/?q=figure", bypass_csp=True, color_scheme=scheme)
    page.locator(".answer .cite-bar").wait_for()
    assert faults(page) == []
    page.goto(f"{reader.address}hearthmoor/7.2/")
    for summary in page.locator(".source summary").all():
        summary.click()
    assert faults(page) == []


@pytest.mark.parametrize("size", [(640, 450), (320, 225)], ids=["200 %", "400 %"])
@pytest.mark.parametrize(
    "path", ["", "hearthmoor/7.2/", "search/?q=push", "hearthmoor/", "hearthmoor/read/rules/"]
)
def test_enlarged_a_page_is_read_without_scrolling_sideways(reader, path: str, size: tuple[int, int]) -> None:
    page = reader.open(path, viewport={"width": size[0], "height": size[1]})
    page.evaluate("document.documentElement.dataset.letters = '2'")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    stuck = "all => all.filter((one) => /sticky|fixed/.test(getComputedStyle(one).position)).length"
    assert page.locator(".top, .bar").evaluate_all(stuck) == 0  # all of the little room is for the text
