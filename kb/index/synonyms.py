"""Which words do people use for one another? The rings of the package's list that say anything in a text.

`synonyms.txt` holds them as stems, a line a ring: its members parted by commas, the stems of a member by blanks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from kb.analyse import stems
from kb.index.manifest import damaged

NAME = "synonyms.txt"
LIST = Path(__file__).with_name("synonyms.txt")


def write(folder: Path, held: Collection[str], lines: Iterable[str] | None = None) -> None:
    """Write those rings of a list in which a member leads to a stem that is held."""
    known = frozenset(held)
    rings = read_list(lines if lines is not None else LIST.read_text(encoding="utf-8").splitlines())
    used = (ring for ring in rings if any(known.intersection(_leads(member, ring)) for member in ring))
    text = "".join(",".join(" ".join(member) for member in ring) + "\n" for ring in used)
    (folder / NAME).write_text(text, encoding="utf-8")


def _leads(member: Sequence[str], ring: Iterable[Sequence[str]]) -> list[str]:
    """The stems of the other members of a ring."""
    return sorted({stem for other in ring if other != member for stem in other}.difference(member))


def read_list(lines: Iterable[str]) -> list[list[list[str]]]:
    """The rings of a list, each member as its stems; blank lines and `#` comments are skipped."""
    rings = []
    for line in lines:
        if line.strip() and not line.startswith("#"):
            members = [stems(member) for member in line.split(",")]
            rings.append([member for member in members if member])
    return rings


def read(folder: Path) -> list[str]:
    """The lines as written."""
    try:
        return (folder / NAME).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise damaged(folder) from error


class Synonyms:
    """Tells what people use for one another; of lines that say the same one counts."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[list[str], list[list[str]]]]] = {}
        for line in dict.fromkeys(lines):
            ring = [member.split(" ") for member in line.split(",")]
            for member in ring:
                self._by_first.setdefault(member[0], []).append((member, ring))

    def related(self, asked: Sequence[str]) -> list[str]:
        """The stems that the rings of a question's stems lead to, none of them asked for itself."""
        found: dict[str, None] = {}
        for at, stem in enumerate(asked):
            for member, ring in self._by_first.get(stem, ()):
                if [*asked[at : at + len(member)]] == member:
                    found |= dict.fromkeys(_leads(member, ring))
        return [stem for stem in found if stem not in asked]
