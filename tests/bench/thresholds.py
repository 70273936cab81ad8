"""Every number that decides in ingest, and what it is worth: entries that change when it is half or twice as large.

    python tests/bench/thresholds.py                   the table: where, name, value, worth as THRESHOLDS.md has it
    python tests/bench/thresholds.py --try [WORD ...]  measured anew on the texts at hand (those named) and all cases
    python tests/bench/thresholds.py --only MODULE     of modules whose name holds MODULE
    python tests/bench/thresholds.py --try --write     and written into THRESHOLDS.md

The texts are those of `export_texts.py`, each read in this process and only where it passes code that asks for the
number; of a kind that is there several times (`SKIPPED`) one is read. A number that is worth nothing on all of them,
nor to a case, can go.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1]))
sys.path.append(str(Path(__file__).parents[2]))

from case_files import CASES, read_cases
from export_texts import TEXTS, texts

from kb import ingest
from kb.errors import KbError
from kb.sources import read_corpus

INGEST = Path(ingest.__file__).parent
MEASURED = Path(__file__).with_name("THRESHOLDS.md")
SKIPPED = ("parsed-by", "utf16", "2024-11-08")
"""Texts that hold what another text holds, for longer."""
ENOUGH = 50
"""So many entries that change are enough to keep a number; no more texts are read."""
_LIMITS = ("limits", "encodings")
"""Modules whose numbers bound what is read and decide nothing about a text."""


@dataclass(frozen=True)
class Threshold:
    """A named number of a module."""

    module: str
    name: str
    value: float
    told: str
    """What its docstring says."""


def thresholds(only: str = "") -> Iterator[Threshold]:
    """All numbers that modules of ingest name."""
    for path in sorted(INGEST.rglob("*.py")):
        module = ".".join(path.relative_to(INGEST.parents[1]).with_suffix("").parts).removesuffix(".__init__")
        if only not in module or path.stem in _LIMITS:
            continue
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for at, node in enumerate(body):
            if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)):
                continue
            value = getattr(node.value, "value", None)
            if isinstance(value, int | float) and not isinstance(value, bool):
                below = body[at + 1] if at + 1 < len(body) else None
                told = (
                    getattr(getattr(below, "value", None), "value", "") if isinstance(below, ast.Expr) else ""
                )
                yield Threshold(module, node.targets[0].id, value, " ".join(str(told).split()))


def entries_of(path: Path) -> Counter[str]:
    """What is read of a text, an entry a line."""
    with TemporaryDirectory() as folder:
        game = Path(folder) / "game"
        game.mkdir()
        (shutil.copytree if path.is_dir() else shutil.copyfile)(path, game / path.name)
        (game / "game.toml").write_text(f'title = "Game"\n[[sources]]\nfile = "{path.name}"\n')
        try:
            found = ingest.ingest(read_corpus(Path(folder))).entries
        except KbError as error:
            return Counter([str(error).replace(folder, "")])
    return Counter(f"{each.kind}|{each.number}|{each.title}|{each.parent}|{each.markdown}" for each in found)


@dataclass(frozen=True)
class Read:
    """A text as it is read today."""

    path: Path
    entries: Counter[str]
    passed: frozenset[str]
    """Names that the code asks for which it passes, each with its module."""

    seconds: float


def read_now(path: Path) -> Read:
    """Read a text, and learn which code it passes."""
    codes: set[CodeType] = set()

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(called)
    try:
        entries = entries_of(path)
    finally:
        sys.setprofile(None)
    started = time.process_time()
    entries_of(path)
    took = time.process_time() - started
    root = str(INGEST)
    passed = {
        f"{code.co_filename}:{name}"
        for code in codes
        if code.co_filename.startswith(root)
        for name in code.co_names
    }
    return Read(path, entries, frozenset(passed), took)


def case_texts(folder: Path) -> Iterator[Path]:
    """The texts of the cases, each as a file."""
    for cases in sorted((CASES / "rulebooks").glob("*.txt")):
        parts = 3 if re.search(r"^\S+\.(?:md|html|txt|json|ya?ml)$", cases.read_text(), re.MULTILINE) else 2
        for number, case in enumerate(read_cases(f"rulebooks/{cases.name}", parts)):
            values = case.values[0]
            path = folder / f"{cases.stem}-{number}" / (values[0] if parts == 3 else "text.txt")
            path.parent.mkdir()
            path.write_text(values[parts - 2].replace("␌", "\f"))
            yield path


def worth(threshold: Threshold, read: list[Read]) -> dict[str, int]:
    """How many entries change, vanish or appear when a number is half and when it is twice as large."""
    holders = {
        name: module
        for name, module in sys.modules.items()
        if name.startswith("kb.ingest") and vars(module).get(threshold.name) == threshold.value
    }
    if threshold.name.startswith("_"):  # a private name may be another one's elsewhere
        holders = {threshold.module: holders[threshold.module]}
    asked = {f"{module.__file__}:{threshold.name}" for module in holders.values()}
    passing = [each for each in read if not asked.isdisjoint(each.passed)]
    kind, changed = type(threshold.value), {}
    for called, value in (("half", threshold.value / 2), ("twice", threshold.value * 2)):
        for module in holders.values():
            setattr(module, threshold.name, kind(value))
        changed[called] = _changed(passing)
    for module in holders.values():
        setattr(module, threshold.name, threshold.value)
    return changed


def _changed(read: list[Read]) -> int:
    """How many entries are others than today, up to `ENOUGH`."""
    changed = 0
    for each in read:
        now = entries_of(each.path)
        changed += max((each.entries - now).total(), (now - each.entries).total())
        if changed >= ENOUGH:
            return ENOUGH
    return changed


def measured() -> Mapping[tuple[str, str], list[str]]:
    """The rows of THRESHOLDS.md by module and name: value, half, twice."""
    rows = [
        line.strip("| \n").split(" | ") for line in MEASURED.read_text().splitlines() if line.count("|") > 5
    ]
    return {(row[0], row[1]): row[2:5] for row in rows[2:]}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--try", nargs="*", dest="tried", metavar="WORD")
    parser.add_argument("--only", default="", metavar="MODULE")
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    found = list(thresholds(wanted.only))
    for each in found:
        importlib.import_module(each.module)
    head = "| where | name | value | half | twice | what it says |\n| --- | --- | ---: | ---: | ---: | --- |"
    lines = [head]
    print(head)
    known = measured() if MEASURED.is_file() else {}
    with TemporaryDirectory() as folder:
        read = []
        if wanted.tried is not None:
            every = [
                path for name, path in texts(TEXTS, wanted.tried) if not any(map(name.__contains__, SKIPPED))
            ]
            read = sorted(map(read_now, [*case_texts(Path(folder)), *every]), key=lambda each: each.seconds)
        for each in found:
            place = each.module.removeprefix("kb.ingest.")
            if read:
                changed = [f"{many}+" if many == ENOUGH else str(many) for many in worth(each, read).values()]
            else:
                changed = known.get((place, each.name), ["", "–", "–"])[1:]
            lines.append(
                f"| {place} | {each.name} | {each.value} | {' | '.join(changed)} | {each.told[:90]} |"
            )
            print(lines[-1], flush=True)
    print(f"{len(found)} numbers, {sum(1 for each in found if each.told)} of them with a sentence")
    if wanted.write:
        MEASURED.write_text(f"{__doc__.splitlines()[0]}\n\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
