"""Reads texts of 50,000 entries of one shape each, half as many and all: is ingest linear, and under five seconds?

python tests/bench/ingest_shapes.py [WORD...]     only the shapes whose names hold a word
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[:0] = [str(Path(__file__).parents[2])]

from kb.entries import Game, Source  # noqa: E402
from kb.errors import KbError  # noqa: E402
from kb.ingest import gathered, read_source  # noqa: E402
from kb.sources import Corpus  # noqa: E402

MANY = 50_000
WORDS = "A goat may climb the wall once in each turn, and it rests there until the herder calls it."


def lines(line: Callable[[int], str], joint: str = "\n") -> Callable[[int], str]:
    return lambda many: joint.join(line(number) for number in range(many))


SHAPES: dict[str, tuple[str, Callable[[int], str]]] = {
    "numbered lines": ("txt", lines(lambda n: f"{n // 900 + 1}.{n // 30 % 30 + 1}.{n % 30 + 1} {WORDS}")),
    "numbered paragraphs": (
        "txt",
        lines(lambda n: f"{n // 900 + 1}.{n // 30 % 30 + 1}.{n % 30 + 1}. {WORDS}", "\n\n"),
    ),
    "numbers with letters": (
        "txt",
        lines(lambda n: f"{n // 2600 + 100}.{n // 26 % 100 + 1}{chr(97 + n % 26)} {WORDS}"),
    ),
    "numbers in disorder": ("txt", lines(lambda n: f"{n * 7919 % 60 + 1}.{n * 104729 % 90 + 1} {WORDS}")),
    "one number": ("txt", lines(lambda n: f"1.1 {WORDS}")),
    "hyphens": ("txt", lines(lambda n: f"{n // 900 + 1}-{n // 30 % 30 + 1}-{n % 30 + 1}. {WORDS}")),
    "letters and digits": (
        "txt",
        lines(lambda n: f"{n // 676 + 1}{chr(97 + n // 26 % 26)}{n % 26 + 1}) {WORDS}"),
    ),
    "articles": ("txt", lines(lambda n: f"Article {n + 1}: Goats\n\n{WORDS}", "\n\n")),
    "chapters": ("txt", lines(lambda n: f"{n + 1}. Goats Of Herd {n}\n\n{WORDS}", "\n\n")),
    "terms": ("txt", lambda many: "Glossary\n\n" + lines(lambda n: f"Goat {n}: {WORDS}", "\n\n")(many)),
    "terms on lines": (
        "txt",
        lambda many: "Glossary\n\n" + lines(lambda n: f"Goat {n}\n{WORDS}", "\n\n")(many),
    ),
    "questions": ("txt", lines(lambda n: f"Q: May goat {n} climb?\nA: {WORDS}", "\n\n")),
    "bullets": ("txt", lines(lambda n: f"- {WORDS}")),
    "bullets two deep": ("txt", lines(lambda n: f"{'  ' * (n % 2)}- {WORDS}")),
    "steps": ("txt", lambda many: "Follow these steps:\n" + lines(lambda n: f"{n % 99 + 1}. {WORDS}")(many)),
    "capitals": ("txt", lines(lambda n: f"GOATS OF HERD {n}\n\n{WORDS.upper()}", "\n\n")),
    "short lines": ("txt", lines(lambda n: "goat climbs")),
    "headings": ("txt", lines(lambda n: f"Goats Of Herd {n}", "\n\n")),
    "run-in titles": ("txt", lines(lambda n: f"Goat Herd: {WORDS}", "\n\n")),
    "examples": ("txt", lines(lambda n: f"Example: {WORDS}", "\n\n")),
    "rows by tabs": ("txt", lines(lambda n: f"goat\t{n}\twall")),
    "rows by strokes": ("txt", lines(lambda n: f"| goat | {n} | wall |")),
    "wrapped lines": (
        "txt",
        lines(lambda n: "the goat climbs the wall and it goes on and on over the hills of"),
    ),
    "Markdown headings": ("md", lines(lambda n: f"{'#' * (n % 3 + 1)} Goats {n}\n\n{WORDS}", "\n\n")),
    "Markdown bullets": ("md", lines(lambda n: f"- **Goat {n}.** {WORDS}")),
    "Markdown terms": (
        "md",
        lambda many: "# Glossary\n\n" + lines(lambda n: f"**Goat {n}**: {WORDS}", "\n\n")(many),
    ),
    "Markdown questions": ("md", lines(lambda n: f"**Q: May goat {n} climb?**\n\nA: {WORDS}", "\n\n")),
    "HTML paragraphs": ("html", lines(lambda n: f"<p id='g{n}'>Goat <b>{n}</b>. {WORDS}</p>")),
    "HTML lists": ("html", lines(lambda n: f"<ol><li>{WORDS}</ol>")),
    "HTML table": (
        "html",
        lambda many: "<table>" + lines(lambda n: f"<tr><td>goat<td>{n}</tr>")(many) + "</table>",
    ),
    "YAML tree": ("yaml", lines(lambda n: f"- id: goat_{n}\n  text: {WORDS.replace(',', '')}")),
    "wiki": ("wiki", lines(lambda n: f"== Goats {n} ==\n{WORDS}")),
}


def seconds(path: Path) -> tuple[float, int]:
    """Processor time, and the entries found, as `kb add` reads a text."""
    source = Source(game="goats", name="goats", title="", edition=None, file=path.name)
    game = Game(slug="goats", title="")
    corpus = Corpus(folder=path.parent, title="", base_url="", games=(game,), sources=(source,))
    started = time.process_time()
    try:
        entries = gathered([[read_source(corpus, source, path)]]).entries
    except KbError as error:
        print(f"    {error}")
        return time.process_time() - started, 0
    return time.process_time() - started, len(entries)


def main(wanted: list[str]) -> None:
    """Print a line for each shape."""
    print(f"{'':22} {'characters':>12} {'entries':>8} {'half':>7} {'all':>7} {'ratio':>6}")
    with TemporaryDirectory() as folder:
        for name, (suffix, make) in SHAPES.items():
            if wanted and not any(word in name for word in wanted):
                continue
            path = Path(folder) / f"goats.{suffix}"
            path.write_text(make(MANY // 2))
            half, _ = seconds(path)
            path.write_text(make(MANY))
            whole, entries = seconds(path)
            size = path.stat().st_size
            print(
                f"{name:22} {size:12,} {entries:8,} {half:5.2f} s {whole:5.2f} s {whole / half:6.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])
