"""What does a bot in another language talk to? `python -m kb.bot build` reads lines, answers in JSON lines.

A line is a message (as it is, or a JSON string), whose citations become links, or an object that says what to do:

    {"do": "verify", "text": "CR 314.6 says “…”", "id": 7}

`do` is link, verify, cite, rulings or search; `to`, `source`, `game` and `id` are optional. Each answer is one line
with the `id` that was asked with, and `error` where something is wrong.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from kb.cite import PLACES, Rules, cite, find_rulings, link, report
from kb.errors import KbError

LONGEST = 2_000_000
"""Characters of a line; nobody posts more."""

Asked = dict[str, Any]


def main(arguments: list[str] | None = None) -> int:
    """Answer standard input until it ends."""
    parser = argparse.ArgumentParser(
        prog="python -m kb.bot", description="Answers messages, a JSON line each."
    )
    parser.add_argument("build", nargs="?", default=os.environ.get("KB_BUILD", "build"))
    parser.add_argument("--to", choices=sorted(PLACES), default="discord", help="where answers are posted")
    parser.add_argument("--base-url", default="", help="where the site stands, if the corpus does not say")
    wishes = parser.parse_args(arguments)
    try:
        with Rules(wishes.build, base_url=wishes.base_url) as rules:
            if not rules.base_url:
                sys.stderr.write(
                    "kb: links are relative; give --base-url or set base_url in corpus/kb.toml\n"
                )
            if isinstance(sys.stdin, io.TextIOWrapper):
                sys.stdin.reconfigure(encoding="utf-8", errors="replace")
            for answer in answers(rules, sys.stdin, to=wishes.to):
                sys.stdout.buffer.write(written(answer))
                sys.stdout.buffer.flush()
    except KbError as error:
        sys.stderr.write(f"kb: {error}\n")
        return 2
    return 0


def written(answer: dict[str, Any]) -> bytes:
    """An answer as a line; half of a sign that was cut in two stays the escape that JSON has for it."""
    return f"{json.dumps(answer, ensure_ascii=False)}\n".encode("utf-8", "backslashreplace")


def answers(rules: Rules, lines: Iterable[str], *, to: str = "discord") -> Iterator[dict[str, Any]]:
    """The answer to each line; empty lines have none."""
    for line in lines:
        if line.strip():
            yield answer(rules, line, to=to)


def answer(rules: Rules, line: str, *, to: str = "discord") -> dict[str, Any]:
    """The answer to one line; what is wrong is told, never raised."""
    asked = _asked(line)
    told: dict[str, Any] = {"id": asked["id"]} if "id" in asked else {}
    try:
        act = ACTS[asked.get("do", "link")]
        place = asked.get("to", to)
        if place not in PLACES or asked.get("source") not in (None, *PLACES):
            raise ValueError(f"no such place; known are {', '.join(PLACES)}")
        if asked.get("game") not in (None, *rules.games):
            raise ValueError(f"no such game; known are {', '.join(rules.games)}")
        if not isinstance(asked.get("text"), str) or len(asked["text"]) > LONGEST:
            raise ValueError("`text` is missing or too long")
        return {**told, **act(rules, {**asked, "to": place})}
    except (KeyError, TypeError):
        return {**told, "error": f"`do` is one of {', '.join(ACTS)}"}
    except (ValueError, KbError) as error:
        return {**told, "error": str(error)}


def _asked(line: str) -> Asked:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        asked = None
    if isinstance(asked, dict):
        return asked
    return {"text": asked if isinstance(asked, str) else line.rstrip("\r\n")}


def _link(rules: Rules, asked: Asked) -> dict[str, Any]:
    made = link(rules, asked["text"], to=asked["to"], source=asked.get("source"), game=asked.get("game"))
    doubts = [asdict(doubt) for doubt in made.doubts]
    links = [{"words": words, "entry": id} for words, id in made.links]
    return {"text": made.text, "links": links, "doubts": doubts, "game": made.game, "why": made.why}


def _verify(rules: Rules, asked: Asked) -> dict[str, Any]:
    made = report(rules, asked["text"], source=asked.get("source"), game=asked.get("game"))
    findings = [asdict(finding) for finding in made.findings]
    return {"findings": findings, "game": made.game, "why": made.why, "line": made.in_one_line(rules)}


def _cite(rules: Rules, asked: Asked) -> dict[str, Any]:
    made = cite(rules, asked["text"], to=asked["to"], quote=bool(asked.get("quote")))
    return {"text": made} if made else {"error": f"nothing is called {asked['text']!r}"}


def _rulings(rules: Rules, asked: Asked) -> dict[str, Any]:
    return asdict(find_rulings(rules, asked["text"], to=asked["to"], game=asked.get("game")))


def _search(rules: Rules, asked: Asked) -> dict[str, Any]:
    from kb.search import search  # only who searches needs it

    results = search(rules.build, asked["text"], game=asked.get("game"), limit=5).results
    found = [(hit, rules.entry(hit.id)) for hit in results]
    return {
        "results": [
            {"entry": hit.id, "title": hit.title, "excerpt": hit.excerpt, "url": rules.url(entry)}
            for hit, entry in found
            if entry
        ]
    }


ACTS: dict[str, Callable[[Rules, Asked], dict[str, Any]]] = {
    "link": _link,
    "verify": _verify,
    "cite": _cite,
    "rulings": _rulings,
    "search": _search,
}

if __name__ == "__main__":
    sys.exit(main())
