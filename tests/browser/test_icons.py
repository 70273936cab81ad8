"""The icons of a game are drawn in its pages and in results, and are copied as words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from small_sites import every_kind, write_site

from kb.entries import Icon

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>'
DRAWN = "img.icon[alt='ember']"
IS_SHOWN = f'() => document.querySelector("{DRAWN}")?.naturalWidth > 0'


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    entries, references = every_kind()
    icons = (Icon(game="hearthmoor", name="ember", picture=SVG),)
    return write_site(tmp_path_factory.mktemp("drawn"), entries, references, icons=icons)


@pytest.fixture(scope="module")
def address(drawn: Path, serve) -> Iterator[str]:
    with serve(drawn) as host:
        yield host


def test_a_rule_draws_its_icons_and_is_copied_in_words(reader) -> None:
    page = reader.open("hearthmoor/7.2a/", permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_function(IS_SHOWN)
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.entry-body > .text'))")
    page.keyboard.press("Control+c")
    assert "pays ember {?} or stays" in page.evaluate("navigator.clipboard.readText()")


def test_a_rule_opened_from_a_disk_draws_them_too(reader, drawn: Path) -> None:
    page = reader.open((drawn / "hearthmoor" / "7.2a" / "index.html").as_uri())
    page.wait_for_function(IS_SHOWN)


def test_results_draw_them(reader) -> None:
    page = reader.open("search/?q=grappled+stays+embers")
    page.locator(".results").locator(DRAWN).first.wait_for()
    page.wait_for_function(IS_SHOWN)
