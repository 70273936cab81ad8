"""How long does a phone wait for its first hit, and for a post with links? Chromium as a slow one, on a built site.

    python tests/bench/slow_phone.py BUILD/site "can I block with a tapped creature" [--page mtg/702.19b/]

The net is Lighthouse's slow 4G (150 ms, 1.6 Mbit/s down, 750 kbit/s up), the processor is slowed four times.
Each run has an empty cache. Told are milliseconds: from opening the page of results to its first hit; from opening
a rule's page until it can be read; from the first key in its box to the first hit; from pasting a post, as the first
of a visit, until everything is told about it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, sync_playwright
from static_host import serving

NET = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWED = 4
POST = "By rule 314.6, and 704.5g says “nothing that any rule says”, a creature dies."


def slow(browser: Any) -> Page:
    page = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, service_workers="block"
    ).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NET)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.set_default_timeout(60_000)
    return page


NOTE = """(hits) => new MutationObserver(() => {
  if (document.querySelector(hits)) window.hit ??= performance.now()
}).observe(document, { childList: true, subtree: true })"""


def noting(page: Page, hits: str) -> None:
    page.add_init_script(f"({NOTE})({hits!r})")


def results_page(browser: Any, host: str, question: str) -> float:
    """Milliseconds from opening the page of results to its first hit."""
    page = slow(browser)
    noting(page, ".results a")
    page.goto(f"{host}search/index.html?q={quote(question)}", wait_until="commit")
    page.wait_for_function("() => window.hit")
    found = float(page.evaluate("window.hit"))
    page.context.close()
    return found


def rule_page(browser: Any, host: str, path: str, question: str) -> tuple[float, float]:
    """Until a rule's page is painted; from its first key to its first hit."""
    page = slow(browser)
    noting(page, "[role=listbox] [role=option]")
    page.goto(f"{host}{path}index.html", wait_until="load")
    painted = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()"
    )
    begun = page.evaluate("performance.now()")
    page.locator("#q").fill(question)
    page.wait_for_function("() => window.hit")
    found = float(page.evaluate("window.hit")) - begun
    page.context.close()
    return float(painted), found


def first_post(browser: Any, host: str) -> float:
    """Milliseconds from pasting a post to its links and verdicts."""
    page = slow(browser)
    page.goto(f"{host}link/index.html", wait_until="load")
    begun = page.evaluate("performance.now()")
    page.get_by_label("Your post").fill(POST)
    page.locator(".post-status[data-state=done]").wait_for()
    waited = float(page.evaluate("performance.now()")) - begun
    page.context.close()
    return waited


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("question")
    parser.add_argument("--page", default="")
    parser.add_argument("--runs", type=int, default=5)
    wishes = parser.parse_args()
    program = next(filter(None, map(shutil.which, ("chromium", "google-chrome", "chrome"))), None)
    with serving(wishes.site) as (host, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        pages = [results_page(browser, host, wishes.question) for _ in range(wishes.runs)]
        rules = [rule_page(browser, host, wishes.page, wishes.question) for _ in range(wishes.runs)]
        posts = [first_post(browser, host) for _ in range(wishes.runs)]
        browser.close()
    told = {
        "page of results to its first hit": pages,
        "rule's page to first paint": [paint for paint, _ in rules],
        "first key to first hit": [found for _, found in rules],
        "a post's links and verdicts": posts,
    }
    print(f"load {os.getloadavg()[0]:.1f}; best / median of {wishes.runs}, ms")
    for name, times in told.items():
        print(f"{name:36}{min(times):7.0f} / {statistics.median(times):.0f}")


if __name__ == "__main__":
    main()
