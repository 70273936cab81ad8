"""Adds every text at hand as a community would, and measures what is found against counts made here by plain means.

    python tests/bench/ingest_texts.py            the table, a row a text
    python tests/bench/ingest_texts.py --curve    read + recognise on 1, 4 and 16 times the Magic rules

The texts are those that tests/real_texts.py looks for. "Wrong" are numbers that a rule here has and the text has not,
and the other way round; "other" are numbers of list items and steps, which no count here knows.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from real_texts import FOLDER  # noqa: E402

from kb import pipeline  # noqa: E402
from kb.adding import add  # noqa: E402
from kb.commands import coverage  # noqa: E402
from kb.homes import Wanted  # noqa: E402

Count = Callable[[Path], set[str]]
CORPORA = FOLDER / "corpora"
NEWEST = CORPORA / "mtg-cr" / "MagicCompRules-2026-01-16.txt"


def words_of(path: Path) -> str:
    data = path.read_bytes()
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def magic(path: Path) -> set[str]:
    """Every number at a line's beginning: `7.`, `702.`, `702.19b`."""
    lines = re.split(
        r"[\r\n]+",
        words_of(path.with_name(re.sub(r"\.(?:pdf|pdftext\.txt|parsed-by-\w+\.json)$", ".txt", path.name))),
    )
    found = (re.match(r"(\d{3}\.\d+[a-z]?)(?:\.| |\b)|(\d{1,3})\. ", line) for line in lines)
    return {match[1] or match[2] for match in found if match}


def scheme_page(path: Path) -> set[str]:
    return set(re.findall(r"^\W*(314(?:\.\d)?)\.? ", words_of(path), re.MULTILINE))


def by_depth(folder: Path) -> set[str]:
    """Flesh and Blood: headings count, sections from 0, lettered below the third level."""
    found: set[str] = set()
    for path in folder.glob("0*.md"):
        chapter, counts = int(path.name[:2]), [0] * 6
        for hashes in re.findall(r"^(#+) ", words_of(path), re.MULTILINE):
            depth = len(hashes) - 1
            counts = [*counts[: depth + 1], *[0] * (5 - depth)]
            counts[depth] += 1
            if depth == 0:
                found.add(str(chapter))
            else:
                plain = [chapter, counts[1] - 1, counts[2]][: min(depth, 2) + 1]
                found.add(".".join(map(str, plain)) + (chr(96 + counts[3]) if depth > 2 else ""))
    return found


