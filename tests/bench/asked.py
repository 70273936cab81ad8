"""What the measurements of searching ask: files of questions, each of a document that is one of the build's games."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from kb.search.evaluation import Question, read_questions


def add_games(options: argparse.ArgumentParser) -> None:
    """Take `--game DOCUMENT=GAME`, any number of times."""
    options.add_argument("--game", action="append", default=[], metavar="DOCUMENT=GAME")


def questions_in(files: Iterable[Path], games: Iterable[str]) -> list[Question]:
    """The questions of some files, of the games that `--game` tells."""
    known = dict(pair.split("=", 1) for pair in games)
    return [question for file in files for question in read_questions(file, known)]


def build_and_questions(description: str) -> tuple[Path, list[Question]]:
    """What a measurement is given that takes nothing else: BUILD QUESTIONS.jsonl … [--game DOCUMENT=GAME …]."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("build", type=Path)
    options.add_argument("questions", type=Path, nargs="+")
    add_games(options)
    given = options.parse_args()
    return given.build, questions_in(given.questions, given.game)
