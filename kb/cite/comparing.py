"""Which entry holds these words, or nearly these? The texts of one game, ready to be compared with quotations."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from difflib import Match, SequenceMatcher
from itertools import pairwise

from kb.analyse import STOP_WORDS, name_key
from kb.cite.quotations import Quotation, is_inside, sentences_behind, word_places, words, words_quoted
from kb.entries import Entry
from kb.findings import Revision
from kb.link.everyday import is_everyday
from kb.link.patterns import Patterns, table
from kb.link.stretches import Stretch

_SENTENCES = Patterns("comparing")

_MOST_COMPARED = 12
"""Entries; those that share the rarest words of a quotation."""

_FAR = 60
"""Words that a quotation without an ellipsis leaves out at most between two that it repeats."""

_FEWEST_ENTRIES, _SHARE = 3, 100
"""In so many entries, and in one of so many, stands a word that tells what the texts are about."""

TELLING_LETTERS = 4
"""Letters of such a word."""

_STATED = 0.4
"""Share of the words of a condition, two at least, that a post has itself where it speaks of that."""

_RAREST = 14
"""Words of a quotation that are looked for."""

SWAPPED = 0.65
"""Share of a quotation's pairs of words in a text, from which it is that text with its sentences in another order."""

COPIED = 0.75
"""Share of the words in a rule, from which they are that rule's though nothing marks them as a quotation."""

EDITED = 0.5
"""Share of a quotation's words in the rule it cites, from which it is that rule with other words."""

FEWEST_WHOLE = 4
"""Words of a rule that is copied behind its number, if they are a whole sentence of it."""

FEWEST = 6
"""Words that a quotation without a citation or marks needs to be a rule's."""

TELLING = 8
"""The same for one whose words differ, or that tells a game because it is the only one that has its words."""

SHORT = 16
"""Words of a rule so short that one other word parts it into single words."""

LONGEST = 1_500
"""Words of a text that are compared."""


Difference = tuple[tuple[str, str], ...]
"""Stretches of words: `same`, `post` (only the post has them), `text` (only the text has them)."""


