"""Where does each page live, and how does one page point at another?

Every page is `FOLDER/index.html`, and every link between pages is relative and names the file: so a site
works from a sub-path, from any static host, and opened from a disk, all without script.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from urllib.parse import quote

from kb.entries import SITE_FOLDERS, Entry, Game

LONGEST = 120
"""Bytes of a folder's name; file systems allow 255, archives and sync tools often less."""

# "314.6", "leap", "314.6@2024-06-07", "règle-3": begins with a letter or digit and does not end with a dot.
_SAFE = re.compile(r"[^\W_](?:[\w.@+-]*[\w+-])?")
# Places of a page's own beside the entries that it shows: a term may be called "Related" or "Hits".
_OWN_PLACE = re.compile(r"content|around|q|search-game|hits|hit-\d+|elsewhere|related|referrers|part-.*")
# Files of a game that stand beside the folders of its entries.
_OWN_FILE = re.compile(r"sitemap(-\d+)?\.xml", re.IGNORECASE)
_UNSAFE = re.compile(r"[^\w@+-]+")


def folder_name(name: str) -> str:
    """`name` if it can be a folder's name anywhere, else a short one that only this name gets.

    A name never holds a slash, never begins with a dot, and so never leads out of the site.
    """
    if _SAFE.fullmatch(name) and len(name.encode(errors="replace")) <= LONGEST:
        return name
    mark = sha256(name.encode(errors="surrogatepass")).hexdigest()[:12]
    readable = (
        _UNSAFE.sub("-", name[:LONGEST]).encode(errors="ignore")[: LONGEST - 13].decode(errors="ignore")
    )
    return f"{readable.strip('-_@+') or 'x'}-{mark}"


@dataclass(frozen=True, slots=True)
class Addresses:
    """The folder of every page below the site; folders end with `/`, the home page's is empty."""

    games: Mapping[str, str]
    entries: Mapping[str, str]
    permanent: Mapping[str, str]
    """Folders of the pages that keep one edition's wording; equal to the entry's own without an edition."""


def addresses(games: Iterable[Game], entries: Iterable[Entry]) -> Addresses:
    """Give every page its folder: the one of its address, unless that is unsafe or taken."""
    of_games = {game.slug: game_folder(game.slug) for game in games}
    taken: set[str] = set()
    current: dict[str, str] = {}
    permanent: dict[str, str] = {}
    for entry in entries:
        game = of_games[entry.game]
        current[entry.id] = _free(game, _last_part(entry.url, entry.game), taken)
        permanent[entry.id] = (
            current[entry.id]
            if entry.permalink == entry.url
            else _free(game, _last_part(entry.permalink, entry.game), taken)
        )
    return Addresses(of_games, current, permanent)


def game_folder(slug: str) -> str:
    """The folder of a game's pages."""
    name = folder_name(slug)
    return f"{name}-game/" if name in SITE_FOLDERS else f"{name}/"


def _last_part(url: str, game: str) -> str:
    """The name below the game's folder: `leap` of `red-dragon-inn/leap/`."""
    return url.removeprefix(f"{game}/").removesuffix("/")


def _free(game: str, name: str, taken: set[str]) -> str:
    """A folder nobody has, also where `Leap` and `leap` are the same file."""
    name = folder_name(name)
    folder, count = f"{game}{name}/", 1
    while folder.casefold() in taken or (count == 1 and _OWN_FILE.fullmatch(name)):
        count += 1
        folder = f"{game}{name}-{count}/"
    taken.add(folder.casefold())
    return folder


def href(origin: str, target: str, anchor: str = "") -> str:
    """A link from the page in one folder to the page in another, as short as it can be."""
    fragment = f"#{quote(anchor)}" if anchor else ""
    if origin == target and fragment:
        return fragment
    here, there = origin.split("/")[:-1], target.split("/")[:-1]
    shared, most = 0, min(len(here), len(there))
    while shared < most and here[shared] == there[shared]:
        shared += 1
    steps = "../" * (len(here) - shared) + "".join(map(_quoted, there[shared:]))
    return f"{steps}index.html{fragment}"


@lru_cache(maxsize=100_000)  # every folder is linked from many pages
def _quoted(part: str) -> str:
    return f"{quote(part, safe='@+')}/"


def root(folder: str) -> str:
    """The way from a page up to the site's own folder: `../../`; empty for the home page."""
    return "../" * folder.count("/")


def anchor(folder: str) -> str:
    """The name of an entry inside a page that shows several: the last part of its folder, and a dot where the page
    itself has that name; no folder ends with one."""
    name = last_part(folder)
    return f"{name}." if _OWN_PLACE.fullmatch(name) else name


def last_part(folder: str) -> str:
    """The name of a folder itself: `leap` of `red-dragon-inn/leap/`."""
    return folder.rstrip("/").rpartition("/")[2]
