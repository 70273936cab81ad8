"""Glossaries set as tables: a column of terms and one of what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.ingest.document import Document, Node, Omitted, Stretch
from kb.ingest.recognise.headings import heading_levels
from kb.ingest.recognise.tables import cells_of, is_ruler, runs
from kb.ingest.recognise.terms import term
from kb.ingest.words import bodies
from kb.ingest.words.announcing import announces, may_announce

_FEWEST = 3
_MOST_COLUMNS = 4
_MOST_WORDS = 8
_REACH = 3
"""So many paragraphs may stand between a glossary's heading and its table."""
# "Term", "Keyword", "Begriff": what is in this column is a term wherever the table stands
_TERMS = re.compile(
    r"(?:(?:game |key )?(?:term|word)|keyword|abbreviation|acronym|begriff|schlüsselwort|abkürzung|terme|mot-clé"
    r"|término|palabra clave|termine|parola chiave)s?",
    re.IGNORECASE,
)
# "Definition", "What it means", "Meaning in play"
_MEANINGS = re.compile(
    r"(?:(?:definition|meaning|description|explanation)(?: (?:in|of|for) [\w ]{1,30})?|effect|rules?(?: text)?|text"
    r"|what it (?:does|means)|reminder text"
    r"|bedeutung|erklärung|beschreibung|definition|définition|signification|explication|definición|significado"
    r"|descripción|definizione|significato|descrizione)s?",
    re.IGNORECASE,
)


def term_tables(document: Document) -> Document:
    """Term blocks of every table whose head, or the heading above it, says that it defines terms."""
    if document.overrides.glossary is False:
        return document
    return document.claim(_find(document.paragraphs, document.claimed))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    levels: list[int] = []
    blocks: list[Node] = []
    for run in runs(stretches, taken):
        if len(run) < _FEWEST:
            continue
        levels = levels or heading_levels(stretches, taken)
        blocks += _of_table(stretches, run, _is_announced(stretches, levels, run[0]))
    return blocks


def _is_announced(stretches: Sequence[Stretch], levels: Sequence[int], start: int) -> bool:
    for index in range(start - 1, max(-1, start - 2 - _REACH), -1):
        if levels[index] or stretches[index].heading:
            return announces(stretches, index) or may_announce(stretches[index])
    return False


def _of_table(stretches: Sequence[Stretch], run: Sequence[int], announced: bool) -> Iterator[Node]:
    rows = {index: cells_of(stretches[index]) for index in run}
    told = [index for index in run if not is_ruler(stretches[index].text)]
    if len(told) < _FEWEST or not 2 <= max(map(len, rows.values())) <= _MOST_COLUMNS:
        return
    head = [cell.strip("* ") for cell in rows[told[0]]]
    columns = _columns(head, announced)
    head, body = (head, told[1:]) if columns else ([], told)
    term_at, meaning_at = columns or (0, 1)
    if not (columns or announced) or not _define(rows, body, term_at, meaning_at):
        return
    yield from (_no_term(stretches, index) for index in run if index not in body)
    for index in body:
        found = term(rows[index][term_at], [index], rows[index][meaning_at], stretches)
        others = _others(rows[index], head, {term_at, meaning_at})
        yield replace(found, body=(*found.body, *map(bodies.body, others)))


def _no_term(stretches: Sequence[Stretch], index: int) -> Omitted:
    """A row that only heads or parts a table."""
    ruler = is_ruler(stretches[index].text)
    return Omitted(stretches=(index,), reason="ruler" if ruler else "head of a table")


def _others(cells: Sequence[str], head: Sequence[str], told: set[int]) -> Iterator[str]:
    """What the other columns of a row say, each with what heads it."""
    for at, cell in enumerate(cells):
        if at not in told and cell.strip("- –—"):
            yield f"{head[at]}: {cell}" if at < len(head) and head[at] else cell


def _columns(head: Sequence[str], announced: bool) -> tuple[int, int] | None:
    """Where the terms and their meanings stand, if the first row says so; under a glossary's heading a name may do."""
    meaning = next((at for at, cell in enumerate(head) if at and _MEANINGS.fullmatch(cell)), None)
    named = next((at for at, cell in enumerate(head) if _TERMS.fullmatch(cell)), None)
    if meaning is None and named == 0 and announced:
        meaning = 1  # "Term | In this game"
    if meaning is None or (named is None and not announced):
        return None
    return (named if named is not None and named != meaning else 0), meaning


def _define(rows: Mapping[int, Sequence[str]], body: Sequence[int], term_at: int, meaning_at: int) -> bool:
    """Whether all rows name something in a few words and most say more of it."""
    last = max(term_at, meaning_at)
    if len(body) < 2 or any(len(rows[index]) <= last for index in body):
        return False
    named = [bodies.title(rows[index][term_at]) for index in body]
    meant = [rows[index][meaning_at] for index in body]
    longer = sum(1 for name, words in zip(named, meant, strict=True) if len(words.split()) > 2)
    return all(0 < len(name.split()) <= _MOST_WORDS for name in named) and longer >= 0.5 * len(body)
