"""Tables: columns parted by tabs or upright strokes, boxes of facts, and glossaries set as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.ingest import bodies
from kb.ingest.document import Document, Node, Omitted, Stretch, Table, claiming
from kb.ingest.layout.features import ENDED
from kb.ingest.recognise.headings import heading_levels
from kb.ingest.recognise.terms import term
from kb.ingest.thresholds import BESIDE, FEWEST, FEWEST_SURE, MOST_TITLE_WORDS
from kb.ingest.titles import announces, folded, speaks_of_terms

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


_MOST_COLUMNS = 4
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
    return document.claim(_find_terms(document.paragraphs, document.claimed))


def _find_terms(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[Node]:
    levels: list[int] = []
    blocks: list[Node] = []
    for run in runs(stretches, taken):
        if len(run) < FEWEST:
            continue
        levels = levels or heading_levels(stretches, taken)
        blocks += _of_table(stretches, run, _is_announced(stretches, levels, run[0]))
    return blocks


def _is_announced(stretches: Sequence[Stretch], levels: Sequence[int], start: int) -> bool:
    for index in range(start - 1, max(-1, start - 2 - BESIDE), -1):
        if levels[index] or stretches[index].heading:
            return announces(stretches, index) or speaks_of_terms(folded(stretches[index]))
    return False


def _of_table(stretches: Sequence[Stretch], run: Sequence[int], announced: bool) -> Iterator[Node]:
    rows = {index: cells_of(stretches[index]) for index in run}
    told = [index for index in run if not is_ruler(stretches[index].text)]
    if len(told) < FEWEST or not 2 <= max(map(len, rows.values())) <= _MOST_COLUMNS:
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
    """Where terms and meanings stand, if the first row says so; under a glossary's heading the latter are enough."""
    meaning = next((at for at, cell in enumerate(head) if at and _MEANINGS.fullmatch(cell)), None)
    named = next((at for at, cell in enumerate(head) if _TERMS.fullmatch(cell)), None)
    if meaning is None or (named is None and not announced):
        return None
    return named or 0, meaning


def _define(rows: Mapping[int, Sequence[str]], body: Sequence[int], term_at: int, meaning_at: int) -> bool:
    """Whether all rows name something in a few words and most say more of it."""
    last = max(term_at, meaning_at)
    if len(body) < 2 or any(len(rows[index]) <= last for index in body):
        return False
    named = [bodies.title(rows[index][term_at]) for index in body]
    meant = [rows[index][meaning_at] for index in body]
    longer = sum(1 for name, words in zip(named, meant, strict=True) if len(words.split()) > 2)
    return all(0 < len(name.split()) <= MOST_TITLE_WORDS for name in named) and longer >= 0.5 * len(body)
