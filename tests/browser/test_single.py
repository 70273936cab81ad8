"""A game in one file, opened from a disk: it reads, searches and links without any net."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import pytest
from small_builds import write_content, write_pages
from small_sites import content, every_kind

from kb import pipeline

RULES = ".results > li > a:first-child, .results > li > h2 > a"
"""The rules of the results, on the page of one file and on the site: parts of a rule are told below it on both."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("one")
    write_content(folder / "build", content(*every_kind()))
    (folder / "hearthmoor.html").write_bytes(pipeline.one_page(folder / "build", "hearthmoor"))
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
    page.wait_for_timeout(1000)  # it glides there
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


def test_it_ranks_as_the_site_does(reader, browser, serve, tmp_path) -> None:
    questions = ("walls", "how do i hold somebody so that he stays", "fightin", "money")
    entries = [one for one in every_kind()[0] if one.game == "hearthmoor"]
    asked = {"hearthmoor:figure": ["what are the pawns called"], "hearthmoor:7.2": ["can i hold somebody"]}
    held = content(entries)
    write_pages(tmp_path, write_content(tmp_path, held, pages=True, player_questions=asked))
    (tmp_path / "one.html").write_bytes(pipeline.one_page(tmp_path, "hearthmoor"))
    page = reader.open((tmp_path / "one.html").as_uri())
    with serve(tmp_path / "site") as address:
        online = browser.new_context().new_page()
        online.goto(f"{address}search/?q=figure")
        places = online.locator(RULES)
        places.first.wait_for()
        online.wait_for_timeout(1500)  # until meaning is there: what follows is ranked by it at once
        page.get_by_label("Search the rules").fill("figure")
        page.locator(RULES).first.wait_for()
        for question in questions:
            online.get_by_label("Search the rules").fill(question)
            page.get_by_label("Search the rules").fill(question)
            page.wait_for_timeout(1000)
            hrefs = places.evaluate_all("all => all.map((one) => one.href)")
            expected = [place.split("/")[-2] for place in hrefs]
            links = page.locator(RULES).evaluate_all("all => all.map((one) => one.hash.slice(1))")
            assert [unquote(link) for link in links] == expected[: len(links)], question
            assert len(links) == min(20, len(expected)) > 0, question
        online.context.close()


def test_the_page_of_a_game_leads_to_its_one_file(reader, serve, shipped_build, tmp_path) -> None:
    with serve(shipped_build / "site") as address:
        reader.address = address
        page = reader.open("illuminati-nwo/")
        link = page.get_by_role("link", name="All in one file")
        with page.expect_download() as kept:
            link.click()
        kept.value.save_as(tmp_path / "game.html")
        page.context.close()
    offline = reader.open((tmp_path / "game.html").as_uri())
    offline.locator("#q").fill("new world order")
    offline.locator(RULES).first.wait_for()
