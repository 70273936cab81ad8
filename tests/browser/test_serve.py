"""`kb serve` shows a change by itself, also to a reader whose browser keeps the site; missing pages look like pages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kb import pipeline
from kb.serve import Server


@pytest.fixture
def rebuild(corpus: Path, tmp_path: Path) -> Callable[[str], Path]:
    rules = corpus / "hearthmoor" / "rules.txt"
    text = rules.read_text("utf-8")
    (corpus / "kb.toml").write_text('base_url = "https://rules.example/below/here"\n', "utf-8")

    def build(embers: str) -> Path:
        rules.write_text(text.replace("two embers", f"{embers} embers"), "utf-8")
        return pipeline.build(corpus, tmp_path / "build").folder

    return build


@pytest.fixture
def address(rebuild: Callable[[str], Path]) -> Iterator[str]:
    server = Server(0, rebuild("two"), lambda _: {})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.address
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("workers", ["block", "allow"])
def test_a_change_is_shown_by_itself(reader: Any, rebuild: Callable[[str], Path], workers: str) -> None:
    page = reader.open("hearthmoor/702.2/", service_workers=workers)
    assert "two embers" in page.locator("main").inner_text()
    if workers == "allow":
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.wait_for_timeout(1500)
    rebuild("three")
    page.get_by_text("three embers").first.wait_for()
    assert page.locator(".update").count() == 0
    page.wait_for_timeout(1500)  # and shown once, not again and again
    page.evaluate("window.isSame = true")
    page.wait_for_timeout(2000)
    assert page.evaluate("window.isSame")


def test_a_kept_game_changes_as_a_whole(reader: Any, rebuild: Callable[[str], Path]) -> None:
    page = reader.open("hearthmoor/", service_workers="allow")
    page.get_by_role("button", name="Keep this game offline").click()
    page.get_by_text("Kept on this device").wait_for()
    page.goto(f"{reader.address}hearthmoor/702.2/")
    page.get_by_text("two embers").first.wait_for()
    page.wait_for_timeout(1500)
    rebuild("three")
    page.get_by_text("three embers").first.wait_for()
    assert len(page.evaluate("caches.keys()")) == 1


def test_a_missing_page_has_its_styles_and_links(reader: Any) -> None:
    page = reader.open("hearthmoor/no-such-rule/")
    assert page.evaluate("getComputedStyle(document.body).display") == "flex"
    page.get_by_role("link", name="Hearthmoor", exact=True).click()
    assert page.get_by_role("heading", level=1).inner_text() == "Hearthmoor"
    assert all("404" in one for one in reader.wrong)
    reader.wrong.clear()
