"""How is a store written?"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from kb.store import rows
from kb.store.content import Content
from kb.store.names import NAMES, former_names, names, names_hash, revision_keys


def write(path: Path, content: Content, related: Mapping[str, Sequence[str]] | None = None) -> str:
    """Write a store where there is no file yet; returns the build id, which is a digest of the content.

    `related` holds what says something alike, nearest first, by entry.
    """
    import hashlib  # only a build needs it

    held = tables(content)
    build_id = hashlib.sha256(repr(held).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    held["settings"].append(("build", build_id))
    held["related"] = related_rows(related or {})
    hashes = array("I", sorted({names_hash(key) for key, *_ in held["names"]}))
    (path.parent / NAMES).write_bytes(hashes.tobytes())
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            f"PRAGMA journal_mode = OFF; PRAGMA user_version = {rows.FORMAT}; BEGIN; {rows.TABLES}"
        )
        for table, lines in held.items():
            if lines:
                marks = ", ".join("?" * len(lines[0]))
                connection.executemany(f'INSERT INTO "{table}" VALUES ({marks})', lines)
        connection.executescript(rows.INDEXES)  # commits the rows first
    return build_id


def related_rows(related: Mapping[str, Sequence[str]]) -> list[tuple[Any, ...]]:
    """What says something alike as rows of its table."""
    return [(origin, target) for origin, near in related.items() for target in near]


def tables(content: Content) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of each table, in order, but for what says something alike and the build id."""
    return {
        "games": [rows.values(game) for game in content.games],
        "icons": [rows.values(icon) for icon in content.icons],
        "sources": [rows.values(source) for source in content.sources],
        "entries": [rows.entry_values(entry) for entry in content.entries],
        "references": [rows.values(reference) for reference in content.references],
        "problems": [rows.values(problem) for problem in content.problems],
        "left_out": [rows.values(stretch) for stretch in content.left_out],
        "revisions": [rows.values(revision) for revision in content.revisions],
        "pages": [rows.values(mark) for mark in content.pages],
        "names": sorted(
            {name for entry in content.entries for name in names(entry)}
            | {name for revision in content.revisions for name in former_names(revision)}
        ),
        "revision_names": sorted(
            {
                (key, at)
                for at, revision in enumerate(content.revisions, 1)
                for key in revision_keys(revision)
                if key
            }
        ),
        "settings": [("base_url", content.base_url), ("title", content.title)],
    }
