"""Titles that every rules text may have, what only looks like one, and which headings announce terms or questions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.ingest.document import Stretch
from kb.ingest.limits import LONGEST_REMARK
from kb.ingest.thresholds import FEW_WORDS, LONGEST_NAME, LONGEST_NOTE, LONGEST_ON_TWO_LINES, MOST_TITLE_WORDS

WORDS = (
    "rule|law|article|section|chapter|part|regulation|paragraph|clause|appendix|annex|guidelines?|book|art\\.?|sec\\.?"
    "|regel|gesetz|artikel|abschnitt|kapitel|teil|ziffer|anhang"
    "|règle|regle|loi|titre|chapitre|partie|annexe"
    "|regla|ley|título|titulo|artículo|articulo|capítulo|capitulo|sección|seccion|parte"
    "|regola|legge|titolo|articolo|capitolo|sezione"
    "|regra|lei|artigo|seção|secção|hoofdstuk|deel"
)
"""What a printed number may be called in the languages that games are printed in."""

STEPS = "step|schritt|étape|paso|passo"
"""What the number of a step may be called."""
OUTERMOST = frozenset(
    {"appendix", "annex", "anhang", "annexe", "part", "book", "teil", "partie", "parte", "編", "部"}
)
"""What no other division holds."""

# "Appendix A - Character Mechanics", "Chapter 3: Combat", "LAW 11 Offside", "Kapitel 2"
_LABEL = r"\s+(?:[A-Z]|\d{1,3}|[IVXLC]{1,7})\b(?!\.\d)"
LABELLED = re.compile(rf"(?=[A-ZÀ-Þ][^\W\d_]{{2,11}}\.?{_LABEL})((?i:{WORDS}){_LABEL})\s*(?:[-–—:.]\s*)?(.*)")
# "Effective May 1, 2024", "Version 1.2", "Last updated: 1/16/2026": says which edition this is, heads nothing
EDITION = re.compile(
    r"(?:last |recently |rules? )?(?:effective|in force|version|v\d|updated?|revised|revision|current as of|as of|stand"
    r"|fassung|released?|published|edition|date|aktualisiert|version du|versión)\b.{0,60}?\d[\d./-]*\W*$"
    r"|(?:first|second|third|fourth|fifth|\d{1,2}(?:st|nd|rd|th|\.)) (?:edition|printing|auflage)$",
    re.IGNORECASE,
)


def _names(*lines: str) -> frozenset[str]:
    """The names in lines that part them by strokes."""
    return frozenset(name for line in lines for name in line.split("|"))


CONTENTS = _names(
    "contents|table of contents|index|index of contents",
    "inhalt|inhaltsverzeichnis|sommaire|table des matières|índice|contenido|indice|sommario|目次|もくじ",
)
CREDITS = _names(
    "credits|game credits|acknowledgements|acknowledgments|special thanks|colophon",
    "legal|legal notice|copyright|copyright notice|licence|license",
    "impressum|danksagung|crédits|remerciements|créditos|agradecimientos|crediti|クレジット",
)
GLOSSARIES = _names(
    "glossary|glossary of terms|glossary of game terms|keyword glossary|rules glossary|glossary of keywords",
    "terms|game terms|key terms|important terms|list of terms|terms and definitions|index of terms",
    "keywords|keyword abilities|list of keywords|definitions|definition of terms|terminology",
    "glossary of icons|terms used in the rules",
    "glossar|begriffe|begriffserklärungen|spielbegriffe|schlüsselwörter|stichwortverzeichnis",
    "glossaire|lexique|définitions|mots-clés|glosario|definiciones|términos|palabras clave",
    "glossario|definizioni|用語集|用語|キーワード",
)
QUESTIONS = _names(
    "faq|faqs|frequently asked questions|questions and answers|q&a|common questions",
    "häufige fragen|häufig gestellte fragen|fragen und antworten|foire aux questions",
    "questions fréquentes|preguntas frecuentes|domande frequenti|よくある質問",
)
CHANGES = _names(
    "changelog|change log|changes|summary of changes|version history|revision history",
    "änderungen|historique|cambios|modifiche",
)
# "Setup", "Stop!", "What is in the box?", "goats_v2", "Goats.docx 2024", ":depth: 2": first headings that name no text
NO_TITLE = re.compile(
    r"general|introduction|overview|preface|basics|foreword|welcome|set-?up|(?:game )?(?:components|contents)"
    r"|objectives?|(?:object|goal|aim) of the game|einleitung|vorwort|spiel(?:material|aufbau|vorbereitung|ziel)"
    r"|ziel des spiels|avant-propos|matériel|mise en place|but du jeu|préparation|introducción|componentes|preparación"
    r"|objetivo(?: del juego)?|.*[!?]|[^\s_]+_\S+|(?:.*\s)?\S+\.(?:docx?|indd|md|odt|pdf|txt)\b.*|[:.]{1,2}\s?\w.*",
    re.IGNORECASE,
)
KNOWN = CONTENTS | CREDITS | GLOSSARIES | QUESTIONS | CHANGES


def caseless(words: str) -> str:
    """Words for comparison, however they are spaced and whatever letters are capitals."""
    return " ".join(words.split()).casefold()


def folded(stretch: Stretch) -> str:
    """A stretch's words with its mark, for comparison."""
    return caseless(f"{stretch.mark} {stretch.text}" if stretch.mark else stretch.text).strip("#* ")


