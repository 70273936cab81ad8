"""How long do the scripts of the page of two editions run, and when does its first screen stand?

    python tests/bench/diff_page.py SITE   # `build/site` of a corpus with two editions of the Magic rules

In Chromium, each page opened anew with nothing kept, in a tab that stands already: a new one is itself at work for
half a second. The least and the median of all runs: what others take of a shared processor is no script's.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

RUNS = 7
SETTLED = 1000
PAINTED = """() => performance.getEntriesByType("paint").find(one => one.name == "first-contentful-paint").startTime
    - performance.getEntriesByType("navigation")[0].responseStart"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def pages(site: Path) -> Iterator[str]:
    """The address of every page of two editions, the longest first."""
    sizes = {
        path: sum(one.stat().st_size for one in path.parent.parent.glob(f"*{path.parent.name}/index.html"))
        for path in site.glob("*/all/changes/*/*-to-*/index.html")
        if "rest-of" not in path.parent.name
    }
    for path, size in sorted(sizes.items(), key=lambda one: -one[1]):
        print(f"{path.parent.name}: {size:,} bytes, {path.stat().st_size:,} of them at once")
        yield path.parent.relative_to(site).as_posix() + "/"


def script(page: Page, client: Any, do: Any) -> float:
    """Milliseconds of script while something is done."""
    before = _told(client)
    do(page)
    page.wait_for_timeout(400)
    return _told(client) - before


def _told(client: Any) -> float:
    metrics = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(metrics["ScriptDuration"])


def opened(browser: Browser, address: str) -> dict[str, float]:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Performance.enable")
    page.wait_for_timeout(SETTLED)
    steps = {
        "opening": lambda one: one.goto(address, wait_until="load"),
        "filtering by words": lambda one: one.fill("[name=find]", "creature"),
        "all again": lambda one: one.fill("[name=find]", ""),
        "without added ones": lambda one: one.uncheck("[value=added]"),
        "side by side": lambda one: one.check("[name=beside]"),
        "in one column": lambda one: one.uncheck("[name=beside]"),
    }
    told = {}
    for name, do in steps.items():
        told[name] = script(page, client, do)
        if name == "opening":
            told["first screen after the first byte"] = float(page.evaluate(PAINTED))
    context.close()
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("site", type=Path)
    site = parser.parse_args().site
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for path in pages(site):
            runs = [opened(browser, f"http://127.0.0.1:{server.server_port}/{path}") for _ in range(RUNS)]
            for name in runs[0]:
                times = [one[name] for one in runs]
                print(f"  {name:36} {min(times):6.1f} ms, median {median(times):6.1f}")
                sys.stdout.flush()
    server.shutdown()


if __name__ == "__main__":
    main()
