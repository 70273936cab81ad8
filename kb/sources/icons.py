"""Which pictures has a game for the icons in its texts? A picture is untrusted: it may draw, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from kb.entries import Icon
from kb.errors import CorpusError

LARGEST = 32_768
"""Bytes of a picture; it stands in a line of text, and every page that shows it loads it."""

MOST = 400
"""Icons of a game."""

_SIGN = 4
"""Most characters of a sign: a letter may have several code points."""

# As texts have it between braces: "leap", "2/U"
_NAME = re.compile(r"[^{}\s]{1,24}")
_PNG = b"\x89PNG\r\n\x1a\n"
_SVG = "{http://www.w3.org/2000/svg}"
_DRAWING = frozenset(
    {
        *("svg", "g", "defs", "title", "desc", "metadata", "style", "text", "tspan", "clipPath", "mask"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"),
        *("linearGradient", "radialGradient", "stop"),
    }
)
"""What draws; not `use`, by which a small file can ask for a picture without end."""

# What drawing programs write for themselves; no browser does anything with it
_REMARKS = re.compile(
    r"\{(?:http://www\.inkscape\.org/|http://sodipodi\.sourceforge\.net/|http://creativecommons\.org/ns#"
    r"|http://purl\.org/dc/|http://www\.w3\.org/1999/02/22-rdf-syntax-ns#)"
)
_REFERENCE = re.compile(r"(?:\{http://www\.w3\.org/1999/xlink\})?href")
# "url(http://…)", "@import", "\75rl(": in attributes and styles all of it leads out, or hides that it does
_LEADS_OUT = re.compile(r"url\(\s*[\"']?(?!#)|image(?:-set)?\(|[@\\]|//", re.IGNORECASE)
# "<!DOCTYPE", "<!ENTITY", "<?xml-stylesheet"; not "<!-- … -->"
_DECLARED = re.compile(r"<!(?!--|\[CDATA\[)|<\?(?!xml\s)", re.IGNORECASE)


def icons(game_file: Path, row: Mapping[str, object]) -> tuple[Icon, ...]:
    """What the `[icons]` of a `game.toml` names, each checked; raises CorpusError for what is no picture."""
    told = row.get("icons", {})
    if not isinstance(told, dict) or not all(isinstance(said, str) and said for said in told.values()):
        raise CorpusError(f'{game_file}: [icons] gives each a picture or a sign: leap = "leap.svg"')
    if len(told) > MOST:
        raise CorpusError(f"{game_file}: [icons] has {len(told)} icons, at most {MOST} are drawn")
    found: dict[str, Icon] = {}
    for name, said in told.items():
        if not _NAME.fullmatch(name) or name.lower() in found:
            raise CorpusError(
                f"{game_file}: [icons] {name!r} is said twice or is no name as texts write it: "
                'for {leap} say leap = "leap.svg"'
            )
        found[name.lower()] = _icon(game_file, name, said)
    return tuple(found.values())


def _icon(game_file: Path, name: str, said: str) -> Icon:
    if "." not in said and len(said) <= _SIGN:
        return Icon(game=game_file.parent.name, name=name, sign=said)
    path = game_file.parent / said
    where = f"{game_file}: {said!r}, the picture of {{{name}}},"
    if game_file.parent.resolve() not in path.resolve().parents:
        raise CorpusError(f"{where} is outside the game's folder")
    if not path.is_file():
        raise CorpusError(f"{where} is not there; correct its name or remove the line")
    if path.stat().st_size > LARGEST:
        raise CorpusError(f"{where} has {path.stat().st_size:,} bytes; {LARGEST:,} are allowed")
    picture = path.read_bytes()
    wrong = "" if picture.startswith(_PNG) else _wrong_with(picture)
    if wrong:
        raise CorpusError(f"{where} {wrong}")
    return Icon(game=game_file.parent.name, name=name, picture=picture)


def _wrong_with(picture: bytes) -> str:
    """Why an SVG is refused; empty for one that only draws."""
    try:
        text = picture.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "is neither a PNG nor an SVG in UTF-8"
    if found := _DECLARED.search(text):  # before anything is parsed: entities can be nested without end
        return f"has {' '.join(text[found.start() : found.start() + 20].split())!r}; an icon may only draw"
    try:
        drawn = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        return f"is neither a PNG nor a whole SVG ({error})"
    if drawn.tag != f"{_SVG}svg":
        return 'is no SVG: its first element is <svg xmlns="http://www.w3.org/2000/svg">'
    return next(filter(None, map(_forbidden, drawn.iter())), "")


def _forbidden(element: ElementTree.Element) -> str:
    """What an element does besides drawing."""
    if _REMARKS.match(element.tag):
        return ""
    tag = element.tag.removeprefix(_SVG)
    if tag not in _DRAWING:
        return f"has <{tag.rpartition('}')[2]}>; an icon may only draw, with paths and shapes"
    if tag == "style" and _LEADS_OUT.search(element.text or ""):
        return "has a style that leads out of the picture"
    for name, value in element.attrib.items():
        leads = not value.startswith("#") if _REFERENCE.fullmatch(name) else _LEADS_OUT.search(value)
        if name.lower().startswith("on") or name.endswith("}base") or (leads and not _REMARKS.match(name)):
            return f"has {name.rpartition('}')[2]}={value[:40]!r}; an icon may neither run nor load anything"
    return ""
