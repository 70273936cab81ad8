"""The site stays open when the server is gone: what was visited, and all of a game that is kept."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from small_entries import entry
from small_sites import every_kind, write_site


class Phone:
    """A browser that has the site open below a sub-path, and a net that can be cut and mended."""

    def __init__(self, browser: Any, serve: Any, host: Path) -> None:
        self._serve, self._host = serve, host
        self._net = ExitStack()
        self.address = self._net.enter_context(serve(host)) + "moor/"
        self._context = browser.new_context()
        self.page = self._context.new_page()
        self.page.set_default_timeout(10_000)

    def open(self, path: str = "") -> Any:
        self.page.goto(self.address + path)
        return self.page

    def open_and_settle(self, path: str = "") -> Any:
        """Open a page and wait until the worker has stored it."""
        self.open(path)
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.wait("caches.match(location.href + 'index.html')")
        return self.page

    def wait(self, promised: str) -> None:
        """Wait for what is told later: `wait_for_function` takes every promise for the answer yes."""
        for _ in range(200):
            if self.page.evaluate(f"async () => Boolean(await {promised})"):
                return
            self.page.wait_for_timeout(50)
        raise TimeoutError(promised)

    def keep(self, game: str) -> None:
        self.open(f"{game}/")
        self.page.get_by_role("button", name="Keep this game offline").click()
        self.page.get_by_text("Kept on this device").wait_for()

    def cut(self) -> None:
        self._net.close()

    def mend(self) -> None:
        self._net.enter_context(self._serve(self._host, int(self.address.split(":")[2].split("/")[0])))

    def publish(self, site: Path) -> None:
        """Put another state of the site in place, newer by whole seconds, which are all that a host tells."""
        shutil.rmtree(self._host / "moor")
        shutil.copytree(site, self._host / "moor")
        for file in (self._host / "moor").rglob("*"):
            os.utime(file, (file.stat().st_atime, file.stat().st_mtime + 60))

    def close(self) -> None:
        self._context.close()
        self._net.close()


@pytest.fixture
def phone(browser, serve, site: Path, tmp_path: Path) -> Iterator[Phone]:
    shutil.copytree(site, tmp_path / "host" / "moor")
    one = Phone(browser, serve, tmp_path / "host")
    yield one
    one.close()


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same site after a rule changed."""
    entries, references = every_kind()
    entries.append(entry("9", "Pushing is forbidden now.", number="9", title="Peace", kind="section"))
    return write_site(tmp_path_factory.mktemp("changed"), entries, references)


def heading(page: Any) -> str:
    return page.get_by_role("heading", level=1).inner_text()


def test_one_visit_is_enough_to_come_back(phone: Phone) -> None:
    phone.open_and_settle("hearthmoor/7.2/")
    phone.cut()
    phone.page.reload()
    assert heading(phone.page) == "7.2 Grappling"
    assert phone.page.evaluate("getComputedStyle(document.body).display") == "flex"  # with its styles
    phone.page.get_by_role("link", name="Rules of the Moor").first.click()
    assert heading(phone.page) == "Rules of the Moor"


def test_one_visit_is_enough_to_search_what_was_opened(phone: Phone) -> None:
    phone.open_and_settle("hearthmoor/7.2/")
    phone.cut()
    page = phone.open("search/?q=figure")
    page.locator(".results a", has_text="Grappling").wait_for()
    assert "Offline: only what this device holds is shown." in page.locator(".status").inner_text()
    hits = page.locator(".results a:not(.text a, .rows a)")
    paths = hits.evaluate_all("(all) => all.map((one) => new URL(one.href).pathname)")
    assert {path.removesuffix("index.html") for path in paths} == {"/moor/hearthmoor/7.2/"}
    page.locator(".results a", has_text="Grappling").click()
    assert heading(page) == "7.2 Grappling"


def test_the_box_offers_offline_what_opens(phone: Phone) -> None:
    phone.keep("fen")
    phone.open_and_settle("hearthmoor/7.3/")
    phone.cut()
    page = phone.open()
    page.locator("#q").fill("push")
    page.get_by_role("option", name="Can I push twice?").wait_for()
    page.get_by_text("Offline: only what this device holds is shown.").wait_for()
    found = page.locator("a[role=option]").evaluate_all(
        "(all) => all.map((one) => new URL(one.href).pathname)"
    )
    for path in {path.removeprefix("/moor/").removesuffix("index.html") for path in found}:
        assert path.startswith("fen/") or path == "hearthmoor/7.3/", path


