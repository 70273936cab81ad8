"""What is written for each page, record and asset of a site? Only what differs from the site before is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from kb.site.files import Files, Part, digest
from kb.site.lookups import Lookups
from kb.site.render import Renderer, encoded

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Writer:
    """Makes pages with a renderer and puts them among the files of a site."""

    def __init__(self, files: Files, renderer: Renderer, lookups: Lookups) -> None:
        self.written: list[str] = []
        """Paths of the pages and records."""

        self._files = files
        self._renderer = renderer
        self._lookups = lookups

    def part(self, name: str, make: Callable[[], None], told: str = "") -> None:
        """What `make` writes, unless all that it looked up for the last site is as it was, and what it was `told`.

        Views are not even built then: for thousands of pages that takes longer than all the rest.
        """
        known = self._files.known_part(name)
        if known and known.made_of == self._made_of(known.looked_up, told):
            self._files.take_part(name, known)
            self.written += known.paths
            return
        begin = len(self.written)
        with self._lookups.watching() as looked_up:
            make()
        in_order = sorted(looked_up)
        self._files.keep_part(name, Part(self._made_of(in_order, told), in_order, self.written[begin:]))

    def _made_of(self, lookups: Sequence[str], told: str) -> str:
        return digest(told, self._lookups.shared, *map(self._lookups.facts, lookups))

    def write(self, path: str, template: str, view: DataclassInstance) -> None:
        """Write one page: `path` below the site, from `template` and the fields of `view`."""
        made_of = digest(template, repr(view))
        if not self._files.take(path, made_of):
            self._files.write(path, self._renderer.render(template, view), made_of)
        self.written.append(path)

    def write_lasting(self, folder: str, template: str, view: DataclassInstance) -> str:
        """Write a file that is named after all that it is made of, so that nobody holds another one; its name."""
        name = f"{digest(self._files.made_of(()), repr(view))[:12]}.txt"
        self.write(f"{folder}{name}", template, view)
        return name

    def write_data(self, path: str, text: str) -> None:
        """Write what programs read: JSON, XML."""
        made_of = digest(text)
        if not self._files.take(path, made_of):
            self._files.write(path, encoded(text), made_of)
        self.written.append(path)

    def gather(self, path: str, paths: Sequence[str], make: Callable[[Iterable[str]], str]) -> None:
        """Write what `make` makes of lines that were written before."""
        made_of = digest(self._lookups.shared, self._files.made_of(paths))
        if not self._files.take(path, made_of):
            lines = (self._files.read(one).decode().removesuffix("\n") for one in paths)
            self._files.write(path, encoded(make(lines)), made_of)
        self.written.append(path)
