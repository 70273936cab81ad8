"""Would building anew give what a build holds already? Then there is nothing to do.

A build says what it was made of: every file of its corpus, the program, the templates and whether it was made
quickly. Its ledgers were written by itself, so the corpus has to hold the very same.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from kb import builds, index, shipped
from kb.errors import BuildError
from kb.ledger import FILE


def made_of(corpus: Path, quick: bool = False) -> str:
    """A digest of everything that a build of this corpus depends on, but its ledgers; empty if it cannot be read."""
    found = hashlib.blake2b(f"{shipped.program()}\0{quick}".encode(), digest_size=16)
    try:
        for folder in (corpus, shipped.templates()):
            for path in _files(folder):
                content = path.read_bytes()
                found.update(
                    f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode(errors="replace")
                )
                found.update(content)
    except OSError:
        return ""
    return found.hexdigest()


def is_up_to_date(build: Path, corpus: Path, made_of: str) -> bool:
    """Whether a build is made of just this, and nobody touched it or the ledgers since."""
    if not made_of or not builds.is_made_of(build, made_of):
        return False
    try:
        index.read_manifest(build / builds.INDEX)
        copies = [*(build / builds.LEDGERS).iterdir()]
        return all((corpus / one.stem / FILE).read_bytes() == one.read_bytes() for one in copies)
    except (OSError, BuildError):
        return False


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder in order, but the ledgers."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            if (
                not (name.removeprefix(".").startswith(FILE) and path.parent.parent == folder)
                and path.is_file()
            ):
                yield path
