"""What does a row of `game.toml` say of a text that has nothing of it?"""

from __future__ import annotations

from collections.abc import Iterator

from kb.findings import Problem
from kb.ingest.document import Document
from kb.ingest.numbering.choice import PRINTED, Choice, choice_of
from kb.ingest.words.titles import folded


def unused_overrides(document: Document, file: str) -> Iterator[Problem]:
    """A problem for each."""
    for said, suggestion in (
        *_names(document),
        *_kinds(document),
        *_numbers(choice_of(document)),
        *_lines(document),
    ):
        yield Problem(
            code="told-in-vain", message=f"its row {said}", file=file, line=1, suggestion=suggestion
        )


def _names(document: Document) -> Iterator[tuple[str, str]]:
    called = document.overrides.glossary
    if isinstance(called, str) and all(folded(each) != called.casefold() for each in document.paragraphs):
        yield (
            f"says that its glossary is called “{called}”, but no line of it is",
            "write the heading as it is printed, or true where all of the text is a glossary",
        )


def _kinds(document: Document) -> Iterator[tuple[str, str]]:
    kinds = {part.kind for part in document.parts}
    for is_told, kind, said in (
        (
            document.overrides.glossary is True,
            "term",
            "says that all of it is a glossary, but no term is in it",
        ),
        (document.overrides.faq is True, "faq", "says that it has questions, but nothing in it asks"),
    ):
        if is_told and kind not in kinds:
            yield said, "take the line out, or part what is asked or named from what is said of it"


def _numbers(choice: Choice) -> Iterator[tuple[str, str]]:
    best = choice.best
    if choice.is_told and best.name in PRINTED and not best.numbers:
        yield (
            f"says that it is numbered as {best.name}, but nothing in it is",
            "take the line out, or name another way of numbering",
        )


def _lines(document: Document) -> Iterator[tuple[str, str]]:
    for lines, counted in zip(document.overrides.leave_out, document.excluded, strict=True):
        if not any(paragraph.first in counted for paragraph in document.paragraphs):
            yield (
                f"leaves out {lines}, but no paragraph begins there",
                "name the lines on which the paragraphs begin, as `kb add` and `kb check` tell them",
            )
