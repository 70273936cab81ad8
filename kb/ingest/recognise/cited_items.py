"""Items that a text cites by the number of what they stand in: `Article 12.6`, `802.02.A`, `5.09(b)(3)`, `Law 27B1`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from kb.ingest import bodies
from kb.ingest.document import Node, Rule, Stretch, claiming
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.recognise.item_trees import Tree, TreeItem, article_of, heads, item_trees
from kb.ingest.recognise.items import indented_below
from kb.ingest.thresholds import FEWEST_SURE, LONGEST_TITLE, NEARLY_ALL, RULE_LEVEL
from kb.ingest.titles import WORDS

# ".6", "A", ".A", "(b)", " (b)", "1", ".II": the number of an item behind that of what it stands in
_ITEM = r"\.\d{1,3}|\.?[A-Za-z](?![A-Za-z])|\.[IVXivx]{2,5}| ?\((?:[A-Za-z]|[ivx]{2,4}|\d{1,2})\)"
_END = r"(?![A-Za-z0-9%]|[.-][A-Za-z0-9])"
# "802.02.A", "8.1b(2)", "4.2 (a)", "5.09(b)(3)", "12.5.3", "2.3.2.B.II": a rule's number and those of items, unparted
_OF_RULE = re.compile(rf"(?<![A-Za-z0-9.,$€£-])\d{{1,4}}(?:-\d{{1,4}}|{_ITEM}){{1,8}}{_END}")
# "Article 12.6", "Law 27B1(a)", "Laws 3.4(ii)", "Law 19.1 (c)"
_OF_ARTICLE = re.compile(
    rf"\b(?i:{WORDS})s?\s+(?P<cited>\d{{1,3}}(?:{_ITEM}|(?<=[A-Za-z])\d{{1,2}}){{1,5}}){_END}"
)
# "(see 2.1)"
_OF_EITHER = re.compile(rf"(?<![\d.,$€£])(?P<cited>\d{{1,3}}\.\d{{1,3}}(?:{_ITEM}){{0,3}}){_END}")
_SUFFIX = re.compile(r"(\.| ?\(|)([A-Za-z]+|\d+)\)?")
# "If a line marks the moor,", "The goat jumps, or": a sentence that goes on below
_OPEN = re.compile(r"(?:[,;–—-]|\b(?:and|or|shall|must|may|then|if|that|is|are))$", re.IGNORECASE)
# "**Reverse Swap.** A goat …"
_RUN_IN = re.compile(r"\*{2,3}([^*\n]{1,80}?)(?:[.:]\*{2,3}|\*{2,3}[.:])\s+(?=\S)")


@dataclass(slots=True)
class _Cited:
    """How a text cites items."""

    numbers: set[str] = field(default_factory=set)
    signs: dict[int, Counter[str]] = field(default_factory=dict)
    """Depth of an item → what is printed before its number, `.`, `(` or nothing, by citations."""

    def add(self, number: str, signs: Sequence[str]) -> None:
        """Another citation, with what it prints before each of its levels."""
        self.numbers.add(number)
        for depth, sign in enumerate(signs):
            self.signs.setdefault(depth, Counter())[sign] += 1


@claiming
def cited_items(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Items as rules, by the numbers that the text cites them by: (3) in (b) in 5.09 is 5.09(b)(3).

    Items of articles only where those in them are cited as well, 27B1: else the first ones may be headings.
    """
    trees = list(item_trees(stretches, taken))
    of_rules = [tree for tree in trees if not tree.is_article]
    cited = _cited(_citations(stretches, [_OF_RULE]), of_rules, _printed(taken))
    fewest = 1 if of_rules and _consist_of_lists(taken, of_rules) else FEWEST_SURE
    return [
        *_rules(stretches, taken, of_rules, cited, fewest),
        *_of_articles(stretches, taken, [tree for tree in trees if tree.is_article], 2),
    ]


