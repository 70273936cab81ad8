"""Questions and answers: under letters, in bold, as headings or paragraphs that ask, in the rows of a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kb.ingest import bodies
from kb.ingest.bodies import without_marks
from kb.ingest.document import Document, Node, Omitted, Question, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.limits import LONGEST_PARAGRAPH
from kb.ingest.numbering.number_labels import compound
from kb.ingest.recognise.tables import cells_of
from kb.ingest.thresholds import FEWEST, FEWEST_SURE, LONGEST_NAME, LONGEST_TITLE, NEARLY_ALL, SOME
from kb.ingest.titles import ASKING_HEADING, asked_columns

# "**Can a goat climb?** Yes.", "*Is it free?* It costs one."
_STRONG_ASKING = re.compile(
    r"(?P<stars>\*{1,3})(?P<question>[^*]{3,400}\?)\s?(?P=stars)[:.]?\s*(?P<answer>.*)$", re.DOTALL
)
# "3.", "12)"
_ORDINAL = re.compile(r"(\d{1,3})[.)]")


def asks(stretch: Stretch) -> bool:
    """Whether all of a stretch is a question."""
    return "?" in stretch.text and without_marks(stretch.text).rstrip("*_ ").endswith("?")


def asking(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Every form of questions that nothing but their words tells."""
    yield from _in_tables(stretches, taken)
    strong = {
        index: match
        for index, stretch in enumerate(stretches)
        if index not in taken and not stretch.heading and (match := _STRONG_ASKING.match(stretch.text))
    }
    are_strong = len(strong) >= FEWEST_SURE
    yield from _with_answers(
        stretches, taken, strong if are_strong else dict.fromkeys(_plainly_asked(stretches, taken))
    )


def _plainly_asked(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> list[int]:
    """Paragraphs that ask: in a text where many do, or below a heading that says so."""
    free = [i for i, stretch in enumerate(stretches) if i not in taken and stretch.role == "paragraph"]
    plain = [index for index in free if _may_ask(stretches, index)]
    if not plain or len(plain) >= max(FEWEST, SOME * len(free)):
        return plain
    announced = set(_announced(stretches))
    return [index for index in plain if index in announced]


def _announced(stretches: Sequence[Stretch]) -> Iterator[int]:
    """What stands under a heading that speaks of questions, up to the next heading."""
    inside = False
    for index, stretch in enumerate(stretches):
        if stretch.heading or _is_heading(stretch):
            inside = bool(ASKING_HEADING.search(stretch.text))
        elif inside:
            yield index


def _is_heading(stretch: Stretch) -> bool:
    short = stretch.alone and not stretch.mark and len(stretch.text) <= LONGEST_TITLE
    return short and not ENDED.search(stretch.text) and looks_like_heading(stretch.text)


def _may_ask(stretches: Sequence[Stretch], index: int) -> bool:
    """Whether a paragraph asks and the next one does not."""
    stretch = stretches[index]
    if (
        stretch.heading
        or stretch.role != "paragraph"
        or len(stretch.text) > LONGEST_PARAGRAPH
        or not asks(stretch)
    ):
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


_SIGN = r"\s?#?(?P<number>\d{0,3})\s?(?:[.:)]\*{0,3}\s+|：\*{0,3}\s*)(?=\S)"
# "Q. ", "Q3: ", "Question 2: ", "F: ", "**Q: "
QUESTION = re.compile(rf"\*{{0,3}}(?P<mark>Q|F|P|D|(?i:question|frage|pregunta|domanda)|問){_SIGN}")
# "A. ", "A3: ", "Answer: ", "R: "
_ANSWER = re.compile(
    rf"\*{{0,3}}(?P<mark>A|R|(?i:answer|ruling|reply|response|antwort|réponse|respuesta|risposta)|答){_SIGN}"
)
# "… climb? A: Yes."
_INLINE = re.compile(
    r"[?*]\s+(?=\*{0,3}(?:A|R|(?i:answer|ruling|reply|response|antwort|réponse|respuesta|risposta))\d{0,3}[.:]\s)"
)
# "**Mad Ram**", "**Mad Ram:**": names what is asked about below it
_STRONG = re.compile(r"\*{2,3}[^*.?!]{1,60}(?:\*{2,3}:?|:\*{2,3})")
# "3. What is a Trick?"
_NUMBER = re.compile(r"(\d{1,3})[.)]\s")
# "3. "
_LEAD = re.compile(r"\d{1,3}[.)]\s+")


def questions(document: Document) -> Document:
    """Pairs of marked questions and answers; an answer runs to the next question, heading or taken stretch.

    If a person told that there are some, whatever asks is a question, marked or not.
    """
    if document.overrides.faq is False:
        return document
    return document.claim(_find(document.paragraphs, document.claimed, bool(document.overrides.faq)))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node], told: bool = False) -> list[Node]:
    if told and not any(_question(stretch) for stretch in stretches):
        return list(_asking(stretches, taken))
    blocks: list[Node] = [*_headed(stretches, taken)]
    headed = {index for block in blocks for index in block.stretches}
    index = 0
    while index < len(stretches):
        end = 0 if index in headed else _pair_end(stretches, taken, index)
        if end:
            blocks.append(_block(stretches, index, end))
        index = end or index + 1
    known = {index: block for block in blocks for index in block.stretches}
    return [*blocks, *asking(stretches, {**known, **taken})]


