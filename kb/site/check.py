"""Does every link of a written site lead somewhere, and does every page keep to what its policy says?

Reads the pages as a browser gets them, knowing nothing of how they were made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

# `<a href="../leap/index.html" class="see">`: attributes are always quoted, and ">" is escaped inside them.
_TAG = re.compile(r"<([a-z][a-z0-9]*)([^>]*)>")
_ATTRIBUTE = re.compile(r'([a-z-]+)(?:="([^"]*)")?')
# What a browser loads or follows.
_LINKING = frozenset({"href", "src", "action", "srcset", "poster", "data"})
_INLINE = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>|<style|<[a-z][^>]*\s(?:style|on[a-z]+)=", re.IGNORECASE)


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
            self.anchors[file] = frozenset(
                unescape(value) for _, name, value in _attributes(file.read_text("utf-8")) if name == "id"
            )
        return self.anchors[file]


def check(folder: Path, top: str = "/") -> list[Finding]:
    """Follow every link and anchor of every page below `folder`; a sound site has no findings."""
    site = _Site(folder.resolve(), top)
    return [finding for file in sorted(site.folder.rglob("*.html")) for finding in _check_page(site, file)]


def _check_page(site: _Site, file: Path) -> Iterator[Finding]:
    page = file.relative_to(site.folder).as_posix()
    html = file.read_text("utf-8")
    if inline := _INLINE.search(html):
        yield Finding(page=page, message=f"script or style inside the page: {inline[0][:80]}")
    seen: set[str] = set()
    for tag, name, value in _attributes(html):
        if name == "id":
            if value in seen:
                yield Finding(page=page, message=f"two elements have the id {unescape(value)!r}")
            seen.add(value)
        elif name in _LINKING:
            wrong = _wrong_with(site, file, tag, name, unescape(value))
            if wrong:
                yield Finding(page=page, message=f"{value}: {wrong}")


def _wrong_with(site: _Site, file: Path, tag: str, name: str, link: str) -> str | None:
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


def _attributes(html: str) -> Iterator[tuple[str, str, str]]:
    """Tag, name and value of every attribute that matters here."""
    for tag in _TAG.finditer(html):
        if tag[1] == "link" and 'rel="canonical"' in tag[2]:
            continue  # names the page's public address; nothing is loaded from there
        for attribute in _ATTRIBUTE.finditer(tag[2]):
            if attribute[1] == "id" or attribute[1] in _LINKING:
                yield tag[1], attribute[1], attribute[2] or ""
