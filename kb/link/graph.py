"""What refers to an entry? The references of a corpus, looked up in both directions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from kb.entries import Reference


class Graph:
    """References by the entry they come from and by the entry they lead to."""

    def __init__(self, references: Iterable[Reference]) -> None:
        self._out: dict[str, list[Reference]] = defaultdict(list)
        self._into: dict[str, list[Reference]] = defaultdict(list)
        for reference in references:
            self._out[reference.origin].append(reference)
            if reference.target is not None:
                self._into[reference.target].append(reference)

    def outgoing(self, entry: str, kind: str | None = None) -> list[Reference]:
        """What an entry refers to, in the order of its text."""
        return [one for one in self._out.get(entry, ()) if kind is None or one.kind == kind]

    def incoming(self, entry: str, kind: str | None = None) -> list[Reference]:
        """What refers to an entry, in reading order."""
        return [one for one in self._into.get(entry, ()) if kind is None or one.kind == kind]
