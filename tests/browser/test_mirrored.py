"""A page of a Hebrew text: what stands at the left of others stands at its right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from small_sites import every_kind, write_site

from kb import shipped
from kb.entries import Game


@pytest.fixture
def hebrew(browser: Any, serve: Any, tmp_path: Path) -> Iterator[Any]:
    entries, references = every_kind()
    games = (Game(slug="hearthmoor", title="Hearthmoor", language="he"), Game(slug="fen", title="Fen"))
    site = write_site(tmp_path, entries, references, games=games)
    page = browser.new_page(service_workers="block", viewport={"width": 1280, "height": 900})
    with serve(site) as address:
        page.goto(f"{address}hearthmoor/7.2/", wait_until="networkidle")
        yield page
        page.close()


def left(page: Any, place: str) -> float:
    return float(page.locator(place).first.bounding_box()["x"])


def test_the_tree_and_the_way_on_change_sides(hebrew: Any) -> None:
    assert left(hebrew, ".around") > left(hebrew, ".entry-body h1")
    assert left(hebrew, ".steps [rel=next]") < left(hebrew, ".steps [rel=prev]")


def test_the_frame_changes_sides_too(hebrew: Any) -> None:
    assert left(hebrew, ".home-link") > left(hebrew, ".top .search") > left(hebrew, ".theme")
    assert left(hebrew, ".bottom a >> nth=0") > left(hebrew, ".bottom a >> nth=1")
    hebrew.set_viewport_size({"width": 390, "height": 800})
    assert left(hebrew, ".bar > * >> nth=0") > left(hebrew, ".bar > * >> nth=1")


@pytest.mark.parametrize(
    "file", sorted((shipped.templates() / "css").glob("*.css")), ids=lambda file: file.stem
)
def test_no_style_leaves_more_room_at_the_left_than_at_the_right(file: Path) -> None:
    """Room at one side alone is told by where a line begins or ends; of four values the second is the right one."""
    for found in re.finditer(r"\b(?:margin|padding): ([^;}]+)", file.read_text("utf-8")):
        values = re.findall(r"[^\s()]+(?:\([^()]*\))?", found[1])
        assert len(values) < 4 or values[1] == values[3], found[0]


def test_the_arrow_keys_lead_where_they_point(hebrew: Any) -> None:
    following = hebrew.locator(".steps [rel=next]").get_attribute("href")
    hebrew.keyboard.press("ArrowLeft")
    hebrew.wait_for_url(f"**/{following.removeprefix('../').removesuffix('index.html')}")
