"""Compares two exports entry by entry, matched by their text and not by their id.

    python tests/bench/same_entries.py OLD NEW                 two `kb export` files, or two folders of them
    python tests/bench/same_entries.py OLD NEW --show 20       with so many differences of each text, not only counts
    python tests/bench/same_entries.py OLD NEW --json FILE     every difference, for programs

Every difference is judged better, worse or given up (worse on purpose, for the reason that stands there) by
`same_entries.toml` beside this script; what nobody judged is worse.
Ends with 1 where a text has less than 99.5 % of its entries the same or better; a text that must have all of them
(the seeds, the Magic rules) ends with 1 for a single worse one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import Any

Record = dict[str, Any]
ENOUGH = 0.995
"""Share of a text's entries that are the same or better."""
STRICT = ("seeds-*", "mtg-cr-*")
"""Texts in which no entry may be worse."""
ALIKE = 0.4
"""Share of words that two entries share which are one entry, changed; less is one gone and another new."""
JUDGED = Path(__file__).with_suffix(".toml")
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Difference:
    """An entry that is not what it was: the old one, the new one, and what of it changed."""

    text: str
    old: Record | None
    new: Record | None
    fields: tuple[str, ...]
    """`text`, `kind`, `parent`, ...; `gone` and `new` for an entry that only one side has."""

    verdict: str = "worse"
    reason: str = "not judged"

    @property
    def digest(self) -> str:
        """Names this very difference in the list of judgements."""
        sides = [_content(each) if each else None for each in (self.old, self.new)]
        return hashlib.sha256(json.dumps([sides, self.fields]).encode()).hexdigest()[:10]

    def words(self) -> tuple[list[str], list[str]]:
        """The words that only the old markdown has, and those that only the new one has."""
        old, new = (_WORD.findall(_shown(each)) for each in (self.old, self.new))
        if self.old is None or self.new is None:
            return old, new
        taken, added = [], []
        for tag, at, end, here, there in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if tag != "equal":
                taken += old[at:end]
                added += new[here:there]
        return taken, added


def _shown(record: Record | None) -> str:
    return f"{record['number'] or ''} {record['title'] or ''} {record['markdown']}" if record else ""


def _content(record: Record) -> list[Any]:
    return [record[name] for name in ("kind", "number", "title", "text")]


def read(path: Path) -> list[Record]:
    """The records of an export, in its order."""
    return [json.loads(line) for line in path.read_text().split("\n") if line]


def matched(old: Sequence[Record], new: Sequence[Record]) -> Iterator[tuple[Record | None, Record | None]]:
    """Each old entry with the new one that says the same, else the most of it; those without a fellow alone."""
    left, right = list(old), list(new)
    for key in (_whole, _titled, _text, _label):
        left, right, pairs = _paired(left, right, key)
        yield from pairs
    for record in left:
        scored = [
            (score, at) for at, other in enumerate(right) if (score := _likeness(record, other)) >= ALIKE
        ]
        fellow = right.pop(max(scored, key=lambda each: (each[0], -each[1]))[1]) if scored else None
        yield record, fellow
    yield from ((None, record) for record in right)


def _whole(record: Record) -> str:
    return json.dumps([*_content(record), record["parent"], record["location"]])


def _titled(record: Record) -> str:
    return json.dumps(_content(record)[1:])


def _text(record: Record) -> str:
    return str(record["text"]) if len(str(record["text"])) > 20 else ""


def _label(record: Record) -> str:
    return f"{record['number']} {record['title']}" if record["number"] or record["title"] else ""


def _paired(
    left: Sequence[Record], right: Sequence[Record], key: Any
) -> tuple[list[Record], list[Record], list[tuple[Record, Record]]]:
    """Entries with the same key, first with first; and what is left of both sides."""
    waiting: dict[str, list[Record]] = defaultdict(list)
    for record in reversed(right):
        waiting[key(record)].append(record)
    waiting.pop("", None)
    rest, pairs = [], []
    for record in left:
        found = waiting.get(key(record))
        if found:
            pairs.append((record, found.pop()))
        else:
            rest.append(record)
    used = {id(record) for _, record in pairs}
    return rest, [record for record in right if id(record) not in used], pairs


def _likeness(old: Record, new: Record) -> float:
    mine, other = (Counter(_WORD.findall(_shown(each))) for each in (old, new))
    return 2 * (mine & other).total() / max(1, mine.total() + other.total())


def compare(name: str, old: Sequence[Record], new: Sequence[Record]) -> tuple[Counter[str], list[Difference]]:
    """How many entries are the same, moved or only called otherwise, and all other differences."""
    pairs = list(matched(old, new))
    ids = {one["id"]: other["id"] for one, other in pairs if one and other}
    counts: Counter[str] = Counter()
    differences = []
    moved = _moved([(one, other) for one, other in pairs if one and other])
    for one, other in pairs:
        if one is None or other is None:
            differences.append(Difference(name, one, other, ("gone" if one else "new",)))
            continue
        fields = tuple(_changed(one, other, ids))
        if fields:
            differences.append(Difference(name, one, other, fields))
        elif one["id"] != other["id"]:
            counts["id only"] += 1
        else:
            counts["order only" if one["id"] in moved else "same"] += 1
    return counts, differences


def _moved(pairs: Iterable[tuple[Record, Record]]) -> set[str]:
    """Old ids of entries that stand after another one than before, or after another of its paragraphs."""
    kept = [(one, other) for one, other in pairs]
    before = [one["id"] for one, _ in sorted(kept, key=lambda pair: pair[0]["order"])]
    after = [one["id"] for one, _ in sorted(kept, key=lambda pair: pair[1]["order"])]
    fellow = dict(zip(before[1:], before, strict=False))
    moved = {each for above, each in pairwise(after) if fellow.get(each) != above}
    return moved | {one["id"] for one, other in kept if _placed(one) != _placed(other)}


