"""Questions that no letter marks: in bold before their answer, as paragraphs that ask, in the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest.document import Node, Omitted, Question, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.linkmarks import without_marks
from kb.ingest.numbering.number_labels import compound
from kb.ingest.recognise.tables import cells_of
from kb.ingest.words import bodies
from kb.ingest.words.columns import asked_columns

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
    are_strong = len(strong) >= _FEWEST_STRONG
    yield from _with_answers(
        stretches, taken, strong if are_strong else dict.fromkeys(_plainly_asked(stretches, taken))
    )


def _plainly_asked(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[int]:
    """Paragraphs that ask: in a text where many do, or below a heading that says so."""
    free = [i for i, stretch in enumerate(stretches) if i not in taken and stretch.role == "paragraph"]
    plain = [index for index in free if _may_ask(stretches, index)]
    if not plain or len(plain) >= max(_FEWEST, _SHARE * len(free)):
        return plain
    announced = set(_announced(stretches))
    return [index for index in plain if index in announced]


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
        words = match["question"] if match else stretches[start].text
        first = match["answer"] if match else ""
        end = start + 1
        while end not in questions and _goes_on_answering(stretches, taken, end):
            end += 1
        if first and stretches[start].mark and end not in questions:
            end = (
                start + 1
            )  # each bullet holds its own answer; what follows the last one may be no more of it
        answer = [bodies.body(first)] if first else []
        answer += (bodies.paragraph(stretches[i]) for i in range(start + 1, end))
        if answer:
            number, question = _numbered(stretches[start], words)
            yield Question(
                stretches=tuple(range(start, end)),
                number=number,
                title=bodies.title(question),
                body=tuple(answer),
            )


def _goes_on_answering(stretches: Sequence[Stretch], taken: Mapping[int, Node], index: int) -> bool:
    if index >= len(stretches) or index in taken:
        return False
    stretch = stretches[index]
    return not (stretch.heading or stretch.role == "row" or _is_heading(stretch))


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
        elif columns:
            yield from _in_row(index, cells_of(stretch), columns)
        elif columns := asked_columns(cells_of(stretch)):
            yield Omitted(stretches=(index,), reason="head of a table")


def _in_row(index: int, cells: Sequence[str], columns: tuple[int, int, int | None]) -> Iterator[Node]:
    """The question of a row, or the ruler that it is."""
    question, answer, card = (cells[at] if at is not None and at < len(cells) else "" for at in columns)
    if not any(cell.strip("-: ") for cell in cells):
        yield Omitted(stretches=(index,), reason="ruler")
    elif question.strip("-: ") and answer.strip("-: "):
        others = [cell for at, cell in enumerate(cells) if at not in columns and cell]
        yield Question(
            stretches=(index,),
            title=bodies.title(f"{card}: {question}" if card else question),
            body=tuple(bodies.body(words) for words in (answer, *others)),
        )


_FEWEST_DIALOGUES = 2
# "Marie: When I use the lantern …?", "**Designer:** First flip it."
_SPOKEN = re.compile(r"(?P<stars>\*{0,3})(?P<who>[^\W\d_a-z][\w .'’()-]{0,30}?)\s?:(?P=stars)\s+(?=\S)")
_FARTHEST = 40
"""Characters; no name and its colon take more."""
# who may settle a question
_KNOWS = re.compile(
    r"\b(?:designers?|developers?|publishers?|authors?|editors?|judges?|referees?|officials?|support"
    r"|(?:rules|design) team|autor(?:in)?|verlag|redaktion|auteure?|éditeur)\b",
    re.IGNORECASE,
)


def dialogues(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """A question of one speaker and what a maker of the game says to it, up to the next speaker or heading."""
    spoken = {
        index: match
        for index, stretch in enumerate(stretches)
        if index not in taken and not stretch.heading and (match := _spoken(stretch.text))
    }
    starts = [i for i, match in spoken.items() if i + 1 in spoken and _is_pair(stretches, spoken, i)]
    if len(starts) < _FEWEST_DIALOGUES:
        return
    for start in starts:
        end = start + 2
        while end < len(stretches) and end not in taken and _goes_on(stretches[end], end in spoken):
            end += 1
        first = stretches[start + 1].text[spoken[start + 1].end() :]
        yield Question(
            stretches=tuple(range(start, end)),
            title=bodies.title(stretches[start].text[spoken[start].end() :]),
            body=(bodies.body(first), *(bodies.paragraph(stretches[i]) for i in range(start + 2, end))),
        )


def _spoken(words: str) -> re.Match[str] | None:
    return _SPOKEN.match(words) if ":" in words[:_FARTHEST] else None


def _is_pair(stretches: Sequence[Stretch], spoken: Mapping[int, re.Match[str]], index: int) -> bool:
    asks = stretches[index].text.rstrip("*_ ").endswith("?")
    return asks and bool(_KNOWS.search(spoken[index + 1]["who"])) and not _KNOWS.search(spoken[index]["who"])


def _goes_on(stretch: Stretch, begins: bool) -> bool:
    return not (begins or stretch.heading or stretch.role == "row")
