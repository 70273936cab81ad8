"""`kb api ADDRESS`: published rules for programs, as JSON over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kb.commands.answers import answer_record
from kb.commands.folders import Address
from kb.errors import NotFoundError

if TYPE_CHECKING:
    from kb.api import Operation
    from kb.cite import Rules
    from kb.postgres import PublishedLibrary
    from kb.search import Answer
    from kb.search.published import PublishedSearcher

_MOST = 100
"""Entries that one search gives."""

_TRIES = 3
_GAME = "Slug of the only game to look in."

Result = TypeVar("Result")


@click.command()
@click.argument("address", type=Address(), metavar="ADDRESS")
@click.option("--host", default="127.0.0.1", show_default=True, help="Who may ask: this machine only.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8001, show_default=True, help="0: any free port."
)
@click.option(
    "--connections",
    type=click.IntRange(1, 100),
    default=8,
    show_default=True,
    help="Requests that are answered at once.",
)
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="A site whose pages may ask, as https://rules.example.org; may be given again.",
)
def command(address: str, host: str, port: int, connections: int, origins: tuple[str, ...]) -> None:
    """Answer programs from what `kb publish` wrote, as JSON over HTTP.

    Search, entries, REFs, links and verdicts; / describes them, /openapi.json does for programs. Only this machine can
    reach it until --host says otherwise: let a web server stand before it that speaks TLS.

    Example: kb api postgresql://reader@db.example.org/rules
    """
    from kb import api
    from kb.encoders.threads import use_one_thread

    use_one_thread()
    with Desk(address, connections) as desk:
        made = desk.operations()

        def served() -> Any:
            return api.app(api.Service(made, desk.version, connections), made, origins)

        api.run(served, host, port, lambda where: click.echo(f"{where}  (Ctrl-C ends it)"))


class Desk:
    """Published rules, opened for many who ask at once, and opened anew whenever a game is published."""

    def __init__(self, address: str, connections: int) -> None:
        from kb.postgres import PublishedLibrary

        self._address, self._lock = address, threading.Lock()
        self._open(PublishedLibrary(address, connections))

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self._held[0].close()

    def _open(self, library: PublishedLibrary) -> None:
        from kb.cite import Rules
        from kb.search.published import PublishedSearcher

        self._held = library, Rules(self._address, store=library), PublishedSearcher(library)

    def state(self) -> str:
        """What is published at this moment."""
        return self._held[0].state_now()

    def version(self) -> str:
        """The same, and by which program it is read."""
        from kb.shipped import program

        return f"{program()} {self.state()}"

    def read(self, work: Callable[[PublishedLibrary, Rules, PublishedSearcher], Result]) -> Result:
        """What `work` finds; done again where a game was published meanwhile."""
        for last in range(_TRIES):
            held = self._held
            try:
                result = work(*held)
            except Exception:
                if held[0].state == self.state() or last == _TRIES - 1:
                    raise
            else:
                if held[0].state == self.state() or last == _TRIES - 1:
                    return result
            with self._lock:
                if self._held is held:
                    self._open(held[0].renewed())
        raise AssertionError("the last try returns or raises")

    def operations(self) -> dict[str, Operation]:
        """What can be asked."""
        from kb.api import Operation
        from kb.commands.schema import of_command, schemas

        held = schemas()
        ref = {"ref": "An id, a number or a title, with @EDITION what that edition says.", "game": _GAME}
        post = {
            "text": "The post.",
            "game": "The game that it is about, where the post does not tell.",
            "source": "How it is written: markdown, bbcode, bgg, reddit, discord, html or plain.",
        }
        return {
            "search": Operation(
                answer=self.search,
                about="Ranked entries, each saying why it matched.",
                schema=_of_pages(of_command(held, "search")),
                parameters={
                    "q": "A question, words or a REF.",
                    "game": _GAME,
                    "kind": "The only kind of entry to find.",
                    "mode": "hybrid, lexical or semantic.",
                    "limit": f"At most so many entries, up to {_MOST}.",
                },
                required="q",
            ),
            "entry": Operation(
                answer=self.entry,
                about="One entry, its references, and what refers to it.",
                schema=of_command(held, "show"),
                parameters=ref,
                required="ref",
            ),
            "resolve": Operation(
                answer=self.resolve,
                about="The citations of what a REF means, best first, with permanent addresses.",
                schema=of_command(held, "cite"),
                parameters=ref,
                required="ref",
            ),
            "link": Operation(
                answer=self.link,
                about="A post with its citations as links.",
                schema={"type": "object", "required": ["text", "links", "doubts", "game", "why"]},
                parameters={**post, "to": "How links are to be written, as `source`."},
                required="text",
                is_post=True,
            ),
            "verify": Operation(
                answer=self.verify,
                about="Whether a post's citations and quotations hold.",
                schema=of_command(held, "verify"),
                parameters=post,
                required="text",
                is_post=True,
            ),
        }

    def search(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """As `kb search --json`, with what a website shows besides."""
        from kb.search import MODES

        mode, limit = asked.get("mode") or "hybrid", asked.get("limit") or "10"
        if mode not in MODES or not limit.isdecimal():
            raise ValueError(f"`mode` is one of {', '.join(MODES)}, `limit` a number")
        most = min(_MOST, max(1, int(limit[:9])))

        def work(library: PublishedLibrary, _: Rules, searcher: PublishedSearcher) -> dict[str, Any]:
            game, kind = _game(library, asked), asked.get("kind") or None
            found = searcher.search(asked["q"], game=game, kind=kind, mode=mode, limit=most)
            return _for_pages(library, found, game)

        return self.read(work)

    def entry(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """As `kb show --json`."""
        from kb import past
        from kb.commands import earlier, show

        def work(library: PublishedLibrary, *_: object) -> dict[str, Any]:
            ref, game = asked["ref"], _game(library, asked)
            then = past.of_edition(library, ref, game)
            if then and not then[0].is_now:
                return earlier.document(then[0])
            found = past.resolve(library, ref, game)
            if not found:
                raise past.not_found(library, ref, game)
            return show.document(library, found[0])

        return self.read(work)

    def resolve(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """As `kb cite --as json`, of all that is meant."""
        from kb import past
        from kb.cite import cite_record

        def work(library: PublishedLibrary, rules: Rules, _: object) -> dict[str, Any]:
            ref, game = asked["ref"], _game(library, asked)
            found = past.resolve(library, ref, game)
            if not found:
                raise past.not_found(library, ref, game)
            return {"citations": [cite_record(rules, entry) for entry in found[:_MOST]]}

        return self.read(work)

    def link(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """As the bots' `link`."""
        from kb import bot

        told = {"to": asked.get("source") or "markdown", **_post(asked)}

        def work(library: PublishedLibrary, rules: Rules, _: object) -> dict[str, Any]:
            _game(library, asked)
            return bot.ACTS["link"](rules, told)

        return self.read(work)

    def verify(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """As `kb verify --json`."""
        from kb.cite import report
        from kb.commands import verify

        told = _post(asked)

        def work(library: PublishedLibrary, rules: Rules, _: object) -> dict[str, Any]:
            game = _game(library, asked)
            made = report(rules, told["text"], source=told.get("source"), game=game)
            return verify.document(rules, made)

        return self.read(work)


def _for_pages(library: PublishedLibrary, found: Answer, game: str | None) -> dict[str, Any]:
    """An answer with what its results stand under, the words to mark, and the page that Enter opens."""
    known = library.entries_at({id for hit in found.results for id in (hit.id, hit.place)})
    record = answer_record(found)
    for told, hit in zip(record["results"], found.results, strict=True):
        rule = known[hit.place]
        told |= {
            "path": known[hit.id].path,
            "rule": {name: getattr(rule, name) for name in _OF_RULE},
            "says": hit.says,
            "marks": hit.marks,
        }
    return {**record, "opens": _opened(library, found, game)}


_OF_RULE = ("id", "kind", "number", "title", "url")


def _opened(library: PublishedLibrary, found: Answer, game: str | None) -> str | None:
    """The page of what a query is the number or name of: one entry, or the first of a game's that are called so."""
    named = [hit for hit in found.results if hit.why in ("id", "number", "title")]
    is_one = len(named) == 1 or all(hit.why == "title" for hit in named)
    if not named or not is_one or len({hit.game for hit in named}) > 1:
        return None
    try:
        return named[0].url if library.find(found.query, game) else None
    except NotFoundError:
        return None


def _of_pages(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an answer with what a website shows besides."""
    text, texts = {"type": ["string", "null"]}, {"type": "array", "items": {"type": "string"}}
    span = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    answer = schema["$defs"]["search"]
    answer["properties"]["opens"] = {
        **text,
        "description": "The page of what the query is the number or name of.",
    }
    result = answer["properties"]["results"]["items"]
    result["properties"] |= {
        "path": {**texts, "description": "What it stands under, outermost first."},
        "rule": {
            "type": "object",
            "properties": dict.fromkeys(_OF_RULE, text),
            "description": "The rule that it is a part of, or itself.",
        },
        "says": {"type": "string", "description": "Id of the entry that the excerpt is taken from."},
        "marks": {
            "type": "array",
            "items": span,
            "description": "Where the words asked for stand in the excerpt.",
        },
    }
    result["required"] = [*result["required"], "path", "rule", "says", "marks"]
    answer["required"] = [*answer["required"], "opens"]
    return schema


def _post(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is asked about a post, without what is empty."""
    from kb.cite import PLACES

    told = {name: asked[name] for name in ("text", "game", "source", "to") if asked.get(name)}
    if unknown := [told[name] for name in ("source", "to") if name in told and told[name] not in PLACES]:
        raise ValueError(f"no such format {unknown[0]!r}; known are {', '.join(PLACES)}")
    return told


def _game(library: PublishedLibrary, asked: Mapping[str, Any]) -> str | None:
    game: str | None = asked.get("game") or None
    if game is not None and game not in library.slugs:
        raise NotFoundError(f"no game {game!r} is published here")
    return game