class Texts:
    """All texts of a game by their words."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = [entry for entry in entries if entry.text]
        self._asked = {
            number: words(entry.title or "")
            for number, entry in enumerate(self._entries)
            if entry.kind == "faq"
        }
        """The questions that texts answer, by the numbers of those."""
        self._words = [words(entry.text) for entry in self._entries]
        shorn = ((number, without_pointers(entry.text)) for number, entry in enumerate(self._entries))
        self._shorn = {number: words(text) for number, text in shorn if text != self._entries[number].text}
        self._places: dict[str, list[int]] = defaultdict(list)
        self._nearest: dict[tuple[tuple[str, ...], float], tuple[Entry | None, float]] = {}
        for number, found in enumerate(self._words):
            for word in dict.fromkeys([*self._asked.get(number, ()), *found]):
                self._places[word].append(number)

    @property
    def telling(self) -> Iterator[str]:
        """The words that tell what the texts are about: no common ones, and each in many entries."""
        fewest = max(_FEWEST_ENTRIES, len(self._entries) // _SHARE)
        for word, places in self._places.items():
            if (
                len(places) >= fewest
                and len(word) >= TELLING_LETTERS
                and word.isalpha()
                and not is_everyday(word)
                and word not in STOP_WORDS
            ):
                yield word

    def holding(self, parts: Sequence[Sequence[str]]) -> list[Entry]:
        """The entries that hold a quotation word for word."""
        asked = {word for part in parts for word in part}
        rarest = sorted(asked, key=lambda word: len(self._places.get(word, ())))[:3]
        if not rarest or rarest[0] not in self._places:
            return []
        numbers = set.intersection(*(set(self._places.get(word, ())) for word in rarest))
        return [self._entries[number] for number in sorted(numbers) if self._holds(number, parts)]

    def _holds(self, number: int, parts: Sequence[Sequence[str]]) -> bool:
        """Whether one of the texts has them; of one that answers a question also with that, but not that alone."""
        if holds(self._words[number], parts) or holds(self._shorn.get(number, ()), parts):
            return True
        asked = self._asked.get(number, [])
        return bool(asked) and holds([*asked, *self._words[number]], parts) and not holds(asked, parts)

    def nearest(self, parts: Sequence[Sequence[str]], least: float = 0.0) -> tuple[Entry | None, float]:
        """The entry whose text is most like a quotation, and how like it is; none that is less than `least`."""
        asked = tuple(word for part in parts for word in part)
        if (asked, least) not in self._nearest:
            self._nearest[asked, least] = self._sought(asked, least)
        return self._nearest[asked, least]

    def _sought(self, asked: Sequence[str], least: float) -> tuple[Entry | None, float]:
        if least >= 1:
            return None, least  # nothing can be more than the same
        known = {word for word in asked if word in self._places}
        scores: dict[int, float] = defaultdict(float)
        for word in sorted(known, key=lambda word: (len(self._places[word]), word))[:_RAREST]:
            weight = 1 / (1 + len(self._places[word])) ** 0.5
            for number in self._places[word]:
                scores[number] -= weight
        best: tuple[Entry | None, float] = (None, least)
        for _, number in heapq.nsmallest(_MOST_COMPARED, zip(scores.values(), scores, strict=True)):
            text = frozenset(self._words[number])
            if sum(word in text for word in asked) < best[1] * len(asked):
                continue  # not even in another order
            score = likeness(asked, self._words[number])
            if score > best[1]:
                best = self._entries[number], score
        return best


def holds(text: Sequence[str], parts: Sequence[Sequence[str]]) -> bool:
    """Whether a text has the parts of a quotation word for word, in their order."""
    joined, position = f" {' '.join(text)} ", 0
    for part in parts:
        found = joined.find(f" {' '.join(part)} ", position)
        if found < 0:
            return False
        position = found + sum(map(len, part)) + len(part)
    return True


def held_then(revision: Revision, parts: Sequence[Sequence[str]]) -> bool:
    """Whether a wording of the past has the parts of a quotation."""
    return holds(words(revision.markdown.replace("\\", "")), parts)


def repeats(text: str, parts: Sequence[Sequence[str]]) -> bool:
    """Whether a text itself quotes these words, as an example quotes a card."""
    return any(holds(inside, parts) for inside in words_quoted(text))


def likeness(asked: Sequence[str], text: Sequence[str]) -> float:
    """Share of a quotation's words that stand in a text in the same order, two or more together."""
    return sum(block.size for block in repeated(asked, text)) / len(asked) if asked else 0.0


def repeated(asked: Sequence[str], text: Sequence[str]) -> list[Match]:
    """What a text has of a quotation, two words or more together; nothing that stands far from the rest of it."""
    matcher = SequenceMatcher(None, asked[:LONGEST], text[:LONGEST], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size > 1]
    if not blocks:
        return []
    first = last = max(range(len(blocks)), key=lambda number: blocks[number].size)
    while first and blocks[first].b - blocks[first - 1].b - blocks[first - 1].size <= _FAR:
        first -= 1
    while last < len(blocks) - 1 and blocks[last + 1].b - blocks[last].b - blocks[last].size <= _FAR:
        last += 1
    return blocks[first : last + 1]


def likeness_to_cited(asked: Sequence[str], text: str) -> float:
    """The same for the rule that is cited: its sentences may be swapped, and of a short one every word counts."""
    known = words(text)
    pairs, held = list(pairwise(asked)), set(pairwise(known))
    swapped = sum(pair in held for pair in pairs) / len(pairs) if pairs else 0.0
    begins = [0, *(match.end() for match in _SENTENCES.sentence.finditer(text)), len(text)]
    sentences = (words(text[start:end]) for start, end in pairwise(begins))
    short = [one for one in sentences if FEWEST <= len(one) <= SHORT] or (
        [known] if len(known) <= SHORT else []
    )
    as_whole = [SequenceMatcher(None, asked, one, autojunk=False).ratio() for one in short]
    return max([likeness(asked, known), swapped if swapped >= SWAPPED else 0.0, *as_whole])


