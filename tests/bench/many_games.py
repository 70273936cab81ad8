"""A library of many games, made from words: `python many_games.py FOLDER [GAMES] [ENTRIES]`.

The texts have the shapes that real ones have (numbered rules, a glossary in Markdown, questions and answers, a page of
HTML), and sizes as unequal: most games are small, a few hold thousands of entries. The same seed gives the same bytes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

SEED = 14
SIGMA = 1.1
"""Of the logarithms of sizes: real libraries have a few games that are a hundred times the middle one."""

VERBS = [
    "moves",
    "pays",
    "draws",
    "turns",
    "takes",
    "places",
    "reveals",
    "discards",
    "exchanges",
    "counts",
    "scores",
    "passes",
    "chooses",
    "loses",
]
MODES = ["may", "must", "cannot", "always", "never"]
SYLLABLES = [
    "ba",
    "ker",
    "lo",
    "min",
    "dra",
    "tor",
    "vel",
    "sha",
    "ru",
    "nim",
    "gol",
    "pe",
    "sti",
    "fan",
    "wo",
    "cra",
    "lis",
    "mer",
    "quo",
    "zan",
    "hil",
    "bru",
    "tem",
]


def words(dice: random.Random, count: int) -> list[str]:
    """So many different words that no language has, each of two or three syllables; of four where these run out."""
    found: dict[str, None] = {}
    lengths = (2, 2, 3) if count < 5_000 else (2, 3, 4)
    while len(found) < count:
        found["".join(dice.choices(SYLLABLES, k=dice.choice(lengths)))] = None
    return [*found]


def sentence(dice: random.Random, nouns: Sequence[str], ref: str = "") -> str:
    """A rule in one sentence, which may point at another one."""
    one, other, third = dice.choices(nouns, k=3)
    text = f"A {one} {dice.choice(MODES)} {dice.choice(VERBS).rstrip('s')} the {other} next to its {third}"
    return f"{text} (see {ref})." if ref else f"{text}."


def rules(dice: random.Random, nouns: Sequence[str], count: int) -> tuple[str, str]:
    """Numbered rules below numbered chapters."""
    lines, chapter, number = ["Rules of play", ""], 0, 0
    for at in range(count):
        if at % 12 == 0:
            chapter, number = chapter + 1, 0
            lines += [f"{chapter}. {dice.choice(nouns).title()} {dice.choice(nouns).title()}", ""]
            continue
        number += 1
        ref = f"rule {dice.randint(1, chapter)}.1" if at % 4 == 0 else ""
        told = " ".join(sentence(dice, nouns, ref if part == 0 else "") for part in range(dice.randint(1, 3)))
        lines += [f"{chapter}.{number}. {told}", ""]
    return "rules.txt", "\n".join(lines)


def glossary(dice: random.Random, nouns: Sequence[str], count: int) -> tuple[str, str]:
    """Terms with what they mean, in Markdown."""
    lines = ["# Glossary", ""]
    for term in sorted(
        dict.fromkeys(f"{one.title()} {dice.choice(nouns)}" for one in dice.choices(nouns, k=count))
    ):
        lines += [f"**{term}**: {sentence(dice, nouns)}", ""]
    return "glossary.md", "\n".join(lines)


def questions(dice: random.Random, nouns: Sequence[str], count: int) -> tuple[str, str]:
    """Questions and answers."""
    lines = ["Questions and answers", ""]
    for _ in range(count):
        lines += [f"Q: Can a {dice.choice(nouns)} {dice.choice(VERBS).rstrip('s')} a {dice.choice(nouns)}?"]
        lines += [f"A: {dice.choice(('Yes', 'No'))}. {sentence(dice, nouns)}", ""]
    return "questions.txt", "\n".join(lines)


def page(dice: random.Random, nouns: Sequence[str], count: int) -> tuple[str, str]:
    """Headings with paragraphs and lists, in HTML."""
    parts = ["<!doctype html><title>Handbook</title><h1>Handbook</h1>"]
    for at in range(count):
        parts.append(
            f"<h2>{escape(dice.choice(nouns).title())} {at}</h2><p>{escape(sentence(dice, nouns))}</p>"
        )
    return "handbook.html", "\n".join(parts)


SHAPES: tuple[Callable[[random.Random, Sequence[str], int], tuple[str, str]], ...] = (
    rules,
    glossary,
    questions,
    page,
)


def sizes(dice: random.Random, games: int, entries: int) -> list[int]:
    """How many entries each game has: together about as many as asked."""
    drawn = [dice.lognormvariate(0, SIGMA) for _ in range(games)]
    return [max(8, round(one * entries / sum(drawn))) for one in drawn]


def write_game(folder: Path, slug: str, dice: random.Random, common: Sequence[str], count: int) -> None:
    """One game: its rules, and for most a second text of another shape."""
    nouns = [*dice.sample(common, 60), *words(dice, 20 + count // 4)]
    made = [rules(dice, nouns, count)] if count < 40 else _two(dice, nouns, count)
    place = folder / slug
    place.mkdir(parents=True)
    rows = []
    for name, text in made:
        (place / name).write_text(text, encoding="utf-8")
        rows.append(f'[[sources]]\nfile = "{name}"\nlicence = "CC0-1.0"\n')
    (place / "game.toml").write_text(
        f'title = "{slug.replace("-", " ").title()}"\n{"".join(rows)}', encoding="utf-8"
    )


def _two(dice: random.Random, nouns: Sequence[str], count: int) -> list[tuple[str, str]]:
    return [rules(dice, nouns, count * 2 // 3), dice.choice(SHAPES[1:])(dice, nouns, count // 3)]


def write_corpus(folder: Path, games: int, entries: int) -> Iterator[tuple[str, int]]:
    """A corpus of so many games; yields each with its size."""
    folder.mkdir(parents=True)
    (folder / "kb.toml").write_text(
        'title = "Many games"\nbase_url = "https://rules.example"\n', encoding="utf-8"
    )
    dice = random.Random(SEED)
    common = words(dice, 600)
    names = words(dice, games)
    for number, (name, count) in enumerate(zip(names, sizes(dice, games, entries), strict=True)):
        write_game(folder, name, random.Random(SEED * 1_000 + number), common, count)
        yield name, count


if __name__ == "__main__":
    where, *told = sys.argv[1:]
    asked = [int(one) for one in told] or [400, 100_000]
    made = [*write_corpus(Path(where), asked[0], asked[1] if len(asked) > 1 else asked[0] * 250)]
    largest = max(made, key=lambda one: one[1])
    total = sum(count for _, count in made)
    sys.stdout.write(f"{len(made)} games, about {total:,} entries, largest {largest}\n")
