"""Records that name other records: names read as a sentence that points, ids of programs as nothing."""

from __future__ import annotations

import json

import pytest
from ingest_reading import read_file

TERMS = [
    {"id": "kw-guard", "term": "Guard", "definition": "It must be attacked first."},
    {"id": "kw-haste", "term": "Haste", "definition": "It attacks at once."},
    {"number": "4.2", "text": "A wall stops a goat for one turn."},
    {"number": "4.3", "text": "A gate lets a goat in."},
]


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("see_also", ["Guard", "First Strike"], "See also: Guard\n\nSee also: First Strike"),
        ("see", "Guard", "See also: Guard"),
        ("related", ["kw-guard", "unknown"], ""),
        ("colour", "Guard", ""),
        ("related", [], ""),
    ],
)
def test_what_a_record_names(tmp_path, key, value, said):
    words = [*TERMS, {"id": "kw-leap", "term": "Leap", "definition": "It goes over walls.", key: value}]
    path = tmp_path / "terms.json"
    path.write_text(json.dumps(words, indent=1))
    reading, entries = read_file(path)
    (leap,) = (entry for entry in entries if entry.title == "Leap")
    assert leap.text == "\n\n".join(part for part in ("It goes over walls.", said) if part)
    assert reading.source.accounted == reading.source.characters


def test_a_part_without_a_word_for_readers_is_no_section(tmp_path):
    path = tmp_path / "terms.json"
    path.write_text(json.dumps({"meta": {"version": "2.1", "lang": "en"}, "glossary": TERMS[:2]}))
    _, entries = read_file(path)
    assert [entry.title for entry in entries] == ["Glossary", "Guard", "Haste"]