@claiming
def items_of_articles(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Items of articles that no recogniser of headings took: the sixth of Article 12 is 12.6.

    So they are counted where the text cites them so, and where hardly an article holds anything else.
    """
    trees = [tree for tree in item_trees(stretches, taken) if tree.is_article]
    yield from _of_articles(stretches, taken, trees, 1)


def _of_articles(
    stretches: Sequence[Stretch], taken: Mapping[int, Node], trees: Sequence[Tree], depth: int
) -> Iterator[Node]:
    printed = _printed(taken)
    articles = {node.stretches: node.number for node in taken.values() if article_of(node)}
    are_called = not any(articles.values())
    patterns = [_OF_ARTICLE, _OF_EITHER] if are_called and not printed else [_OF_ARTICLE]
    cited = _cited(_citations(stretches, patterns), trees, printed)
    if depth == 1 and are_called:
        trees = _counted_on(taken, trees, cited, len(articles))
    if len(cited.signs) >= depth:
        yield from _rules(stretches, taken, trees, cited, 0 if articles else FEWEST_SURE)


def _counted_on(
    taken: Mapping[int, Node], trees: Sequence[Tree], cited: _Cited, articles: int
) -> Sequence[Tree]:
    """The articles whose items are numbered though nothing cites them; `cited` gets the signs that part their levels.

    Those are all where the text consists of their items, and the appendices where the articles' are numbered already.
    """
    begun = [tree for tree in trees if tree.items[0].path[0].isdigit()]
    appendices = [tree for tree in begun if tree.number.isalpha()]
    consists = sum(tree.begins for tree in begun) >= max(FEWEST_SURE, NEARLY_ALL * articles)
    ranked = {node.rank[0] for node in taken.values() if node.rank}
    are_numbered = not ranked.isdisjoint(map(article_of, taken.values()))
    if (consists and not ranked) or (appendices and are_numbered and not cited.signs):
        trees = trees if not ranked else appendices
        cited.signs.update((deeper, Counter(".")) for deeper in range(len(cited.signs), RULE_LEVEL))
    return trees


def _printed(taken: Mapping[int, Node]) -> frozenset[str]:
    return frozenset(block.number for block in taken.values() if block.rank and block.number)


def _citations(stretches: Sequence[Stretch], patterns: Sequence[re.Pattern[str]]) -> Iterator[str]:
    for stretch in stretches:
        for pattern in patterns:
            for match in pattern.finditer(stretch.text):
                yield match["cited"] if "cited" in pattern.groupindex else match[0]


def _cited(found: Iterator[str], trees: Sequence[Tree], printed: frozenset[str]) -> _Cited:
    """Those citations that name an item by more levels than the text prints."""
    cited = _Cited()
    if not trees:
        return cited  # a text without such items is not searched for what cites them
    paths = {tree.number: {item.path for item in tree.items} for tree in trees}
    for number in found:
        cut = _holder(number, paths)
        if cut is None or number in printed or number in cited.numbers:
            continue
        parts = _SUFFIX.findall(number[cut:])
        path = tuple(value for _, value in parts)
        if path and path in paths[number[:cut]]:
            cited.add(number, [sign.strip() for sign, _ in parts])
    return cited


def _holder(number: str, paths: Mapping[str, object]) -> int | None:
    """Where the number of what holds an item ends in a citation of it; None where it begins with none."""
    return next((at for at in range(len(number) - 1, -1, -1) if number[:at] in paths), None)


def _consist_of_lists(taken: Mapping[int, Node], trees: Sequence[Tree]) -> bool:
    """Whether nearly every rule that holds no other begins with a list."""
    ranks = {block.rank for block in taken.values() if isinstance(block, Rule) and len(block.rank) > 1}
    holding = {rank[:-1] for rank in ranks}
    return sum(tree.begins for tree in trees) >= NEARLY_ALL * sum(1 for rank in ranks if rank not in holding)


def _rules(
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    trees: Sequence[Tree],
    cited: _Cited,
    fewest: int,
) -> Iterator[Node]:
    """The items as deep as the text cites them, with the signs that it puts between."""
    if len(cited.numbers) < fewest:
        return
    signs = [cited.signs[depth].most_common(1)[0][0] for depth in sorted(cited.signs)]
    for tree in trees:
        for item, following in zip_longest(tree.items, tree.items[1:]):
            if len(item.path) <= len(signs):
                titled = heads(stretches, taken, item, following)
                yield _rule(stretches, taken, tree, item, _composed(tree, item, signs), titled)


def _composed(tree: Tree, item: TreeItem, signs: Sequence[str]) -> list[str]:
    """The numbers of what holds an item and of itself: 5.09(b), 5.09(b)(3)."""
    number, numbers = tree.number, []
    for sign, value in zip(signs, item.path, strict=False):
        number += f"({value})" if sign == "(" else f"{sign}{value}"
        numbers.append(number)
    return numbers


def _rule(
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    tree: Tree,
    item: TreeItem,
    numbers: Sequence[str],
    titled: bool,
) -> Node:
    below = indented_below(stretches, taken, item.index)
    title, words = _title_and_body(item.words, titled)
    rest = tuple(bodies.paragraph(stretches[i]) for i in below)
    return Rule(
        stretches=(item.index, *below),
        number=numbers[-1],
        title=title,
        body=(*((bodies.body(words),) if words else ()), *bodies.as_list(rest)),
        rank=(*tree.rank, *numbers),
    )


def _title_and_body(words: str, heads: bool) -> tuple[str | None, str]:
    """What an item is called, where it reads as a heading or begins with one in bold, and what it says."""
    plain = words.rstrip(".")
    may_be_title = len(words) <= LONGEST_TITLE and words[:1].isupper() and not _OPEN.search(words)
    if (looks_like_heading(plain) or (heads and may_be_title)) and not ENDED.search(words):
        return bodies.title(plain), ""
    run_in = _RUN_IN.match(words)
    return (bodies.title(run_in[1]), words[run_in.end() :]) if run_in else (None, words)
