"""An entry looks to programs as the contract fixes it."""

from __future__ import annotations

from small_entries import entry

from kb.entries import Location, Reference
from kb.records import backlink_record, entry_record, location_record, reference_record, related_references

SEEN = Reference(
    origin="moor:leap", kind="see", text="see Fire", start=4, end=12, target="moor:fire", status="resolved"
)
DOUBTFUL = Reference(
    origin="moor:leap",
    kind="mention",
    text="fire",
    start=8,
    end=12,
    target=None,
    status="ambiguous",
    candidates=("moor:fire", "moor:firing"),
)


def test_a_reference() -> None:
    assert reference_record(SEEN) == {
        "kind": "see",
        "text": "see Fire",
        "start": 4,
        "end": 12,
        "target": "moor:fire",
        "status": "resolved",
    }


def test_candidates_are_told_where_there_are_any() -> None:
    record = reference_record(DOUBTFUL)
    assert record["target"] is None
    assert record["candidates"] == ["moor:fire", "moor:firing"]


def test_at_its_target_a_reference_names_where_it_stands() -> None:
    assert backlink_record(SEEN) == {"origin": "moor:leap", **reference_record(SEEN)}


def test_a_page_is_told_where_the_text_has_pages() -> None:
    place = {"file": "moor/rules.txt", "first_line": 3, "last_line": 4}
    assert location_record(Location(**place)) == place  # type: ignore[arg-type]
    assert location_record(Location(**place, page="iv")) == {**place, "page": "iv"}  # type: ignore[arg-type]


def test_what_is_related_is_a_reference_of_the_whole_entry() -> None:
    leap = entry("leap", "A figure leaps.")
    (record,) = map(reference_record, related_references(leap, ["hearthmoor:jump"]))
    assert record == {
        "kind": "related",
        "text": "",
        "start": len(leap.text),
        "end": len(leap.text),
        "target": "hearthmoor:jump",
        "status": "resolved",
    }


def test_children_are_told_with_their_places_in_the_text() -> None:
    move = entry("move", "Do this:\n\nThen rest.")
    within, after = entry("one", parent=move.id, at=10), entry("two", parent=move.id)
    assert entry_record(move, (), (within, after))["children"] == [
        {"id": "hearthmoor:one", "at": 10},
        {"id": "hearthmoor:two", "at": len(move.text)},
    ]
