"""Titles that every rules text may have, what parts are called (`Article 12`), and what only looks like a title."""

from __future__ import annotations

import re

from kb.ingest.document import Stretch

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
_LONGEST = 80
"""Characters; any of these names fits in half of them."""


def folded(stretch: Stretch) -> str:
    """A stretch's words with its mark, for comparison."""
    words = f"{stretch.mark} {stretch.text}" if stretch.mark else stretch.text
    return " ".join(words.split()).strip("#* ").casefold()


def is_called(stretch: Stretch, names: frozenset[str]) -> bool:
    """Whether a stretch is nothing but one of these names; most are too long to ask further."""
    return len(stretch.text) <= _LONGEST and folded(stretch) in names


# "A", "A–C", "X, Y & Z", "- B -", "[C]", "**D**", "E.", "Aa", "0–9", "#"
_LETTERS = re.compile(
    r"[\W_]{0,4}(?:[^\W\d_a-z](?:\s?[-–—/&,]{1,2}\s?[^\W\d_a-z]){0,6}|([^\W\d_a-z])\s?[a-z]|0\s?[-–]\s?9|#)[\W_]{0,4}"
)
# "ABILITY — AN", "BANE–BOW"
_GUIDE = re.compile(r"([^\W\d_a-z]{1,20})\s?[-–—]\s?([^\W\d_a-z]{1,20})")
_LONGEST_INDEX_LETTERS = 30


def is_index_letter(words: str) -> bool:
    """Whether a line is the letter under which terms stand, or names the first and the last term of a page."""
    if len(words) > _LONGEST_INDEX_LETTERS:
        return False
    letters = _LETTERS.fullmatch(words)
    if letters:
        return letters[1] is None or letters[1].casefold() == words.strip("* ")[-1].casefold()
    guide = _GUIDE.fullmatch(words)
    return bool(guide) and guide is not None and guide[1] <= guide[2]
