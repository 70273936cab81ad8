"""In which forms can a word of a name stand in a sentence?

Stems are too coarse to link by: "Ranged" and "Range" share one and are two terms. So the forms of every word
that occurs in a name are spelled out, and a text is matched against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.link.patterns import table

_UNCHANGING = frozenset(("and", "for", "from", "into", "off", "out", "the", "with", "without"))
_VOWELS = frozenset("aeiou")


def irregular(word: str) -> list[str]:
    """The plurals and verb forms that no rule of spelling gives: dice, children, dealt."""
    forms: str = table("tables")["irregular"].get(word, "")
    return forms.split()


def plurals(word: str) -> set[str]:
    """The plurals of a noun, which are also the third persons of a verb: ally, allies; leap, leaps."""
    if not _inflects(word) or (word.endswith("s") and not word.endswith("ss") and len(word) > 3):
        return set()
    if word.endswith("y") and word[-2] not in _VOWELS:
        return {word[:-1] + "ies"}
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return {word + "es"}
    return {word + "s", word + "es"} if word.endswith("o") else {word + "s"}


def verb_forms(word: str) -> set[str]:
    """Past and progressive, with what spelling does to the end: stun, stunned; place, placing; carried.

    Every word of a name has them: "Averts Harm" is "Avert Harm", and which word is the verb nobody tells.
    """
    if not _inflects(word):
        return set()
    if word.endswith("e"):
        return {word + "d", (word if word.endswith(("ee", "ie")) else word[:-1]) + "ing"}
    if word.endswith("y") and word[-2] not in _VOWELS:
        return {word[:-1] + "ied", word + "ing"}
    stems = (word, word + word[-1]) if _doubles(word) else (word,)
    return {stem + ending for stem in stems for ending in ("ed", "ing")}


def adverb(word: str) -> str:
    """The form in -ly, which makes adjectives of some nouns: a Friend is Friendly."""
    return word + "ly" if _inflects(word) and word[-1] not in "yl" else ""


def lemmas(vocabulary: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """For each form of each word of the vocabulary: the words it may be a form of, itself first.

    A form that is itself a word of the vocabulary is no verb form of another: where "Ranged Attack" is a
    name, "ranged" is not "Range".
    """
    known = frozenset(vocabulary)
    found: dict[str, list[str]] = {word: [word] for word in known}
    for word in sorted(known):
        for form in sorted(plurals(word) | set(irregular(word))):
            found[form] = [*found.get(form, ()), word]
        for form in sorted(verb_forms(word) | {adverb(word)} - {""}):
            if form not in known:
                found[form] = [*found.get(form, ()), word]
    for word in sorted(known):
        if len(word) > 4 and word.isalpha() and word.endswith("ed"):
            # what goes with a participle that is a name: Defeating with Defeated, Occupying with Occupied
            form = word[:-3] + "ying" if word.endswith("ied") else word[:-2] + "ing"
            found[form] = found.get(form) or [word]
    return {form: tuple(dict.fromkeys(words)) for form, words in found.items()}


def _inflects(word: str) -> bool:
    return len(word) > 2 and word.isalpha() and word not in _UNCHANGING


def _doubles(word: str) -> bool:
    """Whether the last letter doubles: one vowel before one consonant, as in stun, grab, equip."""
    return (
        word[-1] not in _VOWELS
        and word[-1] not in "wxy"
        and word[-2] in _VOWELS
        and (word[-3] not in _VOWELS or word[-3:-1] == "ui")
    )
