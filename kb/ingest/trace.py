"""How does a line become an entry? The document after each step that changed it, for a person to read."""

from __future__ import annotations

from collections.abc import Iterator

from kb.ingest.document import Document, Node, Section, Stretch
from kb.ingest.numbering import choice_of

_WIDTH = 60


def traced(step: str, document: Document) -> Iterator[str]:
    """A heading for the step, then a line for each paragraph or node, with its lines in the text."""
    numbering = f" (numbering: {choice_of(document).best})" if document.numbering else ""
    yield f"== {step}{numbering} =="
    if document.tree:
        yield from _tree(document)
    elif document.parts:
        yield from (_line(document, part) for part in document.parts)
    else:
        for index, paragraph in enumerate(document.paragraphs):
            node = document.claimed.get(index)
            if node is None:
                yield _paragraph(paragraph)
            elif node.stretches[0] == index:
                yield _line(document, node)
    yield ""


def _tree(document: Document) -> Iterator[str]:
    waiting: list[tuple[int, Node | str]] = [(0, node) for node in reversed(document.tree)]
    while waiting:
        depth, part = waiting.pop()
        if isinstance(part, str):
            yield f"{'':9}{'  ' * depth}“{_short(part)}”"
        else:
            yield _line(document, part, depth)
            waiting.extend((depth + 1, each) for each in reversed(part.body))


def _line(document: Document, node: Node, depth: int = 0) -> str:
    held = [document.paragraphs[index] for index in node.stretches]
    lines = _lines(held[0].first, held[-1].last)
    level = f" of level {node.level}" if isinstance(node, Section) and not node.rank else ""
    about = " ".join(filter(None, (node.number, node.title or held[0].text)))
    return f"{lines:>7}  {'  ' * depth}{type(node).__name__}{level}: {_short(about)}"


def _paragraph(paragraph: Stretch) -> str:
    facts = [f"heading {paragraph.heading}"] if paragraph.heading else []
    facts += [f"mark {paragraph.mark}"] if paragraph.mark else []
    facts += [f"number {paragraph.number}"] if paragraph.number else []
    about = f" ({', '.join(facts)})" if facts else ""
    return f"{_lines(paragraph.first, paragraph.last):>7}  {paragraph.role}{about}: {_short(paragraph.text)}"


def _lines(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _short(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= _WIDTH else f"{plain[:_WIDTH]} …"
