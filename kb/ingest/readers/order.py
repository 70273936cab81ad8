"""In which order are the files of a folder read? As their links and list of contents say, else as people count."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from kb.ingest.document import Stretch
from kb.ingest.thresholds import SOME

# "https://example.org", "mailto:a@example.org", "//example.org"
_WEB = re.compile(r"[a-z][a-z0-9+.-]{0,15}:|//|www\.", re.IGNORECASE)


class Addresses:
    """What the files of one source are called, and which anchors each has."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._numbers = {name: number for number, name in enumerate(names)}
        self._loose: dict[str, int] = {}
        for number, name in enumerate(names):
            self._loose.setdefault(_loosely(name), number)
        self._known: set[str] = set()

    def number(self, name: str) -> int:
        """Which file has this name."""
        return self._numbers[name]

    def member(self, number: int, address: str) -> int | None:
        """The file that an address in another one means; its suffix may be missing or that of its web page."""
        if _WEB.match(address):
            return None
        if not address:
            return number
        joined = posixpath.join(posixpath.dirname(self._names[number]), unquote(address))
        name = posixpath.normpath(joined).lstrip("/")
        for each in (name, posixpath.normpath(unquote(address)).lstrip("/")):
            if each in self._numbers:
                return self._numbers[each]
            if _loosely(each) in self._loose:
                return self._loose[_loosely(each)]
        return None

    def anchored(self, number: int, stretches: Sequence[Stretch]) -> list[Stretch]:
        """The stretches of a file with its name before their anchors too; the first also answers to the name alone."""
        name = self._names[number]
        made: list[Stretch] = []
        for stretch in stretches:
            qualified = (f"{name}#{anchor}" for anchor in stretch.anchors)
            own = (name,) if not made else ()
            anchors = (*own, *stretch.anchors, *qualified)
            self._known.update(anchors)
            made.append(replace(stretch, anchors=anchors) if anchors else stretch)
        return made

    def pointed(self, number: int, target: str) -> str:
        """A link's target as an anchor with its file's name, where a file of this source has it; else as it is."""
        address, _, anchor = target.partition("#")
        member = self.member(number, address.strip())
        if member is None:
            return target
        name = self._names[member]
        names = (f"{name}#{anchor}", f"{name}#{unquote(anchor)}") if anchor else (name,)
        return next((each for each in names if each in self._known), target)


def _loosely(name: str) -> str:
    """A file's name without suffix, and with all blanks alike: `Goat_walls.html` and `goat walls.md` are one."""
    stem = posixpath.splitext(name)[0] if re.search(r"\.[A-Za-z]\w{0,8}$", name) else name
    return re.sub(r"[\s_-]+", "-", stem.casefold())


_CONTENTS = ("summary", "contents", "toc", "table-of-contents", "_toc", "index", "_index", "readme", "home")
"""What a file that lists the others is called; the first of these that does decides."""
_MARKDOWN = (".md", ".markdown")
_LARGEST_CONTENTS = 1024 * 1024
# "[Walls](walls.md#climbing)", '<a href="walls.html">', "[[Walls|the walls]]"
_LINK = re.compile(r"\]\(<?([^()<>\s]{1,300})|\bhref\s*=\s*[\"']([^\"'<>]{1,300})|\[\[([^\[\]|]{1,200})")
_WHOLE_LINK = re.compile(r"\[[^\[\]]{0,300}\]\([^()\s]{0,300}\)")
_HEADING = re.compile(r"^ {0,3}#.*$", re.MULTILINE)


def reading_order(folder: Path, paths: Sequence[Path]) -> tuple[Path, ...]:
    """The texts as a list of contents among them says; those that it does not name follow, as people count."""
    counted = sorted(paths, key=lambda path: _counting(path.relative_to(folder)))
    listings = [path for path in counted if path.stem.lower() in _CONTENTS]
    for listing in sorted(listings, key=lambda path: (_CONTENTS.index(path.stem.lower()), len(path.parts))):
        ordered = tuple(dict.fromkeys([listing, *_named(_words(listing), listing, folder, counted)]))
        if len(ordered) > 2 and 2 * len(ordered) > len(counted):
            return tuple(dict.fromkeys([*ordered, *counted]))
    return tuple(counted)


def only_lists(path: Path) -> bool:
    """Whether a text holds hardly anything but links to others."""
    is_listing = path.stem.lower() in _CONTENTS and path.suffix.lower() in _MARKDOWN
    words = _words(path) if is_listing else ""
    left, links = _WHOLE_LINK.subn("", words)
    letters = [sum(map(str.isalnum, each)) for each in (_HEADING.sub("", left), words)]
    return links > 1 and letters[0] < SOME * letters[1]


def _counting(path: Path) -> list[list[tuple[int, str]]]:
    """Sorts names by their numbers as numbers, a folder's own text before those in it, its index before all."""
    parts = [*path.parts[:-1], path.stem.lower()]
    if parts[-1] in _CONTENTS:
        parts[-1] = ""
    return [
        [
            (int(piece[:18]), "") if piece.isdecimal() else (-1, piece)
            for piece in re.split(r"(\d+)", part.lower())
        ]
        for part in parts
    ]


def _words(path: Path) -> str:
    if path.stat().st_size > _LARGEST_CONTENTS or path.suffix.lower() == ".pdf":
        return ""
    return path.read_bytes().decode("utf-8", "replace")


def _named(words: str, listing: Path, folder: Path, paths: Sequence[Path]) -> list[Path]:
    """The texts that a list of contents links to, each where it is first named."""
    names = [PurePosixPath(path.relative_to(folder)).as_posix() for path in paths]
    addresses = Addresses(names)
    own = addresses.number(listing.relative_to(folder).as_posix())
    found = (
        addresses.member(own, next(filter(None, link.groups())).partition("#")[0])
        for link in _LINK.finditer(words)
    )
    return [paths[each] for each in dict.fromkeys(found) if each is not None]