def _headed(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Headings that ask, where most beside them do: what stands below each is its answer."""
    asked = _asking_headings(stretches)
    for start, stretch in enumerate(stretches):
        if start in taken or start not in asked or _pair_end(stretches, taken, start + 1):
            continue  # no question, or one above marked ones
        end = start + 1
        while (
            end < len(stretches)
            and end not in taken
            and (not stretches[end].heading or _answer(stretches[end]))
        ):
            end += 1
        if end > start + 1:
            answer = tuple(_paragraph(stretches[i]) for i in range(start + 1, end))
            number = _NUMBER.match(stretch.text)
            yield Question(
                stretches=tuple(range(start, end)),
                number=number[1] if number else None,
                title=bodies.title(_LEAD.sub("", QUESTION.sub("", stretch.text, count=1), count=1)),
                body=answer,
            )


def _asking(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """What stands below every paragraph that asks, up to the next one or a heading, is its answer."""
    for start, stretch in enumerate(stretches):
        if start in taken or not asks(stretch):
            continue
        end = start + 1
        while (
            end < len(stretches) and end not in taken and not (stretches[end].heading or asks(stretches[end]))
        ):
            end += 1
        if end > start + 1:
            answer = tuple(bodies.paragraph(stretches[i]) for i in range(start + 1, end))
            title = bodies.title(_LEAD.sub("", stretch.text))
            yield Question(stretches=tuple(range(start, end)), title=title, body=answer)


def _asking_headings(stretches: Sequence[Stretch]) -> set[int]:
    """The headings that are questions: most of one level ask, or those side by side below one heading."""
    level = _asking_level(stretches)
    found = {i for i, each in enumerate(stretches) if level and each.heading == level and _is_asked(each)}
    told = bool(stretches) and _announces(stretches[0]) and stretches[0].heading == 1
    for above, beside in _side_by_side(stretches):
        said = told or (above is not None and _announces(above))
        asked = [index for index in beside if _is_asked(stretches[index])]
        fewest, share = (FEWEST_SURE, 0.5) if said else (FEWEST, NEARLY_ALL)
        if len(asked) >= max(fewest, share * len(beside)):
            found.update(asked)
    return found


def _announces(stretch: Stretch) -> bool:
    return bool(ASKING_HEADING.search(stretch.text)) and not asks(stretch)


def _side_by_side(stretches: Sequence[Stretch]) -> Iterator[tuple[Stretch | None, list[int]]]:
    """Headings of one level with nothing but deeper ones between them, and the heading above them."""
    open_: list[tuple[int, int, list[int]]] = []  # level, the heading above, headings
    for index, stretch in enumerate(stretches):
        if not stretch.heading:
            continue
        while open_ and open_[-1][0] > stretch.heading:
            _, above, beside = open_.pop()
            yield (stretches[above] if above >= 0 else None), beside
        if not open_ or open_[-1][0] < stretch.heading:
            open_.append((stretch.heading, open_[-1][2][-1] if open_ else -1, []))
        open_[-1][2].append(index)
    for _, above, beside in open_:
        yield (stretches[above] if above >= 0 else None), beside


def _asking_level(stretches: Sequence[Stretch]) -> int:
    """The level whose headings are questions; 0 if there is none."""
    asking = Counter(stretch.heading for stretch in stretches if stretch.heading and _is_asked(stretch))
    all_of = Counter(stretch.heading for stretch in stretches if stretch.heading)
    found = [level for level, many in asking.items() if many >= FEWEST and many >= 0.5 * all_of[level]]
    return max(found, key=lambda level: asking[level], default=0)


def _is_asked(stretch: Stretch) -> bool:
    """Whether a heading asks, in its last sentence or before."""
    return asks(stretch) or (len(stretch.text) >= LONGEST_NAME and "? " in stretch.text)


def _question(stretch: Stretch) -> re.Match[str] | None:
    """The mark of a question; letters that other lists count with must really ask."""
    match = QUESTION.match(bodies.head(stretch))
    if match and len(match["mark"]) == 1 and match["mark"] not in "Q問" and "?" not in stretch.text:
        return None
    return match


def _answer(stretch: Stretch) -> re.Match[str] | None:
    return _ANSWER.match(bodies.head(stretch))


def _paragraph(stretch: Stretch) -> str:
    """A paragraph of an answer, without the mark of an answer."""
    match = _answer(stretch)
    return bodies.body(bodies.head(stretch)[match.end() :]) if match else bodies.paragraph(stretch)


def _pair_end(stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int) -> int:
    """Where the pair that begins here ends; 0 if none does."""
    if start in taken or start >= len(stretches) or not _question(stretches[start]):
        return 0
    answer = start
    if not _INLINE.search(stretches[start].text):
        answer = start + 1
        while answer < len(stretches) and answer not in taken and _goes_on(stretches[answer]):
            answer += 1
        if answer == len(stretches) or answer in taken or not _is_answered(stretches[start : answer + 1]):
            return 0
    end = answer + 1
    while end < len(stretches) and end not in taken and _goes_on(stretches[end]):
        end += 1
    return end


def _is_answered(stretches: Sequence[Stretch]) -> bool:
    """Whether the last answers the first: R. after a Q. that asks nothing is the next letter of a list."""
    match = _answer(stretches[-1])
    return match is not None and (match["mark"] != "R" or any("?" in each.text for each in stretches[:-1]))


def _goes_on(stretch: Stretch) -> bool:
    """Whether a stretch can be more of a question or an answer."""
    short = not stretch.mark and len(stretch.text) < 60
    set_apart = stretch.gap > 0 and not ENDED.search(stretch.text) and looks_like_heading(stretch.text)
    heading = short and (set_apart or (stretch.alone and stretch.text[-1:].isalnum()))
    heading = heading or bool(_STRONG.fullmatch(stretch.text))
    return not (_question(stretch) or _answer(stretch) or stretch.heading or stretch.role == "row" or heading)


def _block(stretches: Sequence[Stretch], start: int, end: int) -> Node:
    words = bodies.head(stretches[start])
    mark = QUESTION.match(words)
    question = words[mark.end() if mark else 0 :]
    answer = start
    if inline := _INLINE.search(question):
        question, first = question[: inline.start() + 1], question[inline.end() :]
        reply = _ANSWER.match(first)
        body = bodies.body(first[reply.end() if reply else 0 :])
    else:
        answer = next(i for i in range(start + 1, end) if _answer(stretches[i]))
        question = " ".join([question, *(stretches[i].text for i in range(start + 1, answer))])
        body = _paragraph(stretches[answer])
    rest = tuple(bodies.paragraph(stretches[i]) for i in range(answer + 1, end))
    return Question(
        stretches=tuple(range(start, end)),
        title=bodies.title(question),
        body=(body, *rest),
    )
