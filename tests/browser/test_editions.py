"""The page of two editions, and the search for words of then, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_sites import EDITION, every_kind, revision, write_site

from kb.site import diffs

NEWEST = f"2021-to-{EDITION}"
FAR = f"2018-to-{EDITION}"


SCRIPT = "() => import(document.querySelector('[rel=modulepreload][href$=\"/diff/page.js\"]').href)"
"""Resolves once the page's own script has done all that it does at once; rejects where that failed."""


def written(folder: Path) -> Path:
    past = (
        revision("7.2", "2018", "Draw a card and gain a coin.", fate="edited"),
        revision("7.2", "2021", "Draw two cards.", fate="edited"),
        revision("7.2", EDITION, "Draw a card."),
        revision("7.3", "2018", "Gone.", fate="withdrawn", entry=None),
        revision("7.4", "2021", "New.", last=EDITION),
    )
    built = write_site(folder / "built", *every_kind(), revisions=past)
    built.rename(folder / "moor")
    return folder


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory, serve: Any) -> Any:
    """The folder of the pages of pairs, each of which holds what changed."""
    with serve(written(tmp_path_factory.mktemp("pairs"))) as host:
        yield f"{host}moor/hearthmoor/all/changes/rules/"


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory, serve: Any) -> Any:
    """The same folder where a script fetches what pairs share: as if there were many editions of a long text."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(diffs, "whole_pairs", lambda *_: [])
        patched.setattr(diffs, "BEGINNING", 1)
        folder = written(tmp_path_factory.mktemp("apart"))
    with serve(folder) as host:
        yield f"{host}moor/hearthmoor/all/changes/rules/"


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory, serve: Any) -> Any:
    """The same folder where all but the first change stands on a second page: as if much had changed."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(diffs, "FIRST", 1)
        folder = written(tmp_path_factory.mktemp("cut"))
    with serve(folder) as host:
        yield f"{host}moor/hearthmoor/all/changes/rules/"


@pytest.fixture(params=[(1280, "pairs"), (390, "apart"), (390, "cut")], ids=str)
def page(browser: Any, request: pytest.FixtureRequest) -> Any:
    width, kind = request.param
    context = browser.new_context(viewport={"width": width, "height": 800}, service_workers="block")
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.goto(f"{request.getfixturevalue(kind)}{FAR}/")
    found.evaluate(SCRIPT)
    yield found
    context.close()
    assert wrong == []


def test_rows_and_counts(page: Any) -> None:
    rows = page.locator(".diff").all_inner_texts()
    assert any("Draw a card and gain a coin." in row for row in rows)
    assert [row.split()[0] for row in rows] == ["changed", "removed", "added"]
    counts = " ".join(page.locator(".diff-counts").inner_text().split())
    assert counts == "1 added 1 removed 1 changed"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_moves_when_the_script_comes(browser: Any, pairs: str) -> None:
    """Where the first change stands before its script has run, and where it stands afterwards."""

    def top(path: str) -> float:
        context = browser.new_context(viewport={"width": 390, "height": 800}, service_workers="block")
        page = context.new_page()
        page.route("**/diff/page.js", lambda route: route.abort() if path == "without" else route.continue_())
        page.goto(f"{pairs}{FAR}/", wait_until="load")
        if path == "with":
            page.evaluate(SCRIPT)
        found: float = page.locator(".diff").first.bounding_box()["y"]
        context.close()
        return found

    assert top("with") == top("without")


def test_filter_by_words_and_by_status(page: Any) -> None:
    page.fill("[name=find]", "coin")
    page.locator(".diff.added").wait_for(state="hidden")
    assert page.locator(".diff:visible").count() == 1
    page.fill("[name=find]", "")
    page.locator(".diff.added").wait_for(state="visible")
    page.uncheck("[value=changed]")
    assert page.locator(".diff.changed:visible").count() == 0
    assert page.locator(".diff:visible").count() == 2


def test_side_by_side_and_back(page: Any) -> None:
    page.check("[name=beside]")
    sides = page.locator(".diff-sides")
    sides.wait_for()
    assert sides.locator("> *").all_inner_texts() == ["Draw a card and gain a coin.", "Draw a card."]
    page.uncheck("[name=beside]")
    assert page.locator(".diff.changed .change:visible").all_inner_texts() == ["Draw a card and gain a coin."]


