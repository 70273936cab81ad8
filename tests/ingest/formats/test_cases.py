"""Every format gives what an expert would write down from it: small texts with all their entries, nothing lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from case_files import CASES, read_cases
from ingest_reading import assert_sound, read_file

from kb.entries import Entry
from kb.ingest.entries import make

FILES = sorted(path.relative_to(CASES).as_posix() for path in (CASES / "formats").glob("*.txt"))


def lines_of(entries: tuple[Entry, ...]) -> list[str]:
    """An entry a line: how deep it stands, kind, number, title and text, each if there is one."""
    depth: dict[str | None, int] = {None: -1}
    lines = []
    for entry in entries:
        depth[entry.id] = depth[entry.parent] + 1
        named = " ".join(
            part for part in (entry.kind, entry.number, entry.title and f"[{entry.title}]") if part
        )
        text = entry.text.replace("\n", " / ").replace("\t", " | ")
        lines.append(f"{'  ' * depth[entry.id]}{named}{': ' if text else ''}{text}".rstrip())
    return lines


@pytest.mark.parametrize("case", [case for name in FILES for case in read_cases(name, 3)])
def test_case(case: list[str], tmp_path: Path) -> None:
    name, words, expected = case
    path = tmp_path / name
    path.write_text(words + "\n", encoding="utf-8")
    reading, entries = read_file(path)
    assert lines_of(entries) == expected.split("\n")
    assert reading.source.accounted == reading.source.characters
    assert_sound(reading, entries)


def test_a_link_to_a_record_leads_to_the_whole_of_it(tmp_path: Path) -> None:
    records = [
        {
            "id": "Goat_Climb",
            "title": "Climbing",
            "text": "See [the night](#Night_Rest) and [the climb](#Goat_Climb).",
        },
        {"id": "Night_Rest", "title": "The night", "text": "1. The goats lie down.\n2. They rest."},
    ]
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(records, indent=1))
    reading, _ = read_file(path)
    made = make([reading])
    assert {anchor.name: anchor.entry for anchor in made.anchors} == {
        "Goat_Climb": "game:climbing",
        "Climbing": "game:climbing",
        "climbing": "game:climbing",
        "Night_Rest": "game:the-night",
        "The-night": "game:the-night",
        "the-night": "game:the-night",
    }
