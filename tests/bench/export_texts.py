"""Writes what is read of every text at hand, as `kb export` would, a file a text: for `same_entries.py`.

    python tests/bench/export_texts.py OUT              every text
    python tests/bench/export_texts.py OUT seeds ifab   those whose name holds one of the words

OUT/<text>.jsonl holds the entries with their references, OUT/<text>.json what else was learnt: problems, what was
left out, seconds. PYTHONPATH chooses the code: `PYTHONPATH=../old python …` exports with the checkout in ../old.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.append(str(Path(__file__).parents[2]))

from kb import pipeline, records
from kb.entries import Entry, Reference

TEXTS = Path(os.environ.get("KB_TEXTS") or Path(__file__).parents[3] / "shared")
WHOLE_FOLDERS = (
    "corpora/flesh-and-blood",
    "corpora/netrunner/input",
    "corpora/netrunner/changelogs",
    "corpora/ifab-laws/pages",
    "corpora/yugioh-wikitext/Duel_Monsters_cards",
    "corpora/yugioh-wikitext/limit-regulation-ocg",
)
"""Folders that hold one text; every other file is a text of its own."""
_ABOUT = ("README.md", "SOURCE.md", "LICENSE.markdown")


def texts(folder: Path, words: list[str]) -> Iterator[tuple[str, Path]]:
    """The name and path of every text, the small ones first."""
    found = [folder / name for name in WHOLE_FOLDERS if (folder / name).is_dir()]
    for path in sorted([*folder.glob("seeds/*"), *folder.glob("corpora/**/*")]):
        inside = any(part in found for part in path.parents)
        if path.is_file() and path.name not in _ABOUT and not inside:
            found.append(path)
    for path in sorted(found, key=_size):
        name = re.sub(r"[^a-z0-9.]+", "-", path.relative_to(folder).as_posix().lower()).removeprefix(
            "corpora-"
        )
        if not words or any(word in name for word in words):
            yield name, path


def _size(path: Path) -> int:
    return sum(each.stat().st_size for each in path.glob("*")) if path.is_dir() else path.stat().st_size


def export(path: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The records of a text's entries, and what else was learnt of it."""
    with TemporaryDirectory() as folder:
        game = Path(folder) / "corpus" / "game"
        game.mkdir(parents=True)
        (shutil.copytree if path.is_dir() else shutil.copyfile)(path, game / path.name)
        (game / "game.toml").write_text(f'title = "Game"\n[[sources]]\nfile = "{path.name}"\n')
        started = time.process_time()
        (content,) = pipeline.contents(game.parent)
        took = time.process_time() - started
    references: dict[str, list[Reference]] = defaultdict(list)
    for reference in content.references:
        references[reference.origin].append(reference)
    children: dict[str, list[Entry]] = defaultdict(list)
    for entry in content.entries:
        children[entry.parent or ""].append(entry)
    entries = [
        records.entry_record(entry, references[entry.id], children[entry.id]) for entry in content.entries
    ]
    source = content.sources[0]
    return entries, {
        "seconds": round(took, 2),
        "entries": len(entries),
        "references": dict(Counter(each.status for each in content.references)),
        "characters": source.characters,
        "accounted": source.accounted,
        "edition": source.edition,
        "problems": [f"{each.code} {each.line}: {each.message}" for each in content.problems],
        "left out": [f"{each.reason} {each.line}: {each.text}" for each in content.left_out],
    }


def main() -> None:
    """Export the texts that the command line names."""
    out, words = Path(sys.argv[1]), sys.argv[2:]
    out.mkdir(parents=True, exist_ok=True)
    for name, path in texts(TEXTS, words):
        try:
            entries, learnt = export(path)
        except Exception as error:
            entries, learnt = [], {"error": f"{type(error).__name__}: {error}"}
        lines = (json.dumps(entry, ensure_ascii=False, sort_keys=True) for entry in entries)
        (out / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines))
        (out / f"{name}.json").write_text(json.dumps(learnt, ensure_ascii=False, indent=1))
        print(
            f"{learnt.get('seconds', 0):6} s {len(entries):6,} {name} {learnt.get('error', '')}", flush=True
        )


if __name__ == "__main__":
    main()