def _placed(record: Record) -> list[int]:
    """The places in its text at which an entry's children stand, but for those below it all."""
    return [child["at"] for child in record.get("children", ()) if child["at"] < len(record["text"].rstrip())]


def _changed(old: Record, new: Record, ids: dict[str, str]) -> Iterator[str]:
    """The fields in which two entries differ, ids of matched entries counted as the same."""
    for field in ("kind", "number", "title", "aliases", "text", "markdown", "edition"):
        if old[field] != new[field]:
            yield field
    if ids.get(old["parent"], old["parent"]) != new["parent"]:
        yield "parent"
    if _span(old) != _span(new):
        yield "place"
    at = old["text"] == new["text"]
    before = [_pointed(each, ids, at) for each in old["references"]]
    if before != [_pointed(each, {}, at) for each in new["references"]]:
        yield "references"


def _span(record: Record) -> list[Any]:
    place = record["location"]
    return [place["file"], place["first_line"], place["last_line"], place.get("page")]


def _pointed(reference: Record, ids: dict[str, str], at: bool) -> list[Any]:
    """What a reference says, and where it stands in a text that is the same."""
    target = ids.get(reference["target"], reference["target"])
    return [reference[name] for name in ("kind", "text", "status")] + [
        target,
        reference["start"] if at else 0,
    ]


def judge(difference: Difference, rules: Sequence[dict[str, Any]]) -> Difference:
    """A difference with the verdict of the first judgement that speaks of it."""
    for rule in rules:
        if _speaks_of(rule, difference):
            return Difference(
                difference.text,
                difference.old,
                difference.new,
                difference.fields,
                rule["verdict"],
                rule["reason"],
            )
    return difference


def _speaks_of(rule: dict[str, Any], difference: Difference) -> bool:
    """A judgement names a text, and single differences or a class: which fields, which words went and came."""
    if not fnmatch(difference.text, rule.get("text", "*")):
        return False
    if "digests" in rule:
        return difference.digest in rule["digests"]
    if not set(difference.fields) <= set(rule["fields"]):
        return False
    if "ignoring" in rule and not _equal_but_for(rule["ignoring"], difference):
        return False
    if "taken" not in rule and "added" not in rule:
        return True
    taken, added = difference.words()
    return all(re.fullmatch(rule.get("taken", ""), word) for word in taken) and all(
        re.fullmatch(rule.get("added", ""), word) for word in added
    )


def _equal_but_for(pattern: str, difference: Difference) -> bool:
    """Whether both entries say the same without what a pattern matches, blanks aside, and point at as many targets."""
    if difference.old is None or difference.new is None:
        return False
    one, other = (
        [re.sub(rf"(?:{pattern})|\s+", "", str(each[name])) for name in ("title", "text", "markdown")]
        for each in (difference.old, difference.new)
    )
    pointed = [
        Counter(each["target"] for each in side["references"]) for side in (difference.old, difference.new)
    ]
    return one == other and pointed[0] <= pointed[1]


def _files(old: Path, new: Path) -> Iterator[tuple[str, Path, Path]]:
    if not new.is_dir():
        yield new.stem, old, new
        return
    for path in sorted(new.glob("*.jsonl")):
        yield path.name.removesuffix(".jsonl"), old / path.name, path


def _print(difference: Difference) -> None:
    shown = difference.new or difference.old or {}
    print(f"  {difference.digest} {', '.join(difference.fields)}: {difference.verdict}, {difference.reason}")
    print(f"    {shown['id']} (line {shown['location']['first_line']})")
    for field in difference.fields:
        if difference.old and difference.new and field in difference.old:
            print(f"    - {field}: {str(difference.old[field])[:300]!r}")
            print(f"    + {field}: {str(difference.new[field])[:300]!r}")
    taken, added = difference.words()
    print(f"    words: -{' '.join(taken)[:200]} +{' '.join(added)[:200]}")


def main() -> int:
    """Compare, print a row a text, and tell whether all is as good as it was."""
    parser = argparse.ArgumentParser()
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--show", type=int, default=0, metavar="N")
    parser.add_argument("--json", type=Path, metavar="FILE")
    wanted = parser.parse_args()
    rules = tomllib.loads(JUDGED.read_text()).get("judged", []) if JUDGED.is_file() else []
    failed, every = [], []
    print("| text | entries | same | order only | id only | better | given up | worse | good, % |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, old, new in _files(wanted.old, wanted.new):
        counts, found = compare(name, read(old), read(new))
        judged = [judge(each, rules) for each in found]
        counts.update(each.verdict for each in judged)
        good = 1 - counts["worse"] / max(1, counts.total())
        row = [f"{counts[key]:,}" for key in ("same", "order only", "id only", "better", "given up", "worse")]
        print(f"| {name} | {counts.total():,} | {' | '.join(row)} | {100 * good:.2f} |")
        worse = [each for each in judged if each.verdict == "worse"]
        for each in worse[: wanted.show]:
            _print(each)
        every += judged
        if good < ENOUGH or (worse and any(fnmatch(name, strict) for strict in STRICT)):
            failed.append(name)
    if wanted.json:
        listed = [{**vars(each), "digest": each.digest} for each in every]
        wanted.json.write_text(json.dumps(listed, ensure_ascii=False, indent=1))
    print(f"worse than before: {', '.join(failed)}" if failed else "all the same or better")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
