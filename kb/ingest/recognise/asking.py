"""Questions that no letter marks: in bold before their answer, as paragraphs that ask, in the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest.document import Node, Omitted, Question, Stretch
from kb.ingest.layout import ENDED, looks_like_heading
from kb.ingest.linkmarks import without_marks
from kb.ingest.numbering.number_labels import compound
from kb.ingest.recognise import bodies
from kb.ingest.recognise.dialogues import dialogues
from kb.ingest.recognise.tables import cells_of

_FEWEST = 3
_FEWEST_STRONG = 2
_SHARE = 0.3
"""So many paragraphs of a text ask where that alone makes it one of questions."""
_LONGEST = 400
_LONGEST_HEADING = 60
# "**Can a goat climb?** Yes.", "*Is it free?* It costs one."
_STRONG = re.compile(
    r"(?P<stars>\*{1,3})(?P<question>[^*]{3,400}\?)\s?(?P=stars)[:.]?\s*(?P<answer>.*)$", re.DOTALL
)
# "Frequently Asked Questions", "Goat FAQ", "Häufige Fragen"
ANNOUNCED = re.compile(
    r"\b(?:faqs?|f\.a\.q|questions?|q\s?(?:&|and)\s?a|fragen|preguntas|domande|clarifications?|rulings)\b|よくある質問",
    re.IGNORECASE,
)
# "3.", "12)"
_ORDINAL = re.compile(r"(\d{1,3})[.)]")
_QUESTION_HEAD = re.compile(r"(?:question|frage|pregunta|domanda|query)s?", re.IGNORECASE)
_ANSWER_HEAD = re.compile(
    r"(?:answer|ruling|clarification|resolution|antwort|réponse|respuesta|risposta)s?", re.IGNORECASE
)
_CARD_HEAD = re.compile(r"(?:card|cards|card name|name|topic|subject|rule|karte|carte|carta)", re.IGNORECASE)


def asks(stretch: Stretch) -> bool:
    """Whether all of a stretch is a question."""
    return "?" in stretch.text and without_marks(stretch.text).rstrip("*_ ").endswith("?")


def asking(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Every form of questions that nothing but their words tells."""
    yield from _in_tables(stretches, taken)
    if talked := list(dialogues(stretches, taken)):
        yield from talked
        return
    strong = {
        index: match
        for index, stretch in enumerate(stretches)
        if index not in taken and not stretch.heading and (match := _STRONG.match(stretch.text))
    }
    if len(strong) >= _FEWEST_STRONG:
        yield from _with_answers(stretches, taken, strong)
        return
    free = [i for i, stretch in enumerate(stretches) if i not in taken and stretch.role == "paragraph"]
    plain = [index for index in free if _may_ask(stretches, index)]
    if len(plain) < max(_FEWEST, _SHARE * len(free)):
        announced = set(_announced(stretches)) if plain else set()
        plain = [index for index in plain if index in announced]
    yield from _with_answers(stretches, taken, dict.fromkeys(plain))


def _announced(stretches: Sequence[Stretch]) -> Iterator[int]:
    """What stands under a heading that speaks of questions, up to the next heading."""
    inside = False
    for index, stretch in enumerate(stretches):
        if stretch.heading or _is_heading(stretch):
            inside = bool(ANNOUNCED.search(stretch.text))
        elif inside:
            yield index


def _is_heading(stretch: Stretch) -> bool:
    short = stretch.alone and not stretch.mark and len(stretch.text) <= _LONGEST_HEADING
    return short and not ENDED.search(stretch.text) and looks_like_heading(stretch.text)


def _may_ask(stretches: Sequence[Stretch], index: int) -> bool:
    """Whether a paragraph asks and the next one does not."""
    stretch = stretches[index]
    if stretch.heading or stretch.role != "paragraph" or len(stretch.text) > _LONGEST or not asks(stretch):
        return False
    return index + 1 < len(stretches) and not stretches[index + 1].heading and not asks(stretches[index + 1])


def _with_answers(
    stretches: Sequence[Stretch],
    taken: Mapping[int, Node],
    questions: Mapping[int, re.Match[str] | None],
) -> Iterator[Node]:
    """Each question with all that stands between it and the next, or a heading."""
    for start, match in questions.items():
        end = start + 1
        while end < len(stretches) and end not in taken and end not in questions:
            if stretches[end].heading or stretches[end].role == "row" or _is_heading(stretches[end]):
                break
            end += 1
        if match and match["answer"] and stretches[start].mark and end not in questions:
            end = (
                start + 1
            )  # each bullet holds its own answer, and what follows the last one may be no more of it
        answer = [bodies.paragraph(stretches[i]) for i in range(start + 1, end)]
        if match and match["answer"]:
            answer = [bodies.body(match["answer"]), *answer]
        if answer:
            number, question = _numbered(
                stretches[start], match["question"] if match else stretches[start].text
            )
            yield Question(
                stretches=tuple(range(start, end)),
                number=number,
                title=bodies.title(question),
                body=tuple(answer),
            )


def _numbered(stretch: Stretch, words: str) -> tuple[str | None, str]:
    """The number of a question and its words: "3." before them, or "1.2 Can a scout hide?"."""
    label = compound(words)
    if label and label.words:
        return label.number, label.words
    ordinal = _ORDINAL.fullmatch(stretch.mark)
    return (ordinal[1] if ordinal else None), words


def _in_tables(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Rows below a head such as `| Card Name | Question | Answer |`; the head itself says nothing more."""
    columns: tuple[int, int, int | None] | None = None
    for index, stretch in enumerate(stretches):
        if stretch.role != "row" or index in taken:
            columns = None
            continue
        cells = cells_of(stretch)
        if columns is None:
            columns = _columns(cells)
            if columns:
                yield Omitted(stretches=(index,), reason="head of a table")
            continue
        question, answer, card = (cells[at] if at is not None and at < len(cells) else "" for at in columns)
        if not question.strip("-: ") or not answer.strip("-: "):
            if not any(cell.strip("-: ") for cell in cells):
                yield Omitted(stretches=(index,), reason="ruler")
            continue
        others = [cell for at, cell in enumerate(cells) if at not in columns and cell]
        yield Question(
            stretches=(index,),
            title=bodies.title(f"{card}: {question}" if card else question),
            body=tuple(bodies.body(words) for words in (answer, *others)),
        )


def are_asked(cells: Sequence[str]) -> bool:
    """Whether the head of a table names a column of questions and one of answers."""
    return _columns(cells) is not None


def _columns(cells: Sequence[str]) -> tuple[int, int, int | None] | None:
    """Where a table has its questions, its answers and what they are about."""
    plain = [cell.strip("* ") for cell in cells]
    question = next((at for at, cell in enumerate(plain) if _QUESTION_HEAD.fullmatch(cell)), None)
    answer = next((at for at, cell in enumerate(plain) if _ANSWER_HEAD.fullmatch(cell)), None)
    if question is None or answer is None:
        return None
    return question, answer, next((at for at, cell in enumerate(plain) if _CARD_HEAD.fullmatch(cell)), None)
