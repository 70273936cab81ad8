"""Does every link of a written site lead somewhere, and does every page keep to what its policy says?

Reads the pages as a browser gets them, knowing nothing of how they were made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

# `<a href="../leap/index.html" class="see">`: attributes are always quoted, and ">" is escaped inside them.
_TAG = re.compile(r"<([a-z][a-z0-9]*)([^>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r'([a-z-]+)(?:="([^"]*)")?', re.IGNORECASE)
# What a browser loads or follows.
_LINKING = ("href", "src", "action", "srcset", "poster", "data")
# What a script of ours fetches for a page: several files.
_FETCHING = "data-files"

PAGES = ("index.html", "404.html")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong with a written page."""

    page: str
    message: str


@dataclass(frozen=True)
class _Site:
    folder: Path
    top: str
    """Where the site stands on its host, for the one page with links from the host's root."""

    anchors: dict[Path, frozenset[str]] = field(default_factory=dict)

    def anchors_of(self, file: Path) -> frozenset[str]:
        if file not in self.anchors:
            tags = _tags(file.read_text("utf-8"))
            self.anchors[file] = frozenset(unescape(held["id"]) for _, held in tags if "id" in held)
        return self.anchors[file]


def check(folder: Path, top: str = "/") -> list[Finding]:
    """Follow every link and anchor of every page below `folder`; a sound site has no findings.

    A game in one file is no page of the site: it has a policy of its own.
    """
    site = _Site(folder.resolve(), top)
    pages = (file for file in sorted(site.folder.rglob("*.html")) if file.name in PAGES)
    return [finding for file in pages for finding in _check_page(site, file)]


def _check_page(site: _Site, file: Path) -> Iterator[Finding]:
    page = file.relative_to(site.folder).as_posix()
    seen: set[str] = set()
    for tag, held in _tags(file.read_text("utf-8")):
        if _is_inline(tag, held):
            yield Finding(page=page, message=f"script or style inside the page: <{tag}>")
        if "id" in held:
            if held["id"] in seen:
                yield Finding(page=page, message=f"two elements have the id {unescape(held['id'])!r}")
            seen.add(held["id"])
        if held.get("rel") == "canonical":
            continue  # names the page's public address; nothing is loaded from there
        for name in _LINKING:
            if name not in held:
                continue
            wrong = _wrong_with(site, file, tag, unescape(held[name]))
            if wrong:
                yield Finding(page=page, message=f"{held[name]}: {wrong}")
        for name in held.get(_FETCHING, "").split():
            if wrong := _wrong_with(site, file, tag, unescape(name)):
                yield Finding(page=page, message=f"{name}: {wrong}")


def _is_inline(tag: str, held: Mapping[str, str]) -> bool:
    """What the pages' policy forbids: script or style that stands in the page itself."""
    is_data = held.get("type") == "application/ld+json"  # which no browser runs
    if tag == "style" or (tag == "script" and not held.get("src") and not is_data):
        return True
    return any(name == "style" or name.startswith("on") for name in held)


def _wrong_with(site: _Site, file: Path, tag: str, link: str) -> str | None:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        is_followed = tag == "a" and parts.scheme in ("http", "https")  # by a reader, never by the browser
        return None if is_followed else "leads out of the site"
    path = unquote(parts.path)
    base, path = (site.folder, path.removeprefix(site.top)) if path.startswith("/") else (file.parent, path)
    target = _resolve(base, path) if path else file
    if not target.is_relative_to(site.folder):
        return "leads out of the site's folder"
    if not target.is_file():
        return "there is no such file"
    if parts.fragment and unquote(parts.fragment) not in site.anchors_of(target):
        return "the page has no such place"
    return None


def _resolve(base: Path, path: str) -> Path:
    """`path` from `base`, without asking the disk: there are many links and few folders."""
    parts = list(base.parts)
    for part in PurePosixPath(path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return Path(*parts)


def _tags(html: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every tag that opens, with its attributes, all names in lower case."""
    for tag in _TAG.finditer(html):
        held = {name.lower(): value for name, value in _ATTRIBUTE.findall(tag[2])} if tag[2] else {}
        yield tag[1].lower(), held
