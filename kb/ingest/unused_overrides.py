"""What does a row of `game.toml` say of a text that has nothing of it?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.findings import Problem
from kb.ingest.document import Stretch
from kb.ingest.recognise import Recognised
from kb.ingest.recognise.choice import PRINTED
from kb.ingest.recognise.sections import folded
from kb.sources import SourceOverrides


def unused_overrides(
    overrides: SourceOverrides,
    found: Recognised,
    laid_out: Sequence[Stretch],
    away: Sequence[range],
    file: str,
) -> Iterator[Problem]:
    """A problem for each; `away` are the lines that the row leaves out, as the text counts them."""
    for said, suggestion in (
        *_names(overrides, laid_out),
        *_kinds(overrides, found),
        *_numbers(found),
        *_lines(overrides, laid_out, away),
    ):
        yield Problem(
            code="told-in-vain", message=f"its row {said}", file=file, line=1, suggestion=suggestion
        )


def _names(overrides: SourceOverrides, laid_out: Sequence[Stretch]) -> Iterator[tuple[str, str]]:
    if isinstance(overrides.glossary, str) and all(
        folded(each) != overrides.glossary.casefold() for each in laid_out
    ):
        yield (
            f"says that its glossary is called “{overrides.glossary}”, but no line of it is",
            "write the heading as it is printed, or true where all of the text is a glossary",
        )


def _kinds(overrides: SourceOverrides, found: Recognised) -> Iterator[tuple[str, str]]:
    kinds = {block.kind for block in found.blocks}
    for is_told, kind, said in (
        (overrides.glossary is True, "term", "says that all of it is a glossary, but no term is in it"),
        (overrides.faq is True, "faq", "says that it has questions, but nothing in it asks"),
    ):
        if is_told and kind not in kinds:
            yield said, "take the line out, or part what is asked or named from what is said of it"


def _numbers(found: Recognised) -> Iterator[tuple[str, str]]:
    best = found.choice.best
    if found.choice.is_told and best.name in PRINTED and not best.numbers:
        yield (
            f"says that it is numbered as {best.name}, but nothing in it is",
            "take the line out, or name another way of numbering",
        )


def _lines(
    overrides: SourceOverrides, laid_out: Sequence[Stretch], away: Sequence[range]
) -> Iterator[tuple[str, str]]:
    for lines, counted in zip(overrides.leave_out, away, strict=True):
        if not any(stretch.first in counted for stretch in laid_out):
            yield (
                f"leaves out {lines}, but no paragraph begins there",
                "name the lines on which the paragraphs begin, as `kb add` and `kb check` tell them",
            )
