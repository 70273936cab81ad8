"""A rule in its context: what stands around it, where it is from, what changed in it."""

from __future__ import annotations

import pytest
from small_sites import every_kind, revision, write_site


def test_on_a_wide_screen_the_tree_stands_at_the_left_with_the_rule_marked(reader) -> None:
    page = reader.open("hearthmoor/7.2/", viewport={"width": 1280, "height": 800})
    tree = page.get_by_role("navigation", name="Around this entry")
    here = tree.locator("[aria-current=page]")
    assert here.inner_text().split() == ["7.2", "Grappling"]
    assert here.is_visible()
    text = page.locator(".entry-body > .text").bounding_box()
    assert here.bounding_box()["x"] + here.bounding_box()["width"] < text["x"]
    tree.get_by_text("A push moves a figure").click()
    page.wait_for_url("**/hearthmoor/7.3/")


def test_on_a_phone_the_text_comes_first_and_the_tree_is_folded(reader) -> None:
    page = reader.open("hearthmoor/7.2/", viewport={"width": 390, "height": 800})
    tree = page.locator(".around")
    assert not tree.get_by_text("Fighting").is_visible()
    assert page.locator(".entry-body .text").first.bounding_box()["y"] < 420


def test_the_rule_is_in_sight_in_a_long_tree(browser, tmp_path, serve) -> None:
    from small_entries import entry

    top = entry("7", number="7", title="Fighting", kind="section")
    below = [entry(f"7.{n}", f"Rule {n}.", number=f"7.{n}", parent=top.id) for n in range(1, 80)]
    with serve(write_site(tmp_path, [top, *below])) as address:
        page = browser.new_context(viewport={"width": 1280, "height": 500}).new_page()
        page.goto(f"{address}hearthmoor/7.40/")
        here = page.locator(".around [aria-current]")
        page.wait_for_function("() => document.querySelector('.around').scrollTop > 0")
        box = here.bounding_box()
        assert 0 < box["y"] < 480
        page.context.close()


@pytest.mark.parametrize("with_script", [True, False])
def test_the_chip_opens_the_word_diff(browser, tmp_path, serve, with_script: bool) -> None:
    past = (
        revision("7.2", "2019-01-01", "A figure may push another.", fate="edited"),
        revision("7.2", "2025-03-01", "A figure may grapple another."),
    )
    with serve(write_site(tmp_path, *every_kind(), revisions=past)) as address:
        page = browser.new_context(java_script_enabled=with_script).new_page()
        page.goto(f"{address}hearthmoor/7.2/")
        assert page.locator(".source").inner_text().startswith("Rules, 1 Mar 2025")
        struck = page.locator(".newest del")
        assert not struck.is_visible()
        page.get_by_text("changed 1 Mar 2025").click()
        assert struck.inner_text().strip() == "push"
        page.context.close()
