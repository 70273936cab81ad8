"""Casts training phrases from the word lists and moulds of `tabletop.toml`."""

from __future__ import annotations

import random
import re
import tomllib
from functools import cache
from pathlib import Path

SLOT = re.compile(r"\{(\w+)\}")  # "can {who} {do}?"


@cache
def _lines(section: str, name: str) -> list[str]:
    text = Path(__file__).with_name("tabletop.toml").read_text(encoding="utf-8")
    block: str = tomllib.loads(text)[section][name]
    return [part.strip() for line in block.strip().splitlines() for part in line.split("|")]


def cast(kind: str, dice: random.Random) -> str:
    """A random `answer` (a line of a rulebook) or `question` (what is typed into a search box)."""
    mould = dice.choice(_lines("moulds", kind))
    text = SLOT.sub(lambda slot: dice.choice(_lines("lists", slot[1])), mould)
    return text[0].upper() + text[1:] if kind == "answer" or dice.random() < 0.3 else text