def difference(quoted: str, text: str) -> Difference:
    """What differs between a quotation and the sentences of a text that it repeats, word by word, as either has it."""
    asked, known = word_places(quoted)[:LONGEST], word_places(text)[:LONGEST]
    if blocks := repeated([one[0] for one in asked], [one[0] for one in known]):
        last = blocks[-1].b + blocks[-1].size - 1
        start, end = whole_sentences(text, known[blocks[0].b][1], known[last][2])
        known = [one for one in known if start <= one[1] and one[2] <= end]
    steps = SequenceMatcher(
        None, [one[0] for one in asked], [one[0] for one in known], autojunk=False
    ).get_opcodes()
    told: list[tuple[str, str]] = []
    for number, (step, first, last, start, end) in enumerate(steps):
        at_edge = number in (0, len(steps) - 1)
        if step == "equal":
            told.append(("same", _written(text, known[start:end])))
            continue
        if last > first:
            told.append(("post", _written(quoted, asked[first:last])))
        if end > start and not (at_edge and step == "insert"):  # a quotation need not be the whole text
            told.append(("text", _written(text, known[start:end])))
    return tuple(told)


def whole_sentences(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch of a text up to where its sentences begin and end."""
    begun = _begun(text, start)
    ended = _SENTENCES.sentence.search(text, max(end - 1, 0))
    stop = ended.start() + 1 if ended else len(text)
    begun += len(text[begun:start]) - len(text[begun:start].lstrip(" \n\t•”\"')"))
    return begun, max(end, len(text[:stop].rstrip()))


def _written(text: str, places: Sequence[tuple[str, int, int]]) -> str:
    """Some words that follow each other as they stand, with what closes a bracket that they open."""
    start, end = places[0][1], places[-1][2]
    is_open = text.count("(", start, end) > text.count(")", start, end)
    return " ".join(text[start : end + (is_open and text[end : end + 1] == ")")].split())


def is_cut(text: str, parts: Sequence[Sequence[str]], quoted: str, led: str = "") -> bool:
    """Whether what was left out around or inside a quotation, in its own sentences, turns or limits what it says.

    `led` is what the post itself says before the quotation, which may have its condition in other words.
    """
    text, spans = _read(text, parts)
    opens = bool(_SENTENCES.opens_cut.match(quoted.strip()))
    closes = bool(_SENTENCES.closes_cut.search(quoted))
    begin = 0
    for number, (start, end) in enumerate(spans):
        is_last = number == len(spans) - 1
        before = text[max(begin, _begun(text, start)) : start]
        behind = text[end:] if is_last else text[end : spans[number + 1][0]]
        if _is_turned(before, quoted, led, is_told=opens or number > 0, is_first=not number):
            return True
        if _is_limited(before, text[spans[0][0] : end], behind, is_told=closes or not is_last):
            return True
        begin = end
    if not spans or closes:
        return False
    end = spans[-1][1]
    is_first = not words(text[: spans[0][0]])
    return (_SENTENCES.exception.search if is_first else _SENTENCES.exception.match)(text, end) is not None


def _is_stated(condition: str, led: str, quoted: str) -> bool:
    """Whether a post has a condition of its own right before a quotation, or speaks of that which it left out.

    Words that show what they follow from, "that player chooses", need one word of it that they have not themselves.
    """
    if _SENTENCES.own_condition.search(led):
        return True
    asked = {word for word in name_key(condition).split() if len(word) >= TELLING_LETTERS}
    spoken_of = asked.intersection(name_key(led).split())
    if _SENTENCES.anaphor.match(quoted):
        return not spoken_of <= STOP_WORDS.union(name_key(quoted).split())
    return len(spoken_of) >= max(2, _STATED * len(asked))


def _is_turned(before: str, quoted: str, led: str, *, is_told: bool, is_first: bool) -> bool:
    """Whether words left out before a part of a quotation turn its sense, or are its condition and nothing tells it."""
    is_piece = quoted[:1].islower()
    before = _SENTENCES.bracket.sub("", before) if is_first else before
    opened = before.rfind("“") + 1  # words that a rule has in marks are whole
    before = before if "”" in before[opened:] else before[opened:]
    if is_piece and (_SENTENCES.excepts.match(quoted) or _SENTENCES.phrase.match(quoted)):
        return False
    if is_told and _SENTENCES.alternative.search(before):
        return True
    clause = _SENTENCES.clause.match(before)
    joint, own = _SENTENCES.joint.search(before), _SENTENCES.joint_led.search(led)
    if joint and own and joint.lastgroup == own.lastgroup:
        return False  # "you win if 104.2a “your opponents have left”": the post itself has the word before it
    if _SENTENCES.turned.search(before[clause.end() :] if clause else before):
        return True
    if _SENTENCES.case_before.search(before) and _SENTENCES.case_opens.match(quoted):
        return False
    if is_piece and not _SENTENCES.clause_begins.search(before):
        return False
    return is_first and bool(_SENTENCES.conditional.match(before)) and not _is_stated(before, led, quoted)


def _is_limited(before: str, quoted: str, behind: str, *, is_told: bool) -> bool:
    """Whether words left out behind a quotation limit its sense; where an ellipsis tells, only exceptions do."""
    if is_told:
        hides = _SENTENCES.condition.search(quoted) and _SENTENCES.restricts.match(behind)
        hides = hides or (_SENTENCES.only_said.search(quoted) and _SENTENCES.only_of.match(behind))
        return bool(hides or _SENTENCES.excepted.match(behind))
    is_begun = bool(words(before[before.rfind("“") + 1 :]))
    for said, left, limits, only_from_start in table("tables")["limiting"]:
        fits = getattr(_SENTENCES, said).search(quoted) and getattr(_SENTENCES, left).match(behind)
        if fits and not (only_from_start and is_begun):
            return bool(limits)
    return False


def copied(
    text: str,
    cited: Stretch,
    rule: Entry,
    quoted: Sequence[Quotation],
    is_held: Callable[[Quotation], bool] = lambda said: False,
) -> Quotation | None:
    """What repeats a rule right behind its number with nothing around it, sentence by sentence: a rule as it is copied.

    The first sentence may be another's, if it `is_held`; in small letters it must be.
    """
    behind = list(sentences_behind(text, cited))
    known, found, count = words(rule.text) if behind else [], None, 0
    for said in behind:
        sentence = said.all_words[count:]
        is_own = likeness_to_cited(sentence, rule.text) >= COPIED
        if not count:
            is_long = len(sentence) >= (FEWEST_WHOLE if is_sentence(rule.text, sentence) else TELLING)
            is_begun = not said.is_piece and sentence[:1] == known[:1]
            is_own = is_long and ((is_own and is_begun) or is_held(said))
        elif len(sentence) < FEWEST_WHOLE:
            is_own = is_own and holds(known, [said.all_words])
        if not is_own or is_inside(said, quoted):
            break
        found, count = said, count + len(sentence)
    return found


def is_sentence(text: str, part: Sequence[str]) -> bool:
    """Whether some words are a whole sentence of a text, but for a number before it."""
    text, spans = _read(text, [part])
    if not spans:
        return False
    start, end = spans[0]
    return _SENTENCES.sentence_end.match(text, end) is not None and not words(
        text[_begun(text, start) : start]
    )


def _begun(text: str, start: int) -> int:
    """Where the sentence begins that goes on at a place."""
    return max((match.end() for match in _SENTENCES.sentence.finditer(text, 0, start)), default=0)


def _read(text: str, parts: Sequence[Sequence[str]]) -> tuple[str, list[tuple[int, int]]]:
    """A text, without brackets that only point elsewhere if a quotation has none, and where its parts stand."""
    text = text if holds(words(text), parts) else without_pointers(text)
    places = word_places(text)
    known = [word for word, _, _ in places]
    spans, at = [], 0
    for part in map(list, parts):
        found = next((one for one in range(at, len(known)) if known[one : one + len(part)] == part), None)
        if found is None:
            return text, []
        at = found + len(part)
        spans.append((places[found][1], places[at - 1][2]))
    return text, spans


def without_pointers(text: str) -> str:
    """A text without brackets in which nothing stands but where to look: "(see rule 116)", "(section 3.6)"."""
    return _SENTENCES.pointer.sub("", text)
