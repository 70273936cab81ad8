"""Two editions that no page compares, compared in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_sites import EDITION, every_kind, revision, write_site

NEWEST = f"2021-to-{EDITION}"
FAR = f"2018-to-{EDITION}"


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory, serve: Any) -> Any:
    """The folder of the pages of pairs."""
    past = (
        revision("7.2", "2018", "Draw a card and gain a coin.", fate="edited"),
        revision("7.2", "2021", "Draw two cards.", fate="edited"),
        revision("7.2", EDITION, "Draw a card."),
        revision("7.3", "2018", "Gone.", fate="withdrawn", entry=None),
        revision("7.4", "2021", "New.", last=EDITION),
    )
    folder: Path = tmp_path_factory.mktemp("pairs")
    built = write_site(folder / "built", *every_kind(), revisions=past)
    built.rename(folder / "moor")
    with serve(folder) as host:
        yield f"{host}moor/hearthmoor/all/changes/rules/"


@pytest.fixture(params=(1280, 390))
def page(browser: Any, request: pytest.FixtureRequest, pairs: str) -> Any:
    context = browser.new_context(viewport={"width": request.param, "height": 800}, service_workers="block")
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.goto(f"{pairs}{FAR}/")
    found.locator(".diff").first.wait_for()
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
    assert not page.locator(".only-from-disk").is_visible()


def test_filter_by_words_and_by_status(page: Any) -> None:
    page.fill("[name=find]", "coin")
    page.locator(".diff.added").wait_for(state="hidden")
    assert page.locator(".diff:visible").count() == 1
    page.fill("[name=find]", "")
    page.locator(".diff.added").wait_for(state="visible")
    page.click("button[data-status=changed]")
    assert page.locator(".diff.changed:visible").count() == 0
    assert page.locator(".diff:visible").count() == 2


def test_side_by_side_and_back(page: Any) -> None:
    page.check("[name=beside]")
    sides = page.locator(".diff-sides")
    sides.wait_for()
    assert sides.locator("> *").all_inner_texts() == ["Draw a card and gain a coin.", "Draw a card."]
    page.uncheck("[name=beside]")
    assert sides.count() == 0
    assert page.locator(".diff.changed > .change").count() == 1


def test_other_editions_are_chosen_and_gone_back_from(page: Any) -> None:
    page.select_option("[name=old]", "2021")
    page.wait_for_url(f"**/{NEWEST}/")
    page.go_back()
    page.wait_for_url(f"**/{FAR}/")
    page.locator(".diff").first.wait_for()
    assert page.locator("[name=old]").input_value() == "2018"
    page.select_option("[name=new]", "2021")
    page.wait_for_url("**/2018-to-2021/")
