"""What programs find: records, a site map, descriptions for search engines, and a feed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from small_entries import entry
from small_sites import EDITION, REVISIONS, every_kind, revision, write_site

from kb.site import machines

ATOM = "{http://www.w3.org/2005/Atom}"
BASE = "https://rules.example/moor/"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("machines"), *every_kind(), revisions=REVISIONS)


def test_every_entry_has_a_record_of_its_own_and_in_its_game(built: Path) -> None:
    entries, _ = every_kind()
    for game in ("hearthmoor", "fen"):
        whole = json.loads((built / game / "all/entries.json").read_text("utf-8"))
        assert [one["id"] for one in whole["entries"]] == [one.id for one in entries if one.game == game]
        for one in whole["entries"]:
            assert one == json.loads((built / one["url"] / "entry.json").read_text("utf-8"))
    grapple = json.loads((built / "hearthmoor/7.2/entry.json").read_text("utf-8"))
    assert grapple["text"] == "A figure may grapple another. See rule 7.3."
    assert grapple["cite"]["address"] == f"{BASE}hearthmoor/7.2@{EDITION}/"
    assert [one["target"] for one in grapple["references"]] == ["hearthmoor:7.3", "hearthmoor:figure"]


def located(file: Path) -> list[str]:
    """The addresses that a map of pages, or of maps, names."""
    root = ElementTree.parse(file).getroot()
    return [one.text or "" for one in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]


def test_the_site_map_names_every_current_page(built: Path) -> None:
    maps = located(built / "sitemap.xml")
    assert f"{BASE}fen/sitemap.xml" in maps
    named = [page for part in maps for page in located(built / part.removeprefix(BASE))]
    assert len(named) == len(set(named)) > 12
    for address in named:
        assert (built / address.removeprefix(BASE) / "index.html").is_file(), address
    assert not any("@" in address for address in named)
    assert f"{BASE}fen/all/questions/" in named


def test_a_large_site_has_a_map_in_parts(
    built: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(machines, "MOST_IN_SITEMAP", 5)
    large = write_site(tmp_path, *every_kind())
    parts = re.findall(r"<loc>([^<]*)</loc>", (large / "sitemap.xml").read_text("utf-8"))
    assert len(parts) > 2
    assert all((large / part.removeprefix(BASE)).is_file() for part in parts)


def test_a_site_without_an_address_says_nothing_that_needs_one(tmp_path: Path) -> None:
    built = write_site(tmp_path, *every_kind(), base_url="", revisions=REVISIONS)
    for name in ("sitemap.xml", "opensearch.xml"):
        assert not (built / name).exists(), name
    assert "opensearch" not in (built / "index.html").read_text("utf-8")
    assert json.loads((built / "hearthmoor/7.2/entry.json").read_text("utf-8"))["cite"]["address"] is None


def test_a_browser_learns_how_to_search(built: Path) -> None:
    root = ElementTree.parse(built / "opensearch.xml").getroot()
    (url,) = root.iter("{http://a9.com/-/spec/opensearch/1.1/}Url")
    assert url.get("template") == f"{BASE}search/?q={{searchTerms}}"


def test_the_feed_tells_what_a_newer_edition_brought(built: Path) -> None:
    root = ElementTree.parse(built / "changes.xml").getroot()
    (change,) = root.iter(f"{ATOM}entry")
    assert change.findtext(f"{ATOM}title") == "Hearthmoor: 7.2"
    assert change.findtext(f"{ATOM}updated") == f"{EDITION}T00:00:00Z"
    assert change.findtext(f"{ATOM}summary") == "A figure may grapple <another>."
    address = change.findtext(f"{ATOM}id") or ""
    assert (built / address.removeprefix(BASE) / "index.html").is_file()
    assert "Last changes" in (built / "index.html").read_text("utf-8")


def test_a_site_without_an_address_has_a_feed_too(tmp_path: Path) -> None:
    twice = [write_site(tmp_path / str(n), *every_kind(), base_url="", revisions=REVISIONS) for n in (1, 2)]
    told = (twice[0] / "changes.xml").read_text("utf-8")
    assert told == (twice[1] / "changes.xml").read_text("utf-8")
    root = ElementTree.fromstring(told)
    ids = [one.text or "" for one in root.iter(f"{ATOM}id")]
    assert len(set(ids)) == len(ids) == 2
    assert all(one.startswith("urn:uuid:") for one in ids)
    links = [one.get("href") or "" for one in root.iter(f"{ATOM}link")]
    assert links == ["index.html", f"hearthmoor/7.2@{EDITION}/index.html"]
    assert all((twice[0] / link).is_file() for link in links)
    assert 'href="changes.xml"' in (twice[0] / "index.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("edition", "moment"),
    [("2026", "2026-01-01"), ("2026-03", "2026-03-01"), ("2026-03-09", "2026-03-09"), ("2nd", None)],
)
def test_an_edition_says_when_as_exactly_as_it_can(tmp_path: Path, edition: str, moment: str | None) -> None:
    newer = (revision("7.2", "2019-01-01", fate="edited"), revision("7.2", edition))
    feed = write_site(tmp_path, *every_kind(), revisions=newer) / "changes.xml"
    assert feed.exists() == (moment is not None)
    if moment:
        (change,) = ElementTree.parse(feed).getroot().iter(f"{ATOM}entry")
        assert change.findtext(f"{ATOM}updated") == f"{moment}T00:00:00Z"


def test_a_permanent_address_names_the_editions_that_have_its_wording(tmp_path: Path) -> None:
    newer = (revision("7.2", EDITION, last="2026-01-16"),)
    built = write_site(tmp_path, *every_kind(), revisions=newer)
    page = (built / f"hearthmoor/7.2@{EDITION}/index.html").read_text("utf-8")
    assert "The wording of edition <b>1 Mar 2025 – 16 Jan 2026</b>" in page
    other = (built / f"hearthmoor/7.3@{EDITION}/index.html").read_text("utf-8")
    assert "The wording of edition <b>1 Mar 2025</b>" in other


def linked(built: Path, path: str) -> dict[str, object]:
    page = (built / path / "index.html").read_text("utf-8")
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page)
    return json.loads(found[1]) if found else {}


def test_search_engines_learn_of_terms_and_questions(built: Path) -> None:
    term = linked(built, "hearthmoor/ember")
    assert (term["@type"], term["name"], term["description"]) == ("DefinedTerm", "Ember", "What is paid.")
    asked = linked(built, "fen/can-i-push-twice")
    assert asked["@type"] == "FAQPage"
    assert asked["mainEntity"][0]["acceptedAnswer"]["text"] == "No. A push ends the turn."
    assert linked(built, "hearthmoor/7.2") == {}


def test_hostile_words_stay_within_what_search_engines_read(tmp_path: Path) -> None:
    attack = "</script><script>alert(1)</script><!-- &amp;"
    built = write_site(tmp_path, [entry("attack", attack, title=attack, kind="term", markdown="x")])
    assert linked(built, "hearthmoor/attack")["name"] == attack


def test_every_entry_says_what_a_chat_shows_of_it(built: Path) -> None:
    page = (built / "hearthmoor/7.2/index.html").read_text("utf-8")
    said = dict(re.findall(r'<meta (?:name="description" )?property="og:(\w+)" content="([^"]*)">', page))
    assert said["title"] == "7.2. Grappling · Hearthmoor"
    assert said["description"].startswith("A figure may grapple another.")
    assert f'<link rel="canonical" href="{BASE}hearthmoor/7.2/">' in page
