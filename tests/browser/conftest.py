"""A real Chromium, and a small site behind a server of its own, below a sub-path."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from small_sites import REVISIONS, every_kind, write_site

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser on a busy machine is at times late; its tests get a second try, which the summary counts as a rerun."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def missing() -> Callable[[str], None]:
    """Skips, or fails where a browser is demanded: a silent skip must not pass for a success."""
    is_demanded = os.environ.get("KB_REQUIRE_BROWSER") == "1"
    return pytest.fail if is_demanded else pytest.skip


@pytest.fixture(scope="session")
def browser(missing: Callable[[str], None]) -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed: pip install 'kb-rules[test]'")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        missing("no Chromium on the PATH")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield found
        found.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages on disk; served from `HOST/moor/`, where its address says they are."""
    folder = tmp_path_factory.mktemp("served")
    entries, references = every_kind()
    built = write_site(folder / "built", entries, references, revisions=REVISIONS)
    shutil.copytree(built, folder / "host" / "moor")
    return folder / "host" / "moor"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _serving(folder: Path, port: int = 0) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def serve() -> Callable[..., AbstractContextManager[str]]:
    """Serves a folder while a `with` block runs, at a port of its own choice or yours, and gives its address."""
    return _serving


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The public address of the site while the tests run."""
    with _serving(site.parent) as host:
        yield f"{host}moor/"


class Reader:
    """Opens pages and remembers what went wrong on the way."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        self.address = address
        self.wrong: list[str] = []
        self.elsewhere: list[str] = []
        self._contexts: list[Any] = []

    def open(self, path: str = "", **settings: Any) -> Any:
        context = self.browser.new_context(**({"service_workers": "block"} | settings))
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda said: said.type in ("error", "warning") and self._complain(said.text))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", self._note)
        page.goto(path if path.startswith("file:") else self.address + path)
        return page

    def _complain(self, text: str) -> None:
        if "Service Worker registration blocked by Playwright" not in text:  # as most of these tests wish
            self.wrong.append(text)

    def _note(self, request: Any) -> None:
        if not request.url.startswith((self.address, "file:", "data:", "blob:")):
            self.elsewhere.append(request.url)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def reader(browser: Any, address: str) -> Iterator[Reader]:
    """A reader whose pages must neither complain nor ask another host for anything."""
    one = Reader(browser, address)
    yield one
    one.close()
    assert one.wrong == []
    assert one.elsewhere == []
