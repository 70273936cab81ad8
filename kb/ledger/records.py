"""What does the ledger hold, and how is it written? One JSON object a line, an entity each."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.errors import CorpusError

FILE = "ledger.jsonl"
"""Name of the ledger in a game's folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """What an entity said under one number or name, from one edition to another."""

    address: str
    """Permanent: `magic/314.6@2024-06-07/`; nothing else ever gets it."""

    name: str
    """The slug of that time: `314.6`, `leap`."""

    number: str | None
    title: str | None
    first: str | None
    last: str | None
    hash: str
    markdown: str
    corrected: tuple[str, ...] = ()
    """Hashes of what our copy of that edition said before a mistake in it was mended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A rule, term or section through all its editions, numbers and names."""

    key: str
    """Its first id; never given to another, so a second entity with that id has `~2` behind it."""

    kind: str
    source: str
    parent: str | None
    """Key of the entity it stands under."""

    ids: tuple[str, ...]
    """Every id that it ever had, the newest last."""

    now: str | None
    """Address of its current wording; None once no text holds it."""

    wordings: tuple[Wording, ...]

    @property
    def current(self) -> Wording | None:
        """What it says now."""
        return next((one for one in self.wordings if one.address == self.now), None)

    @property
    def latest(self) -> Wording:
        """What it says now, or said last."""
        return self.current or self.wordings[-1]


Ledger = tuple[Entity, ...]
"""All entities of one game, in the order in which they were first seen."""


def dump(ledger: Ledger) -> str:
    """The ledger as the text of its file."""
    return "".join(f"{json.dumps(_row(entity), ensure_ascii=False)}\n" for entity in ledger)


def load(path: Path) -> Ledger:
    """The ledger in a file; none where there is no file. Raises CorpusError for one that is damaged."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path}: cannot be read ({error}); restore it from a copy") from None
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                found.append(_entity(json.loads(line)))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise CorpusError(
                    f"{path}:{number}: no entity of a ledger; restore the file from a copy"
                ) from None
    if len({entity.key for entity in found}) < len(found):
        raise CorpusError(f"{path}: an entity stands in it twice; restore the file from a copy")
    return tuple(found)


def save(path: Path, ledger: Ledger) -> bool:
    """Replace the file in one step, if it would change; False where nothing can be written."""
    text = dump(ledger)
    try:
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            return True
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError:
        return False
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def _row(entity: Entity) -> dict[str, Any]:
    return {
        "entity": entity.key,
        "kind": entity.kind,
        "source": entity.source,
        "parent": entity.parent,
        "ids": list(entity.ids),
        "now": entity.now,
        "revisions": [_wording_row(wording) for wording in entity.wordings],
    }


def _wording_row(wording: Wording) -> dict[str, Any]:
    row: dict[str, Any] = {
        "address": wording.address,
        "name": wording.name,
        "number": wording.number,
        "title": wording.title,
        "first": wording.first,
        "last": wording.last,
        "hash": wording.hash,
        "markdown": wording.markdown,
    }
    return {**row, "corrected": list(wording.corrected)} if wording.corrected else row


def _entity(row: Mapping[str, Any]) -> Entity:
    entity = Entity(
        key=_text(row["entity"]),
        kind=_text(row["kind"]),
        source=_text(row["source"]),
        parent=_optional(row["parent"]),
        ids=_texts(row["ids"]),
        now=_optional(row["now"]),
        wordings=tuple(_wording(one) for one in row["revisions"]),
    )
    if not entity.wordings or not entity.ids or (entity.now and entity.current is None):
        raise ValueError("an entity without a wording")
    return entity


def _wording(row: Mapping[str, Any]) -> Wording:
    return Wording(
        address=_text(row["address"]),
        name=_text(row["name"]),
        number=_optional(row["number"]),
        title=_optional(row["title"]),
        first=_optional(row["first"]),
        last=_optional(row["last"]),
        hash=_text(row["hash"]),
        markdown=_text(row["markdown"]),
        corrected=_texts(row.get("corrected", [])),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _optional(value: object) -> str | None:
    return None if value is None else _text(value)


def _texts(values: Iterable[object]) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise TypeError
    return tuple(map(_text, values))
