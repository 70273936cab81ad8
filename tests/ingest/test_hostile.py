"""Files that once took minutes or all memory: each ends in sound entries or one clear line, at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ingest_reading import assert_sound, read_file

from kb.errors import KbError

WORDS = "A goat may climb the wall once in each turn."
HOSTILE = {
    "attributes.html": f"<p {' '.join(f'a{number}=1' for number in range(100_000))}>{WORDS}</p>",
    "levels.txt": f"{'.'.join(['1'] * 100_000)} {WORDS}",
    "open-brackets.md": "![a" * 100_000,
    "one-word.txt": "\n\x0c".join(["a" * 300_000] * 3),
    "bullets.txt": "- a\n" * 20_000,
    "exclamations.yaml": f"- a: &a{'!' * 60}@\n- {'!' * 60}@: {WORDS}",
    "records.json": json.dumps([{"id": f"a{number}", "title": f"t{number}"} for number in range(20_000)]),
    "about.json": json.dumps(
        {f"{sign}{number}": WORDS for number in range(20_000) for sign in "_k"}, indent=0
    ),
    "named-again.json": json.dumps([{"title": "a" * 300_000, "text": WORDS, "parts": ["a"] * 30_000}]),
    "blanks.wiki": f"= a{' ' * 300_000}b =\n{WORDS}",
    "glossaries.txt": '"title": "a b",\n\n100. Glossary\n\n101. Glossary\n\n' * 4_000,
    "blank-lines.txt": f"Goats\n{WORDS}{chr(10) * 200_000}{WORDS}\n1. {WORDS}",
    "blank-lines.md": f"# Goats\n{WORDS}{chr(10) * 200_000}{WORDS}\n\n1. {WORDS}",
    "blank-pages.txt": f"Goats\n{WORDS}{(chr(10) * 100 + chr(12)) * 2_000}{WORDS}",
    "anchors.html": "".join(f"<p id='g{number}'>{WORDS}</p>" for number in range(5_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_read_or_refused_in_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(HOSTILE[name], encoding="utf-8")
    try:
        assert_sound(*read_file(path))
    except KbError as error:
        assert "\n" not in str(error)
