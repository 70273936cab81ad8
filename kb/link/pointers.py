"""Which words point at an entry by its name? "(see Fatigue)", "See also Harm and Splash"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.link import booklets
from kb.link.mentions import Mention, Reading
from kb.refs import cues

# "See also:", "see the rules for", "Related Topics:", "siehe auch", "cf.", "(s. ", "(→ "; not "rules that refer to"
_SEE = re.compile(
    rf"(?:\b(?:{cues.SEE_NAME}|related(?:\s+(?:topics?|terms?|entr(?:y|ies)|rules|keywords?|concepts?))?:|(?-i:Refer)\s+to)"
    rf"|(?<=\()(?:s\.|q\.\s?v\.|{cues.ARROW}))\s+"
    r"(?:(?:the|die|den|das|la|les?|el|las|los)\s+)?"
    r"(?:(?:glossary\s+)?(?:rules?|sections?|entry|entries|chapter)\s+(?:on|for|about|under|called|titled)\s+)?(?:the\s+)?",
    re.IGNORECASE,
)
# "The " before a name: of the sentence, or of the name
_ARTICLE = re.compile(r"\b(?:The|Die|Der|Das|La|Les?|El|Las|Los)\s+$")
# "as described under", "as explained in the": what follows is a name if we know it
_DESCRIBED = re.compile(
    r"\b(?:described|explained|defined|detailed|outlined|discussed|covered)\s+(?:in|under|at)\s+"
    r"(?:the\s+)?(?:(?:section|chapter)\s+(?:on|for|about|called|titled)?\s*)?(?=[\"“‘'„«A-Z])"
)
# icons between a name and what follows it
_ICONS = (
    r"(?:\s*(?:\{[^{}\s]{1,24}\}"
    r"|[\u2190\u2191\u2193-\u21ff\u2295-\u2297\u25b6\u25c0\u2600-\u27be\u2b00-\u2bff\ue000-\uf8ff]{1,8}))*"
)
# "those glossary entries", "those rules"
_THOSE = re.compile(
    r"(?:those|these)\s+(?:\w+\s+)?(?:entries|terms|rules|sections|keywords|topics)\b", re.IGNORECASE
)
# "“May”", "‘General modifications’"
_QUOTED = re.compile(r"[“\"‘'„«]\s?(?P<name>[^“”\"‘„«»<>\n]{1,90}?)[.,]?\s?[”\"’'“»](?![^\W_])")
# "[Ward]", "<Ward>": brackets that many texts put around keywords
_BRACKETED = re.compile(r"[\[<](?P<name>[A-Z][^\[\]<>\n]{1,60})[\]>]")
_SEPARATOR = re.compile(
    _ICONS + r"\s*(?:[†‡*]\s*)?(?:,\s*(?:and\b|or\b|&)?|;|\band\b|\bor\b|&)\s*(?:also\s+)?(?:the\s+)?"
)
# "on page 15": may stand between the names of a list
_PAGE = re.compile(_ICONS + r"\s*(?:[(\[]?\s*(?:on\s+)?(?:pages?\s|pp?\.\s?)\d{1,3}[)\]]?)")
# "(see", ". See", ", see", "- see": where "see" tells the reader to look; "to see", "you see" do not
_TELLS = re.compile(r"(?:^|[(\[.,;:!?–—\-”\"*\n/|}\])]|\b(?:please|also|and|or|details?|information))\s*$")
# "Fatigue", "Or Better", "Set-up, Variable": a name in capitals up to the end of the brackets or sentence
_CAPITALS = re.compile(
    r"(?P<name>[A-Z][\w’'-]+(?:\s(?:of|the|and|or|in|to|a|an|for|from|[A-Z][\w’'-]*)){0,5})\s?[).;\]]"
)
# "See Figure 3.", "see Diagram B": what they show is no entry
_NO_NAME = re.compile(
    r"(?:figure|diagram|example|illustration|image|map|picture|photo|card|table|the|this|that|below|above)\b",
    re.IGNORECASE,
)
_MOST_NAMES = 100
_LONGEST_SENTENCE = 600
"""Characters in which the names that "those entries" takes up are looked for."""


def named_targets(reading: Reading, found: list[Mention]) -> Iterator[Mention]:
    """Names after "see"."""
    text = reading.text
    starts = [word.start for word in reading.words]
    for match in _SEE.finditer(text):
        if not _TELLS.search(text[max(0, match.start() - 10) : match.start()]):
            continue
        yield from _names_from(reading, starts, match)
    for match in _DESCRIBED.finditer(text):
        mention = _name_at(reading, starts, match.end(), match.end())
        if mention and mention.form == "name" and not mention.booklet:
            yield replace(mention, certain=False)


def _names_from(reading: Reading, starts: list[int], match: re.Match[str]) -> Iterator[Mention]:
    """The names of a list after "see"."""
    text = reading.text
    position, first = match.end(), match.start()
    article = _ARTICLE.search(text, first, position)
    for _ in range(_MOST_NAMES):
        mention = _known_at(reading, starts, article.start(), first) if article else None
        mention, article = mention or _name_at(reading, starts, position, first), None
        if mention is None:
            break
        yield mention
        page = _PAGE.match(text, mention.end)
        separator = _SEPARATOR.match(text, page.end() if page else mention.end)
        if separator is None:
            break
        position = first = separator.end()


def _name_at(reading: Reading, starts: list[int], position: int, first: int) -> Mention | None:
    text = reading.text
    if those := _THOSE.match(text, position):
        return Mention(start=first, end=those.end(), form="those")
    if quoted := _QUOTED.match(text, position):
        name = quoted["name"].strip(" .,")
        certain = name[:1].isupper() or name[:1].isdigit()
        return Mention(start=first, end=quoted.end(), form="name", name=name, certain=certain)
    if bracketed := _BRACKETED.match(text, position):
        name = bracketed["name"].strip()
        return Mention(start=first, end=bracketed.end(), form="name", name=name, certain=False)
    if known := _known_at(reading, starts, position, first):
        return known
    if booklet := booklets.named_at(text, position):
        name = booklet.group()
        return Mention(start=first, end=booklet.end(), form="name", name=name, booklet=name, certain=False)
    capitals = _CAPITALS.match(text, position)
    if capitals and not _NO_NAME.match(text, position):
        return Mention(start=first, end=capitals.end("name"), form="name", name=capitals["name"])
    return None


def _known_at(reading: Reading, starts: list[int], position: int, first: int) -> Mention | None:
    """The longest name of an entry that stands here, and nothing more."""
    at = bisect_left(starts, position)
    if at == len(starts) or starts[at] != position or not reading.words[at].key:
        return None
    known = reading.names.lexicon.longest(reading.words, at)
    if not known or not _ends_well(reading, known[0], position):
        return None
    end = reading.words[known[0] - 1].end
    name = reading.text[position:end]
    return Mention(start=first, end=end, form="name", name=name, candidates=tuple(known[1]))


def _ends_well(reading: Reading, after: int, position: int) -> bool:
    """Whether the name is all that is pointed at: not in "see attack damage dealt" or "see Attack Step"."""
    if after >= len(reading.words):
        return True
    following = reading.words[after]
    if reading.text[position].isupper():
        return not following.capital or following.initial or following.key in ("", ",")
    return following.key in ("", ",", "and", "or", "on", "for", "below", "above", "section", "rules", "entry")


def terms_just_named(text: str, at: int, spans: Sequence[tuple[int, str]]) -> list[str]:
    """What "those entries" at `at` are: what the sentence before names, after its colon if it has one.

    `spans` are the places where entries are named, in order, with their ids.
    """
    lead = max(0, at - _LONGEST_SENTENCE)
    end = lead + len(text[lead:at].rstrip().rstrip(".!?"))
    start = max(text.rfind(mark, lead, end) for mark in (". ", "! ", "? ", "\n"))
    begin = max(start, text.rfind(":", max(start, lead), end))
    first, last = bisect_left(spans, (begin + 1, "")), bisect_left(spans, (at, ""))
    return list(dict.fromkeys(entry for _at, entry in spans[first:last]))
