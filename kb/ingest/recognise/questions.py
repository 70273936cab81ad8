"""Questions and answers: under letters, in bold, as headings or paragraphs that ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from kb.ingest import bodies
from kb.ingest.bodies import without_marks
from kb.ingest.document import Document, Node, Question, Stretch
from kb.ingest.layout.features import ENDED, looks_like_heading
from kb.ingest.limits import LONGEST_PARAGRAPH
from kb.ingest.numbering.number_labels import compound
from kb.ingest.thresholds import FEWEST, FEWEST_SURE, LONGEST_NAME, LONGEST_TITLE, NEARLY_ALL, SOME
from kb.ingest.titles import ASKING_HEADING

# "**Can a goat climb?** Yes.", "*Is it free?* It costs one."
_STRONG_ASKING = re.compile(
    r"(?P<stars>\*{1,3})(?P<question>[^*]{3,400}\?)\s?(?P=stars)[:.]?\s*(?P<answer>.*)$", re.DOTALL
)
_SIGN = r"\s?#?(?P<number>\d{0,3})\s?(?:[.:)]\*{0,3}\s+|：\*{0,3}\s*)(?=\S)"
_REPLY = r"A|R|(?i:answer|ruling|reply|response|antwort|réponse|respuesta|risposta)"
# "Q. ", "Q3: ", "Question 2: ", "F: ", "**Q: "
QUESTION = re.compile(rf"\*{{0,3}}(?P<mark>Q|F|P|D|(?i:question|frage|pregunta|domanda)|問){_SIGN}")
# "A. ", "A3: ", "Answer: ", "R: "
_ANSWER = re.compile(rf"\*{{0,3}}(?P<mark>{_REPLY}|答){_SIGN}")
# "… climb? A: Yes."
_INLINE = re.compile(rf"[?*]\s+(?=\*{{0,3}}(?:{_REPLY})\d{{0,3}}[.:]\s)")
# "**Mad Ram**", "**Mad Ram:**": names what is asked about below it
_STRONG = re.compile(r"\*{2,3}[^*.?!]{1,60}(?:\*{2,3}:?|:\*{2,3})")
# "3. What is a Trick?"
_NUMBER = re.compile(r"(\d{1,3})[.)]\s+")


def questions(document: Document) -> Document:
    """Questions, each with what stands below it up to the next question or heading.

    If a person told that there are some, whatever asks is a question, marked or not.
    """
    if document.overrides.faq is False:
        return document
    return document.claim(_find(document.paragraphs, document.claimed, bool(document.overrides.faq)))


def _find(stretches: Sequence[Stretch], taken: Mapping[int, Node], told: bool) -> list[Node]:
    found = list(_headed(stretches, taken))
    found += _marked(stretches, taken, {index for node in found for index in node.stretches})
    taken = {**{index: node for node in found for index in node.stretches}, **taken}
    return [*found, *_plain(stretches, taken, told)]


def _end(
    stretches: Sequence[Stretch], taken: Mapping[int, object], start: int, stops: Callable[[Stretch], object]
) -> int:
    """Where ends what goes on from here: at what stops it, or is taken."""
    later = (i for i in range(start, len(stretches)) if i in taken or stops(stretches[i]))
    return next(later, len(stretches))


def _numbered(words: str, mark: str = "") -> tuple[str | None, str]:
    """The number of a question and its words: "3." before them, or "1.2 Can a scout hide?"."""
    words = QUESTION.sub("", words, count=1)
    label = compound(words)
    if label and label.words:
        return label.number, label.words
    if number := _NUMBER.match(words):
        return number[1], words[number.end() :]
    number = _NUMBER.match(f"{mark} ")
    return (number[1] if number else None), words


def _question_of(
    stretches: Sequence[Stretch], start: int, end: int, words: str, first: str = "", answer: int = 0
) -> Node:
    """The node of a question; its answer begins with `first`, or with the paragraph `answer`."""
    number, title = _numbered(words, stretches[start].mark)
    rest = tuple(_reply(stretches[i]) for i in range(answer or start + 1, end))
    return Question(
        stretches=tuple(range(start, end)),
        number=number,
        title=bodies.title(title),
        body=(*((bodies.body(first),) if first else ()), *rest),
    )


def _reply(stretch: Stretch) -> str:
    """A paragraph of an answer, without the mark of an answer."""
    words = bodies.head(stretch)
    match = _ANSWER.match(words)
    return bodies.body(words[match.end() :]) if match else bodies.paragraph(stretch)


# Paragraphs that ask.


def asks(stretch: Stretch) -> bool:
    """Whether all of a stretch is a question."""
    return "?" in stretch.text and without_marks(stretch.text).rstrip("*_ ").endswith("?")


def _plain(stretches: Sequence[Stretch], taken: Mapping[int, Node], told: bool) -> Iterator[Node]:
    """Questions that nothing but their words tells: in bold, each above its answer or before it; or only asking."""
    strong = _strong(stretches, taken)
    found = strong or dict.fromkeys(_plainly_asked(stretches, taken, told))
    apart = {**taken, **found}
    for start in found:
        match = strong.get(start)
        words, first = (match["question"], match["answer"]) if match else (stretches[start].text, "")
        end = _end(stretches, apart, start + 1, _begins)
        if first and stretches[start].mark and end not in found:
            end = start + 1  # what follows the last of bullets that hold their answers may be no more of it
        if first or end > start + 1:
            yield _question_of(stretches, start, end, words, first)


def _strong(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> dict[int, re.Match[str]]:
    """The questions in bold of a text that has several."""
    free = ((i, each) for i, each in enumerate(stretches) if i not in taken and not each.heading)
    found = {index: match for index, each in free if (match := _STRONG_ASKING.match(each.text))}
    return found if len(found) >= FEWEST_SURE else {}


def _plainly_asked(stretches: Sequence[Stretch], taken: Mapping[int, Node], told: bool) -> list[int]:
    """Paragraphs that ask, in a text where many do."""
    free = [i for i, stretch in enumerate(stretches) if i not in taken and stretch.role == "paragraph"]
    plain = [index for index in free if _may_ask(stretches, index)]
    return plain if told or len(plain) >= max(FEWEST, SOME * len(free)) else []


def _may_ask(stretches: Sequence[Stretch], index: int) -> bool:
    """Whether a paragraph asks and the next one does not."""
    stretch = stretches[index]
    if stretch.heading or len(stretch.text) > LONGEST_PARAGRAPH or not asks(stretch):
        return False
    return index + 1 < len(stretches) and not stretches[index + 1].heading and not asks(stretches[index + 1])


# Headings that ask.


def _headed(stretches: Sequence[Stretch], taken: Mapping[int, Node]) -> Iterator[Node]:
    """Headings that ask, where most beside them do: what stands below each is its answer."""
    for start in sorted(_asking_headings(stretches)):
        if start in taken or _pair(stretches, taken, start + 1):
            continue  # no question, or one above marked ones
        end = _end(stretches, taken, start + 1, lambda each: each.heading and not _answer(each))
        if end > start + 1:
            yield _question_of(stretches, start, end, stretches[start].text)


def _asking_headings(stretches: Sequence[Stretch]) -> set[int]:
    """The headings that are questions: those side by side below one heading, if most of them ask."""
    found: set[int] = set()
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
    beside: dict[tuple[int, int], list[int]] = {}
    around: list[int] = []
    for index, stretch in enumerate(stretches):
        if stretch.heading:
            while around and stretches[around[-1]].heading >= stretch.heading:
                around.pop()
            beside.setdefault((around[-1] if around else -1, stretch.heading), []).append(index)
            around.append(index)
    return ((stretches[above] if above >= 0 else None, found) for (above, _), found in beside.items())


def _is_asked(stretch: Stretch) -> bool:
    """Whether a heading asks, in its last sentence or before."""
    return asks(stretch) or (len(stretch.text) >= LONGEST_NAME and "? " in stretch.text)


# Marked questions and answers.


def _question(stretch: Stretch) -> re.Match[str] | None:
    """The mark of a question; letters that other lists count with must really ask."""
    match = QUESTION.match(bodies.head(stretch))
    if match and len(match["mark"]) == 1 and match["mark"] not in "Q問" and "?" not in stretch.text:
        return None
    return match


def _answer(stretch: Stretch) -> re.Match[str] | None:
    return _ANSWER.match(bodies.head(stretch))


def _marked(stretches: Sequence[Stretch], taken: Mapping[int, Node], headed: set[int]) -> Iterator[Node]:
    """Questions with a mark, whose answer has one as well."""
    end = 0
    for index in range(len(stretches)):
        if index >= end and index not in headed and (node := _pair(stretches, taken, index)):
            end = node.stretches[-1] + 1
            yield node


def _pair(stretches: Sequence[Stretch], taken: Mapping[int, Node], start: int) -> Node | None:
    """The marked question that begins here, with its answer."""
    mark = _question(stretches[start]) if start < len(stretches) and start not in taken else None
    if mark is None:
        return None
    words = mark.string[mark.end() :]
    if inline := _INLINE.search(words):
        end = _end(stretches, taken, start + 1, _begins)
        first = _ANSWER.sub("", words[inline.end() :], count=1)
        return _question_of(stretches, start, end, words[: inline.start() + 1], first)
    answer = _end(stretches, taken, start + 1, _begins)
    if answer == len(stretches) or answer in taken or not _is_answered(stretches[start : answer + 1]):
        return None
    end = _end(stretches, taken, answer + 1, _begins)
    words = " ".join([words, *(stretches[i].text for i in range(start + 1, answer))])
    return _question_of(stretches, start, end, words, answer=answer)


def _is_answered(stretches: Sequence[Stretch]) -> bool:
    """Whether the last answers the first: R. after a Q. that asks nothing is the next letter of a list."""
    match = _answer(stretches[-1])
    return match is not None and (match["mark"] != "R" or any("?" in each.text for each in stretches[:-1]))


def _begins(stretch: Stretch) -> bool:
    """Whether a paragraph is no more of the question or answer above it."""
    if _question(stretch) or _answer(stretch) or stretch.heading or stretch.role == "row":
        return True
    if stretch.mark or len(stretch.text) >= LONGEST_TITLE:
        return bool(_STRONG.fullmatch(stretch.text))
    set_apart = stretch.gap > 0 and not ENDED.search(stretch.text) and looks_like_heading(stretch.text)
    return (
        set_apart or (stretch.alone and stretch.text[-1:].isalnum()) or bool(_STRONG.fullmatch(stretch.text))
    )
