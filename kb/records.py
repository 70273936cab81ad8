"""What does an entry look like to programs? The JSON of `kb export`, `kb show` and the site."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.entries import Entry, Location, Reference


def entry_record(entry: Entry, references: Iterable[Reference], children: Iterable[Entry]) -> dict[str, Any]:
    """An entry with the references its text makes, and where in its text its children stand."""
    return {
        "id": entry.id,
        "game": entry.game,
        "source": entry.source,
        "edition": entry.edition,
        "kind": entry.kind,
        "number": entry.number,
        "title": entry.title,
        "parent": entry.parent,
        "order": entry.order,
        "aliases": list(entry.aliases),
        "url": entry.url,
        "permalink": entry.permalink,
        "text": entry.text,
        "markdown": entry.markdown,
        "location": location_record(entry.location),
        "references": [reference_record(reference) for reference in references],
        "children": [{"id": child.id, "at": place(entry, child)} for child in children],
    }


def place(entry: Entry, child: Entry) -> int:
    """Where in an entry's text one of its children stands: at the start of a paragraph, or at the text's end."""
    return len(entry.text) if child.at is None else child.at


def location_record(location: Location) -> dict[str, Any]:
    """Where an entry stands; with its page where its text has pages."""
    record = {"file": location.file, "first_line": location.first_line, "last_line": location.last_line}
    return {**record, "page": location.page} if location.page else record


def related_references(entry: Entry, targets: Iterable[str]) -> list[Reference]:
    """What was found by meaning to say something alike: references of the whole entry, on none of its words."""
    end = len(entry.text)
    return [
        Reference(
            origin=entry.id, kind="related", text="", start=end, end=end, target=target, status="resolved"
        )
        for target in targets
    ]


def reference_record(reference: Reference) -> dict[str, Any]:
    """A reference as part of the entry it stands in."""
    record = {
        "kind": reference.kind,
        "text": reference.text,
        "start": reference.start,
        "end": reference.end,
        "target": reference.target,
        "status": reference.status,
    }
    return {**record, "candidates": list(reference.candidates)} if reference.candidates else record


def backlink_record(reference: Reference) -> dict[str, Any]:
    """A reference as it is told at its target: with the entry it stands in."""
    return {"origin": reference.origin, **reference_record(reference)}