def test_who_comes_back_finds_the_changes_as_they_were_left(page: Any) -> None:
    page.fill("[name=find]", "draw")
    page.locator(".diff.added").wait_for(state="hidden")
    page.uncheck("[value=removed]")
    page.check("[name=beside]")
    page.locator(".diff:visible p > a").first.click()
    page.wait_for_url("**/7.2@*/")
    page.go_back()
    page.locator(".diff-sides").wait_for()
    assert page.locator("[name=find]").input_value() == "draw"
    assert page.locator("[name=beside]").is_checked()
    assert page.locator(".diff-count :not(:checked)").input_value() == "removed"
    assert page.locator(".diff:visible").count() == 1
    page.wait_for_function("() => document.activeElement.closest('.diff')?.id === '7.2'")


def test_other_editions_are_chosen_and_gone_back_from(page: Any) -> None:
    page.select_option("[name=old]", "2021")
    page.wait_for_url(f"**/{NEWEST}/")
    page.go_back()
    page.wait_for_url(f"**/{FAR}/")
    page.locator(".diff").first.wait_for()
    assert page.locator("[name=old] option:checked").inner_text() == "2018"
    page.select_option("[name=new]", "2021")
    page.wait_for_url("**/2018-to-2021/")


def test_a_link_to_a_change_leads_to_it(page: Any) -> None:
    page.goto(f"{page.url}#7.4")
    page.reload()
    page.evaluate(SCRIPT)
    assert page.locator(".diff:target").get_attribute("id") == "7.4"


def test_the_counts_are_switched_by_keyboard(page: Any) -> None:
    page.locator("[name=beside]").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.locator(".diff.added:visible").count() == 0
    page.keyboard.press("Space")
    assert page.locator(".diff.added:visible").count() == 1


def test_what_a_page_leaves_for_later_is_read_without_script(browser: Any, cut: str) -> None:
    context = browser.new_context(service_workers="block", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{cut}{FAR}/")
    assert page.locator(".diff").count() == 1
    page.get_by_role("link", name="More changes").click()
    page.wait_for_url(f"**/rest-of-{FAR}/**")
    assert page.locator(".diff").count() == 2
    context.close()


def test_what_cannot_be_put_together_leads_to_what_can_be_read(browser: Any, apart: str) -> None:
    """Without script, and where the files do not come."""
    for settings, refused in (({"java_script_enabled": False}, ""), ({}, "**/*.txt")):
        context = browser.new_context(service_workers="block", **settings)
        page = context.new_page()
        if refused:
            page.route(refused, lambda route: route.abort())
        page.goto(f"{apart}{FAR}/", wait_until="load")
        told = page.locator(".diff-apart")
        told.wait_for()
        assert page.locator("[name=old]").is_visible() == bool(refused)
        assert page.locator(".diff-counts").is_visible()
        assert page.locator(".diff:visible").count() == 1
        told.get_by_role("link").click()
        page.wait_for_url("**/all/changes/**")
        context.close()


@pytest.fixture
def search(browser: Any, pairs: str) -> Any:
    context = browser.new_context(service_workers="block")
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.goto(f"{pairs.partition('moor/')[0]}moor/search/")
    yield found
    context.close()
    assert wrong == []


@pytest.mark.parametrize(
    ("ref", "leads_to"),
    [
        ("7.2@2019", "hearthmoor/7.2@2018/"),
        ("hearthmoor 7.2@2021", "hearthmoor/7.2@2021/"),
        ("rule 7.3@2018", "hearthmoor/7.3@2018/"),
        (f"7.2@{EDITION}", f"hearthmoor/7.2@{EDITION}/"),
    ],
)
def test_a_search_for_an_edition_opens_its_words(search: Any, ref: str, leads_to: str) -> None:
    search.goto(f"{search.url}?q={ref}")
    note = search.locator(".then")
    note.wait_for()
    assert note.locator("a").get_attribute("href").endswith(leads_to)
    search.press("main [name=q]", "Enter")
    search.wait_for_url(f"**/{leads_to}")


def test_a_search_for_an_edition_that_has_none_of_it_says_which_have(search: Any) -> None:
    search.goto(f"{search.url}?q=7.4@2018")
    search.locator(".then").wait_for()
    told = search.locator(".then").inner_text()
    assert told == f"“7.4” was not in force in 2018; editions that have it: 2021, {EDITION}."
    search.press("main [name=q]", "Enter")
    assert "search/?q=" in search.url


def test_the_box_of_every_page_tells_and_opens_the_words_of_then(search: Any) -> None:
    search.goto(search.url.replace("search/", "hearthmoor/7.2/"))
    search.locator("header [name=q]").click()  # its script is loaded for the first focus
    search.locator("header [role=combobox]").fill("7.2@2021")
    told = search.locator(".popup [role=status]")
    told.get_by_role("link").wait_for()
    assert "found below is what it is now" in told.inner_text()
    assert "opens its words of then" in search.locator(".popup .all").inner_text()
    search.press("header [name=q]", "Enter")
    search.wait_for_url("**/hearthmoor/7.2@2021/")
