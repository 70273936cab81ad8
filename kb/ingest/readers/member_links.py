"""Where do links lead from one file of a source to another? `[climbing](walls.md#climbing)`, `[[Walls#Climbing]]`."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import unquote

from kb.ingest.document import Stretch

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
