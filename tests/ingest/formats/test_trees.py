"""What is in a tree of data and no word for readers."""

from __future__ import annotations

import json

from ingest_reading import read_file

TERMS = [
    {"id": "kw-guard", "term": "Guard", "definition": "It must be attacked first."},
    {"id": "kw-haste", "term": "Haste", "definition": "It attacks at once."},
]


def test_a_part_without_a_word_for_readers_is_no_section(tmp_path):
    path = tmp_path / "terms.json"
    path.write_text(json.dumps({"meta": {"version": "2.1", "lang": "en"}, "glossary": TERMS}))
    _, entries = read_file(path)
    assert [entry.title for entry in entries] == ["Glossary", "Guard", "Haste"]
