"""A game in one file: every entry, every link within it, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_builds import write_content
from small_entries import entry
from small_sites import content, every_kind

from kb import pipeline
from kb.errors import BuildError
from kb.site.bundle import bundle


def one_page(folder: Path, game: str = "hearthmoor", entries=None) -> str:
    write_content(folder / "build", content(*(entries or every_kind())))
    return pipeline.one_page(folder / "build", game).decode()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    return one_page(tmp_path_factory.mktemp("single"))


def test_every_entry_of_the_game_has_its_place_and_no_other_game(page: str) -> None:
    entries, _ = every_kind()
    for held in entries:
        is_there = re.search(rf'id="{re.escape(held.id.partition(":")[2])}"', page) is not None
        assert is_there == (held.game == "hearthmoor"), held.id


def test_every_link_leads_to_a_place_in_the_file(page: str) -> None:
    places = re.findall(r' id="([^"]*)"', page)
    assert len(places) == len(set(places))
    links = re.findall(r'<a [^>]*href="([^"]*)"', page)
    assert len(links) > 10
    for link in links:
        assert link.startswith("https://publisher.example/") or link[1:] in places, link


def test_nothing_is_loaded_and_only_our_own_script_runs(page: str) -> None:
    assert re.findall(r"<(?:script|img|link|iframe)[^>]* (?:src|href)=", page) == []
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy and policy[1].startswith("default-src 'none';script-src 'sha256-")
    assert "unsafe" not in policy[1]


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    attack = "</script><script>alert(1)</script><style>"
    one = entry("attack", attack, title=attack, markdown=attack.replace("<", "\\<"))
    page = one_page(tmp_path, entries=([one],))
    assert page.count("<script") == page.count("</script>") == 7  # four files of data, two lists, ours
    assert "alert(1)</script>" not in page


def test_modules_are_joined_in_order_each_with_names_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "low.js").write_text("const SIZE = 1\nexport const size = () => SIZE\n", "utf-8")
    (tmp_path / "high.js").write_text(
        "import { size as low } from './low.js'\nconst SIZE = 2\nexport function both() { return low() + SIZE }\n",
        "utf-8",
    )
    joined = bundle(tmp_path, "high")
    assert joined.index("const _low") < joined.index("const _high")
    assert "size: low" in joined
    assert "return { both }" in joined
    assert "import" not in joined
    assert "export" not in joined


@pytest.mark.parametrize("source", ["import x from 'y'\n", "export default 1\n", 'const a = "</script>"\n'])
def test_what_cannot_be_joined_is_refused(tmp_path: Path, source: str) -> None:
    (tmp_path / "odd.js").write_text(source, "utf-8")
    with pytest.raises(BuildError, match="cannot be put into a page"):
        bundle(tmp_path, "odd")


def test_a_module_that_is_wanted_later_is_in_the_script_from_the_start(tmp_path: Path) -> None:
    (tmp_path / "late.js").write_text("export const late = 1\n", "utf-8")
    (tmp_path / "start.js").write_text(
        "export const load = async () => (await import('./late.js')).late\n", "utf-8"
    )
    joined = bundle(tmp_path, "start")
    assert joined.index("const _late") < joined.index("const _start")
    assert "Promise.resolve(_late)" in joined
    assert "import(" not in joined
