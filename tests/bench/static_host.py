"""A static host that packs text as such hosts do, and counts what it sends."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PACKED = {".html", ".css", ".js", ".mjs", ".json", ".svg"}
"""What hosts compress on the way; everything else is sent as it lies there."""


class Tally:
    """Bytes of the bodies sent since it was last asked."""

    def __init__(self) -> None:
        self._sent = 0

    def add(self, count: int) -> None:
        self._sent += count

    def take(self) -> int:
        """What was sent; counting starts anew."""
        sent, self._sent = self._sent, 0
        return sent


class Host(SimpleHTTPRequestHandler):
    """Serves files, text packed."""

    def __init__(self, *arguments: object, tally: Tally, **settings: object) -> None:
        self._tally = tally
        super().__init__(*arguments, **settings)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        content = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        if path.suffix in PACKED:
            content = gzip.compress(content)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        self._tally.add(len(content))
        return None

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, Tally]]:
    """The address of a folder, and what is sent from it."""
    tally = Tally()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder), tally=tally))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", tally
    finally:
        server.shutdown()
        server.server_close()
