"""What may games and texts be called in folders and addresses?"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from kb.entries import SITE_FOLDERS
from kb.errors import CorpusError

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_SLUG = 80


def refuse_slug(slug: str) -> None:
    """Raise CorpusError for what cannot be a game's slug, which is its folder here and on the site."""
    if not SLUG.fullmatch(slug):
        raise CorpusError(f"{slug!r} is no slug: a game's folder has only a-z, 0-9 and single hyphens")
    if len(slug) > _LONGEST_SLUG:
        raise CorpusError(f"{slug!r} is no slug: more than {_LONGEST_SLUG} characters make no address")
    if slug in SITE_FOLDERS:
        raise CorpusError(
            f"{slug!r} is no slug for a game: the website has a folder of that name; take another"
        )


def slugify(text: str, limit: int = 60) -> str:
    """`Tales of the Inn (2nd)` → `tales-of-the-inn-2nd`; only a-z, 0-9 and single hyphens, perhaps empty."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("'", "")
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return slug if len(slug) <= limit else slug[: limit + 1].rsplit("-", 1)[0][:limit].strip("-")


def bare_name(path: Path) -> str:
    """What a file or folder is called, without what tells a file's format: `rules-v1.3` of `rules-v1.3.txt`."""
    return path.resolve().name if path.is_dir() else path.stem


def name_below(path: Path, folder: Path) -> str:
    """`chapters/zones.txt`: what a file in a folder is called; `�` stands for what cannot be shown or stored."""
    name = path.relative_to(folder).as_posix()
    return name if name.isprintable() else "".join(one if one.isprintable() else "\ufffd" for one in name)
