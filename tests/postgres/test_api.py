"""`kb api` answers programs as the commands do, within limits, and says what did not change by its ETag alone."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from processes import run_apart, start_kb
from small_builds import write_build
from small_entries import entry

from kb import api
from kb.commands.api import Desk
from kb.publishing import publish

if TYPE_CHECKING:
    from conftest import Kb
    from starlette.testclient import TestClient

POST = "Rule 314.6 says “turned face down”, and 314.99 is none."


def client_of(desk: Desk, *origins: str) -> TestClient:
    from starlette.testclient import TestClient

    made = desk.operations()
    return TestClient(api.app(api.Service(made, desk.state, 4), made, origins))


@pytest.fixture(scope="module")
def client(published: str) -> Iterator[TestClient]:
    with Desk(published, 4) as desk, client_of(desk, "https://rules.example") as client:
        yield client


def told_of(document: Any) -> Any:
    """What an answer says but how long it took; scores come from vectors that databases keep a little shorter."""
    shown = ("path", "rule", "says", "marks")
    results = [
        {name: value for name, value in one.items() if name not in shown} | {"score": round(one["score"], 2)}
        for one in document["results"]
    ]
    return {name: value for name, value in document.items() if name != "opens"} | {
        "results": results,
        "took_ms": 0,
    }


def test_each_path_answers_as_its_command_does(client: TestClient, kb: Kb, shipped_build: Path) -> None:
    def told(*line: str) -> Any:
        return json.loads(kb(*line, "--build", shipped_build).stdout)

    found = client.get(
        "/search", params={"q": "can I leap over a wall", "limit": "3", "game": "red-dragon-inn"}
    )
    line = ("search", "can I leap over a wall", "--limit", "3", "--game", "red-dragon-inn", "--json")
    assert told_of(found.json()) == told_of(told(*line))
    for ref in ("red-dragon-inn:leap", "magic:314.6", "rule 314.6", "magic:314.6@2024-06-07"):
        assert client.get(f"/entry/{ref}").json() == told("show", ref, "--json")
    assert client.get("/resolve", params={"ref": "314.6"}).json() == told("cite", "314.6", "--as", "json")
    assert client.post("/verify", json={"text": POST}).json() == told("verify", POST, "--json")
    linked = client.post("/link", json={"text": POST, "to": "discord", "game": "magic"}).json()
    line_too = kb("link", POST, "--as", "discord", "--game", "magic", "--build", shipped_build)
    assert linked["text"] == line_too.stdout


def test_a_search_tells_what_a_website_shows(
    database: Callable[[], str], tmp_path: Path, client: TestClient
) -> None:
    address = database()
    entries = [
        entry("7", "", number="7", title="Fighting", kind="section"),
        entry("7.2", "A figure fights.", number="7.2", parent="hearthmoor:7", path=("7. Fighting",)),
        entry(
            "7.2a",
            "It may jump over a wall.",
            number="7.2a",
            parent="hearthmoor:7.2",
            path=("7. Fighting", "7.2"),
        ),
    ]
    publish(write_build(tmp_path / "build", entries), address)
    with Desk(address, 2) as desk, client_of(desk) as small:
        found = small.get("/search", params={"q": "can they jump a wall"}).json()
        part = found["results"][0]
        assert part["id"] == part["says"] == "hearthmoor:7.2a"
        assert part["path"] == ["7. Fighting", "7.2"]
        assert part["rule"] == {
            "id": "hearthmoor:7.2", "kind": "rule", "number": "7.2", "title": None, "url": entries[1].url
        }  # fmt: skip
        assert [part["excerpt"][first:last] for first, last in part["marks"]] == ["jump", "wall"]
        assert found["opens"] is None
    for query, opens in (
        ("314.6", "magic/314.6/"), ("leap", "red-dragon-inn/leap/"), ("does 314.6 apply", None), ("lepa", None)
    ):  # fmt: skip
        assert client.get("/search", params={"q": query}).json()["opens"] == opens


def test_what_did_not_change_is_told_by_its_tag(database: Callable[[], str], tmp_path: Path) -> None:
    address = database()
    publish(write_build(tmp_path / "old", [entry("1", "A figure moves.", number="1")]), address)
    with Desk(address, 2) as desk, client_of(desk) as client:
        first = client.get("/entry/1")
        tag = {"If-None-Match": first.headers["etag"]}
        again = client.get("/entry/1", headers=tag)
        assert (again.status_code, again.content) == (304, b"")
        assert client.get("/entry/1?game=hearthmoor", headers=tag).status_code == 200
        publish(write_build(tmp_path / "new", [entry("1", "A figure swims.", number="1")]), address)
        now = client.get("/entry/1", headers=tag)
        assert (now.status_code, now.json()["text"]) == (200, "A figure swims.")
        assert client.get("/search?q=swims").json()["results"][0]["excerpt"] == "A figure swims."
        assert client.post("/verify", json={"text": "> A figure moves.\n\nRule 1"}).status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/entry/nothing", 404, "nothing is called 'nothing'"),
        ("/entry/leap?game=chess", 404, "no game 'chess' is published here"),
        ("/entry/magic:314.6@1999", 404, "not in force in 1999"),
        ("/search", 400, "`q` is missing"),
        ("/search?q=leap&mode=magic", 400, "`mode` is one of"),
        ("/search?q=leap&limit=-1", 400, "`limit` a number"),
        (f"/search?q={'x' * 10_001}", 413, "at most 10000 characters"),
        ("/search?q=%00%ff", 200, None),
        ("/nowhere", 404, "Not Found"),
        ("/link", 405, "Method Not Allowed"),
    ],
)
def test_what_is_wrong_is_one_line(path: str, status: int, told: str | None, client: TestClient) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert told is None or told in answer.json()["error"]
    assert told is None or "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[" * 100_000, 400),
        (b'["text"]', 400),
        (b'{"text": 7}', 400),
        (b'{"text": "rule 1", "to": "paper"}', 400),
        (b'{"text": "rule 1", "game": "chess"}', 404),
        (json.dumps({"text": "x" * (api.LONGEST_POST + 1)}).encode(), 413),
        (b" " * (2 * api.LONGEST_POST + 1), 413),
        (b'{"text": "CR 314.6\\u0000"}', 200),
    ],
)
def test_bodies_are_bounded_and_read_with_care(body: bytes, status: int, client: TestClient) -> None:
    for path in ("/link", "/verify"):
        assert client.post(path, content=body).status_code == status


def test_an_answer_that_takes_too_long_is_given_up(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = threading.Event()
    monkeypatch.setattr(api, "PATIENCE", 0.05)
    slow = api.Operation(
        answer=lambda _: {"waited": free.wait(20)}, about="", schema={}, parameters={"q": ""}, required="q"
    )
    from starlette.testclient import TestClient

    with TestClient(api.app(api.Service({"slow": slow}, str, 1), {"slow": slow})) as waiting:
        answer = waiting.get("/slow?q=x")
        free.set()
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert "longer than" in answer.json()["error"]


def test_a_body_that_never_ends_is_given_up(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "PATIENCE", 0.05)
    sent: list[Any] = []

    async def receive() -> Any:
        if not sent:
            await asyncio.sleep(3600)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/link", "raw_path": b"/link", "query_string": b"",
        "headers": [], "scheme": "http", "server": ("here", 80), "root_path": "",
    }  # fmt: skip
    run_apart(asyncio.wait_for(client.app(scope, receive, send), 120))  # type: ignore[arg-type]
    assert sent[0]["status"] == 503


def test_it_describes_itself(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    assert [*document["paths"]] == ["/search", "/entry/{ref}", "/resolve", "/link", "/verify"]
    schemas = document["components"]["schemas"]
    whole = {"components": {"schemas": schemas}}
    for path, asked in (
        ("/search", "/search?q=leap"),
        ("/entry/{ref}", "/entry/leap"),
        ("/resolve", "/resolve?ref=leap"),
    ):
        (told,) = document["paths"][path].values()
        schema = told["responses"]["200"]["content"]["application/json"]["schema"]
        Draft202012Validator({**whole, **schema}).validate(client.get(asked).json())
    page = client.get("/")
    tags: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tags.append(tag)  # type: ignore[method-assign]
    parser.feed(page.text)
    assert "script" not in tags
    assert "link" not in tags
    assert "http" not in page.text.replace("https://rules.example", "")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert all(f"/{name}" in page.text for name in ("search", "entry", "resolve", "link", "verify"))


def test_only_pages_of_the_sites_named_may_ask(client: TestClient) -> None:
    for origin, allowed in (
        ("https://rules.example", "https://rules.example"),
        ("https://evil.example", None),
    ):
        answer = client.get("/search?q=leap", headers={"Origin": origin})
        assert answer.headers.get("access-control-allow-origin") == allowed


def test_many_ask_at_once(client: TestClient) -> None:
    queries = ["leap", "scheme", "difficult terrain", "wall", "what is a token"] * 4
    alone = {
        query: [one["id"] for one in client.get("/search", params={"q": query}).json()["results"]]
        for query in queries
    }
    with ThreadPoolExecutor(8) as threads:
        answers = threads.map(lambda query: (query, client.get("/search", params={"q": query})), queries)
        for query, answer in answers:
            assert [one["id"] for one in answer.json()["results"]] == alone[query]


def test_it_is_served_to_this_machine(published: str) -> None:
    process = start_kb("api", published, "--port", "0", PYTHONUNBUFFERED="1")
    assert process.stdout is not None
    address = process.stdout.readline().split()[0]
    try:
        assert address.startswith("http://127.0.0.1:")
        for _ in range(100):
            try:
                with urllib.request.urlopen(f"{address}entry/leap") as answer:
                    assert json.load(answer)["id"] == "red-dragon-inn:leap"
                break
            except OSError:
                time.sleep(0.1)
        else:
            pytest.fail("no answer")
    finally:
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=60)[1]
    assert "Traceback" not in errors
