"""Real rule texts that are not part of the project; tests that need them are skipped without them.

They are looked for in the folder that KB_TEXTS names, otherwise in `shared` beside the checkout.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

FOLDER = Path(os.environ.get("KB_TEXTS") or Path(__file__).parents[2] / "shared")


def real_text(path: str) -> Path:
    """One of those texts, or a folder of them; skips the test that asks if it is not there."""
    if not (FOLDER / path).exists():
        pytest.skip(f"the text {path} is not at hand (KB_TEXTS names the folder)")
    return FOLDER / path


def corpus_of(folder: Path, texts: dict[str, str]) -> Path:
    """A corpus with one text for each game: `{"magic": "corpora/mtg-cr/rules.txt"}`."""
    for game, path in texts.items():
        text = real_text(path)
        (folder / game).mkdir(parents=True)
        shutil.copyfile(text, folder / game / text.name)
        (folder / game / "game.toml").write_text(f'title = "{game}"\n[[sources]]\nfile = "{text.name}"\n')
    return folder
