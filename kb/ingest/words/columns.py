"""What is in the columns of a table? Told by its head."""

from __future__ import annotations

import re
from collections.abc import Sequence

_QUESTION_HEAD = re.compile(r"(?:question|frage|pregunta|domanda|query)s?", re.IGNORECASE)
_ANSWER_HEAD = re.compile(
    r"(?:answer|ruling|clarification|resolution|antwort|réponse|respuesta|risposta)s?", re.IGNORECASE
)
_CARD_HEAD = re.compile(r"(?:card|cards|card name|name|topic|subject|rule|karte|carte|carta)", re.IGNORECASE)


def asked_columns(cells: Sequence[str]) -> tuple[int, int, int | None] | None:
    """Where a table has its questions, its answers and what they are about."""
    plain = [cell.strip("* ") for cell in cells]
    question = next((at for at, cell in enumerate(plain) if _QUESTION_HEAD.fullmatch(cell)), None)
    answer = next((at for at, cell in enumerate(plain) if _ANSWER_HEAD.fullmatch(cell)), None)
    if question is None or answer is None:
        return None
    return question, answer, next((at for at, cell in enumerate(plain) if _CARD_HEAD.fullmatch(cell)), None)
