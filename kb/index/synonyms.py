"""Which words do people use for one another? The ring list of the package, cut to the words of the texts.

`synonyms.json` holds what each member of a ring leads to, for the terminal; `synonyms.txt` holds the rings themselves,
a line a ring, for browsers: a third of that, and they find the rest on their own.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path

from kb.analyse import stems
from kb.index.manifest import damaged

NAME, LINES = "synonyms.json", "synonyms.txt"
LIST = Path(__file__).with_name("synonyms.txt")

Synonyms = dict[str, list[tuple[list[str], list[str]]]]
"""By first stem: the stems of a member of a ring, and those stems of the others that the texts hold."""


def write(folder: Path, held: Collection[str], lines: Iterable[str] | None = None) -> None:
    """Write what each member of each ring leads to among the stems held, and the rings that lead anywhere."""
    known = frozenset(held)
    synonyms: Synonyms = {}
    used = []
    for ring in read_list(lines if lines is not None else LIST.read_text(encoding="utf-8").splitlines()):
        found = [(member, leads) for member in ring if (leads := _leads(member, ring, known))]
        for member, leads in found:
            synonyms.setdefault(member[0], []).append((member, leads))
        if found:
            used.append(",".join(" ".join(member) for member in ring) + "\n")
    text = json.dumps(dict(sorted(synonyms.items())), separators=(",", ":"))
    (folder / NAME).write_text(text + "\n", encoding="utf-8")
    (folder / LINES).write_text("".join(used), encoding="utf-8")


def _leads(member: list[str], ring: list[list[str]], known: Collection[str]) -> list[str]:
    """The stems held of the other members of a ring."""
    others = {stem for other in ring if other != member for stem in other}
    return sorted(others.intersection(known).difference(member))


def read_list(lines: Iterable[str]) -> list[list[list[str]]]:
    """The rings of a list, each member as its stems; blank lines and `#` comments are skipped."""
    synonyms = []
    for line in lines:
        if line.strip() and not line.startswith("#"):
            members = [stems(member) for member in line.split(",")]
            synonyms.append([member for member in members if member])
    return synonyms


def read(folder: Path) -> Synonyms:
    """The rings as written."""
    try:
        synonyms: Synonyms = json.loads((folder / NAME).read_bytes())
    except (OSError, ValueError) as error:
        raise damaged(folder) from error
    return synonyms


def related(asked: list[str], synonyms: Synonyms) -> list[str]:
    """The stems that the rings of a question's stems lead to, none of them asked for itself."""
    found: dict[str, None] = {}
    for at, stem in enumerate(asked):
        for member, leads in synonyms.get(stem, ()):
            if asked[at : at + len(member)] == [*member]:
                found |= dict.fromkeys(leads)
    return [stem for stem in found if stem not in asked]
