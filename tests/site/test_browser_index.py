"""The numbers and names that a browser gets, as `tests/js/names.test.mjs` reads them."""

import json

from case_files import CASES
from small_entries import entry

from kb.site import browser_index

CASE = json.loads((CASES / "names.json").read_text(encoding="utf-8"))

ENTRIES = [
    entry(id.partition(":")[2], text, game="moor", parent=parent) for id, parent, text in CASE["entries"]
]


def test_ids_are_shortened_and_parents_told_by_steps():
    named = browser_index.names(ENTRIES, {})
    assert {"slug": named["slug"], "above": named["above"]} == {"slug": CASE["slug"], "above": CASE["above"]}


def test_what_entries_stand_for_is_told_without_where_it_ends(tmp_path):
    (tmp_path / "catalogue.json").write_text(json.dumps(CASE["catalogue"]), encoding="utf-8")
    known = browser_index._of_catalogue(tmp_path, ENTRIES)
    assert json.loads(json.dumps(known["standIns"])) == CASE["stands"]
