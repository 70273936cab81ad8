"""What ships with the package: templates, a corpus, and the program itself?"""

from __future__ import annotations

import platform
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

    found = hashlib.blake2b("\0".join(versions()).encode(), digest_size=12)
    for file in sorted(_PACKAGE.rglob("*")):
        if file.suffix != ".md" and not {_PACKED, "__pycache__"} & {*file.parts} and file.is_file():
            found.update(f"{file.relative_to(_PACKAGE)}\0{file.stat().st_size}\0".encode())
            found.update(file.read_bytes())
    return found.hexdigest()


@cache
def versions() -> tuple[str, ...]:
    """The versions of this package, of Python and of the libraries that it cannot do without, as far as installed."""
    from importlib.metadata import PackageNotFoundError, requires, version

    from kb import __version__

    found = [f"kb {__version__}", f"Python {platform.python_version()}"]
    with suppress(PackageNotFoundError):  # a bare checkout asks for none
        for asked in requires("kb-rules") or ():
            name = re.split(r"[^\w.-]", asked, maxsplit=1)[0]
            if "extra ==" not in asked:
                found.append(f"{name} {version(name)}")
    return tuple(found)


def _folder(name: str) -> Path:
    """In an installed package its copy, in a checkout the folder beside the package."""
    packed = _PACKAGE / _PACKED / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
