"""Which id does each node get (`magic:314.6`, `red-dragon-inn:leap`), and which labels (`Law 3` is a section)?"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from kb.ingest.entries.drafts import Draft
from kb.ingest.recognise.terms import base_name
from kb.ingest.thresholds import LONGEST_NOTE
from kb.ingest.titles import LABELLED
from kb.sources import slugify

_WORDS = 7
"""So many first words name an entry that prints no title."""


class Names:
    """The slugs of one game: numbers and terms take theirs first, whatever the order of the texts."""

    def __init__(self) -> None:
        self._named: set[Draft] = set()
        self._used: set[str] = set()
        self._counts: dict[str, int] = {}

    def give(self, nodes: Iterable[Draft], source: str) -> None:
        """Name every node of a source; call `reserve` for all sources of the game first."""
        for node in nodes:
            if node not in self._named:
                self._take(node, self._made(node, source))

    def reserve(self, nodes: Iterable[Draft]) -> list[tuple[Draft, str]]:
        """Give numbers and terms their slugs; returns the nodes whose number was taken already."""
        doubled = []
        for node in nodes:
            if node.rank and node.number:
                wanted = _number_slug(node.number)
                if wanted in self._used:
                    doubled.append((node, wanted))
                self._take(node, wanted)
        for node in nodes:
            if node.kind == "term" and node.title:
                self._take(node, slugify(base_name(node.title)) or slugify(node.title) or _hashed(node))
        return doubled

    def _take(self, node: Draft, wanted: str) -> None:
        if wanted in self._used and node.kind in ("section", "table"):
            wanted = f"{wanted}-{node.kind}"
        slug, count = wanted, self._counts.get(wanted, 1)
        while slug in self._used:
            count += 1
            slug = f"{wanted}-{count}"
        self._counts[wanted] = count
        self._used.add(slug)
        self._named.add(node)
        node.slug = slug

    def _made(self, node: Draft, source: str) -> str:
        parent = node.parent
        # its parent's slug leads its own, unless that is the text itself
        above = parent.slug if parent and not (parent.is_root and node.kind == "section") else ""
        if node.kind == "section":
            own = slugify(node.title or "") or (slugify(source) if node.is_root else _hashed(node))
            if label := _label(node):
                return slugify(label)
            return _joined(above, own)
        if node.kind == "step":
            return _step(node, above)
        if node.kind in ("example", "table"):
            return _joined(above, node.kind)
        if node.number:
            return _joined(above, slugify(node.number) or node.kind)
        if node.title:
            return _titled(node, above)
        words = " ".join(re.sub(r"[\\*\u2060]|\{[^}]*\}", "", " ".join(node.body)).split()[:_WORDS])
        return slugify(words) or _hashed(node)


def _joined(above: str, own: str) -> str:
    return (f"{above}-{own}" if above else own)[:LONGEST_NOTE].strip("-.")


def _titled(node: Draft, above: str) -> str:
    """The slug of a title: a question's alone, any other's below what it stands under."""
    words = slugify(" ".join((node.title or "").split()[: _WORDS + 1]))
    return words if node.kind == "faq" and words else _joined(above, words or _hashed(node))


def _step(node: Draft, above: str) -> str:
    number = slugify(node.number or "")
    if node.parent is not None and node.parent.kind == "step" and number:
        return (above + number)[:LONGEST_NOTE]
    return _joined(above, f"step-{number}" if number else "step")


def _number_slug(number: str) -> str:
    """`702.19b` as it is; `1h++`, which is attached to 1h, as `1h-plus-plus`."""
    return re.sub(r"[^a-z0-9.]+", "-", number.lower().replace("+", "-plus"))[:LONGEST_NOTE].strip("-.")


def _hashed(node: Draft) -> str:
    """A name for what has no Latin letters."""
    words = " ".join([node.title or "", *node.body])
    return f"{node.kind}-{hashlib.sha256(words.encode()).hexdigest()[:8]}"


def give_labels(nodes: Sequence[Draft]) -> None:
    """Leave a label to that section of all so called that holds the most; name what is numbered in it after it.

    The second item of Article 12 is Article 12.2, and `a` in that Article 12.2.a.
    """
    owners = _owners(nodes)
    numbered: dict[Draft | None, str] = {}
    for node in nodes:
        label = _label(node)
        if label and owners[label] is not node:
            node.aliases = tuple(name for name in node.aliases if name != label)
        above = numbered.get(node.parent) or (_label(node.parent) if node.parent else "")
        if node.kind in ("section", "rule") and node.number and above and not node.rank:
            numbered[node] = f"{above}.{node.number}"
    often = Counter(numbered.values())
    for each, name in numbered.items():
        if each and often[name] == 1:
            each.aliases = (*each.aliases, name)


def _owners(nodes: Sequence[Draft]) -> dict[str, Draft]:
    """For each label the section that holds the most numbered ones, the first of several."""
    inside = Counter(node.parent for node in nodes if node.number and node.kind == "section")
    owners: dict[str, Draft] = {}
    for node in nodes:
        label = _label(node)
        if label and inside[node] > inside[owners.setdefault(label, node)]:
            owners[label] = node
    return owners


def _label(node: Draft) -> str:
    """`Law 3` of `Law 3 – The Players`, where the node has it for a name."""
    match = LABELLED.match(node.title or "") if node.kind == "section" else None
    return match[1] if match and match[1] in node.aliases else ""
