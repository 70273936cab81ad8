"""Which rule texts are in what was named? Files as they are; a folder or a zip as one text of several files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kb.errors import ReadError
from kb.sources import (
    LARGEST_TEXT,
    TEXT_SUFFIXES,
    are_pages,
    convert_first,
    is_about,
    is_member,
    name_below,
    size_of_texts,
)
from kb.unpacking import MOST, is_zip, unpack

_PICTURES = frozenset(
    [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".tif", ".tiff", ".ico", ".avif"]
)
_MOST_NAMES = 4 * MOST


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A file in a folder that is no text of it, and why."""

    text: Path
    """The text that was made of the folder."""

    name: str
    """Below the folder: `pictures/map.png`."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The texts to add, each a file or a folder of several, and what was passed over."""

    texts: tuple[Path, ...]
    passed: tuple[Passed, ...] = ()


def gather(named: Sequence[Path], own: Path, scratch: Path) -> Gathered:
    """The texts that are meant; `own` is the game's folder in the corpus, which holds texts of their own.

    Raises ReadError where a folder or a zip holds no text.
    """
    texts: list[Path] = []
    passed: list[Passed] = []
    for number, path in enumerate(named):
        folder = path
        if is_zip(path):
            folder = _unpacked(path, scratch / str(number))
        if not folder.is_dir():
            texts.append(path)
            continue
        inside = _inside(folder, path)
        members = sorted(each for each in inside if is_member(each, folder))
        if not members:
            raise ReadError(f"{path} holds no text we can read ({', '.join(TEXT_SUFFIXES)})")
        is_own = folder.resolve() == own.resolve()
        if not is_own and size_of_texts(members) > LARGEST_TEXT:
            raise ReadError(
                f"{path} holds more than {LARGEST_TEXT >> 20} MB of text: add its books one by one"
            )
        found = members if is_own or len(members) == 1 else _books(members, folder)
        texts += found
        if not is_own:
            passed += _passed(inside, folder, found[-1])
            passed += _notes([] if folder in found else members, folder, found)
    return Gathered(texts=tuple(texts), passed=tuple(passed))


def _books(members: Sequence[Path], folder: Path) -> list[Path]:
    """The folder as one text; or, where one inside it holds the pages of a book, that and each text beside it."""
    within: dict[Path, list[Path]] = {}
    for path in members:
        within.setdefault(path.parent, []).append(path)
    books = [inner for inner, texts in within.items() if inner != folder and are_pages(texts)]
    beside = (path for path in members if path.parent not in books and not is_about(path, members))
    return [*books, *beside] if books else [folder]


def _unpacked(path: Path, scratch: Path) -> Path:
    """A folder with the zip's name and what is in it, or in the one folder that all of it is in."""
    outer = scratch / "unpacked"
    outer.mkdir(parents=True)
    unpack(path, outer)
    inside = list(outer.iterdir())
    while len(inside) == 1 and inside[0].is_dir():
        outer = inside[0]
        inside = list(outer.iterdir())
    return outer.rename(scratch / (path.stem.strip(". ") or "text"))


def _inside(folder: Path, named: Path) -> list[Path]:
    found = list(islice((path for path in folder.rglob("*") if not path.is_dir()), _MOST_NAMES + 1))
    if len(found) > _MOST_NAMES:
        raise ReadError(
            f"{named} holds more than {_MOST_NAMES:,} files: name the folders with the rule texts"
        )
    return found


def _passed(inside: Sequence[Path], folder: Path, text: Path) -> Iterator[Passed]:
    for path in sorted(inside):
        if not is_member(path, folder):
            reason = _reason(path, path.relative_to(folder))
            yield Passed(text=text, name=name_below(path, folder), reason=reason)


def _notes(members: Sequence[Path], folder: Path, texts: Sequence[Path]) -> Iterator[Passed]:
    """The texts that are about the others, and so of no book."""
    for path in members:
        if path not in texts and path.parent not in texts:
            name = path.relative_to(folder).as_posix()
            yield Passed(text=texts[-1], name=name, reason="about the files")


def _reason(path: Path, name: Path) -> str:
    if any(part.startswith(".") for part in name.parts):
        return "hidden file"
    if path.suffix.lower() in _PICTURES:
        return "picture"
    if path.suffix.lower() == ".zip":
        return "zip in a folder"
    if path.is_symlink():
        return "link to another place"
    return "to be converted first" if convert_first(path) else "no text"
