"""`kb check`: what is wrong with the texts, and was every character understood?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kb.commands import coverage, problems
from kb.commands.folders import corpus_option, corpus_to_read, game_option
from kb.commands.found import numbering
from kb.commands.output import Progress, columns, json_option, print_json
from kb.findings import LeftOut

if TYPE_CHECKING:
    from kb.pipeline import Examined

_DECIDED = frozenset(f"{which}-reference" for which in ("missing", "ambiguous", "suspicious")) | {
    "term-never-mentioned",
    "entry-unreached",
}
"""What may be right as it is: a person decides."""


@click.command()
@game_option("Only check this game.")
@click.option("--strict", is_flag=True, help="Exit 1 if there is a problem or a line nobody understood.")
@json_option
@click.option("--propose", is_flag=True, help="Print decisions to take in links.toml instead.")
@corpus_option
def command(game: str | None, strict: bool, as_json: bool, propose: bool, corpus: Path | None) -> None:
    """List the problems of the texts, each with file and line.

    Says for each text what share of its characters is accounted for, what was left out and why.
    With --propose, prints lines for each game's links.toml, all behind a # until you decide.

    Example: kb check --strict
    """
    from kb import pipeline

    if propose and (strict or as_json):
        raise click.UsageError("--propose prints TOML; leave out --strict and --json.")
    folder = corpus_to_read(corpus)
    if propose:
        with Progress(True) as progress:
            proposals = list(pipeline.propose(folder, only=game, progress=progress))
        click.echo("\n".join(f"# {folder / slug}/links.toml\n\n{toml}" for slug, toml in proposals), nl=False)
        return
    with Progress(not as_json) as progress:
        content = pipeline.examine(folder, only=game, progress=progress)
    if as_json:
        print_json(_document(content))
    else:
        click.echo("\n".join(text_lines(content)))
    if strict and (content.problems or coverage.not_understood(content.left_out)):
        raise click.exceptions.Exit(1)


def text_lines(content: Examined) -> Iterator[str]:
    """The findings for people: shares, what nobody understood, problems, their number."""
    yield click.style("Characters accounted for", bold=True)
    rows = [[f"{coverage.percent(each)} %", each.file, each.recognised] for each in content.sources]
    for source, line in zip(content.sources, columns(rows, fit="line"), strict=True):
        yield line
        yield f"          numbering: {numbering(source)}"
        if reasons := coverage.reasons(source, content.left_out):
            told = ", ".join(f"{many} {reason}" for reason, many in reasons.items())
            yield f"          left out: {told}"
    stretches = coverage.not_understood(content.left_out)
    yield from _section("Not understood", [_stretch(each) for each in stretches])
    yield from _section("Problems", [line for each in content.problems for line in problems.lines(each)])
    yield ""
    if any(each.code in _DECIDED for each in content.problems):
        yield "Right as it is? `kb check --propose` prints what accepts it."
    yield (
        problems.summary(Counter(each.code for each in content.problems))
        if content.problems
        else "No problems."
    )


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield click.style(title, bold=True)
        yield from lines


def _stretch(left_out: LeftOut) -> str:
    return f"{left_out.file}:{left_out.line}: {problems.shortened(left_out.text)}"


def _document(content: Examined) -> dict[str, Any]:
    return {
        "sources": [
            {
                "game": source.game,
                "name": source.name,
                "edition": source.edition,
                "file": source.file,
                "encoding": source.encoding,
                "recognised": source.recognised,
                "numbering": source.numbering,
                "confidence": source.confidence,
                "runner_up": source.runner_up,
                "characters": source.characters,
                "accounted": source.accounted,
                "left_out": coverage.reasons(source, content.left_out),
            }
            for source in content.sources
        ],
        "not_understood": [
            {"file": each.file, "line": each.line, "text": each.text}
            for each in coverage.not_understood(content.left_out)
        ],
        "problems": [problems.document(problem) for problem in content.problems],
    }
