"""By which labels are sections cited? `Law 3` is the section with that law in it, `Law 3.6` what is numbered there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kb.ingest.entries.drafts import Draft
from kb.ingest.words.titles import LABELLED


def give_labels(nodes: Sequence[Draft]) -> None:
    """Leave a label to that section of all so called that holds the most; name what is numbered in it after it."""
    owners = _owners(nodes)
    for node in nodes:
        label = _label(node)
        if label and owners[label] is not node:
            node.aliases = tuple(name for name in node.aliases if name != label)
        above = _label(node.parent) if node.parent else ""
        if node.kind == "section" and node.number and above:
            node.aliases = (*node.aliases, f"{above}.{node.number}")


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
