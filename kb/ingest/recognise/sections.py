"""Sections that every rules text may have, by the names they go by."""

from __future__ import annotations

from kb.ingest.document import Stretch

CONTENTS = frozenset(
    {
        *("contents", "table of contents", "index", "index of contents"),
        *(
            "inhalt",
            "inhaltsverzeichnis",
            "sommaire",
            "table des matières",
            "índice",
            "contenido",
            "indice",
            "sommario",
        ),
        *("目次", "もくじ"),
    }
)
CREDITS = frozenset(
    {
        *("credits", "game credits", "acknowledgements", "acknowledgments", "special thanks", "colophon"),
        *("legal", "legal notice", "copyright", "copyright notice", "licence", "license"),
        *(
            "impressum",
            "danksagung",
            "crédits",
            "remerciements",
            "créditos",
            "agradecimientos",
            "crediti",
            "クレジット",
        ),
    }
)
GLOSSARIES = frozenset(
    {
        *("glossary", "glossary of terms", "glossary of game terms", "keyword glossary", "rules glossary"),
        *("terms", "game terms", "key terms", "important terms", "list of terms", "terms and definitions"),
        *("keywords", "keyword abilities", "list of keywords", "definitions", "definition of terms"),
        *(
            "terminology",
            "index of terms",
            "glossary of keywords",
            "glossary of icons",
            "terms used in the rules",
        ),
        *(
            "glossar",
            "begriffe",
            "begriffserklärungen",
            "spielbegriffe",
            "schlüsselwörter",
            "stichwortverzeichnis",
        ),
        *(
            "glossaire",
            "lexique",
            "définitions",
            "mots-clés",
            "glosario",
            "definiciones",
            "términos",
            "palabras clave",
        ),
        *("glossario", "definizioni", "用語集", "用語", "キーワード"),
    }
)
QUESTIONS = frozenset(
    {
        *("faq", "faqs", "frequently asked questions", "questions and answers", "q&a", "common questions"),
        *("häufige fragen", "häufig gestellte fragen", "fragen und antworten", "foire aux questions"),
        *("questions fréquentes", "preguntas frecuentes", "domande frequenti", "よくある質問"),
    }
)
CHANGES = frozenset(
    {
        *("changelog", "change log", "changes", "summary of changes", "version history", "revision history"),
        *("änderungen", "historique", "cambios", "modifiche"),
    }
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
