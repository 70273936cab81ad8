"""How do several scripts become one, for a page that may load nothing? In the order in which they need one another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath

from kb.errors import BuildError

# "import { stem as porter2, words } from './porter2.js'", "import { key } from '../link/numbers.js'"
_IMPORT = re.compile(r"^import \{([^}]*)\} from '(\.\.?/[\w./]+)\.js'$", re.MULTILINE)
# "await import('./vectors.js')": in a page that holds everything there is nothing to wait for
_LATER = re.compile(r"\bimport\('(\.\.?/[\w./]+)\.js'\)")
# "export async function open(", "export class Names {", "export const K1 = 0.9"
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)


def bundle(folder: Path, start: str) -> str:
    """One script that does what the module `start` does; every module keeps its names to itself."""
    script = "\n".join(_wrapped(folder, name) for name in _in_order(folder, start))
    if re.search(r"^(?:import|export)\b|</script|<!--", script, re.MULTILINE | re.IGNORECASE):
        raise BuildError(f"{folder / start}.js cannot be put into a page")
    return script


def _in_order(folder: Path, start: str) -> list[str]:
    """A module after all that it imports."""
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        for needed in _needs(folder, name):
            if needed not in found:
                visit(needed)
        found[name] = None

    visit(start)
    return list(found)


def _needs(folder: Path, name: str) -> Iterator[str]:
    source = _source(folder, name)
    yield from (_meant(name, match[2]) for match in _IMPORT.finditer(source))
    yield from (_meant(name, match[1]) for match in _LATER.finditer(source))


def _meant(name: str, path: str) -> str:
    """The module that another one imports by a path: `link/numbers` for `./link/numbers` in `names`."""
    return normpath(f"{name.rpartition('/')[0] or '.'}/{path}")


def _called(name: str) -> str:
    """What a module's function is called in the page."""
    return f"_{name.replace('/', '_')}"


def _source(folder: Path, name: str) -> str:
    return (folder / f"{name}.js").read_text(encoding="utf-8")


def _wrapped(folder: Path, name: str) -> str:
    """A module as a function that gives what it exports."""
    source = _source(folder, name)
    exported = ", ".join(match[2] for match in _EXPORT.finditer(source))
    body = _IMPORT.sub(
        lambda one: f"const {{{one[1].replace(' as ', ': ')}}} = {_called(_meant(name, one[2]))}", source
    )
    body = _LATER.sub(
        lambda one: f"Promise.resolve({_called(_meant(name, one[1]))})", _EXPORT.sub(r"\1", body)
    )
    return f"const {_called(name)} = (() => {{\n{body}\nreturn {{ {exported} }}\n}})()"
