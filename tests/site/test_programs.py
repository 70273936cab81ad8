"""The page for programs documents what is there, and all of it."""

import json
import re
from pathlib import Path

import pytest
from small_sites import REVISIONS, every_kind, write_site

from kb.site import programs


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("data"), *every_kind(), revisions=REVISIONS)


def test_every_field_of_a_record_is_documented_in_its_order(built: Path) -> None:
    record = json.loads((built / "hearthmoor/7.2/entry.json").read_bytes())
    assert list(record) == [name for name, _ in programs.FIELDS]
    page = (built / "data/index.html").read_text("utf-8")
    for name in (*record, *record["references"][0], *record["cite"]):
        assert re.search(rf"\b{name}\b", page), name


def test_every_file_that_it_names_is_there(built: Path) -> None:
    page = (built / "data/index.html").read_text("utf-8")
    main = page[page.index("<main") : page.index("</main>")]
    linked = [(built / "data" / path).resolve() for path in re.findall(r'href="([^"]+)"', main)]
    named = {path.relative_to(built.resolve()).as_posix() for path in linked}
    assert {"hearthmoor/all/entries.json", "fen/all/entries.json", "changes.xml", "sitemap.xml"} <= named
    assert all(path.is_file() for path in linked)


def test_every_page_leads_to_it(built: Path) -> None:
    assert '<a href="../../data/index.html">For programs</a>' in (
        built / "hearthmoor/7.2/index.html"
    ).read_text("utf-8")
