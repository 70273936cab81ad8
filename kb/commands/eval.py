"""`kb eval QUESTIONS.jsonl`: how good the search is on questions with known answers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kb import builds
from kb.commands.folders import build_option
from kb.commands.output import Progress, columns, json_option, note, print_json
from kb.errors import ReadError
from kb.store import Library

if TYPE_CHECKING:
    from kb.search.evaluation import Scored

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("questions", nargs=-1, required=True, type=_FILE)
@click.option(
    "--game", "games", multiple=True, metavar="NAME=SLUG", help="The game that a question's document is."
)
@click.option(
    "--scope",
    type=click.Choice(["document", "all"]),
    default="document",
    show_default=True,
    help="Search a question's own game, or all of them.",
)
@click.option(
    "--mode",
    type=click.Choice(["hybrid", "lexical", "semantic"]),
    default="hybrid",
    show_default=True,
    help="By words and meaning, by words, by meaning.",
)
@click.option("--save", type=_FILE, help="Keep this run, to compare a later one with.")
@click.option("--compare", "earlier", type=_FILE, help="A run that was saved: how much better is this one?")
@click.option("--misses", is_flag=True, help="List the questions whose first result is no answer.")
@click.option("--floor", type=float, default=0.0, help="Exit 1 when nDCG@10 over all is below this.")
@json_option
@build_option
def command(
    questions: tuple[Path, ...],
    games: tuple[str, ...],
    scope: str,
    mode: str,
    save: Path | None,
    earlier: Path | None,
    misses: bool,
    floor: float,
    as_json: bool,
    build: Path,
) -> None:
    """Measure the search on QUESTIONS with known answers.

    QUESTIONS are files of one JSON object a line. A question names its answers:
    {"query": "can I jump over figures?", "game": "red-dragon-inn", "entries": ["Leap"]}

    Example: kb eval corpus/red-dragon-inn/questions.jsonl --floor 0.8
    """
    from kb.search import evaluation

    known = dict(_pair(pair) for pair in games)
    asked = [question for path in questions for question in evaluation.read_questions(path, known)]
    before = _saved(earlier) if earlier else {}
    with Progress(not as_json) as progress:
        scored = builds.read(build, lambda folder: _score(folder, asked, scope, mode, progress))
    table = evaluation.table(scored)
    values = {one.question.id: one.values["nDCG@10"] for one in scored}
    if save:
        save.write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")
    gain = evaluation.compare(values, before) if earlier else None
    if as_json:
        print_json(_document(scored, table, gain, scope, mode))
    else:
        click.echo("\n".join(_lines(scored, table, gain, misses)))
    reached = table["all"]["nDCG@10"]
    if reached < floor:
        note(f"nDCG@10 {reached:.3f} is below the floor of {floor}")
        raise click.exceptions.Exit(1)


def _score(folder: Path, asked: Sequence[Any], scope: str, mode: str, tell: Progress) -> list[Scored]:
    from kb.encoders.threads import use_one_thread
    from kb.search import Searcher
    from kb.search.evaluation import CUTOFF, Answers, Scored, score

    use_one_thread()
    with Library(folder) as store, Searcher(folder) as searcher:
        answers = Answers(store.entries(), store.find)
        scored = []
        for at, question in enumerate(asked):
            tell(f"Asking {at + 1} of {len(asked)}", at / len(asked))
            groups, lost = answers.groups(question)
            game = question.game if scope == "document" else None
            answer = searcher.search(question.query, game=game, mode=mode, limit=CUTOFF)
            found = tuple(hit.id for hit in answer.results)
            scored.append(
                Scored(question=question, values=score(found, groups), found=found, lost=tuple(lost))
            )
    return scored


def _pair(pair: str) -> tuple[str, str]:
    name, equals, slug = pair.partition("=")
    if not equals:
        raise click.UsageError(f"--game {pair}: say which game a document is: --game 003=red-dragon-inn")
    return name, slug


def _saved(path: Path) -> dict[str, float]:
    try:
        return {str(id): float(value) for id, value in json.loads(path.read_bytes()).items()}
    except (OSError, ValueError, TypeError, AttributeError):
        raise ReadError(f"{path}: not a run that `kb eval --save` kept") from None


def _lines(
    scored: Sequence[Scored],
    table: dict[str, dict[str, float]],
    gain: tuple[int, float, float, float] | None,
    misses: bool,
) -> Iterator[str]:
    metrics = [name for name in next(iter(table.values())) if name != "n"]
    rows = [["", "n", *metrics]]
    rows += [[name, f"{row['n']:.0f}", *(f"{row[m]:.3f}" for m in metrics)] for name, row in table.items()]
    yield from columns(rows)
    for one in scored:
        for phrase in one.lost:
            yield f"lost: {one.question.id}: no entry holds {phrase!r}"
    if misses:
        for one in scored:
            if one.values["recall@1"] == 0:
                first = ", ".join(one.found[:3]) or "nothing"
                yield f"miss: {one.question.id} [{one.question.style}] {one.question.query!r} -> {first}"
    if gain:
        count, mean, low, high = gain
        yield f"compared with the earlier run, {count} questions: nDCG@10 {mean:+.3f} [{low:+.3f}, {high:+.3f}]"


def _document(
    scored: Sequence[Scored],
    table: dict[str, dict[str, float]],
    gain: tuple[int, float, float, float] | None,
    scope: str,
    mode: str,
) -> dict[str, Any]:
    names = ("questions", "gain", "low", "high")
    return {
        "scope": scope,
        "mode": mode,
        "table": {name: {key: round(value, 4) for key, value in row.items()} for name, row in table.items()},
        "compared": dict(zip(names, gain, strict=True)) if gain else None,
        "lost": [[one.question.id, phrase] for one in scored for phrase in one.lost],
        "questions": [
            {"id": one.question.id, "values": dict(one.values), "found": list(one.found)} for one in scored
        ],
    }
