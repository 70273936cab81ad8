"""The last searches stay on the device; a wrong address is searched for."""

from __future__ import annotations


def test_a_search_is_offered_again_until_it_is_forgotten(reader) -> None:
    page = reader.open("hearthmoor/")
    page.keyboard.press("/")
    page.keyboard.type("grappling")
    page.locator("[role=option]").first.click()
    page.wait_for_url("**/hearthmoor/7.2/")
    page.keyboard.press("/")
    page.get_by_role("button", name="grappling").click()
    page.locator("[role=option]").first.wait_for()
    assert page.locator("#q").input_value() == "grappling"
    page.locator("#q").fill("")
    page.get_by_role("button", name="Forget them").click()
    assert page.locator(".recent").is_hidden()
    assert page.evaluate("localStorage['kb-searches']") == "[]"


def test_nothing_is_offered_to_who_never_searched(reader) -> None:
    page = reader.open("hearthmoor/")
    page.keyboard.press("/")
    assert page.locator(".recent").is_hidden()


def test_what_is_stored_by_others_is_ignored(reader) -> None:
    page = reader.open("hearthmoor/")
    page.evaluate("localStorage['kb-searches'] = '{\"not\": \"ours\"}'")
    page.keyboard.press("/")
    assert page.locator(".recent").is_hidden()


def test_a_wrong_address_is_searched_for(reader, site) -> None:
    page = reader.open("")
    missing = (site / "404.html").read_text("utf-8").replace("/moor/", "../../")
    page.route(
        "**/grappling-of-old@2019/", lambda route: route.fulfill(body=missing, content_type="text/html")
    )
    page.goto(f"{reader.address}hearthmoor/grappling-of-old@2019/")
    page.locator("[role=option]").first.wait_for()
    assert page.locator("#q").input_value() == "grappling of old"
    assert "Grappling" in page.locator("[role=option]").first.inner_text()
