"""Items that a text cites by the number of what they stand in: `Article 12.6`, `802.02.A`, `8.1b(2)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.ingest.lines import Block, Stretch
from kb.ingest.numbering.labels import worded

# "Article 12.6", "(see 2.1)"
_OF_ARTICLE = re.compile(r"(?<![\d.,$€£])(\d{1,3})\.(\d{1,3})(?!\d|\.\d|%)")
# "802.02.A", "802.02A", "8.1b(2)", "4.2 (a)": a rule's number, what parts it from the item's, the item's
_OF_RULE = re.compile(
    r"(?<![\w.$€£-])(?P<rule>\d{1,4}(?:[.-]\d{1,4})+[a-z]?)"
    r"(?:(?P<sign>\.?)(?P<letter>[A-Za-z])|(?P<open> ?\()(?P<inside>[A-Za-z]|\d{1,2})\))(?!\w|\.\w)"
)
_FEWEST = 2
"""So many items must be cited like that."""


@dataclass(frozen=True, slots=True)
class Citations:
    """How a text cites items by numbers that it does not print."""

    of_articles: frozenset[tuple[str, str]]
    """Number of the article, number of the item."""

    of_rules: Mapping[tuple[str, str], str]
    """Number of the rule, letter or number of the item → what is printed between them: `.`, `(`, or nothing."""

    def sign(self, lists: Sequence[tuple[Block, Sequence[str]]]) -> str | None:
        """What parts the numbers of rules from those of their items, by most citations; None where few cite any."""
        signs = Counter(
            sign
            for rule, items in lists
            for item in items
            if (sign := self.of_rules.get((rule.number or "", item))) is not None
        )
        most = signs.most_common(1)
        return most[0][0] if most and most[0][1] >= _FEWEST else None


NO_CITATIONS = Citations(frozenset(), {})


def citations(stretches: Sequence[Stretch], taken: Mapping[int, Block]) -> Citations:
    """Numbers of one more level than those that a text prints, wherever it cites them."""
    printed = {block.number for block in taken.values() if block.rank}
    of_rules: dict[tuple[str, str], str] = {}
    of_articles: set[tuple[str, str]] = set()
    for stretch in stretches:
        if not printed:
            of_articles |= {(match[1], match[2]) for match in _OF_ARTICLE.finditer(stretch.text)}
            continue
        for match in _OF_RULE.finditer(stretch.text):
            item, sign = match["letter"] or match["inside"], match["sign"] or (match["open"] or "").strip()
            if match["rule"] in printed and closed(f"{match['rule']}{sign}{item}") not in printed:
                of_rules[match["rule"], item] = sign
    return Citations(frozenset(of_articles), of_rules)


def closed(number: str) -> str:
    """`802.02.A` as it is, `8.1b(2` with its bracket closed."""
    return f"{number})" if "(" in number else number


def article_of(block: Block | None) -> str:
    """The number of the article that a section is."""
    label = worded(block.title or "") if block else None
    return label.number if label else ""
