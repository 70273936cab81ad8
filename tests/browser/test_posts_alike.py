"""The posts that people wrote, through the page's modules in Chromium: the links, verdicts and fixes of Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from post_jobs import BUILDS, built_once, compared_jobs, done

from kb.cite import Rules
from kb.site.translating import write_scripts

ANSWERED = (Path(__file__).parents[1] / "js" / "answered.mjs").read_text("utf-8")
SCRIPT = """async (jobs) => {
  const load = (name) => import(new URL(`../modules/${name}.js`, location))
  const [{ open }, { link, check }] = await Promise.all(['post/post_data', 'post/posts'].map(load))
  const { rules } = await open(new URL('../', location).href)
  return answered(rules, jobs, { link, check })
}""".replace("{\n", "{\n  " + ANSWERED[ANSWERED.index("const answered") :].replace("\n", "\n  ") + "\n", 1)


@pytest.mark.parametrize("shelf", BUILDS)
def test_chromium_links_and_judges_as_python_does(
    browser: Any, serve: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory, shelf: str
) -> None:
    jobs = compared_jobs(shelf)
    assert jobs
    build = built_once(shelf, tmp_path_factory)
    write_scripts(build / "site/modules")
    with serve(build / "site") as address:
        page = browser.new_page(service_workers="block")
        page.goto(f"{address}link/")
        found = page.evaluate(SCRIPT, jobs)
        page.close()
    base = address.rstrip("/")  # a site that does not know where it stands takes what the browser shows
    with Rules(build, base_url=base) as rules:
        for (act, text, wishes), said in zip(jobs, found, strict=True):
            assert said == done(rules, act, text, wishes), (act, text)
