"""Is this index ours, whole, and of a format we can read? A small JSON file beside it says so."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.errors import BuildError

FORMAT = 4
"""Raised whenever a file of the index or the analysis of words changes its meaning."""

NAME = "index.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What the index says of itself."""

    content: str
    """Digest of everything that was indexed."""

    words: Mapping[str, Any]
    """What `words.WordIndex` needs to open its files."""

    vectors: Mapping[str, Any] | None
    """What `vectors` needs, or None where entries have no vectors."""


def write(folder: Path, manifest: Manifest) -> None:
    """Write the manifest last: an index without one is not finished."""
    files = {name: size for name, size in sorted(_sizes(folder).items()) if name != NAME}
    facts = {
        "format": FORMAT,
        "content": manifest.content,
        "words": manifest.words,
        "vectors": manifest.vectors,
        "files": files,
    }
    (folder / NAME).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a whole index of ours; one clear line otherwise."""
    try:
        facts = json.loads((folder / NAME).read_bytes())
        if facts["format"] != FORMAT:
            raise BuildError(f"{folder}: made by another version of kb; run `kb build` to make it again")
        if any(_size(os.path.join(folder, name)) != size for name, size in facts["files"].items()):
            raise damaged(folder)
        return Manifest(content=facts["content"], words=facts["words"], vectors=facts["vectors"])
    except FileNotFoundError as error:
        raise BuildError(f"{folder}: there is no search index here; run `kb build` to make one") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged(folder) from error


def damaged(folder: Path) -> BuildError:
    """The one clear line for an index that cannot be read."""
    return BuildError(f"{folder}: the search index is damaged or not ours; run `kb build` to make it again")


def _sizes(folder: Path) -> dict[str, int]:
    return {path.relative_to(folder).as_posix(): _size(path) for path in folder.rglob("*") if path.is_file()}


def _size(path: str | Path) -> int:
    return os.path.getsize(path) if os.path.isfile(path) else -1
