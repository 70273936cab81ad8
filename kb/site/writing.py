"""What is written for each page, record and asset of a site? Only what differs from the site before is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.site.files import Files, digest
from kb.site.render import Renderer, encoded

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Writer:
    """Makes pages with a renderer and puts them among the files of a site."""

    def __init__(self, files: Files, renderer: Renderer) -> None:
        self.pages = 0
        self.bytes = 0
        self.written: list[str] = []
        """Paths of the pages and records."""

        self._files = files
        self._renderer = renderer
        for path, content in renderer.assets.items():
            files.write(path, content)

    def write(self, path: str, template: str, view: DataclassInstance) -> None:
        """Write one page: `path` below the site, from `template` and the fields of `view`."""
        made_of = digest(template, repr(view))
        if not self._files.take(path, made_of):
            self._files.write(path, self._renderer.render(template, view), made_of)
        self.written.append(path)
        self.pages += 1
        self.bytes += self._files.size(path)

    def write_data(self, path: str, text: str) -> None:
        """Write what programs read: JSON, XML."""
        made_of = digest(text)
        if not self._files.take(path, made_of):
            self._files.write(path, encoded(text), made_of)
        self.written.append(path)
