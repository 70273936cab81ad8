"""What do players call it, and how do they ask for it? Reads `aliases.toml` and `asked.toml` of each game.

Both are written by people and optional. `aliases.toml` leads a word that players use to what the rules call
it, `asked.toml` an entry to the ways people ask for it; an entry is named by its id, number or title:

    "knocked out" = "defeated"                              in aliases.toml
    "leap" = ["can I jump over other figures?", "…"]        in asked.toml
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.analyse import name_key
from kb.entries import Entry
from kb.errors import CorpusError
from kb.findings import Problem

TO_TRY, SHORTEST, LONGEST = 3, 15, 60
"""Questions to try, and characters of each."""

ALIASES, ASKED = "aliases.toml", "asked.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerQuestions:
    """What players say, by the entry they mean."""

    by_entry: Mapping[str, tuple[str, ...]]
    """Id of an entry to the words and questions that lead to it."""

    problems: tuple[Problem, ...]
    """Lines that lead to nothing."""

    @property
    def to_try(self) -> tuple[str, ...]:
        """A few questions, each for another entry, that a newcomer may try."""
        first = (next((one for one in said if _is_short(one)), "") for said in self.by_entry.values())
        found = [one for one in first if one]
        step = max(1, len(found) // TO_TRY)
        return tuple(one[0].upper() + one[1:] for one in found[::step][:TO_TRY])


def read(corpus: Path, games: Iterable[str], entries: Iterable[Entry]) -> PlayerQuestions:
    """Read the files of the games; a line that names no entry is a problem, a file of no TOML an error."""
    known: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for entry in entries:
        for key in _names(entry):
            known[entry.game].setdefault(key, []).append(entry.id)
    found: dict[str, dict[str, None]] = defaultdict(dict)
    problems: list[Problem] = []
    for game in games:
        for path, said, ref in _lines(corpus / game):
            ids = known[game].get(_key(ref), [])
            if not ids:
                problems.append(_leads_nowhere(corpus, path, ref))
            for id in ids:
                found[id][said] = None
    return PlayerQuestions(by_entry={id: tuple(said) for id, said in found.items()}, problems=tuple(problems))


def _lines(folder: Path) -> Iterator[tuple[Path, str, str]]:
    """What is said and the entry it means, from both files of a game."""
    aliases, player_questions = folder / ALIASES, folder / ASKED
    for word, refs in _table(aliases):
        yield from ((aliases, word, ref) for ref in refs)
    for ref, questions in _table(player_questions):
        yield from ((player_questions, question, ref) for question in questions)


def _table(path: Path) -> list[tuple[str, Sequence[str]]]:
    if not path.is_file():
        return []
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CorpusError(f"{path}: {error}; mend that line (texts need quotation marks)") from None
    rows: list[tuple[str, Sequence[str]]] = []
    for key, value in table.items():
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise CorpusError(f'{path}: {key!r} needs a text or a list of texts: "{key}" = ["…", "…"]')
        rows.append((key, texts))
    return rows


def _is_short(said: str) -> bool:
    return said.endswith("?") and SHORTEST <= len(said) <= LONGEST


def _names(entry: Entry) -> set[str]:
    names = [entry.id, entry.id.partition(":")[2], entry.number or "", entry.title or "", *entry.aliases]
    return {_key(name) for name in names if name}


def _key(name: str) -> str:
    return name_key(name.rstrip("."))


def _leads_nowhere(corpus: Path, path: Path, ref: str) -> Problem:
    text = path.read_text(encoding="utf-8-sig")
    line = next((at for at, row in enumerate(text.splitlines(), 1) if ref in row), 1)
    return Problem(
        code="asked-for-nothing",
        message=f"{ref!r} is no entry of this game",
        file=path.relative_to(corpus).as_posix(),
        line=line,
        suggestion="use an id, a number or a title as `kb show` knows it",
    )
