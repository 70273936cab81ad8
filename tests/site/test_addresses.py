"""Every page gets a folder of its own inside the site, whatever an entry is called."""

import os.path
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_entries import entry

from kb.entries import Game
from kb.site.addresses import LONGEST, addresses, folder_name, href, root

TEXT = st.text(max_size=300)


@pytest.mark.parametrize("name", ["leap", "314.6", "314.6@2024-06-07", "règle-3", "a", "7.2a-example"])
def test_an_ordinary_name_stays(name: str) -> None:
    assert folder_name(name) == name


HOSTILE = [
    "",
    ".",
    "..",
    "../../x",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "C:",
    "x\0y",
    "<script>",
    "con.",
    "x" * 10_000,
]


@pytest.mark.parametrize("name", [*HOSTILE, "\u202eabc", "a\nb", "-rf", "~root", "%2e%2e", "\ud800"])
def test_a_hostile_name_is_made_safe(name: str) -> None:
    assert_safe(folder_name(name))


@given(TEXT)
def test_any_name_is_made_safe(name: str) -> None:
    assert_safe(folder_name(name))


def assert_safe(folder: str) -> None:
    assert folder
    assert PurePosixPath(folder).name == folder
    assert folder not in (".", "..")
    assert not folder.startswith(".")
    assert len(folder.encode()) <= LONGEST
    assert not set(folder) & set('/\\:*?"<>|\0\n')


def test_two_unsafe_names_stay_apart() -> None:
    assert folder_name("../a") != folder_name("../../a")


def test_names_that_differ_only_in_case_stay_apart() -> None:
    of = addresses([Game(slug="hearthmoor", title="H")], [entry("Leap"), entry("leap")])
    assert of.entries == {"hearthmoor:Leap": "hearthmoor/Leap/", "hearthmoor:leap": "hearthmoor/leap-2/"}


def test_a_permanent_address_is_a_folder_of_its_own() -> None:
    dated = entry("leap", edition="2025", permalink="hearthmoor/leap@2025/")
    of = addresses([Game(slug="hearthmoor", title="H")], [dated, entry("walk")])
    assert of.permanent == {"hearthmoor:leap": "hearthmoor/leap@2025/", "hearthmoor:walk": "hearthmoor/walk/"}


@pytest.mark.parametrize("slug", ["assets", "search", "problems"])
def test_a_game_does_not_take_a_folder_of_the_site(slug: str) -> None:
    of = addresses([Game(slug=slug, title=slug)], [])
    assert of.games[slug] != f"{slug}/"


@pytest.mark.parametrize(
    ("origin", "target", "link"),
    [
        ("moor/leap/", "moor/walk/", "../walk/index.html"),
        ("moor/leap/", "fen/walk/", "../../fen/walk/index.html"),
        ("moor/leap/", "moor/", "../index.html"),
        ("moor/leap/", "", "../../index.html"),
        ("", "moor/leap/", "moor/leap/index.html"),
        ("moor/", "moor/leap/", "leap/index.html"),
        ("moor/leap/", "moor/leap/", "index.html"),
        ("moor/read/7/", "moor/7.2/", "../../7.2/index.html"),
        ("moor/a/", "moor/règle 100%/", "../r%C3%A8gle%20100%25/index.html"),
    ],
)
def test_links_are_relative_and_name_the_file(origin: str, target: str, link: str) -> None:
    assert href(origin, target) == link


def test_a_link_within_a_page_is_only_its_anchor() -> None:
    assert href("moor/read/7/", "moor/read/7/", "7.2a") == "#7.2a"


FOLDERS = st.lists(st.sampled_from(["a", "b", "c", "a.b"]), max_size=4).map(
    lambda parts: "".join(f"{p}/" for p in parts)
)


@given(FOLDERS, FOLDERS)
def test_every_link_arrives(origin: str, target: str) -> None:
    arrived = os.path.normpath(f"/{origin}{href(origin, target)}")
    assert arrived == os.path.normpath(f"/{target}index.html")


@given(FOLDERS)
def test_the_root_is_above_every_page(folder: str) -> None:
    assert os.path.normpath(f"/{folder}{root(folder)}") == "/"
