"""Every number that decides in ingest, and what it is worth: entries that change when it is half or twice as large.

    python tests/bench/thresholds.py                   the table: where, name, value, what its docstring says
    python tests/bench/thresholds.py --try [WORD ...]  with what each is worth on the texts at hand (those named)
    python tests/bench/thresholds.py --only MODULE     of modules whose name holds MODULE

The texts are those of `export_texts.py`. A number that is worth nothing on all of them, nor to a case, can go.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[2]))

from export_texts import TEXTS, texts

from kb import ingest
from kb.errors import KbError
from kb.sources import read_corpus

INGEST = Path(ingest.__file__).parent
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
            return Counter([str(error)])
    return Counter(f"{each.kind}|{each.number}|{each.title}|{each.parent}|{each.markdown}" for each in found)


def worth(threshold: Threshold, read: dict[Path, Counter[str]]) -> int:
    """How many entries change when a number is half or twice as large, in whatever module it is used."""
    holders = [
        module
        for name, module in sys.modules.items()
        if name.startswith("kb.ingest") and vars(module).get(threshold.name) == threshold.value
    ]
    if not threshold.name.startswith("_"):  # a private name may be another one's elsewhere
        own = holders
    else:
        own = [module for module in holders if module.__name__ == threshold.module]
    changed = 0
    kind = type(threshold.value)
    for value in (kind(threshold.value / 2), kind(threshold.value * 2)):
        for module in own:
            setattr(module, threshold.name, value)
        changed = max(changed, sum(((before - entries_of(path)).total()) for path, before in read.items()))
    for module in own:
        setattr(module, threshold.name, threshold.value)
    return changed


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--try", nargs="*", dest="tried", metavar="WORD")
    parser.add_argument("--only", default="", metavar="MODULE")
    wanted = parser.parse_args()
    read: dict[Path, Counter[str]] = {}
    if wanted.tried is not None:
        read = {path: entries_of(path) for _, path in texts(TEXTS, wanted.tried)}
    found = list(thresholds(wanted.only))
    print("| where | name | value | worth | what it says |\n| --- | --- | ---: | ---: | --- |")
    for each in found:
        importlib.import_module(each.module)
        measured = worth(each, read) if read else "–"
        place = each.module.removeprefix("kb.ingest.")
        print(f"| {place} | {each.name} | {each.value} | {measured} | {each.told[:90]} |", flush=True)
    print(f"{len(found)} numbers, {sum(1 for each in found if each.told)} of them with a sentence")


if __name__ == "__main__":
    main()
