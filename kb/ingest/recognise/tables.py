"""Tables: columns parted by tabs or upright strokes, boxes of facts, and glossaries set as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from kb.ingest import bodies
from kb.ingest.document import Document, Node, Omitted, Question, Stretch, Table, claiming
from kb.ingest.layout.features import ENDED
from kb.ingest.recognise.terms import term
from kb.ingest.thresholds import FEWEST_SURE, HALF, MOST_TITLE_WORDS
from kb.ingest.titles import asked_columns

# "**Size Categories**", "**Table 2: Sizes**", "_Table 3_"
_TITLE = re.compile(r"(?P<stars>\*{2,3}|_{1,3}|\*)(?P<title>[^*_\n]{2,80})(?P=stars)")
# "---|---|", "| :-- | --: |"
_RULER = re.compile(r"(?=.*-)[\s|:-]+", re.DOTALL)


@claiming
def tables(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    """Runs of rows; a blank line between two rows does not end a table, two do."""
    found = [_block(stretches, run) for run in runs(stretches, taken) if len(run) >= FEWEST_SURE]
    return [_called(stretches, taken, block) for block in found]


def _called(stretches: Sequence[Stretch], taken: Mapping[int, Node], block: Node) -> Node:
    """A table with the title in bold right above it: "**Table 2: Sizes**"."""
    above = block.stretches[0] - 1
    if block.title or above < 0 or above in taken or stretches[above].mark or stretches[above].heading:
        return block
    title = _TITLE.fullmatch(stretches[above].text)
    if title is None or ENDED.search(title["title"]):
        return block
    return replace(block, title=bodies.title(title["title"]), stretches=(above, *block.stretches))


def runs(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[list[int]]:
    """Runs of rows that belong together."""
    run: list[int] = []
    for index, stretch in enumerate(stretches):
        is_row = stretch.role == "row" and index not in taken
        goes_on = run and is_row and stretch.gap <= 1 and _separator(stretch) == _separator(stretches[run[0]])
        if run and not goes_on:
            yield run
            run = []
        if is_row:
            run.append(index)
    yield run


def _separator(stretch: Stretch) -> str:
    return "|" if "|" in stretch.lines[0] and "\t" not in stretch.lines[0] else "\t"


def _block(stretches: Sequence[Stretch], run: list[int]) -> Node:
    lines = [stretches[index].lines[0] for index in run]
    if _separator(stretches[run[0]]) == "\t":
        rows = [[cell.strip() for cell in line.rstrip().split("\t")] for line in lines]
        return Table(stretches=tuple(run), body=(bodies.table(rows, header=False),))
    title, header, rows = _stroked(lines)
    return Table(stretches=tuple(run), title=title, body=(bodies.table(rows, header=header),))


def _stroked(lines: list[str]) -> tuple[str | None, bool, list[list[str]]]:
    """Title, whether there is a header row, and the rows of a table with upright strokes."""
    ruler = next((number for number, line in enumerate(lines) if is_ruler(line)), None)
    rows = [_cells(line) for line in lines if not is_ruler(line)]
    title, header = None, ruler == 1
    if header and len([cell for cell in rows[0] if cell]) == 1 and len(rows) > 1:
        title, header, rows = next(cell for cell in rows[0] if cell), False, rows[1:]
    return title, header, rows if max(len(row) for row in rows) > 2 else _facts(rows)


def is_ruler(line: str) -> bool:
    """Whether a row only parts the head of a table from its body."""
    return _RULER.fullmatch(line) is not None


def _cells(line: str) -> list[str]:
    """`Subtype | None |` → `["Subtype", "None"]`; the stroke at an end closes a cell, it does not open one."""
    cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())]
    if line.strip().startswith("|"):
        cells = cells[1:]
    return cells[:-1] if line.strip().endswith("|") else cells


def cells_of(stretch: Stretch) -> list[str]:
    """The cells of a row, whatever parts them."""
    line = stretch.lines[0] if stretch.lines else stretch.text
    if _separator(stretch) == "|":
        return _cells(line)
    return [cell.strip() for cell in line.rstrip().split("\t")]


def _facts(rows: list[list[str]]) -> list[list[str]]:
    """A box of facts: a value on a line of its own goes to the label above that has none yet."""
    facts: list[list[str]] = []
    for row in rows:
        if len(row) == 1 and facts and not facts[-1][1]:
            facts[-1][1] = row[0]
        else:
            facts.append([*row, "", ""][:2])
    return facts


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
    """Terms and questions of every table whose head says that it defines terms or answers questions."""
    told = document.overrides
    found = chain.from_iterable(
        _of_table(document.paragraphs, run, told.faq is not False, told.glossary is not False)
        for run in runs(document.paragraphs, document.claimed)
        if len(run) >= FEWEST_SURE
    )
    return document.claim(found)


def _of_table(stretches: Sequence[Stretch], run: Sequence[int], faq: bool, glossary: bool) -> Iterator[Node]:
    rows = {index: cells_of(stretches[index]) for index in run if not is_ruler(stretches[index].text)}
    first, *body = rows or run
    head = [cell.strip("* ") for cell in rows.get(first, ())]
    asked = asked_columns(head) if faq else None
    columns = _columns(head) if glossary else None
    if asked:
        yield from _questions(rows, body, asked)
    elif columns and _define(rows, body, *columns):
        yield from _terms(stretches, rows, body, head, columns)
    else:
        return
    for index in {*run} - {*body}:
        yield Omitted(stretches=(index,), reason="head of a table" if index == first else "ruler")


def _questions(
    rows: Mapping[int, Sequence[str]], body: Sequence[int], columns: tuple[int, int, int | None]
) -> Iterator[Node]:
    """The question of each row that has one, and what it is about."""
    for index in body:
        cells = rows[index]
        question, answer, card = (cells[at] if at is not None and at < len(cells) else "" for at in columns)
        if question.strip("-: ") and answer.strip("-: "):
            others = [cell for at, cell in enumerate(cells) if at not in columns and cell]
            title = bodies.title(f"{card}: {question}" if card else question)
            yield Question(stretches=(index,), title=title, body=tuple(map(bodies.body, (answer, *others))))


def _terms(
    stretches: Sequence[Stretch],
    rows: Mapping[int, Sequence[str]],
    body: Sequence[int],
    head: Sequence[str],
    columns: tuple[int, int],
) -> Iterator[Node]:
    """The term of each row, with what the other columns say, each with what heads it."""
    for index in body:
        cells = rows[index]
        found = term(cells[columns[0]], [index], cells[columns[1]], stretches)
        others = [
            f"{head[at]}: {cell}" if at < len(head) and head[at] else cell
            for at, cell in enumerate(cells)
            if at not in columns and cell.strip("- –—")
        ]
        yield replace(found, body=(*found.body, *map(bodies.body, others)))


def _columns(head: Sequence[str]) -> tuple[int, int] | None:
    """Where terms and meanings stand, if the first row says so."""
    meaning = next((at for at, cell in enumerate(head) if at and _MEANINGS.fullmatch(cell)), None)
    named = next((at for at, cell in enumerate(head) if _TERMS.fullmatch(cell)), None)
    return None if meaning is None or named is None else (named, meaning)


def _define(rows: Mapping[int, Sequence[str]], body: Sequence[int], term_at: int, meaning_at: int) -> bool:
    """Whether all rows name something in a few words and most say more of it."""
    last = max(term_at, meaning_at)
    if len(body) < FEWEST_SURE or any(len(rows[index]) <= last for index in body):
        return False
    named = [bodies.title(rows[index][term_at]) for index in body]
    longer = sum(1 for index in body if len(rows[index][meaning_at].split()) > 2)
    return all(0 < len(name.split()) <= MOST_TITLE_WORDS for name in named) and longer >= HALF * len(body)
