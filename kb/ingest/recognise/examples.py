"""Examples: what shows a rule at work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kb.ingest.document import Document, Example, Node, Stretch
from kb.ingest.words import bodies
from kb.ingest.words.callouts import introduces_examples, is_example


def examples(document: Document) -> Document:
    """Paragraphs that say "Example:", and the items that a line about examples introduces."""
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    return [*_labelled(stretches, taken), *_introduced(stretches, taken)]


def _labelled(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    for index, stretch in enumerate(stretches):
        if index not in taken and not stretch.heading and is_example(stretch.text):
            yield _block(stretches, index)


def _introduced(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Items after the introduction: bullets, or in a list without marks paragraphs that begin with the same word."""
    for index, stretch in enumerate(stretches):
        if index in taken or not introduces_examples(stretch.text) or index + 2 >= len(stretches):
            continue
        first = stretches[index + 1]
        word = first.text.split(" ", 1)[0]
        for position in range(index + 1, len(stretches)):
            item = stretches[position]
            alike = item.mark == first.mark and (bool(item.mark) or item.text.split(" ", 1)[0] == word)
            if position in taken or not alike:
                break
            if position > index + 1 or (index + 2 not in taken and _is_like(stretches[index + 2], first)):
                yield _block(stretches, position)


def _is_like(second: Stretch, first: Stretch) -> bool:
    same_word = second.text.split(" ", 1)[0] == first.text.split(" ", 1)[0]
    return second.mark == first.mark and (bool(first.mark) or same_word)


def _block(stretches: Sequence[Stretch], index: int) -> Node:
    return Example(stretches=(index,), body=(bodies.body(stretches[index].text),))