def letter(at: int) -> str:
    """a to z, then aa to az."""
    return (chr(96 + (at - 1) // 26) if at > 26 else "") + chr(97 + (at - 1) % 26)


def by_position(folder: Path) -> set[str]:
    """Netrunner: chapter, section, rule and lettered rule by their place in the tree."""
    import yaml

    def below(rules: list[dict[str, Any]], above: str, lettered: bool) -> Iterator[str]:
        named = (rule for rule in rules if "rule" in rule or "subsection" in rule)
        for at, rule in enumerate(named, 1):
            number = f"{above}{letter(at)}" if lettered else f"{above}.{at}"
            yield number
            yield from below(rule.get("rules", []), number, True)

    found: set[str] = set()
    for chapter, path in enumerate(sorted(folder.glob("*.yaml")), 1):
        tree = yaml.safe_load(words_of(path))
        found.add(str(chapter))
        for at, section in enumerate(tree.get("sections", []), 1):
            found |= {f"{chapter}.{at}", *below(section.get("rules", []), f"{chapter}.{at}", False)}
    return found


def framework(path: Path) -> set[str]:
    """Arkham Horror: `1.4`, `2.2.1`, `ST.6` where a heading, a title or bold type begins."""
    begun = r"(?:<h3[^>]*>|<b>|\"title\": \")((?:ST|\d)\.\d(?:\.\d)?)\.? "
    return set(re.findall(begun, words_of(path)))


def laws(_: Path) -> set[str]:
    return {str(number) for number in range(1, 18)}


TEXTS: tuple[tuple[str, Count | None], ...] = (
    ("seeds/000-marvel-champions-player-side-schemes.txt", None),
    ("seeds/001-illuminati-new-world-order.txt", None),
    ("seeds/002-mtg-scheme-wiki-page.txt", scheme_page),
    ("seeds/003-red-dragon-inn-reference-manual.txt", None),
    ("corpora/mtg-cr/MagicCompRules-2016-09-30.utf16le.txt", magic),
    ("corpora/mtg-cr/MagicCompRules-2024-11-08.txt", magic),
    ("corpora/mtg-cr/MagicCompRules-2024-11-08.pdf", magic),
    ("corpora/mtg-cr/MagicCompRules-2024-11-08.pdftext.txt", magic),
    ("corpora/mtg-cr/MagicCompRules-2026-01-16.txt", magic),
    ("corpora/mtg-cr/MagicCompRules-2026-01-16.parsed-by-rulesraker.json", magic),
    ("corpora/flesh-and-blood", by_depth),
    ("corpora/netrunner/input", by_position),
    ("corpora/ifab-laws/pages", laws),
    ("corpora/arkham-horror-lcg/rulesreference.html", framework),
    ("corpora/arkham-horror-lcg/rules.arkhamcards.json", framework),
    *(
        (f"corpora/boardgame-booklets/{name}", None)
        for name in (
            "dominion-rulebook.md",
            "empires-of-the-north-faq.md",
            "fallout-rules-reference.md",
            "gentes-glossary.md",
            "specter-ops-faq.md",
            "starcraft-the-board-game-faq.md",
            "terraforming-mars-rulebook.md",
            "twilight-struggle-rulebook.md",
            "wizard-faq.md",
        )
    ),
)
_LAW = re.compile(r"Law (\d+)\b")


def row(path: Path, count: Count | None) -> str:
    """One text: added, linked and measured."""
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        started = time.process_time()
        added = add([path], corpus, Wanted(game="game"))
        took = time.process_time() - started
        (content,) = pipeline.contents(corpus)
    source = added.sources[0]
    ranked = {each.number for each in added.entries if each.number and each.kind in ("rule", "section")}
    if count is laws:
        ranked = {match[1] for each in added.entries if (match := _LAW.match(f"{each.title} {each.aliases}"))}
    expected = count(path) if count else set()
    wrong = (
        f"{len(expected ^ {n for n in ranked if n in expected or is_shaped(n, expected)})}" if count else "–"
    )
    kinds = {kind: sum(each.kind == kind for each in added.entries) for kind in ("rule", "term", "faq")}
    resolved = sum(each.status == "resolved" for each in content.references)
    reasons = ", ".join(f"{many:,} {why}" for why, many in coverage.reasons(source, added.left_out).items())
    cells = (
        path.name
        if path.suffix
        else "/".join(path.parts[-2:] if path.name in ("input", "pages") else path.parts[-1:]),
        f"{len(ranked & expected) if count else len(ranked):,}",
        wrong,
        f"{kinds['rule']:,}",
        f"{kinds['term']:,}",
        f"{kinds['faq']:,}",
        f"{len(content.references):,}",
        f"{resolved:,}",
        coverage.percent(source),
        reasons or "–",
        f"{took:.2f}",
    )
    return f"| {' | '.join(cells)} |"


def is_shaped(number: str, expected: set[str]) -> bool:
    """Whether a number looks like those that are expected: "a" of a list is none of the Magic rules'."""
    shapes = {re.sub(r"\d+", "0", re.sub(r"[a-z]$", "a", each)) for each in expected}
    shape = re.sub(r"\d+", "0", re.sub(r"[a-z]$", "a", number))
    return "." in number and shape in shapes


def curve() -> None:
    """Seconds for the Magic rules once, four times and sixteen times, each copy with numbers of its own."""
    from ingest_reading import read_file

    lines = re.sub(r"\r\n?", "\n", words_of(NEWEST))
    with TemporaryDirectory() as folder:
        for many in (1, 4, 16):
            path = Path(folder) / "rules.txt"
            path.write_text(multiplied(lines, many))
            started = time.process_time()
            reading, entries = read_file(path)
            took = time.process_time() - started
            size = reading.source.characters
            each = 1e6 * took / size
            print(
                f"{many:3}x {len(entries):8,} entries {size:12,} characters {took:7.2f} s {each:6.2f} µs/character"
            )


def multiplied(rules: str, many: int) -> str:
    """The Magic rules with so many times the rules in each chapter: 702.19 again as 702.269, 702.519, …"""
    body = [match.start() for match in re.finditer(r"(?m)^1\. ", rules)][1]
    end = [match.start() for match in re.finditer(r"(?m)^Glossary$", rules)][-1]
    chapters = re.split(r"(?m)(^\d{1,3}\. .*$)", rules[body:end])
    for at in range(2, len(chapters), 2):
        chapters[at] = "".join(shifted(chapters[at], 250 * copy) for copy in range(many))
    return rules[:body] + "".join(chapters) + rules[end:]


def shifted(rules: str, by: int) -> str:
    return re.sub(r"(?m)^(\d{3}\.)(\d+)", lambda number: f"{number[1]}{int(number[2]) + by}", rules)


def main() -> None:
    """Print the table, or the curve."""
    if "--curve" in sys.argv:
        curve()
        return
    print(
        "| text | numbers | wrong | rules | terms | questions | references | resolved | accounted, % | left out | s |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |")
    for name, count in TEXTS:
        if (FOLDER / name).exists():
            print(row(FOLDER / name, count), flush=True)


if __name__ == "__main__":
    main()
