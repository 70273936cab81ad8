"""Ten things that people do at the table, on a page of a phone's size: none takes more than four taps."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from small_sites import EDITION, every_kind, revision, write_site

MOST_TAPS = 4


class Finger:
    """A reader with one finger, whose taps are counted; typing and scrolling are none."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Any) -> None:
        what.tap()
        self.taps += 1

    def bar(self, name: str) -> None:
        self.tap(self.page.get_by_role("navigation", name="At hand").get_by_text(name))

    def ask(self, words: str) -> None:
        """Tap the box, type, and wait for what is offered."""
        self.tap(self.page.locator("#q"))
        self.page.keyboard.type(words)
        self.page.locator("[role=option]").first.wait_for()


def find_an_answer(finger: Finger) -> None:
    finger.ask("grapple another")
    finger.tap(finger.page.locator("[role=option]").first)
    finger.page.wait_for_url("**/hearthmoor/7.2/")


def open_a_number(finger: Finger) -> None:
    finger.ask("7.2a")
    finger.page.keyboard.press("Enter")
    finger.taps += 1  # the key of the phone's keyboard
    finger.page.wait_for_url("**/hearthmoor/7.2a/")


def read_the_next_rule(finger: Finger) -> None:
    finger.tap(finger.page.get_by_role("link", name="Next"))
    finger.page.wait_for_url(lambda url: not url.endswith("/7.2/"))


def follow_a_reference_and_come_back(finger: Finger) -> None:
    link = finger.page.locator(".text a.see").first
    finger.tap(link)
    finger.page.get_by_role("dialog").wait_for()
    finger.tap(link)
    finger.page.wait_for_url("**/hearthmoor/7.3/")
    finger.page.go_back()
    finger.taps += 1
    finger.page.wait_for_url("**/hearthmoor/7.2/")


def see_what_changed(finger: Finger) -> None:
    finger.tap(finger.page.locator(".newest summary"))
    assert finger.page.locator(".newest ins").first.is_visible()


def copy_a_link(finger: Finger) -> None:
    finger.tap(finger.page.get_by_role("button", name="Copy link"))
    finger.page.get_by_text("Copied").wait_for()
    assert f"/7.2@{EDITION}/" in finger.page.evaluate("navigator.clipboard.readText()")


def check_a_quotation(finger: Finger) -> None:
    finger.tap(finger.page.locator(".bottom").get_by_role("link", name="Link my post"))
    finger.tap(finger.page.locator("#post"))
    finger.page.keyboard.insert_text('Rule 7.2 says "A figure may grapple another."')
    finger.page.locator(".post-quotations li").first.wait_for()


def go_offline_and_search(finger: Finger) -> None:
    finger.page.wait_for_function(
        "() => navigator.serviceWorker.controller || navigator.serviceWorker.ready.then(() => 1)"
    )
    finger.page.wait_for_timeout(1500)  # the shell is stored meanwhile
    finger.page.reload()
    finger.ask("figure")
    finger.page.context.set_offline(True)
    finger.tap(finger.page.locator("[role=option]").first)
    finger.page.wait_for_load_state()


def switch_game(finger: Finger) -> None:
    finger.ask("push")
    finger.tap(finger.page.get_by_role("button", name="search all games instead"))
    finger.tap(finger.page.locator("[role=option]", has_text="Can I push twice?").first)
    finger.page.wait_for_url("**/fen/can-i-push-twice/")


def find_a_term_by_its_letter(finger: Finger) -> None:
    finger.tap(finger.page.locator(".trail a").first)
    finger.tap(finger.page.get_by_role("link", name="Terms A–Z"))
    finger.tap(finger.page.locator(".letters").get_by_text("F", exact=True))
    finger.tap(finger.page.locator(".letter").get_by_role("link", name="Figure"))
    finger.page.wait_for_url("**/hearthmoor/figure/")


TASKS: tuple[Callable[[Finger], None], ...] = (
    find_an_answer,
    open_a_number,
    read_the_next_rule,
    follow_a_reference_and_come_back,
    see_what_changed,
    copy_a_link,
    check_a_quotation,
    go_offline_and_search,
    switch_game,
    find_a_term_by_its_letter,
)


@pytest.fixture(scope="module")
def host(serve: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    past = (
        revision("7.2", "2019-01-01", "A figure may push another.", fate="edited"),
        revision("7.2", EDITION, "A figure may grapple another."),
    )
    with serve(write_site(tmp_path_factory.mktemp("tasks"), *every_kind(), revisions=past)) as address:
        yield address


@pytest.fixture(scope="module")
def told() -> Iterator[dict[str, Any]]:
    """What each task took; `KB_PICTURES=FOLDER` keeps it there as `tasks.json`."""
    found: dict[str, Any] = {}
    yield found
    if folder := os.environ.get("KB_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / "tasks.json").write_text(json.dumps(found, indent=1), encoding="utf-8")


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_no_task_takes_more_than_four_taps(browser: Any, host: str, told: dict[str, Any], task: Any) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 800},
        has_touch=True,
        is_mobile=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.goto(f"{host}hearthmoor/7.2/", wait_until="networkidle")
    finger, start = Finger(page), time.monotonic()
    task(finger)
    told[task.__name__] = {"taps": finger.taps, "seconds": round(time.monotonic() - start, 2)}
    context.close()
    assert 0 < finger.taps <= MOST_TAPS
