"""What Chromium really fetches from opening an entry until a search there shows its first results."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

FIRST = 69_500
"""Bytes from opening a page of the shipped corpus to its first answer, page and worker included.

Measured on 2026-11-23: 69.4 KB, of which 21 KB are the search data of the game and 35 KB scripts: all that a search
by meaning needs, too, which follows at once.
"""

WATCH = """const { insertBefore } = Node.prototype
Node.prototype.insertBefore = function (node, before) {
    if (node.role === 'option') window.answered ??= performance.now()
    return insertBefore.call(this, node, before)
}"""
"""Notes when the first result is put into the page: what is fetched from then on makes it better."""

FETCHED = """() => performance.getEntriesByType('resource')
    .filter((one) => one.startTime < window.answered)
    .map((one) => one.name)"""

FILL_IN = ("/texts-",)
"""Asked for by the results themselves, once they are to be shown: their sentences come in afterwards."""

BESIDES = ("worker.js", "offline/state-*.json", "site.webmanifest", "assets/*/icon.svg")
"""What a browser loads of its own accord, unseen by the page."""


@pytest.fixture
def search(browser: Any, serve: Any, shipped_build: Path) -> Any:
    """Pastes a query into the box of an entry's page; gives the paths fetched until results are shown."""
    site = shipped_build / "site"
    contexts = []

    def run(query: str) -> list[str]:
        contexts.append(browser.new_context(service_workers="block"))
        page = contexts[-1].new_page()
        page.add_init_script(WATCH)
        page.goto(f"{address}red-dragon-inn/leap/")
        page.locator("#q").fill(query)
        page.wait_for_function("() => window.answered")
        paths = [name.removeprefix(address).split("?")[0] for name in page.evaluate(FETCHED)]
        return ["red-dragon-inn/leap/index.html", *paths]

    with serve(site) as address:
        yield run
        for context in contexts:
            context.close()


def sent(site: Path, paths: Iterable[str]) -> int:
    """Bytes of these files from a host that compresses text."""
    return sum(_sent(site / path) for path in paths)


def _sent(file: Path) -> int:
    return file.stat().st_size if file.suffix == ".gz" else len(gzip.compress(file.read_bytes()))


def test_the_first_answer_needs_little(search: Any, shipped_build: Path) -> None:
    site = shipped_build / "site"
    paths = search("knocked out")
    shown = [path for path in paths if not any(part in f"/{path}" for part in FILL_IN)]
    assert any("search/first-" in path for path in shown)  # what is watched is what is fetched
    assert not any("spelling" in path or "vectors" in path or "table" in path for path in shown)
    besides = {path.relative_to(site).as_posix() for pattern in BESIDES for path in site.glob(pattern)}
    assert len(besides) == len(BESIDES)
    assert sent(site, besides.union(shown)) < FIRST


def test_only_a_word_that_nobody_knows_loads_what_corrects_it(search: Any) -> None:
    assert any("search/spelling-" in path for path in search("knoked out"))
