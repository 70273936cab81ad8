"""What bots get: a JSON line a message, and the examples against a fake of their place's API."""

from __future__ import annotations

import importlib.util
import io
import json
import sys
from collections.abc import Coroutine
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from kb import bot
from kb.cite import Rules, cite

EXAMPLES = Path(__file__).parents[2] / "examples"
WAITS = "Scheme rule 6 says that a figure waits 6 turns."


def example(name: str, monkeypatch: pytest.MonkeyPatch, **fakes: object) -> ModuleType:
    """An example with a fake of the library that it talks to its place with."""
    for module, fake in fakes.items():
        monkeypatch.setitem(sys.modules, module, fake)
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def finish(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run to its end what waits for nothing; it needs no event loop, of which a thread has one at most."""
    with pytest.raises(StopIteration):
        coroutine.send(None)


def test_each_line_has_an_answer(rules: Rules) -> None:
    asked: list[Any] = [
        {"id": 1, "text": "See CR 314.6."},
        {"id": 2, "do": "verify", "text": f"CR 314.5 says “{WAITS}”"},
        {"id": 3, "do": "cite", "text": "rule 314.6", "to": "markdown"},
        {"id": 4, "do": "fly", "text": "x"},
        {"id": 5, "text": "x", "game": "chess"},
        {"id": 6},
    ]
    lines = [*map(json.dumps, asked), "", "CR 314.6\n"]
    linked, verified, cited, *wrong, plain = bot.answers(rules, lines)
    assert (
        linked["id"] == 1 and "(<https://moor.example/rules/hearthmoor/314.6@2024-06-07/>)" in linked["text"]
    )
    assert verified["findings"][0]["verdict"] == "misnumbered"
    assert cited["text"] == cite(rules, rules.resolve("hearthmoor:314.6")[:1])
    assert [(one["id"], bool(one["error"])) for one in wrong] == [(4, True), (5, True), (6, True)]
    assert plain["links"] == [{"words": "CR 314.6", "entry": "hearthmoor:314.6"}]


def test_no_message_ends_a_bot(
    moor: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    half_an_emoji = b'{"id": 1, "text": "CR 314.6 \\ud83d"}\n'
    given = half_an_emoji + b"CR 314.6 \xff\n" + b'"CR 314.6 \\"now\\""\n' + "CR 314.6 “ja”\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "ascii"))
    assert bot.main([str(moor), "--to", "markdown"]) == 0
    told = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    ends = [one["text"].rpartition(") ")[2] for one in told]
    assert ends == ["\ud83d", "\ufffd", '"now"', "“ja”"]


def test_addresses_are_whole_or_it_says_what_to_set(
    moor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("CR 314.6\n"))
    assert bot.main([str(moor), "--base-url", "https://elsewhere.example/", "--to", "markdown"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["text"].startswith("[CR 314.6](https://elsewhere.example/hearthmoor/314.6@")
    assert bot.main([str(moor / "nowhere")]) == 2
    assert capsys.readouterr().err.startswith("kb: ")


def test_a_citation_of_a_ref(rules: Rules) -> None:
    assert cite(rules, "CR 314.6") == cite(rules, rules.resolve("314.6")[:1]) != ""
    assert cite(rules, "rule 999.9") == ""


def test_the_bot_for_discord(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = SimpleNamespace(
        Client=type("Client", (), {"__init__": lambda self, intents: None}),
        Intents=SimpleNamespace(default=SimpleNamespace),
        Message=object,
    )
    bot = example("discord_bot", monkeypatch, discord=fake)
    client = bot.RuleBot(rules)
    said: list[str] = []

    async def reply(text: str, *, mention_author: bool) -> None:
        said.append(text)

    def message(text: str, *, is_bot: bool = False) -> SimpleNamespace:
        return SimpleNamespace(author=SimpleNamespace(bot=is_bot), content=text, reply=reply)

    for one in (message("no rule here"), message("CR 314.6 and CR 314.6"), message("CR 314.6", is_bot=True)):
        finish(client.on_message(one))
    answer = "[314.6](<https://moor.example/rules/hearthmoor/314.6@2024-06-07/>)"
    assert said == [answer]
    monkeypatch.setattr(bot, "MOST", len(answer) + 20)
    finish(client.on_message(message("CR 314.6 and CR 314.5")))
    assert said == [answer, answer]  # the second link is left out, not cut


def test_the_bot_for_reddit(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def comment(text: str, name: str = "ada") -> SimpleNamespace:
        return SimpleNamespace(author=SimpleNamespace(name=name), body=text, reply=said.append)

    wrong = f"CR 314.6 says “{WAITS.replace('figure', 'hero')}”"
    comments = [comment(wrong), comment(f"CR 314.6 says “{WAITS}”"), comment(wrong, "me"), comment("hello")]
    example("reddit_bot", monkeypatch, praw=SimpleNamespace()).watch(rules, comments, "me")
    (answer,) = said
    assert answer.startswith("CR 314.6: changed") and f"> {WAITS}" in answer
