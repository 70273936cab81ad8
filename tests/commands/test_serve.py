"""`kb serve` answers this machine only, with the newest site and JSON search, and nothing beside the site."""

from __future__ import annotations

import http.client
import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import start_kb

from kb import builds, serve
from kb.commands.serve import _rebuild, search_document

if TYPE_CHECKING:
    from conftest import Kb


@pytest.fixture(scope="module")
def server(build: Path) -> Iterator[serve.Server]:
    running = serve.Server(0, build, lambda parameters: search_document(build, parameters))
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


def ask(
    server: serve.Server, path: str, host: str | None = None, method: str = "GET"
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(serve.HOST, server.server_port, timeout=10)
    try:
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", f"localhost:{server.server_port}" if host is None else host)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_pages_are_served(server: serve.Server) -> None:
    status, headers, body = ask(server, "/")
    assert status == 200
    assert headers["Content-type"].startswith("text/html")
    assert headers["Cache-Control"] == "no-cache"
    assert b"Hearthmoor" in body
    assert ask(server, "/hearthmoor/702.2/")[0] == 200
    assert ask(server, "/hearthmoor/702.2")[0] == 301
    assert ask(server, "/", method="HEAD")[::2] == (200, b"")


def test_search_answers_as_the_command_does(server: serve.Server, kb: Kb, build: Path) -> None:
    status, headers, body = ask(server, "/search.json?q=grappled%20figure&limit=2&mode=lexical")
    assert (status, headers["Content-Type"]) == (200, "application/json; charset=utf-8")
    printed = kb("search", "--json", "--build", build, "--limit", 2, "--mode", "lexical", "grappled figure")
    assert json.loads(body)["results"] == json.loads(printed.stdout)["results"]


@pytest.mark.parametrize(
    "query", ["q=", "", "q=x&limit=many", "q=x&mode=psychic", "q=%ff%00", "q=x&game=chess"]
)
def test_a_strange_question_is_no_failure(server: serve.Server, query: str) -> None:
    status, _, body = ask(server, f"/search.json?{query}")
    assert status in (200, 400)
    assert json.loads(body).keys() & {"results", "error"}


def test_a_missing_page_is_the_site_s_own(server: serve.Server, build: Path) -> None:
    status, _, body = ask(server, "/hearthmoor/no-such-rule/")
    assert (status, body) == (404, (build / "site" / "404.html").read_bytes())


@pytest.mark.parametrize(
    "path",
    [
        "/../kb.sqlite",
        "/%2e%2e/kb.sqlite",
        "/..%2fkb.sqlite",
        "/hearthmoor/../../build.json",
        "//etc/passwd",
        "/%00",
        "/hearthmoor/..%5c..%5ckb.sqlite",
        "http://localhost/../kb.sqlite",
    ],
)
def test_nothing_beside_the_site_is_served(server: serve.Server, path: str) -> None:
    status, _, body = ask(server, path)
    assert status in (301, 404)
    assert b"SQLite" not in body
    assert b"root:" not in body


def test_a_folder_is_never_listed(server: serve.Server) -> None:
    assert ask(server, "/assets/")[0] == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "localhost.evil.example:{port}", "", "localhost:1"]
)
def test_a_foreign_host_is_refused(server: serve.Server, host: str) -> None:
    for path in ("/", "/search.json?q=wall"):
        status, _, body = ask(server, path, host=host.format(port=server.server_port))
        assert status == 421
        assert b"Hearthmoor" not in body


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "LOCALHOST:{port}"])
def test_this_machine_is_answered(server: serve.Server, host: str) -> None:
    assert ask(server, "/", host=host.format(port=server.server_port))[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_it_only_reads(server: serve.Server, method: str) -> None:
    assert ask(server, "/", method=method)[0] == 501


def test_it_listens_on_loopback_only(server: serve.Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_a_change_is_built_and_shown(corpus: Path, tmp_path: Path) -> None:
    text = corpus / "hearthmoor" / "rules.txt"
    process = start_kb("serve", "--port", "0", "--corpus", corpus, "--build", tmp_path / "build")
    too_long = threading.Timer(60, process.kill)
    too_long.start()
    try:
        assert process.stdout
        assert process.stderr
        port = int(process.stdout.readline().split("/")[2].split(":")[1])
        connection = http.client.HTTPConnection(serve.HOST, port, timeout=10)
        text.write_text(text.read_text().replace("two embers", "three embers"))
        assert process.stderr.readline().startswith("kb: built again in ")
        connection.request("GET", "/hearthmoor/702.2/")
        assert b"three embers" in connection.getresponse().read()
        text.write_text("")
        assert process.stderr.readline().endswith("there is no text in it; the site stays as it was\n")
        connection.request("GET", "/hearthmoor/702.2/")
        assert b"three embers" in connection.getresponse().read()
        connection.close()
    finally:
        too_long.cancel()
        process.terminate()
        process.communicate()


def test_pages_are_shown_anew_once_a_build(tmp_path: Path) -> None:
    build = tmp_path / "build"
    builds.mark(build, made_of="texts", holds="site")
    running = serve.Server(0, build, lambda _: {})
    try:
        before = running.whole_build()
        builds.mark(build)  # a game is ready, and what spans games is still the old
        assert running.whole_build() == before
        builds.mark(build, made_of="other texts", holds="site")
        assert running.whole_build() != before
    finally:
        running.server_close()


def test_one_broken_game_does_not_keep_the_others_from_being_built(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(corpus / "hearthmoor", corpus / "other")
    _rebuild(corpus, tmp_path / "build")
    (corpus / "hearthmoor" / "rules.txt").write_text("")
    rules = corpus / "other" / "rules.txt"
    rules.write_text(rules.read_text().replace("two embers", "three embers"))
    capsys.readouterr()
    _rebuild(corpus, tmp_path / "build")
    told = capsys.readouterr().err.splitlines()
    assert told[0].endswith("there is no text in it; its pages stay as they were")
    assert told[1].startswith("kb: built again in ")


def test_a_port_in_use_is_one_line(server: serve.Server, kb: Kb, build: Path, corpus: Path) -> None:
    done = kb("serve", "--port", server.server_port, "--build", build)
    assert done.exit_code == 2
    assert done.stderr == f"kb: port {server.server_port} is in use; name another with --port\n"
