"""`kb search TEXT`: ranked entries, each saying why it matched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from kb import builds
from kb.commands.answers import answer_record
from kb.commands.completion import Kind
from kb.commands.folders import game_option, read_option
from kb.commands.lookup import linked_id, refuse_unknown_game
from kb.commands.output import MARKED, json_option, note, print_json, tell_waiting, wrap
from kb.entries import KINDS, Entry, full_label, label
from kb.errors import NotFoundError
from kb.store import Library

if TYPE_CHECKING:
    from kb.search import Answer, Hit

_LONGEST_POST = 64 * 1024
"""Bytes read of a post; more is no question."""
_PARTS = 5
"""Entries that are looked for to each rule that is shown: its parts stand together."""

_GLANCE = 600
"""Characters of an entry that is shown whole."""


@click.command()
@click.argument("text", nargs=-1)
@click.option(
    "--file",
    type=click.File("rb"),
    help="Read the question, or a whole post, from a file; - for standard input.",
)
@game_option("Only search this game; may be given again.", several=True)
@click.option(
    "--kind",
    "kinds",
    type=Kind(KINDS),
    multiple=True,
    help="Only find this kind; may be given again.",
)
@click.option(
    "--mode",
    type=click.Choice(["hybrid", "lexical", "semantic"]),
    default="hybrid",
    show_default=True,
    help="By words and meaning, by words, by meaning.",
)
@click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="At most so many rules; with --json, entries.",
)
@json_option
@read_option
def command(
    text: tuple[str, ...],
    file: IO[bytes] | None,
    game: tuple[str, ...],
    kinds: tuple[str, ...],
    mode: str,
    limit: int,
    as_json: bool,
    build: Path | str,
) -> None:
    """Find entries about TEXT: words, a question, a number or a name.

    In TEXT, "quoted words" must stand so, -word must not; title:word, number:702.*, kind:term and game:SLUG narrow it.

    Example: kb search "can I move while engaged" --limit 5
    """
    query = _query(text, file)

    def answer(folder: Path | str) -> tuple[Answer, dict[str, Entry], dict[str, str]]:
        from kb.encoders.threads import use_one_thread
        from kb.search import open_searcher

        use_one_thread()
        with open_searcher(folder) as searcher:
            store = searcher.store
            for slug in game:
                refuse_unknown_game(store, slug)
            now = _now(store, query, game[0] if len(game) == 1 else None)
            most, shown = (limit, None) if as_json else (limit * _PARTS, limit)
            found = searcher.search(now, game=game, kind=kinds, mode=mode, limit=most, excerpts=shown)
            places = dict.fromkeys(id for hit in found.results for id in (hit.place, hit.id, hit.says))
            entries = {id: entry for id in places if (entry := store.entry(id))}
            return (
                replace(found, query=query),
                entries,
                {id: linked_id(store, entry) for id, entry in entries.items()},
            )

    found, entries, ids = builds.read(build, answer)
    if found.mode != mode:
        note(f"--mode {mode} needs an index of meanings, which this build has not; searched {found.mode}")
    if as_json:
        print_json(answer_record(found))
    elif found.results:
        click.echo("\n".join(_lines(found, _Held(entries, ids), limit)))
    if not found.results and not as_json:
        note(f"nothing found for {query!r}")
    if not found.results or not found.answered:
        raise click.exceptions.Exit(NotFoundError.exit_code)


def _now(store: Library, query: str, game: str | None) -> str:
    """The query; for a REF with `@EDITION` the id of what it is now, after a note that tells where its words are."""
    if "@" not in query:
        return query
    from kb.past import of_edition

    try:
        found = of_edition(store, query, game)
    except NotFoundError as error:
        note(str(error))
        return query
    if not found:
        return query
    revision = found[0].revision
    editions = " to ".join(dict.fromkeys(filter(None, (revision.first, revision.last))))
    ref = revision.address.rstrip("/").replace("/", ":", 1)
    note(f"the wording of {editions}: `kb show {ref}`; found is what it is now")
    return revision.entry or query


def _query(text: tuple[str, ...], file: IO[bytes] | None) -> str:
    if bool(text) == bool(file):
        raise click.UsageError("give either words to search for or --file with a post")
    if file is not None:
        if file.name == "<stdin>":
            tell_waiting("the question")
        return file.read(_LONGEST_POST).decode("utf-8", "replace")
    return " ".join(text).encode("utf-8", "replace").decode()  # a terminal can send bytes that are no text


@dataclass(frozen=True, slots=True)
class _Held:
    """The entries of an answer by id, and each id as it is shown: with a link to its page on a terminal."""

    entries: Mapping[str, Entry]
    ids: Mapping[str, str]


def _lines(answer: Answer, held: _Held, limit: int) -> Iterator[str]:
    """What was made of the query, then the rules, each with those of its parts that were found: the first one whole."""
    told = [*_told(answer)]
    yield from ([*told, ""] if told else [])
    groups: dict[str, list[Hit]] = {}
    for hit in answer.results:
        groups.setdefault(hit.place, []).append(hit)
    digits = len(str(min(limit, len(groups))))
    for rank, (place, hits) in enumerate(islice(groups.items(), limit), 1):
        if rank == 1 and answer.answered:
            hits[0] = _whole(hits[0], held)
        yield from _rule(f"{rank:>{digits}}. ", held.entries.get(place), hits, held)


def _whole(hit: Hit, held: _Held) -> Hit:
    """The same with all that its entry says in place of a sentence: named by number, or read at a glance."""
    says = held.entries.get(hit.says)
    start = says.text.find(hit.excerpt) if says else -1
    if says is None or start < 0 or (len(says.text) > _GLANCE and hit.why not in ("id", "number")):
        return hit
    start -= says.text.count("\n\n", 0, start)
    marks = tuple((first + start, last + start) for first, last in hit.marks)
    return replace(hit, excerpt=says.text.replace("\n\n", "\n"), marks=marks)


def _told(answer: Answer) -> Iterator[str]:
    if answer.did_you_mean:
        meant = answer.did_you_mean.split()
        missing = [word for word in answer.query.split() if word not in meant and any(map(str.isdigit, word))]
        lead = f"Nothing here is numbered {missing[0].strip('?!.,')}. " if missing else ""
        yield f"{lead}Showing results for {click.style(answer.did_you_mean, bold=True)}."
    for said, means in answer.players_words:
        yield f"Read \u201c{said}\u201d as \u201c{means}\u201d."
    if not answer.answered:
        is_number = any(hit.why == "number" for hit in answer.results)
        told = f"is called “{answer.query.strip()}”" if is_number else "answers that"
        yield f"Nothing here {told}; nearest are:"


def _rule(rank: str, place: Entry | None, hits: Sequence[Hit], held: _Held) -> Iterator[str]:
    """A rule: its name and where it stands, the part that answers with its sentence, and the other parts found."""
    best = hits[0]
    indent = " " * len(rank)
    named = place or held.entries.get(best.id)
    title = full_label(named) if named else label(best.number, best.title, best.excerpt, kind=best.kind)
    way = " › ".join((best.game, *(place.path if place else ())))
    shown = held.ids.get(best.id, best.id)
    yield f"{rank}{click.style(title, bold=True)}  {click.style(shown, fg='cyan')}"
    yield click.style(f"{indent}{way} · {best.kind} · found by {best.why.replace('+', ' + ')}", dim=True)
    says = held.entries.get(best.says)
    number = says.number if says and place and says.id != place.id else None
    if best.excerpt:
        shift = len(number) + 1 if number else 0
        marks = [(start + shift, end + shift) for start, end in best.marks]
        looks = [MARKED] * len(marks)
        if number:
            marks, looks = [(0, len(number)), *marks], ["bold", *looks]
        yield wrap(f"{number} {best.excerpt}" if number else best.excerpt, indent, marks, looks)
    others = [hit for hit in hits if hit.id not in (best.id, best.says) and hit.id != hit.place]
    if others:
        others.sort(key=lambda hit: held.entries[hit.id].order if hit.id in held.entries else 0)
        also = ", ".join(hit.number or hit.title or hit.id for hit in others)
        yield click.style(wrap(f"also {also}", indent), dim=True)
    yield ""
