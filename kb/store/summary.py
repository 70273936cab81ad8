"""What has to be known of a game without opening its store? A few lines for what spans games.

Every game's folder holds its own (`game.json`); those of all games together stand in `library.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.entries import Game, Source
from kb.errors import BuildError

if TYPE_CHECKING:
    from kb.findings import Problem

FORMAT = 1
"""Raised whenever a summary or the layout of a build folder changes its meaning: what is older is built again."""

GAMES, STORE, LIBRARY, SUMMARY = "games", "kb.sqlite", "library.json", "game.json"
"""Names in a build folder: the folder of all games; in each game's its store; the summaries of all, and of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One game of a build."""

    game: Game
    sources: tuple[Source, ...]
    counts: Mapping[str, int]
    """Entries of each kind."""

    problems: Mapping[str, int]
    """Findings about its texts, by code."""

    build: str
    """The id of its build: a digest of what its store holds."""

    site: Mapping[str, Any] = field(default_factory=dict)
    """What the pages that span games say of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summaries:
    """All games of a build."""

    title: str
    base_url: str
    games: tuple[Summary, ...]
    problems: tuple[Problem, ...] = ()
    """Findings about the corpus that are no game's."""

    @property
    def build(self) -> str:
        """The id of the whole build."""
        import hashlib  # looking up one entry has no time for it

        told = repr((self.title, self.base_url, [(one.game.slug, one.build) for one in self.games]))
        return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def to_record(summary: Summary) -> dict[str, Any]:
    """A summary as it is written."""
    return {"format": FORMAT, **asdict(summary)}


def from_record(record: Mapping[str, Any]) -> Summary:
    """A summary as it was written; ValueError, KeyError or TypeError for anything else."""
    if record["format"] != FORMAT:
        raise ValueError("a summary of another format")
    return Summary(
        game=Game(
            **{**record["game"], **{name: tuple(record["game"][name]) for name in ("formerly", "to_try")}}
        ),
        sources=tuple(Source(**source) for source in record["sources"]),
        counts=dict(record["counts"]),
        problems=dict(record["problems"]),
        build=str(record["build"]),
        site=dict(record["site"]),
    )


def of_game(folder: Path) -> Summary | None:
    """The summary in a game's own folder; None where there is none that can be read."""
    try:
        return from_record(json.loads((folder / SUMMARY).read_bytes()))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def dump(summaries: Summaries) -> str:
    """The text of `library.json`."""
    told = {
        "format": FORMAT,
        "title": summaries.title,
        "base_url": summaries.base_url,
        "problems": [asdict(problem) for problem in summaries.problems],
        "games": [to_record(summary) for summary in summaries.games],
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def read(build: Path) -> Summaries:
    """The summaries of a build; BuildError for one that is unfinished, damaged or of another version."""
    try:
        told = json.loads((build / LIBRARY).read_bytes())
        if told["format"] != FORMAT:
            raise _other_version(build)
        return Summaries(
            title=told["title"],
            base_url=told["base_url"],
            games=tuple(map(from_record, told["games"])),
            problems=tuple(map(_problem, told["problems"])),
        )
    except FileNotFoundError as error:
        if (build / STORE).exists():  # all games in one file: as builds were before
            raise _other_version(build) from error
        raise BuildError(f"no build in {build}; `kb build` makes one") from error
    except (KeyError, TypeError) as error:  # facts that this version does not know, or misses
        raise _other_version(build) from error
    except (OSError, ValueError, AttributeError) as error:
        raise BuildError(f"{build / LIBRARY} is damaged; run `kb build` again") from error


def _problem(record: Mapping[str, Any]) -> Problem:
    from kb.findings import Problem  # hardly any library has one

    return Problem(**record)


def _other_version(build: Path) -> BuildError:
    return BuildError(f"{build} was written by another version of kb; run `kb build` again")
