"""Terms in their rule sense, case by case."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from case_files import read_cases
from link_games import cellar, meadow

from kb.link import link

GAMES = {"capitals": cellar, "small": meadow}


@pytest.mark.parametrize("case", read_cases("mentions.txt", 2))
def test_mentions_in_a_rule(case):
    told, expected = case
    game, place, text = re.fullmatch(r"(\w+)(?: in ([\w.-]+))?: (.*)", told, re.DOTALL).groups()
    entries = GAMES[game]()
    here = f"{entries[0].game}:{place or 'here'}"
    entries = [replace(one, text=text, markdown=text) if one.id == here else one for one in entries]
    found = [
        f"{reference.text} -> {reference.target.partition(':')[2]}"
        for reference in link(entries, (), {}).references
        if reference.origin == here and reference.kind == "mention"
    ]
    assert "\n".join(found) == expected
