"""How do words and meaning together order the entries? One formula, the same in the terminal and the browser:

    score = similarity + WORDS_SHARE x coverage x bm25 / highest bm25 - OFF_TOPIC x rarest title word not asked
            + LATE_SHARE x late + what where it stands is worth

`similarity` is that of the vectors (-1 to 1), `bm25` Whoosh's score, `coverage` the share of the question
that the words of the entry cover, each word by its rarity. A question whose words the texts lack is left to
meaning; one that names things is led by them. `late` compares piece by piece, in the terminal for the first
entries only (late interaction): the mean over the question's pieces of the best similarity to one of the entry,
each piece weighed by how much it tells these entries apart, and a little for a long entry: rules that are asked
about are longer than those between them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kb.encoders.quantise import Floats
from kb.index.neighbours import Neighbours
from kb.search.words import WordScores

WORDS_SHARE = 0.35
"""Weight of words beside meaning; from .25 to .4 quality is the same within its noise."""

LATE_SHARE = 0.5
"""Weight of late interaction beside the similarity of whole vectors: +.01 nDCG on games that the encoder never saw;
flat from .3 to .7."""

ABOVE_SHARE, BESIDE_SHARE, REFERRING_SHARE = 0.12, 0.06, 0.04
"""What an entry gains of what others are nearer to a question than the average: of what it stands under; of the best
right under it, and of the better one beside it; of the best that refers to it. A third more or less is the same."""

LATER, LATER_MOST = 0.015, 5
"""What each sub-rule before it takes off one, of so many: what a rule says first is asked about most, exceptions stand
behind. First right of 160 beginners' questions 107, so 110; flat from .01 to .02."""

LENGTH_SHARE = 0.02
"""Added to `late` for each natural logarithm of an entry's pieces: flat from .015 to .03."""

RERANKED = 50
"""Entries that are compared piece by piece: the first ones without it."""

OFF_TOPIC = 0.07
"""What the rarest word of an entry's titles takes off that the question lacks: +.02 nDCG on questions about
four games and on beginners' questions about Magic, flat from .05 to .15."""

LEAST_ANSWER, LEAST_OF_TABLE = 0.5, 0.36
"""Score of the first entry below which a text does not seem to answer, by the encoder and by the table alone: of 180
questions asked in a game that lacks the answer 66 and 61 of 100 stay below, of those answered among the first five
8 and 8 (tests/bench/no_answer.py)."""

TELLING = 0.25
"""An entry was found by words or meaning when that gave this share of what lifts it above the others."""


def words_part(words: WordScores, allowed: NDArray[np.uint8]) -> Floats:
    """What the words give to every entry: 0 to WORDS_SHARE."""
    scores = np.frombuffer(words.scores) * allowed
    highest = scores.max(initial=0.0)
    if highest <= 0:
        return np.zeros(len(scores), np.float32)
    part: Floats = (WORDS_SHARE / highest * scores * np.frombuffer(words.coverage)).astype(np.float32)
    return part


def first(scores: Floats, allowed: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The entries that are compared piece by piece."""
    held = np.flatnonzero(allowed)
    if len(held) <= RERANKED:
        return held
    return held[np.argpartition(-scores[held], RERANKED)[:RERANKED]]


def of_neighbours(above_average: Floats, neighbours: Neighbours) -> Floats:
    """What every entry gains or loses by where it stands; its own words seldom say all that its heading says."""
    worth = np.maximum(above_average, 0)
    above, held = neighbours.above, neighbours.above >= 0
    gained = ABOVE_SHARE * np.where(held, worth[above], 0)
    gained += BESIDE_SHARE * _best(above[held], worth[held], len(worth))
    together = np.flatnonzero(held[1:] & (above[1:] == above[:-1]))
    pairs = np.concatenate([together, together + 1]), np.concatenate([together + 1, together])
    gained += BESIDE_SHARE * _best(pairs[0], worth[pairs[1]], len(worth))
    referring, referred = neighbours.references.T
    gained += REFERRING_SHARE * _best(referred, worth[referring], len(worth))
    gained -= LATER * np.clip(neighbours.behind - 1, 0, LATER_MOST)
    return gained.astype(np.float32)


def _best(entries: NDArray[np.intp], values: Floats, count: int) -> Floats:
    """For each of so many entries the highest of its values, 0 without one."""
    found = np.zeros(count, np.float32)
    np.maximum.at(found, entries, values)
    return found


def add_late(scores: Floats, first: NDArray[np.intp], nearness: Floats, lengths: NDArray[np.intp]) -> None:
    """Add what late interaction tells of the first entries; the others stay behind these.

    `nearness` has a row for each of the first entries and a column for each piece of the question: the best
    similarity to a piece of the entry. `lengths` are the entries' pieces.
    """
    telling = np.sqrt(nearness.std(0))
    weights = telling / total if (total := telling.sum()) else np.full_like(telling, 1 / len(telling))
    late = nearness @ weights + LENGTH_SHARE * np.log(np.maximum(lengths, 1))
    scores[first] += LATE_SHARE * (late - late.min(initial=np.inf))


def reasons(words: float, meaning: float) -> str:
    """What found an entry: `words`, `meaning` or both, from what each adds above an average entry."""
    total = max(words, 0.0) + max(meaning, 0.0)
    found = [name for name, part in (("words", words), ("meaning", meaning)) if part > TELLING * total]
    return "+".join(found) or "meaning"
