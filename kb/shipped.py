"""Where are the templates and the corpus that ship with the package?"""

from __future__ import annotations

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


def _folder(name: str) -> Path:
    """In an installed package its copy, in a checkout the folder beside the package."""
    packed = _PACKAGE / _PACKED / name
    return packed if packed.is_dir() else _PACKAGE.parent / name
