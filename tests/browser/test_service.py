"""A site that names a `kb api` has it answer searches; where that is silent or refuses, the pages answer themselves."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from postgres_server import database, empty_database, server
from processes import start_kb

from kb import pipeline
from kb.publishing import publish

__all__ = ["database", "empty_database", "server"]

HERE, THERE = "two embers", "nine embers"
"""What the pages say, and what the database was given instead: so it shows who answers."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


class Served:
    """A site, the address of the service that it names, and what starts that."""

    def __init__(self, folder: Path, database: str, port: int) -> None:
        self.folder, self.api = folder, f"http://127.0.0.1:{port}/"
        self._database, self._port = database, port

    @contextmanager
    def answering(self, *origins: str) -> Iterator[Any]:
        """`kb api` while a `with` block runs, for pages of these origins."""
        allowed = [part for origin in origins for part in ("--allow-origin", origin.rstrip("/"))]
        process = start_kb("api", self._database, "--port", self._port, *allowed, PYTHONUNBUFFERED="1")
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith(self.api)
            yield process
        finally:
            process.kill()
            process.communicate()


@pytest.fixture(scope="module")
def served(database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Served:
    folder, port, address = tmp_path_factory.mktemp("served"), free_port(), database()
    corpus = folder / "corpus" / "hearthmoor"
    shutil.copytree(Path(__file__).parents[1] / "cases" / "hearthmoor", corpus)
    rules = corpus / "rules.txt"
    text = rules.read_text("utf-8")
    assert HERE in text
    rules.write_text(text.replace(HERE, THERE), "utf-8")
    publish(pipeline.build(corpus.parent, folder / "other", quick=True).folder, address)
    rules.write_text(text, "utf-8")
    (corpus.parent / "kb.toml").write_text(f'api = "http://127.0.0.1:{port}"\n', "utf-8")
    return Served(pipeline.build(corpus.parent, folder / "build", quick=True).folder / "site", address, port)


class Visit:
    """A page of the site, what it asked of whom, and what it complained of."""

    def __init__(self, browser: Any, site: str) -> None:
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self._context = browser.new_context(service_workers="block")
        self.page = self._context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.site = site

    def _note(self, said: Any) -> None:
        if said.type in ("error", "warning") and "Service Worker registration blocked" not in said.text:
            self.wrong.append(said.text)

    def search(self, words: str) -> str:
        """What the box offers for some words once the first excerpt has come."""
        self.page.locator("input[name=q]").fill("")  # which takes away what was offered before
        self.page.locator("input[name=q]").fill(words)
        text = self.page.locator("#hits .hit-text").filter(has_text="embers").first
        text.wait_for()
        return str(text.inner_text())

    def close(self) -> None:
        self._context.close()


@pytest.fixture
def visit(browser: Any, served: Served, serve: Any) -> Iterator[Visit]:
    with serve(served.folder) as site:
        made = Visit(browser, site)
        yield made
        made.close()


def test_the_service_answers_in_place_of_search_data(visit: Visit, served: Served) -> None:
    with served.answering(visit.site):
        visit.page.goto(visit.site)
        assert THERE in visit.search("how many embers does a figure pay")
        assert visit.wrong == []
        assert any(url.startswith(f"{served.api}search?q=how+many") for url in visit.asked)
        assert not [url for url in visit.asked if "/all/search/" in url]
        host = served.api.removeprefix("http://").rstrip("/")
        assert f"sent to {host}" in visit.page.locator("footer").inner_text()


def test_its_answer_is_shown_on_the_page_of_results_and_opened_by_enter(visit: Visit, served: Served) -> None:
    with served.answering(visit.site):
        visit.page.goto(f"{visit.site}search/?q=embers")
        visit.page.locator(".results .said").filter(has_text=THERE).first.wait_for()
        assert visit.page.locator(".results .hit-place").first.inner_text()
        visit.page.locator("input[name=q]").fill("702.2")
        visit.page.locator("input[name=q]").press("Enter")
        visit.page.wait_for_url("**/hearthmoor/702.2/")
        assert visit.wrong == []


def test_a_service_that_ends_meanwhile_is_not_missed(visit: Visit, served: Served) -> None:
    with served.answering(visit.site) as process:
        visit.page.goto(visit.site)
        assert THERE in visit.search("how many embers")
        process.kill()
        process.wait()
        assert HERE in visit.search("embers that a figure pays")
        before = len(visit.asked)
        assert HERE in visit.search("how many embers")
        assert not [url for url in visit.asked[before:] if url.startswith(served.api)]


def test_pages_that_it_does_not_know_answer_themselves(visit: Visit, served: Served) -> None:
    with served.answering("https://rules.example"):
        visit.page.goto(visit.site)
        assert HERE in visit.search("how many embers")
        assert any(url.startswith(served.api) for url in visit.asked)


def test_no_other_host_may_be_asked(visit: Visit, served: Served) -> None:
    visit.page.goto(f"{visit.site}hearthmoor/702.2/")
    policy = visit.page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert f"connect-src 'self' {served.api.rstrip('/')};" in policy
    tell = "(url) => fetch(url, {mode: 'no-cors'}).then(() => 'sent', () => 'refused')"
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert visit.page.evaluate(tell, f"http://127.0.0.1:{other.getsockname()[1]}/") == "refused"
