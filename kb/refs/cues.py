"""Which words announce a place in a rule text, in the languages that games are printed in? "rule", "Regel", "cf."."""

from __future__ import annotations

import re

_WORDS = {
    "rule": r"rules?|regeln?|règles?|reglas?|regol[ae]",
    "section": r"sections?|abschnitte?n?|sección|secciones|sezion[ei]",
    "article": r"articles?|artikeln?|artículos?|articol[oi]",
    "law": r"laws?",
    "regulation": r"regulations?",
    "clause": r"clauses?",
    "chapter": r"chapters?|kapiteln?|chapitres?|capítulos?|capitol[oi]",
    "part": r"parts?",
    "step": r"steps?|schritte?n?|étapes?|pasos?",
    "paragraph": r"paragraphs?|paragrafo|apartados?|ziffern?",
    "entry": r"entry|entries",
    "appendix": r"appendix|appendices|anhang|anhänge|annexes?|anexos?|appendic[ei]",
}
"""What a cited place is called, and how that is written."""
_SHORT = {
    "rule": r"rr?",
    "section": r"sect?s?",
    "article": r"arts?",
    "paragraph": r"paras?",
    "chapter": r"chap|ch|kap|cap",
}
"""How it is shortened, a stop behind it."""
SPELLED = {
    "rule": ("rule", "regel", "règle", "regla", "regola"),
    "section": ("section", "abschnitt", "sección", "sezione"),
    "article": ("article", "artikel", "artículo", "articolo"),
    "chapter": ("chapter", "kapitel", "chapitre", "capítulo", "capitolo"),
    "part": ("part", "teil", "partie", "parte"),
    "appendix": ("appendix", "anhang", "annexe", "anexo", "appendice"),
}
"""How headings that are labelled with it begin: "Kapitel 4"."""
WORDS = "|".join(_WORDS.values())
SHORT = "|".join(_SHORT.values())
_PATTERNS = tuple((cue, re.compile(words)) for cue, words in _WORDS.items())
_SHORT_PATTERNS = tuple((cue, re.compile(words)) for cue, words in _SHORT.items())

_ALSO = r"(?:\s+(?:also|auch|aussi|también|anche))?:?"
# "see also:", "siehe auch", "vgl.", "cf.": before a name they point at it
SEE_NAME = rf"(?:see|siehe|vergleiche|voir|véase|vedi|(?:vgl|cfr?)\.?){_ALSO}"
# "refer to", "ver": before a name they may be any sentence's ("may also refer to X"), before a number they point
SEE_NUMBER = rf"(?:{SEE_NAME}|(?:refer\s+to|consult[ae]?|compare|vea|ver){_ALSO})"
# "→ 4.2", "(➔ Combat)"
ARROW = r"[→➔➜➞⇒►▶]"


def canonical(written: str) -> str:
    """The English name of a cue, in the singular: `Regeln` is `rule`, `§` is `section`, `ch.` is `chapter`."""
    word = written.casefold().strip(" .")
    if word.startswith("§"):
        return "section"
    known = _SHORT_PATTERNS if written.rstrip().endswith(".") else _PATTERNS
    return next((cue for cue, pattern in known if pattern.fullmatch(word)), word)
