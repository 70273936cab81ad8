"""What do players say that the rules call something else? The package's list, cut to the games of an index.

`jargon.json` holds what is said, what the rules call it and in which games: an empty list means every game.
`jargon.txt` holds the same for browsers, a phrase a line, parted by tabs.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.analyse import stem, words
from kb.entries import Entry
from kb.index.manifest import damaged

NAME, LINES = "jargon.json", "jargon.txt"
LIST = Path(__file__).with_name("jargon.toml")

MOST = 4
"""Players' words of one query that are read as something else."""

LONGEST_TOLD = 60
"""Characters of a meaning that is told to whoever asked; a longer one is there for the search alone."""

LONGEST_ALIAS = 4
"""Words of what players say for an entry that counts as its name, not as a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """Something that players say."""

    said: str
    means: str
    """What the rules call it."""

    games: tuple[str, ...] = ()
    """The games where it means that; none: in every game."""


def write(folder: Path, entries: Sequence[Entry], player_questions: Mapping[str, Sequence[str]]) -> None:
    """Write what players say in the games of these entries."""
    found = phrases(entries, player_questions)
    rows = [[row.said, row.means, row.games] for row in found]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    (folder / NAME).write_text(text + "\n", encoding="utf-8")
    lines = ("\t".join([_line(row.said), _line(row.means), " ".join(row.games)]) + "\n" for row in found)
    (folder / LINES).write_text("".join(lines), encoding="utf-8", newline="\n")


def _line(text: str) -> str:
    return " ".join(text.split())


def phrases(entries: Sequence[Entry], player_questions: Mapping[str, Sequence[str]]) -> list[Phrase]:
    """The lines of the list for families that a game of these entries belongs to, and the games' own aliases."""
    vocabulary: dict[str, set[str]] = {}
    for entry in entries:
        vocabulary.setdefault(entry.game, set()).update(words(f"{entry.title or ''} {entry.text}"))
    found = []
    for family in tomllib.loads(LIST.read_text(encoding="utf-8")).values():
        known_by = frozenset(family["known_by"])
        games = tuple(game for game, held in sorted(vocabulary.items()) if known_by <= held)
        if games:
            scope = games if known_by else ()
            found += [Phrase(said=said, means=means, games=scope) for said, means in family["says"].items()]
    return [*found, *_aliases(entries, player_questions)]


def _aliases(entries: Iterable[Entry], player_questions: Mapping[str, Sequence[str]]) -> Iterator[Phrase]:
    """What the people who keep a game say that players call its entries."""
    for entry in entries:
        for said in player_questions.get(entry.id, ()):
            if entry.title and len(words(said)) <= LONGEST_ALIAS:
                yield Phrase(said=said, means=entry.title, games=(entry.game,))


def read(folder: Path) -> list[Phrase]:
    """The phrases as written."""
    try:
        rows = json.loads((folder / NAME).read_bytes())
        return [Phrase(said=said, means=means, games=tuple(games)) for said, means, games in rows]
    except (OSError, ValueError, TypeError) as error:
        raise damaged(folder) from error


class Jargon:
    """Finds what players say in a query."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._by_initial: dict[str, list[tuple[list[str], Phrase]]] = {}
        self.words: set[str] = set()
        """Every word that is said."""

        for phrase in phrases:
            said = words(phrase.said)
            self.words.update(said)
            if said:
                self._by_initial.setdefault(said[0][0], []).append((said, phrase))

    def said(self, text: str, games: Collection[str]) -> list[Phrase]:
        """The phrases of a query, in order, the longest at each place, as the games asked read them; all if none.

        Each meaning comes once, by the longest that is said for it.
        """
        asked, typed = [stem(word) for word in words(text)], set(words(text))
        found: dict[str, Phrase] = {}
        end = 0
        for at, first in enumerate(asked):
            if at < end:
                continue  # within a longer phrase
            here = [
                (len(said), phrase)
                for said, phrase in self._by_initial.get(first[0], ())  # stemming all takes 10 ms
                if _stands(said, asked[at : at + len(said)])
                and (not games or not phrase.games or not set(games).isdisjoint(phrase.games))
            ]
            longest = max((length for length, _ in here), default=0)
            end = at + longest
            phrase = _best([phrase for length, phrase in here if length == longest], typed)
            if phrase and len(phrase.said) > len(found[phrase.means].said if phrase.means in found else ""):
                found[phrase.means] = phrase
        return [*found.values()][:MOST]


def _stands(said: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether these are the stems of what is said."""
    return len(said) == len(asked) and all(stem(word) == one for word, one in zip(said, asked, strict=True))


def _best(forms: Sequence[Phrase], typed: set[str]) -> Phrase | None:
    """Of the forms of one phrase the one that was typed, then the longest, then the last, which knows the game best."""
    new = [phrase for phrase in forms if not typed >= set(words(phrase.means))]
    return max(reversed(new), key=lambda form: (typed >= set(words(form.said)), len(form.said)), default=None)
