"""A citation is copied from an entry's page and from a preview, in the place's own signs, with words or without."""

from __future__ import annotations

import pytest
from small_sites import EDITION

PERMANENT = f"https://rules.example/moor/hearthmoor/7.2@{EDITION}/"
CLIPBOARD = ["clipboard-read", "clipboard-write"]


@pytest.fixture
def page(reader):
    return reader.open("hearthmoor/7.2/", permissions=CLIPBOARD)


def copied(page) -> str:
    page.get_by_text("Copied").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def test_a_citation_names_rule_address_and_source(page) -> None:
    page.get_by_role("button", name="Copy citation").click()
    assert copied(page) == f"[7.2. Grappling]({PERMANENT}) (Hearthmoor, Rules, {EDITION})"


@pytest.mark.parametrize(
    ("place", "start"),
    [
        ("BBCode", '[quote="Rules, 7.2. Grappling"]A figure may grapple another. See rule 7.3.[/quote]'),
        ("Discord", "> A figure may grapple another. See rule 7.3."),
        ("Plain text", "“A figure may grapple another. See rule 7.3.”"),
    ],
)
def test_the_words_come_along_when_wished(page, place: str, start: str) -> None:
    page.get_by_label("Citation for").select_option(label=place)
    page.get_by_label("with its words").check()
    page.get_by_role("button", name="Copy citation").click()
    found = copied(page)
    assert found.startswith(start)
    assert PERMANENT in found


def test_the_choice_is_remembered_on_the_device(page) -> None:
    page.get_by_label("Citation for").select_option(label="Reddit")
    page.get_by_label("with its words").check()
    page.goto(page.url.replace("7.2", "7.3"))
    assert page.get_by_label("Citation for").input_value() == "reddit"
    assert page.get_by_label("with its words").is_checked()


def test_a_preview_copies_the_citation_of_its_own_rule(page) -> None:
    page.locator(".text a.see").hover()
    preview = page.get_by_role("dialog")
    preview.get_by_label("Citation for").select_option(label="Plain text")
    preview.get_by_role("button", name="Copy citation").click()
    assert copied(page).startswith(f"7.3 <https://rules.example/moor/hearthmoor/7.3@{EDITION}/>")


def test_what_cannot_be_read_is_said(page, reader) -> None:
    page.route("**/entry.json", lambda route: route.abort())
    page.get_by_role("button", name="Copy citation").click()
    page.get_by_text("Not copied").wait_for()
    reader.wrong.clear()