def is_called(stretch: Stretch, names: frozenset[str]) -> bool:
    """Whether a stretch is nothing but one of these names; most are too long to ask further."""
    return len(stretch.text) <= LONGEST_NOTE and folded(stretch) in names


# "A", "A–C", "X, Y & Z", "- B -", "[C]", "**D**", "E.", "0–9", "#"
_LETTERS = re.compile(
    r"[\W_]{0,4}(?:[^\W\d_a-z](?:\s?[-–—/&,]{1,2}\s?[^\W\d_a-z]){0,6}|0\s?[-–]\s?9|#)[\W_]{0,4}"
)
# "ABILITY — AN", "BANE–BOW"
_GUIDE = re.compile(r"[^\W\d_a-z]{1,20}\s?[-–—]\s?[^\W\d_a-z]{1,20}")


def is_index_letter(words: str) -> bool:
    """Whether a line is the letter under which terms stand, or names the first and the last term of a page."""
    return len(words) <= LONGEST_NAME and bool(_LETTERS.fullmatch(words) or _GUIDE.fullmatch(words))


# "Example:", "Examples: …", "*Example: …*", "Example A:", "Example 2."
_EXAMPLE = re.compile(
    r"\W{0,4}(?:For )?(?:Examples?|Beispiele?|Exemples?|Ejemplos?|Esempio|Esempi|例)(?: [A-Z0-9]{1,2})?"
    r"\*{0,2}\s?[:.—–-]",
    re.IGNORECASE,
)
# "Note:", "Note 1:", "Exception: …", "DESIGN NOTE:", "Change to:", "Add the following:"
_CALLOUT = re.compile(
    r"\W{0,4}(?:(?:design|play|designer'?s?|important|historical) )?"
    r"(?:notes?|nota bene|exceptions?|important|reminder|remember|clarification|warning|tip|hint|caution|attention|"
    r"errata|erratum|option(?:al)?|variant|designer|"
    r"(?:change|replace|delete|remove|add|insert|append)\w{0,2}(?: (?:to|with|by|the|as|following|sentence|text)){0,3}|"
    r"(?:this )?(?:card |text )?should read|new text|old text|"
    r"hinweis|anmerkung|ausnahme|achtung|wichtig|remarque|nota)(?: \d{1,2})?\*{0,2}\s?[:—–]",
    re.IGNORECASE,
)
# "Some specific examples:", "Examples of Linked cards include:"
_INTRODUCTION = re.compile(r"[^.?!]*\bexamples?\b[^.?!]{0,60}:$", re.IGNORECASE)


