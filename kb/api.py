"""What does a program on the net get of published rules? JSON over HTTP: bounded in size and time, nothing is written.

`GET` of what did not change since is answered by its ETag alone. What each path answers is given by the caller.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Any

from kb.errors import BuildError, KbError, NotFoundError, one_line

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

MISSING = "`kb api` needs its server: pip install 'kb-rules[api]'"

LONGEST_POST = 100_000
"""Bytes of a post that is sent."""

LONGEST_QUERY = 10_000
"""Characters of a query or REF."""

PATIENCE = 10.0
"""Seconds that an answer may take; then the asker is told to try again."""

MOST_WAITING = 64
"""Requests that are answered or wait at once; others are turned away."""

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;
color-scheme:light dark}}code,pre{{font-family:ui-monospace,monospace;overflow-x:auto}}td,th{{text-align:left;
vertical-align:top;padding:.1rem 1rem .1rem 0}}</style><h1>{title}</h1><p>{about} For programs:
<a href="openapi.json">openapi.json</a>.</p>{parts}</html>"""

Document = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What a path answers."""

    answer: Callable[[Mapping[str, Any]], Document]
    """From what was asked to a document; ValueError for what cannot be asked."""

    about: str
    schema: Mapping[str, Any]
    """Of the document."""

    parameters: Mapping[str, str]
    """What may be asked, and what it means."""

    required: str
    is_post: bool = False
    """Whether what is asked comes as a JSON object in the body."""


class Service:
    """Answers requests in as many threads as there are connections to the databases."""

    def __init__(self, operations: Mapping[str, Operation], state: Callable[[], str], threads: int) -> None:
        """`state` tells what is published at this moment."""
        self._operations, self._state = operations, state
        self._threads = ThreadPoolExecutor(threads, "answers")

    async def answer(self, request: Request) -> Response:
        """What a request asks for, or why not: as JSON in any case."""
        from starlette.responses import JSONResponse, Response

        operation = self._operations[request.url.path.split("/")[1]]
        try:
            if operation.is_post:
                asked, headers = await asyncio.wait_for(_posted(request), PATIENCE), {}
            else:
                asked = {**request.query_params, **request.path_params}
                tag = _tag(str(request.url), await self._run(self._state))
                headers = {"ETag": tag, "Cache-Control": "no-cache"}
                if tag in request.headers.get("If-None-Match", "").replace("W/", "").split(", "):
                    return Response(status_code=304, headers=headers)
            _refuse_too_long(asked, operation)
            return JSONResponse(await self._run(operation.answer, asked), headers=headers)
        except NotFoundError as error:
            told = {"error": one_line(str(error)), "suggestions": list(error.suggestions)}
            return JSONResponse(told, 404)
        except BuildError as error:
            return JSONResponse({"error": one_line(str(error))}, 503, {"Retry-After": "10"})
        except TimeoutError:
            told = {"error": f"that takes longer than {PATIENCE:.0f} seconds"}
            return JSONResponse(told, 503, {"Retry-After": "10"})
        except _TooLong as error:
            return JSONResponse({"error": str(error)}, 413)
        except (ValueError, KbError) as error:
            return JSONResponse({"error": one_line(str(error))}, 400)

    async def _run(self, work: Callable[..., Any], *values: object) -> Any:
        waiting = asyncio.get_running_loop().run_in_executor(self._threads, work, *values)
        return await asyncio.wait_for(waiting, PATIENCE)


class _TooLong(Exception):
    """More is asked than is answered."""


def _refuse_too_long(asked: Mapping[str, Any], operation: Operation) -> None:
    if not asked.get(operation.required):
        raise ValueError(f"`{operation.required}` is missing")
    if any(not isinstance(asked.get(name, ""), str) for name in operation.parameters):
        raise ValueError(f"{', '.join(operation.parameters)} are text")
    most = LONGEST_POST if operation.is_post else LONGEST_QUERY
    if any(len(asked.get(name, "")) > most for name in operation.parameters):
        raise _TooLong(f"at most {most} characters are read")


async def _posted(request: Request) -> Document:
    """The JSON object of a body, no more of which is read than is allowed."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > 2 * LONGEST_POST:  # a post may hold much that JSON escapes
            raise _TooLong(f"at most {LONGEST_POST} characters are read")
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise ValueError('the body is no JSON object like {"text": "…"}')
    return asked


