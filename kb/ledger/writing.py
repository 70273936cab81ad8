"""How is a ledger written? A line that tells its version and editions, then one JSON object a line, an entity each."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kb.errors import CorpusError
from kb.ledger.records import Correction, Entity, Given, Heir, Issue, Ledger, Place, Wording

VERSION = 2
"""Raised whenever the lines change; older ones are converted, newer ones refused."""


def dump(ledger: Ledger) -> str:
    """The ledger as the text of its file."""
    head: dict[str, Any] = {"ledger": VERSION, "issues": [_issue_row(issue) for issue in ledger.issues]}
    if ledger.formerly:
        head["formerly"] = list(ledger.formerly)
    rows = [head, *map(_row, ledger.entities)]
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def load(path: Path) -> Ledger:
    """The ledger in a file; an empty one where there is no file. Raises CorpusError for one that is damaged."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Ledger()
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path}: cannot be read ({error}); restore it from a copy") from None
    rows = _rows(path, text)
    first = rows[0][1] if rows else {}
    version = first.get("ledger") if "ledger" in first else 1
    if version == 1:
        from kb.ledger.version1 import converted  # only for what an early version wrote

        return converted(path, rows)
    if version != VERSION:
        raise CorpusError(f"{path}: written by a newer kb (version {version} of the ledger); install that")
    return _ledger(path, rows)


def _rows(path: Path, text: str) -> list[tuple[int, dict[str, Any]]]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                row = None
            if not isinstance(row, dict):
                raise damaged(path, number)
            found.append((number, row))
    return found


def damaged(path: Path, line: int) -> CorpusError:
    """What is said of a line that cannot be understood."""
    return CorpusError(f"{path}:{line}: no entity of a ledger; restore the file from a copy")


def _ledger(path: Path, rows: Sequence[tuple[int, Mapping[str, Any]]]) -> Ledger:
    found = []
    number = rows[0][0]
    try:
        head = rows[0][1]
        issues = tuple(_issue(row) for row in head["issues"])
        formerly = _texts(head.get("formerly", []))
        for line, row in rows[1:]:
            number = line
            found.append(_entity(row))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise damaged(path, number) from None
    if len({entity.key for entity in found}) < len(found):
        raise CorpusError(f"{path}: an entity stands in it twice; restore the file from a copy")
    return Ledger(entities=tuple(found), issues=issues, formerly=formerly)


def save(path: Path, text: str) -> bool:
    """Replace the file of a ledger in one step, if it would change; False where nothing can be written."""
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


def _issue_row(issue: Issue) -> dict[str, Any]:
    return {
        "source": issue.source,
        "edition": issue.edition,
        "at": issue.at,
        "sha256": issue.sha256,
        "held": issue.held,
    }


def _row(entity: Entity) -> dict[str, Any]:
    row: dict[str, Any] = {
        "entity": entity.key,
        "kind": entity.kind,
        "source": entity.source,
        "parent": entity.parent,
        "ids": list(entity.ids),
        "now": entity.now,
        "revisions": [_wording_row(wording, entity.kind) for wording in entity.wordings],
    }
    if entity.heirs:
        row["heirs"] = [[one.key, one.why, one.edition] for one in entity.heirs]
    return row


def _wording_row(wording: Wording, kind: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        "address": wording.address,
        "name": wording.name,
        "number": wording.number,
        "title": wording.title,
        "first": wording.first,
        "last": wording.last,
        "hash": wording.hash,
        "markdown": wording.markdown,
        "places": [[one.edition, one.order, one.parent] for one in wording.places],
    }
    if wording.kind != kind:
        row["kind"] = wording.kind
    if wording.also:
        row["also"] = [[one.address, one.source, one.edition, one.name] for one in wording.also]
    if wording.corrected:
        row["corrected"] = [
            [one.edition, one.on, one.title, one.markdown, one.hash] for one in wording.corrected
        ]
    if wording.purged:
        row["purged"] = True
    return row


def _issue(row: Mapping[str, Any]) -> Issue:
    return Issue(
        source=text_in(row["source"]),
        edition=optional(row["edition"]),
        at=text_in(row["at"]),
        sha256=text_in(row["sha256"]),
        held=row["held"] is True,
    )


def _entity(row: Mapping[str, Any]) -> Entity:
    kind = text_in(row["kind"])
    entity = Entity(
        key=text_in(row["entity"]),
        kind=kind,
        source=text_in(row["source"]),
        parent=optional(row["parent"]),
        ids=_texts(row["ids"]),
        now=optional(row["now"]),
        wordings=tuple(_wording(one, kind) for one in row["revisions"]),
        heirs=tuple(
            Heir(key=text_in(key), why=text_in(why), edition=optional(edition))
            for key, why, edition in row.get("heirs", [])
        ),
    )
    if not entity.wordings or not entity.ids or (entity.now and entity.current is None):
        raise ValueError("an entity without a wording")
    return entity


def _wording(row: Mapping[str, Any], kind: str) -> Wording:
    return Wording(
        address=text_in(row["address"]),
        name=text_in(row["name"]),
        kind=text_in(row.get("kind", kind)),
        number=optional(row["number"]),
        title=optional(row["title"]),
        first=optional(row["first"]),
        last=optional(row["last"]),
        hash=text_in(row["hash"]),
        markdown=text_in(row["markdown"]),
        places=tuple(
            Place(edition=optional(edition), order=int(order), parent=None if parent is None else int(parent))
            for edition, order, parent in row["places"]
        ),
        also=tuple(
            Given(address=text_in(a), source=text_in(s), edition=optional(e), name=text_in(n))
            for a, s, e, n in row.get("also", [])
        ),
        corrected=tuple(
            Correction(
                edition=optional(edition),
                on=text_in(on),
                title=optional(title),
                markdown=text_in(markdown),
                hash=text_in(hash),
            )
            for edition, on, title, markdown, hash in row.get("corrected", [])
        ),
        purged=row.get("purged") is True,
    )


def text_in(value: object) -> str:
    """A value that has to be text; raises TypeError for any other."""
    if not isinstance(value, str):
        raise TypeError
    return value


def optional(value: object) -> str | None:
    """A value that is text or nothing."""
    return None if value is None else text_in(value)


def _texts(values: Iterable[object]) -> tuple[str, ...]:
    if not isinstance(values, list):
        raise TypeError
    return tuple(map(text_in, values))