def is_example(words: str) -> bool:
    """Whether a paragraph is an example of what stands above it."""
    return bool(_EXAMPLE.match(words))


def is_callout(words: str) -> bool:
    """Whether a paragraph is a note, an exception or the like."""
    start = words[:LONGEST_ON_TWO_LINES]
    return (":" in start or "—" in start or "–" in start) and bool(_CALLOUT.match(words))


def introduces_examples(words: str) -> bool:
    """Whether a line says that examples follow it."""
    plain = words.strip("*_ ")
    return plain.endswith(":") and bool(_INTRODUCTION.match(plain))


# "appendix b: ", "chapter 7 - ", "12. ", "ix) "
_LEAD = re.compile(
    rf"(?:(?:{WORDS})\b\s*)?(?:(?:[a-z]|\d{{1,3}}|[ivx]{{1,5}})\b)?(?:\.\d{{1,3}}){{0,3}}\s?[.:)–—-]*\s*",
    re.IGNORECASE,
)
_GLOSSARY = _names(
    "glossary|glossar|glossaire|glosario|glossario|lexicon|lexikon|lexique|léxico|lessico|terminology|vocabulary",
    "begriffserklärung|begriffserklärungen|begriffsdefinitionen|stichwortverzeichnis",
)
"""What a heading of few words is about if it holds one of them."""
_AT_AN_END = _names(
    "keywords|terms|definitions|abbreviations|terminology|icons|symbols|schlüsselwörter|begriffe|abkürzungen|symbole",
    "icônes|termes|définitions|mots-clés|abréviations|symboles|términos|definiciones|abreviaturas|símbolos|termini",
    "definizioni|abbreviazioni|simboli",
)
"""What it is about if it begins or ends with one of them: "Unit Keywords", "Termes importants"."""
_LETTER_RUN = re.compile(r"[^\W\d_]+")
_BESIDE = frozenset({"and", "game", "in", "of", "rules", "the", "used"})
_TELLING = frozenset(_LETTER_RUN.findall(" ".join((*GLOSSARIES, *_GLOSSARY, *_AT_AN_END)))) - _BESIDE
"""A heading without any of these words speaks of no terms, whatever stands before and beside them."""
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def announces(stretches: Sequence[Stretch], index: int) -> bool:
    """Whether a heading surely says that a glossary follows; the title of a whole text may say so among other words."""
    stretch = stretches[index]
    named = folded(stretch)
    if not _holds_telling_word(named):
        return False
    if named in GLOSSARIES or _unlabelled(named) in GLOSSARIES:
        return True
    words = _WORD.findall(named)
    is_title = not index and stretch.heading > 0
    return not _GLOSSARY.isdisjoint(words) and (is_title or len(words) <= MOST_TITLE_WORDS)


def may_head_terms(stretch: Stretch) -> bool:
    """Whether a heading or another line holds a word without which nothing speaks of terms."""
    return (bool(stretch.heading) or len(stretch.text) < LONGEST_REMARK) and _holds_telling_word(
        folded(stretch)
    )


def _holds_telling_word(named: str) -> bool:
    return not _TELLING.isdisjoint(_LETTER_RUN.findall(named))


def speaks_of_terms(heading: str) -> bool:
    """Whether a heading of a few words is about terms."""
    named = heading.casefold()
    if not _holds_telling_word(named):
        return False
    words = _WORD.findall(_unlabelled(named))
    if not 0 < len(words) <= FEW_WORDS:
        return False
    is_about = not (_GLOSSARY.isdisjoint(words) and _AT_AN_END.isdisjoint((words[0], words[-1])))
    return named in GLOSSARIES or is_about


def _unlabelled(named: str) -> str:
    return _LEAD.sub("", named, count=1)


# "Frequently Asked Questions", "Goat FAQ", "Häufige Fragen"
ASKING_HEADING = re.compile(
    r"\b(?:faqs?|f\.a\.q|questions?|q\s?(?:&|and)\s?a|fragen|preguntas|domande|clarifications?|rulings)\b|よくある質問",
    re.IGNORECASE,
)
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
