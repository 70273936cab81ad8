"""What does a store hold?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.entries import Entry, Game, Reference, Source
from kb.findings import LeftOut, Problem, Revision


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Everything that was learnt from a corpus."""

    title: str
    base_url: str
    games: tuple[Game, ...]
    sources: tuple[Source, ...]
    entries: tuple[Entry, ...]
    references: tuple[Reference, ...]
    problems: tuple[Problem, ...]
    left_out: tuple[LeftOut, ...]
    revisions: tuple[Revision, ...] = ()
    """Every permanent address ever given out, from the ledgers."""

    def of_game(self, slug: str) -> Content:
        """The part that is about one game."""
        folder = f"{slug}/"
        entries = tuple(entry for entry in self.entries if entry.game == slug)
        ids = {entry.id for entry in entries}
        return replace(
            self,
            games=tuple(game for game in self.games if game.slug == slug),
            sources=tuple(source for source in self.sources if source.game == slug),
            entries=entries,
            references=tuple(reference for reference in self.references if reference.origin in ids),
            problems=tuple(problem for problem in self.problems if problem.file.startswith(folder)),
            revisions=tuple(revision for revision in self.revisions if revision.game == slug),
            left_out=tuple(stretch for stretch in self.left_out if stretch.file.startswith(folder)),
        )