def test_a_reader_who_keeps_a_game_keeps_small_ones_that_are_opened(phone: Phone) -> None:
    phone.open_and_settle("fen/")
    phone.page.get_by_role("button", name="Keep this game offline").wait_for()  # nobody asked yet
    phone.keep("hearthmoor")
    phone.open("fen/turn-step-1/")
    phone.wait("caches.match('../../offline/keeping/fen')")
    phone.cut()
    assert heading(phone.open("fen/can-i-push-twice/")) == "Can I push twice?"


def test_whoever_removes_a_game_is_asked_again(phone: Phone) -> None:
    phone.keep("hearthmoor")
    phone.page.get_by_role("button", name="Remove from this device").click()
    phone.page.get_by_role("button", name="Keep this game offline").wait_for()
    phone.open_and_settle("fen/")
    phone.page.get_by_role("button", name="Keep this game offline").wait_for()
    assert not any("/keeping/" in path for path in stored(phone))


def test_one_visit_is_enough_to_link_posts(phone: Phone) -> None:
    page = phone.open_and_settle("link/")
    page.get_by_label("Your post").fill("see rule 7.2")
    page.get_by_text("1 link made").wait_for()
    for name in ("facts", "language", "texts"):
        held = "caches.keys().then(([first]) => caches.open(first)).then((one) => one.keys())"
        phone.wait(f"{held}.then((all) => all.some(({{ url }}) => url.includes('/{name}-')))")
    phone.cut()
    page = phone.open("link/")
    page.get_by_label("Your post").fill("Rule 7.2 says “a figure may grapple another hero”.")
    page.locator(".verdict").wait_for()
    assert page.locator(".verdict").inner_text() == "Changed"
    assert page.get_by_label("With links").input_value().startswith("[Rule 7.2](https://rules.example")


def test_a_page_that_is_not_here_says_so(phone: Phone) -> None:
    phone.open_and_settle("hearthmoor/7.2/")
    phone.cut()
    page = phone.open("hearthmoor/figure/")
    assert heading(page) == "Offline"
    link = page.locator(".missed a")
    assert link.inner_text() == "hearthmoor/figure/"
    phone.mend()
    link.click()
    assert heading(page) == "Figure"


def test_a_kept_game_is_there_as_a_whole(phone: Phone) -> None:
    phone.keep("hearthmoor")
    phone.cut()
    for path in ("7.2/", "figure/", "7.2@2025-03-01/", "read/rules/", "all/numbers/"):
        assert heading(phone.open(f"hearthmoor/{path}")) != "Offline", path
    record = phone.page.evaluate("fetch('../../7.2/entry.json').then((one) => one.json())")
    assert record["id"] == "hearthmoor:7.2"
    assert heading(phone.open("fen/can-i-push-twice/")) == "Offline"
    phone.open("search/?q=grappling")
    phone.page.locator(".results mark").first.wait_for()  # excerpts too


def test_a_kept_game_can_be_removed(phone: Phone) -> None:
    phone.keep("hearthmoor")
    phone.page.get_by_role("button", name="Remove from this device").click()
    phone.page.get_by_role("button", name="Keep this game offline").wait_for()
    phone.cut()
    assert heading(phone.open("hearthmoor/figure/")) == "Offline"


def test_a_net_that_breaks_while_keeping_keeps_nothing(phone: Phone) -> None:
    phone.open_and_settle("hearthmoor/")
    button = phone.page.get_by_role("button", name="Keep this game offline")
    button.wait_for()
    phone.cut()
    button.click()
    phone.page.get_by_text("nothing was kept").wait_for()


def test_an_update_is_announced_and_taken_over_as_a_whole(phone: Phone, changed: Path) -> None:
    phone.keep("hearthmoor")
    phone.publish(changed)
    page = phone.open("hearthmoor/")
    page.get_by_text("These rules were updated").wait_for()
    assert (
        "Peace" not in page.locator("main").inner_text()
    )  # the kept state, until the reader wants the new one
    page.get_by_role("button", name="Show the update").click()
    page.get_by_text("Peace").first.wait_for()
    page.get_by_text("Kept on this device").wait_for()
    phone.cut()
    assert heading(phone.open("hearthmoor/9/")) == "9 Peace"


