"""What ships with the package: templates, a corpus, and the program itself?"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_PACKED = "shipped_data"


def templates() -> Path:
    """The folder of page templates, styles and scripts."""
    return _folder("site_templates")


def corpus() -> Path:
    """The corpus that everybody gets: digests of four games."""
    return _folder("corpus")


def is_packed(folder: Path) -> bool:
    """Whether a folder is part of an installed package: builds read it and write nothing there."""
    return folder.resolve().is_relative_to((_PACKAGE / _PACKED).resolve())


@cache
def program() -> str:
    """A digest of the program, its data and the libraries it runs with: what it made before holds while that stays."""
    import hashlib  # only builds ask
    import sys

    found = hashlib.blake2b("\0".join([sys.version, *_libraries()]).encode(), digest_size=12)
    for file in sorted(_PACKAGE.rglob("*")):
        if file.suffix != ".md" and not {_PACKED, "__pycache__"} & {*file.parts} and file.is_file():
            found.update(f"{file.relative_to(_PACKAGE)}\0{file.stat().st_size}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()


def _libraries() -> list[str]:
    """The libraries that the package asks for, with the versions that are installed; a bare checkout asks for none."""
    from importlib.metadata import PackageNotFoundError, requires, version

    found: list[str] = []
    with suppress(PackageNotFoundError):
        for asked in requires("kb-rules") or ():
            name = re.split(r"[^\w.-]", asked, maxsplit=1)[0]
            with suppress(PackageNotFoundError):  # of an extra that is not wanted
                found.append(f"{name} {version(name)}")
    return found


def _folder(name: str) -> Path:
    """In an installed package its copy, in a checkout the folder beside the package."""
    packed = _PACKAGE / _PACKED / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
