"""What does a browser on this machine get? The site and a JSON search, on loopback only."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from kb import builds, shipped
from kb.errors import KbError

HOST = "127.0.0.1"
"""Never an address that another machine can reach."""

SEARCH_PATH = "/search.json"

BUILT_PATH, RELOAD_PATH = "/.built", "/.reload.js"
"""Which build is served, and the script that asks for it; no page of a site begins with a dot."""

_START = "start.js"
_AND_RELOAD = f"import('{RELOAD_PATH}').catch(() => {{}})\n".encode()

_NAMES = (HOST, "localhost")

Search = Callable[[Mapping[str, str]], dict[str, Any]]
"""Answers SEARCH_PATH: from the parameters of a query to one JSON document."""


class ServeError(KbError):
    """The server cannot start."""


Snapshot = dict[str, tuple[int, int]]


class Server(ThreadingHTTPServer):
    """Serves the website of a build folder, always its newest build."""

    daemon_threads = True

    def __init__(self, port: int, build: Path, search: Search) -> None:
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise ServeError(f"port {port} is in use; name another with --port") from error
        self.build, self.search = build, search
        self._whole = builds.identity(build)

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://{HOST}:{self.server_port}/"

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names this server; a foreign page could reach it by a name of its own."""
        name, _, port = host.partition(":")
        return name.lower() in _NAMES and (port or "80") == str(self.server_port)

    def whole_build(self) -> str:
        """The state of the newest build that is whole; while only some of its games are ready, the one before.

        Else an open page would show itself anew for each of them.
        """
        if builds.marked(self.build).get("made_of"):
            self._whole = builds.identity(self.build)
        return self._whole

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is no news; anything else is one line."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            sys.stderr.write(f"kb: {type(error).__name__} while answering: {error}\n")


class _Handler(SimpleHTTPRequestHandler):
    server: Server
    server_version, sys_version = "kb", ""

    def do_GET(self) -> None:
        if self._may_answer():
            super().do_GET()

    def do_HEAD(self) -> None:
        if self._may_answer():
            super().do_HEAD()

    def _may_answer(self) -> bool:
        """Turn away foreign hosts and impossible paths; answer searches; leave files to the library."""
        address = urlsplit(self.path)
        if not self.server.is_ours(self.headers.get("Host", "")):
            self._send(
                HTTPStatus.MISDIRECTED_REQUEST, "text/plain", b"This server answers to localhost only.\n"
            )
        elif address.path == SEARCH_PATH:
            self._send_search(address.query)
        elif address.path == BUILT_PATH:
            self._send(HTTPStatus.OK, "text/plain", self.server.whole_build().encode())
        elif address.path == RELOAD_PATH:
            self._send(HTTPStatus.OK, "text/javascript", _reload_script())
        elif "\0" in unquote(address.path):
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            self.directory = str(self.server.build / builds.SITE)
            return True
        return False

    def send_head(self) -> Any:
        """Files as they are; the script that starts every page also starts the one that shows pages anew."""
        path = Path(self.translate_path(self.path))
        if path.name != _START or not path.is_file():
            return super().send_head()
        self._send(HTTPStatus.OK, "text/javascript", path.read_bytes() + _AND_RELOAD)
        return None

    def _send_search(self, query: str) -> None:
        try:
            document, status = self.server.search(dict(parse_qsl(query))), HTTPStatus.OK
        except (KbError, ValueError) as error:
            document, status = {"error": str(error)}, HTTPStatus.BAD_REQUEST
        self._send(status, "application/json", json.dumps(document).encode())

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """The site's own page for what is not there."""
        page = self.server.build / builds.SITE / "404.html"
        if code == HTTPStatus.NOT_FOUND and page.is_file():
            self._send(HTTPStatus.NOT_FOUND, "text/html", self._from_the_top(page.read_bytes()))
        else:
            super().send_error(code, message, explain)

    def _from_the_top(self, page: bytes) -> bytes:
        """The same page for a site that stands at the top of its host, wherever it will be published."""
        with builds.open_store(self.server.build) as library:
            published = urlsplit(library.settings()["base_url"]).path.rstrip("/")
        return page.replace(f'="{published}/'.encode(), b'="/') if published else page

    def list_directory(self, path: Any) -> None:
        """Never list a folder: it has a page or it is not there."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Pages are asked for anew each time, since they may have been rebuilt."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not worth a line."""


def _reload_script() -> bytes:
    return (shipped.templates() / "serve" / "reload.js").read_bytes()


def watch(
    look: Callable[[], Snapshot],
    built: Snapshot,
    changed: Callable[[], None],
    stop: threading.Event,
    pause: float = 0.4,
) -> None:
    """Call `changed` whenever a file differs from what was last `built` and nothing moved for one pause."""
    before = built
    while not stop.wait(pause):
        now = look()
        if now == before and now != built:
            built = now
            changed()
        before = now


def snapshot(folder: Path, ignored: str) -> Snapshot:
    """What tells an unchanged file: its time and size; files called `ignored` are not looked at."""
    found: Snapshot = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if name == ignored:
                continue
            path = os.path.join(place, name)
            try:
                status = os.stat(path)
            except OSError:
                continue  # gone already, or a link to nowhere
            found[path] = (status.st_mtime_ns, status.st_size)
    return found