def test_half_an_update_changes_nothing(phone: Phone, changed: Path) -> None:
    phone.keep("hearthmoor")
    phone.publish(changed)
    packs = list((phone._host / "moor/hearthmoor/all").glob("*.pack"))
    assert packs
    for pack in packs:
        pack.unlink()
    page = phone.open("hearthmoor/7.2/")
    page.wait_for_timeout(1500)
    assert page.locator(".update").count() == 0
    phone.cut()
    assert heading(phone.open("hearthmoor/figure/")) == "Figure"
    assert len(phone.page.evaluate("caches.keys()")) == 1


def test_whoever_has_a_net_reads_what_is_published(phone: Phone, changed: Path) -> None:
    phone.open_and_settle("hearthmoor/")
    phone.publish(changed)
    page = phone.open("hearthmoor/")
    assert "Peace" in page.locator("main").inner_text()


STORED = """async () => {
    const found = {}
    for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
            const body = await (await cache.match(request)).arrayBuffer()
            found[decodeURI(new URL(request.url).pathname)] = body.byteLength
        }
    }
    return found
}"""


def stored(phone: Phone) -> dict[str, int]:
    """The bytes of all that is stored, by its path below the site."""
    found: dict[str, int] = phone.page.evaluate(STORED)
    return {path.removeprefix("/moor/"): size for path, size in found.items()}


def offer(page: Any, game: str) -> Any:
    return page.locator(f'[data-keep="{game}"] button')


def shown_size(bytes_: int) -> str:
    return f"Keep this game offline ({round(bytes_ / 1000)} KB)"


def test_the_size_offered_is_what_is_fetched(phone: Phone) -> None:
    phone.open_and_settle("offline/")
    offer(phone.page, "hearthmoor").wait_for()
    said, before = offer(phone.page, "hearthmoor").inner_text(), stored(phone)
    phone.keep("hearthmoor")
    fetched = {path: size for path, size in stored(phone).items() if path not in before}
    packed = [path for path in fetched if path.endswith((".gz", ".pack")) or "/all/offline-" in path]
    assert any(path.startswith("hearthmoor/all/search/vectors-") for path in packed)
    assert said == shown_size(sum(fetched[path] for path in packed))


def test_what_all_games_share_is_offered_and_fetched_once(phone: Phone) -> None:
    page = phone.open_and_settle("offline/")
    offer(page, "fen").wait_for()
    alone = offer(page, "fen").inner_text()
    offer(page, "hearthmoor").click()
    page.get_by_text("Kept on this device").wait_for()
    page.reload()
    offer(page, "fen").wait_for()
    assert offer(page, "fen").inner_text() != alone
    before = stored(phone)
    offer(page, "fen").click()
    page.get_by_text("Kept on this device").nth(1).wait_for()
    more = [path for path in stored(phone) if path not in before and path.endswith((".gz", ".pack"))]
    assert sorted(path.rpartition("-")[0] or path.rpartition("/")[0] for path in more) == [
        "fen/all",
        "fen/all/search/facts",
        "fen/all/search/spelling",
        "fen/all/search/texts",
        "fen/all/search/vectors",
    ]


def test_a_kept_game_brings_no_search_data_of_another(phone: Phone) -> None:
    phone.keep("fen")
    kinds = [path.rpartition("-")[0] for path in stored(phone) if path.endswith(".gz")]
    assert kinds.count("fen/all/search/vectors") == kinds.count("fen/all/search/texts") == 1
    assert not {"hearthmoor/all/search/vectors", "hearthmoor/all/search/texts"} & set(kinds)
    phone.cut()
    page = phone.open("search/?q=pushing+again")
    page.locator(".results a", has_text="Can I push twice?").wait_for()
    page.locator(".results [data-why*=meaning]").first.wait_for()  # without the vectors of the other
    page.locator(".results mark").first.wait_for()


def test_what_is_removed_leaves_only_what_was_there_unasked(phone: Phone) -> None:
    phone.open_and_settle("hearthmoor/")
    before = set(stored(phone))
    phone.keep("hearthmoor")
    phone.page.get_by_role("button", name="Remove from this device").click()
    phone.page.get_by_role("button", name="Keep this game offline").wait_for()
    assert set(stored(phone)) - before == set()
