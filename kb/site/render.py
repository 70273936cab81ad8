"""How does a view become a file? The only module that knows Jinja2; a template only places."""

from __future__ import annotations

import hashlib
import marshal
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, Template, TemplateError
from jinja2.bccache import Bucket
from markupsafe import Markup

from kb import caches
from kb.errors import BuildError
from kb.shipped import program
from kb.site.files import digest
from kb.site.phrases import DESCRIPTION, brief
from kb.site.scripts import once, scripts_of_a_site, small
from kb.site.words import FOLDER, words_in

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

CONTENT_SECURITY_POLICY = ";".join(
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


def _policy(api: str) -> str:
    """The same where a service answers searches: it alone may be asked besides."""
    told = urlsplit(api)
    asked = f"connect-src 'self' {told.scheme}://{told.netloc}" if told.netloc else "connect-src 'self'"
    return CONTENT_SECURITY_POLICY.replace("connect-src 'self'", asked)


# What HTML forbids in a page, and what could only be there by accident or malice; tab and line ends stay.
_CONTROL = bytes({*range(32), 127} - {9, 10, 13})
_STYLES, _SCRIPTS, _IMAGES = "css", "js", "images"
"""Folders of the templates: what the assets of a site are made of."""

_FIRST = "start.js"
"""The script that a page runs before it is shown: no module."""

_SERVICE = "service"
"""The module that asks a service, which most sites have none of."""

_WORKER = "worker/worker.js"
"""The script that browsers run for the whole site; its first line is written with each build."""

# "de", "pt-BR", "zh-Hant-TW"
_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8}){0,3}")
_RIGHT_TO_LEFT = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"}
)
"""Languages that are written from right to left."""

# Whole lines of "/** … */" in style sheets; one beside code is a remark.
_COMMENTS = re.compile(rb"^[ \t]*/\*[^*]*\*+(?:[^/*][^*]*\*+)*/[ \t]*\n", re.MULTILINE)


