"""Which stretches of a text might somebody type who has it in mind? The browser's table is taught by them."""

from __future__ import annotations

import random
import re

from kb.encoders import tabletop

SENTENCE = re.compile(r"(?<=[.?!])[\"')\]]*\s+(?=[A-Z(\"'])")


def sentences(paragraph: str) -> list[str]:
    """The sentences of a paragraph."""
    return [part for part in SENTENCE.split(paragraph) if len(part) > 3]


class Phrases:
    """Draws from a text; the same seed draws the same."""

    def __init__(self, text: str, seed: int) -> None:
        self._dice = random.Random(seed)
        self._sentences = sentences(text) or [text]

    def stretches(self, count: int) -> list[str]:
        """At most `count` of what somebody may type who has this text in mind: none twice."""
        shapes = (self._span, self._question, self._sentence)
        drawn = self._dice.choices(shapes, (0.35, 0.45, 0.2), k=count)
        return list(dict.fromkeys(text for shape in drawn if (text := shape()).strip()))

    def _sentence(self) -> str:
        return self._dice.choice(self._sentences)[:400]

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
