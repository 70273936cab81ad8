"""A game in one file, opened from a disk: it reads, searches and links without any net."""

from __future__ import annotations

from typing import Any

import pytest
from small_sites import content, every_kind

from kb import pipeline
from kb.store import Store
from kb.store import write as write_store


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("one")
    write_store(folder / "kb.sqlite", content(*every_kind()))
    with Store(folder / "kb.sqlite") as store:
        (folder / "hearthmoor.html").write_bytes(pipeline.one_page(store, "hearthmoor"))
    return (folder / "hearthmoor.html").as_uri()


@pytest.fixture
def page(reader, file: str) -> Any:
    return reader.open(file, viewport={"width": 390, "height": 800})


def test_a_search_finds_marks_and_leads_to_the_rule(page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("grappling")
    first = page.locator(".results a").first
    first.wait_for()
    page.locator(".results mark").first.wait_for()
    assert first.inner_text() == "7.2 Grappling"
    first.click()
    assert page.url.endswith("#7.2")
    assert page.locator("[id='7.2']").evaluate("(one) => one.getBoundingClientRect().top < innerHeight")


def test_a_link_leads_within_the_file(page, file: str) -> None:
    page.get_by_role("link", name="rule 7.3").click()
    assert page.url == f"{file}#7.3"


def test_it_fits_a_phone(page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_script_it_is_read(reader, file: str) -> None:
    page = reader.open(file, java_script_enabled=False)
    assert page.get_by_text("A figure may grapple another").is_visible()
    assert page.locator("form.search").is_hidden()