class Renderer:
    """Makes pages with the templates of a folder."""

    def __init__(self, templates: Path, api: str = "") -> None:
        """`api` is the address of the service that answers searches, where there is one."""
        self.templates, self._api = templates, api
        self._environment = Environment(
            loader=FileSystemLoader(templates),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.globals["policy"] = Markup(_policy(api))
        self._environment.globals["service"] = urlsplit(api).netloc or api
        self._language, self._is_one_way = "", False
        self._environment.globals["words"] = lambda: _words(self._language, self._is_one_way)
        self._words = words_in(templates, "")
        self._environment.globals["_"] = lambda text, *about: self._words.say(text, *about)
        self._environment.globals["speaks"] = lambda: self._words.language
        self._environment.globals["side"] = lambda: _flow(self._words.language)
        self._environment.globals["said"] = lambda *page: self._words.for_scripts(*page)
        self._environment.filters["kinds"] = lambda counts: self._words.kinds(counts)
        self._environment.filters["lines"] = lambda place: self._words.lines(place)
        self._environment.filters["dates"] = lambda text: self._words.dates(text)
        self._environment.filters["names"] = lambda label: self._words.names(label)
        self._environment.filters["digits"] = lambda number: self._words.digits(number)
        self._environment.filters["described"] = lambda text: brief(Markup(text).unescape(), DESCRIPTION)
        self._environment.globals["flow"] = lambda: _flow(self._language)
        self._environment.bytecode_cache = _Compiled(self._environment, templates)
        self._template = cache(self._load)
        self.assets = _assets(templates, api)
        """Styles, scripts and images, by where they stand below the site."""

        self.asset_folder = f"{_folder(self.assets)}/"
        """Where these stand below the site."""

        self._environment.globals["assets"] = self.asset_folder

    def render(self, template: str, view: DataclassInstance) -> bytes:
        """One page from `template` and the fields of `view`."""
        frame = getattr(view, "frame", view)
        self._language, self._is_one_way = getattr(frame, "language", ""), getattr(frame, "is_one_way", False)
        self._words = words_in(self.templates, getattr(frame, "speaks", self._language))
        try:
            html = self._template(template).render(_fields(view))
        except TemplateError as error:
            raise BuildError(f"template {template}: {error}") from error
        return encoded(self._words.in_bodies(html))

    def worker(self) -> str:
        """The script of the worker without its first line."""
        return small((self.templates / _WORKER).read_bytes()).decode()

    def made_with(self) -> str:
        """A digest of all that shapes every page beside its view: with another one no page is the same."""
        templates = [*sorted(self.templates.glob("*.j2")), *sorted(self.templates.glob(f"{FOLDER}/*.toml"))]
        texts = (file.read_text("utf-8", "replace") for file in templates)
        names = (file.name for file in templates)
        return digest(program(), _folder(self.assets), self._api, *names, *texts)

    def _load(self, name: str) -> Template:
        return self._environment.get_template(name)


class _Compiled(BytecodeCache):
    """All templates of a folder as Jinja2 compiled them: once for all builds of a user while they are the same."""

    def __init__(self, environment: Environment, templates: Path) -> None:
        texts = {}
        for file in sorted(templates.glob("*.j2")):
            with suppress(OSError, UnicodeDecodeError):  # told of by Jinja2 where it is wanted
                texts[file.name] = file.read_text("utf-8")
        # what the program runs with is part of its digest, but for libraries where it is a bare checkout
        state = (program(), version("jinja2"), str(templates), *texts, *texts.values())
        kept = caches.kept("templates", digest(*state), lambda: _compiled(environment, templates, texts))
        self._codes: dict[str, CodeType] = marshal.loads(kept)

    def load_bytecode(self, bucket: Bucket) -> None:
        """What is held of a template; nothing of one that cannot be compiled."""
        bucket.code = self._codes.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """All were compiled at once."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Templates stand in one folder: their names are enough."""
        return name


def _compiled(environment: Environment, templates: Path, texts: Mapping[str, str]) -> bytes:
    codes = {}
    for name, text in texts.items():
        with suppress(TemplateError):  # the same
            codes[name] = environment.compile(text, name, str(templates / name))
    return marshal.dumps(codes)


def prepare(templates: Path, api: str = "") -> None:
    """Make the scripts of a site, which takes seconds where a user has none yet, before they are asked for."""
    _assets(templates, api)


def encoded(text: str) -> bytes:
    """What is written for a text: as UTF-8, without what no page and no record may hold."""
    return text.encode("utf-8", "replace").translate(None, _CONTROL)


def _fields(view: DataclassInstance) -> Mapping[str, object]:
    return {field.name: getattr(view, field.name) for field in fields(view)}


@cache
def _words(language: str, is_one_way: bool) -> Markup:
    """The attributes beside all words of a text; the site's own words are in its own language."""
    lang = f' lang="{language}"' if _LANGUAGE.fullmatch(language) else ""
    return (_flow(language) or Markup("" if is_one_way else ' dir="auto"')) + Markup(lang)


@cache
def _flow(language: str) -> Markup:
    """The attribute of what places a text's numbers beside its words: they change sides in a right-to-left text."""
    main, _, rest = language.lower().partition("-")
    is_rtl = main in _RIGHT_TO_LEFT or rest.startswith(("arab", "hebr"))
    return Markup(' dir="rtl"') if is_rtl else Markup()


def _assets(templates: Path, api: str) -> dict[str, bytes]:
    """Style sheets, scripts and images in a folder named after all they hold.

    A page so never meets scripts of another state of the site, whatever a browser has stored.
    """
    styles = {file.name: _COMMENTS.sub(b"", file.read_bytes()) for file in _files(templates / _STYLES)}
    images = {file.name: file.read_bytes() for file in _files(templates / _IMAGES)}
    scripts = {f"{_SCRIPTS}/{name}": content for name, content in _scripts(templates / _SCRIPTS, api).items()}
    found = styles | scripts | images
    folder = f"assets/{hashlib.sha256(repr(found).encode()).hexdigest()[:12]}/"
    return {f"{folder}{name}": content for name, content in found.items()}


def _folder(assets: Mapping[str, bytes]) -> str:
    return "/".join(next(iter(assets), "").split("/")[:2])


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*") if file.is_file())


def _scripts(folder: Path, api: str) -> dict[str, bytes]:
    """What readers load: few and small, the first one apart; what asks a service only where there is one."""
    without = () if api else (_SERVICE,)
    first = folder / _FIRST
    others = {name: text.encode() for name, text in once(scripts_of_a_site, folder, *without).items()}
    return ({_FIRST: small(first.read_bytes())} if first.is_file() else {}) | others
