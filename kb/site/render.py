"""How does a view become a file? The only module that knows Jinja2; a template only places."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateError
from markupsafe import Markup

from kb.errors import BuildError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
"""Said by every page: nothing from elsewhere, no script or style inside a page, whatever a text may hold."""

# What HTML forbids in a page, and what could only be there by accident or malice; tab and line ends stay.
_CONTROL = bytes({*range(32), 127} - {9, 10, 13})
_ASSETS = {"css": "", "js": "js/", "images": ""}
"""Folders of the templates that are copied, and where to below the assets."""

_UNSERVED = "one_file.js"
"""A script that only the page of `kb export --format html` holds."""

_WORKER = "worker/worker.js"
"""The script that browsers run for the whole site; its first line is written with each build."""

# "de", "pt-BR", "zh-Hant-TW"
_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8}){0,3}")
# Whole lines of "// why" or "/** … */" in scripts and style sheets; a comment beside code stays.
_COMMENTS = re.compile(rb"^[ \t]*(?://.*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/[ \t]*)\n", re.MULTILINE)


class Renderer:
    """Writes pages below one folder with the templates of another."""

    def __init__(self, folder: Path, templates: Path) -> None:
        self.folder = folder
        self.pages = 0
        self.bytes = 0
        self.written: list[str] = []
        """Paths of the pages and records."""

        self.assets: list[str] = []
        """Paths of styles, scripts and images."""

        self._templates = templates
        self._environment = Environment(
            loader=FileSystemLoader(templates),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals["policy"] = CONTENT_SECURITY_POLICY
        self._lang: Markup = Markup()
        self._environment.globals["lang"] = lambda: self._lang
        self._template = cache(self._load)

    def write(self, path: str, template: str, view: DataclassInstance) -> None:
        """Write one page: `path` below the folder, from `template` and the fields of `view`."""
        page = self.render(template, view)
        self._place(path, page)
        self.written.append(path)
        self.pages += 1
        self.bytes += len(page)

    def render(self, template: str, view: DataclassInstance) -> bytes:
        """One page from `template` and the fields of `view`."""
        self._lang = _lang(getattr(getattr(view, "frame", view), "language", ""))
        try:
            html = self._template(template).render(_fields(view))
        except TemplateError as error:
            raise BuildError(f"template {template}: {error}") from error
        return html.encode("utf-8", "replace").translate(None, _CONTROL)

    def write_data(self, path: str, text: str) -> None:
        """Write what programs read: JSON, XML."""
        self.written.append(path)
        self._place(path, text.encode("utf-8", "replace").translate(None, _CONTROL))

    def _place(self, path: str, content: bytes) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

    def copy_assets(self) -> None:
        """Copy style sheets, scripts and images into a folder named after all they hold.

        A page so never meets scripts of another state of the site, whatever a browser has stored.
        """
        found = {
            f"{to}{file.name}": _without_comments(file)
            for name, to in _ASSETS.items()
            for file in sorted((self._templates / name).glob("*"))
            if file.is_file() and file.name != _UNSERVED
        }
        folder = f"assets/{hashlib.sha256(repr(found).encode()).hexdigest()[:12]}/"
        for name, content in found.items():
            self._place(f"{folder}{name}", content)
        self.assets = [f"{folder}{name}" for name in found]
        self._environment.globals["assets"] = folder

    def worker(self) -> str:
        """The script of the worker without its first line."""
        return _without_comments(self._templates / _WORKER).decode()

    def _load(self, name: str) -> Template:
        return self._environment.get_template(name)


def _fields(view: DataclassInstance) -> Mapping[str, object]:
    return {field.name: getattr(view, field.name) for field in fields(view)}


def _lang(language: str) -> Markup:
    """The attribute beside all words of a text in a language; the site's own words are English."""
    return Markup(f' lang="{language}"') if _LANGUAGE.fullmatch(language) else Markup()


def _without_comments(file: Path) -> bytes:
    """A script or style sheet without the comments that readers of the site would only download."""
    content = file.read_bytes()
    return _COMMENTS.sub(b"", content) if file.suffix in (".js", ".css") else content
