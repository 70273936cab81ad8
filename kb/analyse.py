"""Which words does this text count as? One answer for indexing, searching and comparing names.

The browser holds the same rules in `site_templates/js/analyse.js`; both read `tests/cases/analyse.json`.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any, Protocol

_FUNCTION_WORDS = """
a an and are as at be been but by can could did do does for from had has have he her him his how i if in into
is it its just may me my of on or our she should so than that the their them then there these they this those
to us was we were what when where which who whom whose why will with would you your
"""
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
"""Words that carry no meaning of their own in a question about rules; they are never searched for."""

LONGEST_WORD = 64
"""Letters of a word that count; what is longer is no word."""

# "’" "ʼ" "′" "＇": apostrophes that texts, keyboards and word processors write
_APOSTROPHES = "'\u2019\u2018\u02bc\u2032\uff07\u00b4"
# "the player's turn", "O'Brien", "can't": an apostrophe inside a word
_POSSESSIVE = re.compile(r"'s(?![^\W_])")
_INNER = re.compile(r"(?<=[^\W_])'(?=[^\W_])")
# "702", "19b", "combat": a plain word of letters and digits
_PLAIN_WORD = re.compile(r"[a-z0-9]+")
# "{leap}", "{2/U}": an icon in a name
_ICON = re.compile(r"\{[^{}\s]{1,24}\}")
_MARKS = re.compile("[\u0300-\u036f]+")
_LETTERS = re.compile(r"[a-z]{3,}")


def words(text: str) -> list[str]:
    """The words of a text in order: lower case, quotes and accents folded, "player's" read as "player".

    A word of another script is a word too; characters of scripts that part no words count one by one.
    """
    folded = text.lower() if text.isascii() else _fold(text)
    if "'" in folded:
        folded = _INNER.sub("", _POSSESSIVE.sub("", folded))
    found = _PLAIN_WORD.findall(folded) if folded.isascii() else folded.translate(_SEPARATORS).split()
    return [word[:LONGEST_WORD] for word in found] if len(folded) > LONGEST_WORD else found


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem that the forms of an English word share (Porter2); any other word unchanged."""
    return _stemmer().stemWord(word) if _LETTERS.fullmatch(word) else word


def stems(text: str) -> list[str]:
    """The stems of a text's words in order, without stop words."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]


def name_key(name: str) -> str:
    """What spellings of one name share: case, icons, quotes, punctuation and plural make no difference."""
    return " ".join(_singular(word) for word in words(_ICON.sub(" ", name))) or name.strip().lower()


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


@lru_cache(maxsize=1)
def _stemmer() -> _Stemmer:
    found: _Stemmer = _english_stemmer().EnglishStemmer()  # not stemmer(): that may pick another version
    return found


def _english_stemmer() -> Any:
    """The module alone, for its package imports the stemmers of all languages: 10 of a cold search's 200 ms."""
    name = "snowballstemmer"
    if name in sys.modules or (spec := find_spec(name)) is None:
        return import_module(f"{name}.english_stemmer")
    sys.modules[name] = module_from_spec(spec)
    try:
        return import_module(f"{name}.english_stemmer")
    finally:
        sys.modules.pop(name, None)


def _fold(text: str) -> str:
    """Lower case without accents: "Évocateur’s" becomes "evocateur's"."""
    parted = unicodedata.normalize("NFKD", text.translate(_BEFORE_FOLDING)).lower()
    return unicodedata.normalize("NFC", _MARKS.sub("", parted))


# Letters that Unicode does not part into a plain letter and a mark, and signs that are no letters
_LETTERS_APART = {
    "æ": "ae",
    "Æ": "ae",
    "œ": "oe",
    "Œ": "oe",
    "ß": "ss",
    "ø": "o",
    "Ø": "o",
    "ł": "l",
    "Ł": "l",
}
_BEFORE_FOLDING = str.maketrans(
    {**dict.fromkeys(_APOSTROPHES, "'"), **dict.fromkeys("™®©℠", " "), **_LETTERS_APART}
)


class _Separators(dict[int, str]):
    """What stands for a character when words are parted; filled in as characters are met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if _stands_alone(code):
            part = f" {character} "
        elif unicodedata.category(character)[0] in "LMN":
            part = character
        else:
            part = " "
        self[code] = part
        return part


_SEPARATORS = _Separators()


def _stands_alone(code: int) -> bool:
    """Whether this is a Chinese character or Japanese kana: scripts written without spaces."""
    return 0x3040 <= code <= 0x30FF or 0x3400 <= code <= 0x9FFF or 0x20000 <= code <= 0x3FFFF


_IRREGULAR = {"dice": "die", "men": "man", "women": "woman", "children": "child", "mice": "mouse"}


def _singular(word: str) -> str:
    """The singular as names need it: "allies" ally, "boxes" box, "dice" die; "class" and "status" stay."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1]


# "Example: A creature with trample …": a paragraph that illustrates a rule and states none
EXAMPLE = re.compile(r"^[ \t]*(?:for )?examples?\b[^\n]*$", re.IGNORECASE | re.MULTILINE)
# "It dies. (See rule 704.)" / "Is it? “Yes.”": where a sentence ends and the next one begins; not behind "p." or "i.e."
_SENTENCE_END = re.compile(
    r"(?<=[.?!])(?<!\b[Pp]\.)(?<!\bpp\.)(?<!\bvs\.)(?<!\bcf\.)(?<!\b[EeIi]\.[ge]\.)(?<!\b[Ff]ig\.)"
    r"[\"'”’)\]]{0,2}\s+(?=[\"'“‘(\[{]{0,2}[^\W_a-z])|\n+"
)


def sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence of a text starts and ends, in order; lines and paragraphs end one too."""
    spans, start = [], 0
    for match in _SENTENCE_END.finditer(text):
        closing = match.start() + len(match[0].rstrip()) - len(match[0].rstrip().lstrip("\"'”’)]"))
        spans.append((start, closing))
        start = match.end()
    spans.append((start, len(text)))
    trimmed = ((at + len(text[at:end]) - len(text[at:end].lstrip()), end) for at, end in spans)
    return [(at, end) for at, end in trimmed if at < end]
