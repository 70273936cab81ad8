"""Where does a text say that it is from? Edition, publisher, licence and address, as far as it states them itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from kb.entries import Source
from kb.ingest.bodies import without_marks
from kb.ingest.document import Stretch, Text
from kb.ingest.editions import find_stated
from kb.ingest.limits import LONGEST_PARAGRAPH
from kb.ingest.thresholds import TOP_LINES

# "Creative Commons Attribution-ShareAlike 4.0 International", "CC BY-SA 4.0", "CC-BY-NC 4.0", "CC0 1.0"
_COMMONS = re.compile(
    r"\bCreative Commons (?P<words>(?:Attribution|Zero|CC0)[\w -]{0,60}?)(?: (?P<version>[1-4]\.\d))?(?=[ ,.;)]|$)"
    r"|\bCC[ -](?P<code>BY(?:-(?:SA|NC|ND)){0,2})(?:[ -](?P<of>[1-4]\.\d))?\b|\b(?P<zero>CC0)\b",
    re.IGNORECASE,
)
_TERMS = (("attribution", "BY"), ("noncommercial", "NC"), ("sharealike", "SA"), ("noderivatives", "ND"))
_LICENCES = {
    "OGL": r"\bOpen Game Licen[cs]e(?: \(?OGL\)?)?(?:,? (?:version|v\.?) ?(1\.0a?))?|\bOGL (1\.0a?)\b",
    "ORC": r"\bOpen RPG Creative Licen[cs]e|\b(?-i:ORC) Licen[cs]e\b",
    "GFDL": r"\bGNU Free Documentation Licen[cs]e(?:,? version (1\.\d))?",
    "MIT": r"\b(?-i:MIT) Licen[cs]e\b",
    "public domain": r"\b(?:in|into|to) the public domain\b",
    "all rights reserved": r"\b(?:all rights reserved|alle Rechte vorbehalten|tous droits réservés"
    r"|todos los derechos reservados)\b",
}
"""What else a text may be licensed under, as we call it."""
# "Legend & Sons", "Goat Games, Inc": a name begins with a capital and ends with its line, sentence or clause
_HOLDER = (
    r"(?P<holder>(?-i:[^\W\d_a-z])[^.;:,|()©—–]{1,60}?(?:,? (?:Inc|Ltd|LLC|GmbH|Corp)\b)?)"
    r"(?=[.,;|()]|\s[—–-]|$| all rights| in )"
)
_YEARS = r"(?:19|20)\d\d(?:\s?[-–,&]\s?(?:(?:19|20)\d\d|present))*"
# "© 2019 Goat Games. All Rights Reserved.", "Copyright (c) 2011-2024 by Goat & Sons, Inc."
_COPYRIGHT = re.compile(rf"(?:©|\(c\)|\bcopyright\b)[\s©]*(?:\(c\)\s*)?{_YEARS},?\s+(?:by )?{_HOLDER}", re.I)
# "Published by Goat & Sons.", "Publisher: Goat & Sons", "Verlag: …", "Herausgegeben von …"
_PUBLISHED = re.compile(
    rf"\b(?:published by|publisher:|verlag:|herausgegeben von|édité par|éditeur ?:|editorial:)\s+{_HOLDER}",
    re.I,
)
# "the most recent version from the website at goats.example/rules", "Source: https://goats.example/rules"
_ADDRESS = re.compile(
    r"https?://[^\s<>()\[\]\"'|]{4,200}|(?<![\w@./-])(?:[A-Za-z0-9-]{1,60}\.){1,4}[A-Za-z]{2,12}(?:/[^\s<>()\[\]\"'|]{0,200})?"
)
_LEADS = re.compile(
    r"\b(?:latest|newest|most recent|most current|up-to-date|official|online)\b[^.]{0,30}"
    r"\b(?:version|edition|rules|faq|document|copy|pdf|text)\b|\b(?:download|published|available)\b[^.]{0,40}\b(?:at|from|on|online)\b"
    r"|\b(?:source|origin|quelle|url|website|web):",
    re.IGNORECASE,
)
# "rules.pdf", "e.g": no address
_NO_ADDRESS = re.compile(
    r"[^/]*\.(?:txt|md|pdf|html?|json|ya?ml|png|jpe?g|zip)|(?:[a-z]\.)+[a-z]{1,3}", re.IGNORECASE
)


def with_provenance(source: Source, text: Text, laid_out: Sequence[Stretch]) -> Source:
    """A source with where its text says that it is from; what a person wrote into its row holds."""
    paragraphs = [without_marks(stretch.text) for stretch in laid_out]
    lines = paragraphs if text.stretches else [line.text for line in text.lines]
    edges = (*paragraphs[:TOP_LINES], *paragraphs[TOP_LINES:][-TOP_LINES:])
    short = [each for each in edges if len(each) <= LONGEST_PARAGRAPH]
    return replace(
        source,
        edition=source.edition or text.edition or find_stated(lines),
        publisher=source.publisher or _first(short, _publisher),
        licence=source.licence or _first(short, _licence),
        origin=source.origin or _first(short, _origin),
    )


def _first(lines: Iterable[str], find: Callable[[str], str]) -> str:
    return next((found for line in lines if (found := find(line))), "")


def _publisher(line: str) -> str:
    match = _PUBLISHED.search(line) or _COPYRIGHT.search(line)
    return match["holder"].strip("*_ ") if match else ""


def _licence(line: str) -> str:
    if match := _COMMONS.search(line):
        return _commons(match)
    for name, pattern in _LICENCES.items():
        if match := re.search(pattern, line, re.IGNORECASE):
            version = next((each for each in match.groups() if each), "")
            return f"{name} {version}".strip()
    return ""


def _commons(match: re.Match[str]) -> str:
    """`Creative Commons Attribution-ShareAlike 4.0 International` → `CC BY-SA 4.0`."""
    words = re.sub(r"[^a-z]", "", (match["words"] or "").lower())
    if match["zero"]:
        return "CC0"
    code = match["code"] or "-".join(code for term, code in _TERMS if term in words)
    version = match["version"] or match["of"] or ""
    return f"CC {code.upper()} {version}".strip()


def _origin(line: str) -> str:
    if not _LEADS.search(line):
        return ""
    for match in _ADDRESS.finditer(line):
        address = match[0].rstrip(".,;:!?*_")
        if not _NO_ADDRESS.fullmatch(address):
            return address if "//" in address else f"https://{address}"
    return ""
