"""What tests ask of posts, in Python, in node and in Chromium: their links, what is found out about them, fixes."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from case_files import CASES
from forum_posts import Post, posts
from real_texts import real_text

from kb import pipeline, shipped, swap
from kb.cite import Rules, fixes, link, report

Job = tuple[str, str, dict[str, Any]]
"""`link` or `verify`, a post and wishes."""

EDITIONS = {
    "2016-09-30": "MagicCompRules-2016-09-30.utf16le.txt",
    "2024-11-08": "MagicCompRules-2024-11-08.txt",
    "2026-01-16": "MagicCompRules-2026-01-16.txt",
}
OTHERS = {
    "flesh-and-blood": "corpora/flesh-and-blood",
    "wca": "corpora/wca-regulations/wca-regulations.md",
    "netrunner": "corpora/netrunner/input",
    "lotr-lcg": "corpora/lotr-lcg/lord-of-the-rings-card-game-revised-rules-reference.md",
}
TITLES = {
    "flesh-and-blood": "Flesh and Blood",
    "wca": "WCA",
    "netrunner": "Netrunner",
    "lotr-lcg": "The Lord of the Rings: The Card Game",
}


def done(rules: Rules, act: str, post: str, wishes: dict[str, Any]) -> Any:
    """What Python says of a job."""
    if act == "link":
        return _plain(asdict(link(rules, post, **wishes)))
    made = report(rules, post, **wishes)
    told = {name: told for name, told in asdict(made).items() if name != "text"}
    mended = fixes(rules, post, made, source=wishes.get("source"))
    return _plain({**told, "fixes": [asdict(fix) for fix in mended], "line": made.in_one_line(rules)})


def _plain(told: Any) -> Any:
    return json.loads(json.dumps(told))


def place_of(post: Post) -> str:
    """How a post of the cases is written."""
    return {"phpbb": "bbcode"}.get(post.place, post.place)


def jobs_of(post: Post) -> list[Job]:
    """Linking it with terms, and judging it."""
    wishes = {"source": place_of(post), "game": post.game}
    return [("link", post.text, {**wishes, "terms": True}), ("verify", post.text, wishes)]


def _each(many: int, shelf: str) -> list[Post]:
    """One of so many posts about a build; every one in `.ci/full` (KB_FULL)."""
    chosen = [post for post in posts() if post.shelf == shelf]
    return chosen[:: 1 if os.environ.get("KB_FULL") else many]


def judged_posts(shelf: str) -> list[Post]:
    """Those whose links and verdicts are held against what readers say."""
    return _each(12, shelf)


def compared_jobs(shelf: str) -> list[Job]:
    """Those that are done in both languages.

    The scripts are said out of the Python, so what differs is what it rests on: that shows in few posts.
    """
    return [job for post in _each(24, shelf) for job in jobs_of(post)]


def build_five(folder: Path) -> Path:
    """The four games that ship, and one that is made up."""
    shutil.copytree(shipped.corpus(), folder / "corpus")
    shutil.copytree(CASES / "hearthmoor", folder / "corpus" / "hearthmoor")
    return pipeline.build(folder / "corpus", folder / "build", quick=True).folder


def build_magic(folder: Path) -> Path:
    """The Magic rules in three editions, beside three games that ship; without the pages of the entries."""
    texts = [real_text(f"corpora/mtg-cr/{file}") for file in EDITIONS.values()]
    shutil.copytree(shipped.corpus(), folder / "corpus", ignore=shutil.ignore_patterns("magic"))
    (folder / "corpus" / "magic").mkdir()
    rows = 'title = "Magic: The Gathering"\n'
    for edition, text in zip(EDITIONS, texts, strict=True):
        shutil.copyfile(text, folder / "corpus" / "magic" / text.name)
        rows += f'[[sources]]\nname = "rules"\nfile = "{text.name}"\nedition = "{edition}"\n'
    (folder / "corpus" / "magic" / "game.toml").write_text(rows)
    with patch("kb.site.of_game._write_entries"), patch("kb.site.of_game._write_one_file", return_value=None):
        return pipeline.build(folder / "corpus", folder / "build", quick=True).folder


def build_others(folder: Path) -> Path:
    """Four games that do not ship, numbered in ways of their own or not at all, without the pages of the entries."""
    for game, path in OTHERS.items():
        text = real_text(path)
        home = folder / "corpus" / game
        home.mkdir(parents=True)
        (shutil.copytree if text.is_dir() else shutil.copyfile)(text, home / text.name)
        (home / "game.toml").write_text(f'title = "{TITLES[game]}"\n[[sources]]\nfile = "{text.name}"\n')
    with patch("kb.site.of_game._write_entries"), patch("kb.site.of_game._write_one_file", return_value=None):
        return pipeline.build(folder / "corpus", folder / "build", quick=True).folder


BUILDS = {"five": build_five, "magic": build_magic, "others": build_others}
"""The builds that posts are about."""


def built_once(shelf: str, temporary: pytest.TempPathFactory) -> Path:
    """One of them for reading only, made by the first test of a run that asks, whatever worker that runs in."""
    ours = temporary.getbasetemp()
    folder = (ours.parent if "PYTEST_XDIST_WORKER" in os.environ else ours) / f"posts-{shelf}"
    with swap.writing(folder, lambda: None):
        if not (folder / "whole").exists():
            BUILDS[shelf](folder)
            (folder / "whole").touch()
    return folder / "build"