def _tag(address: str, state: str) -> str:
    return f'"{sha256(f"{address} {state}".encode()).hexdigest()[:24]}"'


def app(service: Service, operations: Mapping[str, Operation], origins: Sequence[str] = ()) -> Starlette:
    """The paths of the service, its OpenAPI document and a page for people; pages of `origins` may ask it."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.cors import CORSMiddleware
    from starlette.responses import HTMLResponse, JSONResponse
    from starlette.routing import Route

    document = openapi(operations)
    page = _page(document)
    safe = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "X-Content-Type-Options": "nosniff",
    }

    async def for_people(_: Request) -> Response:
        return HTMLResponse(page, headers=safe)

    async def for_programs(_: Request) -> Response:
        return JSONResponse(document)

    async def not_there(_: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 500)
        return JSONResponse({"error": getattr(error, "detail", "something went wrong here")}, status)

    routes = [Route("/", for_people), Route("/openapi.json", for_programs)]
    for name, operation in operations.items():
        path = f"/{name}/{{{operation.required}:path}}" if name == "entry" else f"/{name}"
        routes.append(Route(path, service.answer, methods=["POST" if operation.is_post else "GET"]))
    cors = Middleware(
        CORSMiddleware,
        allow_origins=[*origins],
        allow_methods=["GET", "POST"],
        allow_headers=["Content-Type"],
    )
    return Starlette(
        routes=routes,
        middleware=[cors] if origins else [],
        exception_handlers={404: not_there, 405: not_there, 500: not_there},
    )


def openapi(operations: Mapping[str, Operation]) -> Document:
    """The description of all paths, as OpenAPI has it."""
    schemas: Document = {}
    paths: Document = {}
    for name, operation in operations.items():
        held = json.loads(json.dumps(operation.schema).replace("#/$defs/", "#/components/schemas/"))
        schemas |= held.get("$defs", {})
        answers = held.get("$ref")
        told: Document = {
            "summary": operation.about,
            "operationId": name,
            "responses": {
                "200": {
                    "description": "The answer.",
                    "content": {"application/json": {"schema": {"$ref": answers} if answers else held}},
                },
                "default": {
                    "description": "What is wrong, as `error`; 404 with `suggestions`, 413 too long, 503 try again.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/error"}}},
                },
            },
        }
        texts = {
            name: {"type": "string", "description": means} for name, means in operation.parameters.items()
        }
        if operation.is_post:
            schema = {"type": "object", "properties": texts, "required": [operation.required]}
            told["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        else:
            told["parameters"] = [
                {
                    "name": each,
                    "in": "path" if name == "entry" and each == operation.required else "query",
                    "required": each == operation.required,
                    "description": text["description"],
                    "schema": {"type": "string"},
                }
                for each, text in texts.items()
            ]
        path = f"/{name}/{{{operation.required}}}" if name == "entry" else f"/{name}"
        paths[path] = {"post" if operation.is_post else "get": told}
    schemas["error"] = {
        "type": "object",
        "properties": {
            "error": {"type": "string"},
            "suggestions": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["error"],
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rules",
            "version": "1",
            "description": "Published rules: search, entries, citations.",
        },
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _page(document: Document) -> str:
    """The same for people, without any script."""
    parts = []
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            body = (
                told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            )
            asked = {each["name"]: each["description"] for each in told.get("parameters", ())}
            asked |= {name: each["description"] for name, each in body.get("properties", {}).items()}
            rows = "".join(
                f"<tr><th scope=row><code>{escape(name)}</code><td>{escape(means)}"
                for name, means in asked.items()
            )
            parts.append(
                f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(told['summary'])}"
                f"<table>{rows}</table>"
            )
    info = document["info"]
    return _PAGE.format(title=escape(info["title"]), about=escape(info["description"]), parts="".join(parts))


def run(made: Callable[[], Starlette], host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `tell` hears the address."""
    try:
        from uvicorn import Config, Server

        served = made()
    except ImportError as error:
        raise BuildError(MISSING) from error
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as own:
        settings = Config(
            served,
            log_level="warning",
            server_header=False,
            limit_concurrency=MOST_WAITING,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=int(PATIENCE),
        )
        name = f"[{host}]" if family == socket.AF_INET6 else host
        tell(f"http://{name}:{own.getsockname()[1]}/")
        Server(settings).run(sockets=[own])
