"""What do players say that the rules call something else? The package's list, cut to the games of an index.

`jargon.json` holds what is said, what the rules call it and in which games: an empty list means every game.
`jargon.txt` holds the same for browsers, a phrase a line, parted by tabs.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from kb.analyse import STOP_WORDS, stem, words
from kb.entries import Entry
from kb.index.manifest import damaged

NAME, LINES = "jargon.json", "jargon.txt"
LIST = Path(__file__).with_name("jargon.toml")

MOST = 4
"""Players' words of one query that are read as something else."""

BETWEEN = 2
"""Other words that tell something, between three or more of a phrase."""

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
        self._said = [(words(phrase.said), phrase) for phrase in phrases]
        self.words = {word for said, _ in self._said for word in said}
        """Every word that is said."""

    def said(self, text: str, games: Collection[str]) -> list[Phrase]:
        """The phrases of a query, in order, the longest taken first, as the games asked read them; all if none.

        Each meaning comes once, by the longest that is said for it.
        """
        asked, asked_games = _Asked(text), set(games)
        here: dict[tuple[int, ...], list[Phrase]] = {}
        for said, phrase in self._said:
            is_read = not asked_games or not phrase.games or not asked_games.isdisjoint(phrase.games)
            if is_read and (place := asked.place(said)):
                here.setdefault(place, []).append(phrase)
        taken: set[int] = set()
        read: list[tuple[int, Phrase]] = []  # with the place of its first word
        for place in sorted(here, key=lambda place: (-len(place), place)):
            if taken.isdisjoint(place):
                taken.update(place)
                if best := _best(here[place], asked.typed):
                    read.append((place[0], best))
        found: dict[str, Phrase] = {}
        for _, phrase in sorted(read, key=itemgetter(0)):
            if phrase.means not in found or len(phrase.said) > len(found[phrase.means].said):
                found[phrase.means] = phrase
        return [*found.values()][:MOST]


class _Asked:
    """The words of a query, and where a phrase stands among them."""

    def __init__(self, text: str) -> None:
        typed = words(text)
        self.typed = set(typed)
        self._stems = [stem(word) for word in typed]
        self._telling = [at for at, word in enumerate(typed) if word not in STOP_WORDS]
        self._beginnings = {_beginning(word) for word in (*typed, *self._stems)}

    def place(self, said: Sequence[str]) -> tuple[int, ...]:
        """Where the words of a phrase stand; nowhere if it is not said.

        Of a phrase with several words that tell something only these count, in any order: two of them stand side by
        side but for words that tell nothing, of more some others may stand between. "tapped creature block" is said
        in "can I block with a tapped creature".
        """
        telling = {word for word in said if word not in STOP_WORDS}
        needed = telling if (is_loose := len(telling) > 1) else said
        if not said or not self._beginnings.issuperset(map(_beginning, needed)):
            return ()  # stemming all phrases takes 10 ms
        if not is_loose:
            return self._stretch([stem(word) for word in said])
        telling = {stem(word) for word in telling}
        among = len(telling) + (BETWEEN if len(telling) > 2 else 0)
        for first, at in enumerate(self._telling):
            if self._stems[at] in telling:
                near = {self._stems[one]: one for one in reversed(self._telling[first : first + among])}
                if telling <= near.keys():
                    return tuple(sorted(near[one] for one in telling))
        return ()

    def _stretch(self, said: Sequence[str]) -> tuple[int, ...]:
        """The words that are these in this order."""
        starts = (at for at, one in enumerate(self._stems) if one == said[0])
        found = next((at for at in starts if self._stems[at : at + len(said)] == said), None)
        return () if found is None else tuple(range(found, found + len(said)))


def _beginning(word: str) -> str:
    """Letters that all forms of a word share: "dying", "dies"."""
    return word[:2].replace("y", "i")


def _best(forms: Sequence[Phrase], typed: set[str]) -> Phrase | None:
    """Of the forms of one phrase the one that was typed, then the longest, then the last, which knows the game best.

    None where all that it means was typed.
    """
    new = [phrase for phrase in forms if not typed >= set(words(phrase.means))]
    return max(reversed(new), key=lambda form: (typed >= set(words(form.said)), len(form.said)), default=None)
