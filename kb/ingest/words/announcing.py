"""Which headings say that a glossary follows? "Glossary", "Appendix B: Glossary of Terms", "Unit Keywords"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.ingest.document import Stretch
from kb.ingest.words.titles import GLOSSARIES, WORDS, folded

# "appendix b: ", "chapter 7 - ", "12. ", "ix) "
_LEAD = re.compile(
    rf"(?:(?:{WORDS})\b\s*)?(?:(?:[a-z]|\d{{1,3}}|[ivx]{{1,5}})\b)?(?:\.\d{{1,3}}){{0,3}}\s?[.:)–—-]*\s*",
    re.IGNORECASE,
)
_GLOSSARY = frozenset(
    [
        *("glossary", "glossar", "glossaire", "glosario", "glossario"),
        *("lexicon", "lexikon", "lexique", "léxico", "lessico", "terminology", "vocabulary"),
        *("begriffserklärung", "begriffserklärungen", "begriffsdefinitionen", "stichwortverzeichnis"),
    ]
)
"""What a heading of few words is about if it holds one of them."""
_LAST = frozenset(
    [
        *("keywords", "terms", "definitions", "abbreviations", "terminology", "icons", "symbols"),
        *("schlüsselwörter", "begriffe", "abkürzungen", "symbole", "icônes"),
    ]
)
"""What it is about if it ends with one of them: "Unit Keywords", "Wichtige Begriffe"."""
_FIRST = frozenset(
    [
        *("keywords", "definitions", "abbreviations", "termes", "définitions", "mots-clés", "abréviations"),
        *("symboles", "términos", "definiciones", "abreviaturas", "símbolos"),
        *("termini", "definizioni", "abbreviazioni", "simboli"),
    ]
)
"""What it is about if it begins with one of them: "Termes importants", "Keywords explained"."""
_LETTERS = re.compile(r"[^\W\d_]+")
_TELLING = frozenset(_LETTERS.findall(" ".join((*GLOSSARIES, *_GLOSSARY, *_LAST, *_FIRST))))
"""A heading without any of these words speaks of no terms, whatever stands before and beside them."""
_MOST_WORDS = 6
_FEW_WORDS = 4
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
# "Glossary / Glossar", "Keywords (Glossary)"
_BETWEEN = re.compile(r"[/|()]")


def announces(stretches: Sequence[Stretch], index: int) -> bool:
    """Whether a heading surely says that a glossary follows; the title of a whole text may say so among other words."""
    stretch = stretches[index]
    named = folded(stretch)
    if _TELLING.isdisjoint(_LETTERS.findall(named)):
        return False
    if any(part in GLOSSARIES for part in _parts(named)):
        return True
    words = _WORD.findall(named)
    is_title = not index and stretch.heading and not any(s.heading == stretch.heading for s in stretches[1:])
    return not _GLOSSARY.isdisjoint(words) and (bool(is_title) or len(words) <= _MOST_WORDS)


def names_glossary(title: str) -> bool:
    """Whether a whole text is called a glossary, by a title that stands outside of it: "Glossary", "Goat Lexicon"."""
    named = " ".join(title.split()).casefold()
    words = _WORD.findall(named)
    if named in GLOSSARIES:
        return True
    return 0 < len(words) <= _FEW_WORDS and not _GLOSSARY.isdisjoint((words[0], words[-1]))


def may_announce(stretch: Stretch) -> bool:
    """Whether a heading may speak of terms: then what follows must look like them."""
    return speaks_of_terms(folded(stretch))


def speaks_of_terms(heading: str) -> bool:
    """Whether a heading of a few words is about terms."""
    named = heading.casefold()
    if _TELLING.isdisjoint(_LETTERS.findall(named)):
        return False
    words = _WORD.findall(_unlabelled(named))
    if not 0 < len(words) <= _FEW_WORDS:
        return False
    return named in GLOSSARIES or not _GLOSSARY.isdisjoint(words) or words[-1] in _LAST or words[0] in _FIRST


def _parts(named: str) -> list[str]:
    """A heading's words, those without a label before them, and each half of "Glossary / Glossar"."""
    bare = _unlabelled(named)
    return [named, bare, *(part.strip() for part in _BETWEEN.split(bare))]


def _unlabelled(named: str) -> str:
    lead = _LEAD.match(named)
    return named[lead.end() :] if lead else named
