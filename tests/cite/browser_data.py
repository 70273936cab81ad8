"""What a browser gets of a build, as one document: the rules of `small_rules` for the tests of the scripts."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from case_files import CASES
from small_rules import write_build, write_later

from kb.cite import Rules, portable
from kb.site import browser_index

FILE = CASES / "small_rules.json"
"""Made by `PYTHONPATH=tests python tests/cite/browser_data.py`, read by the tests of the scripts."""


def browser_data(rules: Rules) -> dict[str, Any]:
    """What all games of a build are called, say and said."""
    return {
        "baseUrl": rules.base_url,
        "games": {slug: _game(rules, slug) for slug in rules.games},
    }


def _game(rules: Rules, slug: str) -> dict[str, Any]:
    held = list(rules.store.entries(slug))
    revisions = [one for one in rules.store.revisions() if one.game == slug]
    titles = {source.name: source.title for source in rules.store.sources() if source.game == slug}
    return {
        "names": browser_index.names(held, {}),
        "facts": portable.facts(rules.games[slug], held, revisions, titles, rules.store.pages(slug)),
        "texts": [entry.text for entry in held],
        "wordings": portable.wordings(revisions),
    }


def small() -> dict[str, Any]:
    """The rules of now, and Hearthmoor after its next edition."""
    with (
        TemporaryDirectory() as folder,
        Rules(write_build(Path(folder) / "now")) as now,
        Rules(write_later(Path(folder) / "later")) as later,
    ):
        return {"language": portable.language(), "now": browser_data(now), "later": browser_data(later)}


def _in_lines(value: Any) -> str:
    """JSON with a line for each key, so that two changes of the file seldom meet."""
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    rows = (f"{json.dumps(key)}: {_in_lines(held)}" for key, held in value.items())
    return "{\n" + ",\n".join(rows) + "\n}"


if __name__ == "__main__":
    FILE.write_text(_in_lines(json.loads(json.dumps(small()))) + "\n", encoding="utf-8")
    sys.stderr.write(f"{FILE} written\n")
