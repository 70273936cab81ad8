"""What is the bundled table trained on? Phrases of every shape people write, from folders of texts."""

from __future__ import annotations

import gzip
import html
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from kb.encoders import tabletop

LARGEST_FILE = 40_000_000

COMMON = frozenset(
    re.findall(
        r"\w+",
        """a an and are as at be but by can for from had has have he her his i if in is it its may
        must no not of on or she so than that the their them then they this to was we when which
        who will with you your""",
    )
)
"""A sentence without enough of these is code, a table, or not English."""

# `name = _("Warriors")`, `description=_ "The unit may ..."` (freeciv, Battle for Wesnoth)
QUOTED = re.compile(r'_\s*\(?\s*"((?:[^"\\]|\\.|"")*)"', re.S)
# `00008299 29 v 02 wink 1 blink 0 003 ... | signal by winking; "She winked at him"` (WordNet)
SYNSET = re.compile(r"^\d{8} \d\d [nvasr] ([0-9a-f]{2}) (.*?) \| (.*)$", re.M)
SENTENCE = re.compile(r"(?<=[.?!])[\"')\]]*\s+(?=[A-Z(\"'])")
TAG = re.compile(r"<[^<>]*>")


def _plain(text: str) -> Iterator[str]:
    """Paragraphs are parted by blank lines or by a line of one repeated mark."""
    yield from re.split(r"\n\s*\n|\n[%#=*-]+\n", text)


def _tagged(text: str) -> Iterator[str]:
    """DocBook and HTML: the end of a paragraph, a title or a list item ends a paragraph."""
    for part in re.split(r"</(?:para|p|title|term|li|h\d|td)>", text):
        yield html.unescape(TAG.sub(" ", part))


def _strings(text: str) -> Iterator[str]:
    """Settings files: the strings marked for translation."""
    for match in QUOTED.finditer(text):
        yield from re.split(r"\\n\s*\\?\n?\s*\\n|\n\s*\n", match[1].replace("\\n\\\n", " "))


def _synsets(text: str) -> Iterator[str]:
    """WordNet: the words of each meaning, its gloss as a sentence about the first word, its examples."""
    for match in SYNSET.finditer(text):
        fields = match[2].split(" ")
        names = [fields[2 * i].replace("_", " ") for i in range(int(match[1], 16))]
        gloss, *examples = match[3].strip().split('; "')
        yield ", ".join(names)
        yield f"{names[0]}. {gloss.strip()}"
        yield gloss.strip()
        yield from (example.strip(' ";') for example in examples)


READERS: dict[str, Callable[[str], Iterator[str]]] = {
    ".xml": _tagged,
    ".docbook": _tagged,
    ".html": _tagged,
    ".cfg": _strings,
    ".ruleset": _strings,
    ".noun": _synsets,
    ".verb": _synsets,
    ".adj": _synsets,
    ".adv": _synsets,
}


def read_paragraphs(folder: Path) -> Iterator[str]:
    """Every paragraph of running English below a folder, in a fixed order, on one line each."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.is_symlink() or path.stat().st_size > LARGEST_FILE:
            continue
        data = path.read_bytes()
        name = path.name
        if name.endswith(".gz"):
            data, name = gzip.decompress(data), name[:-3]
        reader = READERS.get(Path(name).suffix, _plain)
        for paragraph in reader(data.decode("utf-8", "replace")):
            line = " ".join(paragraph.split())
            if 2 <= len(line) <= 4000 and (reader is _synsets or _is_english(line)):
                yield line


def _is_english(line: str) -> bool:
    words = re.findall(r"[A-Za-z']+", line)
    letters = sum(map(len, words))
    if len(words) < 4 or letters < 0.7 * len(line):
        return False
    return sum(word.lower() in COMMON for word in words) >= 0.2 * len(words)


def sentences(paragraph: str) -> list[str]:
    """The sentences of a paragraph."""
    return [part for part in SENTENCE.split(paragraph) if len(part) > 3]


class Phrases:
    """Makes phrases of every shape from paragraphs; the same seed makes the same phrases."""

    def __init__(self, texts: list[list[str]], whole_words: list[str], seed: int = 1) -> None:
        """`texts` holds the paragraphs of each folder: small folders are drawn from more than their share."""
        self._dice = random.Random(seed)
        self._texts = texts
        self._weights = [len(paragraphs) ** 0.5 for paragraphs in texts]
        self._words = whole_words

    def make(self, count: int) -> list[str]:
        """About `count` phrases, shuffled; every whole word and every tabletop line is among them."""
        shapes: tuple[tuple[Callable[[], str], float], ...] = (
            (self._sentence, 0.20),
            (self._span, 0.11),
            (self._question, 0.10),
            (self._entry, 0.18),
            (self._mix, 0.03),
            (self._rule, 0.16),
            (self._asked, 0.22),
        )
        made = dict.fromkeys([*self._words, *tabletop.words()])
        for shape, share in shapes:
            made.update(dict.fromkeys(shape() for _ in range(int(count * share))))
        phrases = [phrase for phrase in made if phrase.strip()]
        self._dice.shuffle(phrases)
        return phrases

    def stretches(self, count: int) -> list[str]:
        """At most `count` of what somebody may type who has one of these texts in mind: none twice."""
        shapes = (self._span, self._question, self._sentence)
        drawn = self._dice.choices(shapes, (0.35, 0.45, 0.2), k=count)
        return list(dict.fromkeys(text for shape in drawn if (text := shape()).strip()))

    def _paragraph(self) -> list[str]:
        """The sentences of a random paragraph, never none."""
        paragraphs = self._dice.choices(self._texts, self._weights)[0]
        paragraph = self._dice.choice(paragraphs)
        return sentences(paragraph) or [paragraph]

    def _sentence(self) -> str:
        return self._dice.choice(self._paragraph())[:400]

    def _span(self, most: int = 10) -> str:
        words = self._sentence().split()
        length = self._dice.randint(1, most)
        start = self._dice.randrange(max(1, len(words) - length + 1))
        return " ".join(words[start : start + length]).strip(".,;:()\"'")

    def _question(self) -> str:
        question = re.sub(r"\{\}", lambda _: self._span(7), tabletop.span_mould(self._dice))
        if self._dice.random() < 0.3:
            question += " " + self._span(6)
        return question.lower() if self._dice.random() < 0.7 else question

    def _entry(self) -> str:
        """A title, or a path of titles, and the sentences that stand below it."""
        text = " ".join(self._paragraph()[: self._dice.randint(1, 4)])
        titles = [self._span(3).title() for _ in range(self._dice.randint(1, 3))]
        return f"{' > '.join(titles)}. {text}"[:700]

    def _rule(self) -> str:
        """What a rulebook might say: one to three lines."""
        lines = self._dice.choice((1, 1, 2, 3))
        return " ".join(tabletop.cast("answer", self._dice) for _ in range(lines))

    def _asked(self) -> str:
        """What a player might ask, now and then after telling what happened."""
        question = tabletop.cast("question", self._dice)
        if self._dice.random() < 0.2:
            return f"{tabletop.cast('answer', self._dice)} {question}"
        return question

    def _mix(self) -> str:
        return " ".join(self._dice.sample(self._words, self._dice.randint(2, 5)))
