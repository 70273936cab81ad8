"""What do the tables look like, and how do records become rows and rows records?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from kb.entries import Entry, Game, Location, Reference

if TYPE_CHECKING:
    from kb.findings import Revision

FORMAT = 12
"""Raised whenever the tables change; a store of another format is refused, never misread."""

TABLES = """
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games (
    slug TEXT, title TEXT, publisher TEXT, licence TEXT, description TEXT, language TEXT,
    formerly TEXT, colour TEXT, to_try TEXT);
CREATE TABLE icons (game TEXT, name TEXT, sign TEXT, picture BLOB);
CREATE TABLE sources (
    game TEXT, name TEXT, title TEXT, edition TEXT, file TEXT, publisher TEXT, licence TEXT, origin TEXT,
    sha256 TEXT, encoding TEXT, recognised TEXT, numbering TEXT, confidence REAL, runner_up TEXT,
    characters INTEGER, accounted INTEGER);
CREATE TABLE entries (
    id TEXT NOT NULL, game TEXT, source TEXT, edition TEXT, kind TEXT, number TEXT, title TEXT, parent TEXT,
    "order" INTEGER, aliases TEXT, url TEXT, permalink TEXT, text TEXT, markdown TEXT,
    file TEXT, first_line INTEGER, last_line INTEGER, page TEXT, path TEXT, at INTEGER);
CREATE TABLE "references" (
    origin TEXT NOT NULL, kind TEXT, text TEXT, start INTEGER, "end" INTEGER, target TEXT, status TEXT,
    candidates TEXT);
CREATE TABLE problems (code TEXT, message TEXT, file TEXT, line INTEGER, excerpt TEXT, suggestion TEXT);
CREATE TABLE left_out (file TEXT, line INTEGER, reason TEXT, text TEXT);
CREATE TABLE revisions (
    game TEXT, entity TEXT, kind TEXT, number TEXT, title TEXT, first TEXT, last TEXT, address TEXT,
    markdown TEXT, fate TEXT, entry TEXT, also TEXT, parts TEXT, source TEXT, editions TEXT, said_first TEXT,
    corrected TEXT, purged INTEGER);
CREATE TABLE revision_names (key TEXT, revision INTEGER, PRIMARY KEY (key, revision)) WITHOUT ROWID;
CREATE TABLE pages (game TEXT, source TEXT, page INTEGER, entry TEXT, listed INTEGER);
CREATE TABLE related (origin TEXT NOT NULL, target TEXT NOT NULL);
CREATE TABLE names (key TEXT, rank INTEGER, id TEXT, PRIMARY KEY (key, rank, id)) WITHOUT ROWID;
"""
INDEXES = """
CREATE UNIQUE INDEX entries_by_id ON entries (id);
CREATE INDEX entries_in_order ON entries (game, "order");
CREATE INDEX entries_below ON entries (parent, "order");
CREATE INDEX references_from ON "references" (origin, start);
CREATE INDEX references_to ON "references" (target);
CREATE INDEX revisions_of ON revisions (game, entity);
CREATE INDEX revisions_at ON revisions (address);
CREATE INDEX related_from ON related (origin);
"""


def values(item: object) -> tuple[Any, ...]:
    """The fields of a flat record in order; lists of names as JSON."""
    values = (getattr(item, name) for name in _field_names(type(item)))
    return tuple(_json(value) if isinstance(value, tuple) else value for value in values)


def _field_names(kind: type) -> Sequence[str]:
    return _FIELD_NAMES.setdefault(kind, tuple(field.name for field in fields(kind)))


_FIELD_NAMES: dict[type, Sequence[str]] = {}


def entry_values(entry: Entry) -> tuple[Any, ...]:
    """The columns of an entry."""
    *before, location, path, at = values(entry)
    return (*before, location.file, location.first_line, location.last_line, location.page, path, at)


def entry_from(row: dict[str, Any]) -> Entry:
    """The entry of a row."""
    lines = {name: row.pop(name) for name in ("file", "first_line", "last_line", "page")}
    lists = {name: _names_in(row[name]) for name in ("aliases", "path")}
    return Entry(**{**row, **lists, "location": Location(**lines)})


def reference_from(row: dict[str, Any]) -> Reference:
    """The reference of a row."""
    return Reference(**{**row, "candidates": _names_in(row["candidates"])})


def game_from(row: dict[str, Any]) -> Game:
    """The game of a row."""
    return Game(**{**row, **{name: _names_in(row[name]) for name in ("formerly", "to_try")}})


def revision_from(row: dict[str, Any]) -> Revision:
    """The revision of a row."""
    from kb.findings import Revision  # `kb show` needs none

    lists = {name: _names_in(row[name]) for name in ("also", "parts", "editions")}
    return Revision(**{**row, **lists, "purged": bool(row["purged"])})


def _names_in(text: str) -> tuple[str, ...]:
    """The names of a list; most lists are empty."""
    return () if text == "[]" else tuple(json.loads(text))


def _json(value: Sequence[str]) -> str:
    return json.dumps(list(value), ensure_ascii=False) if value else "[]"
