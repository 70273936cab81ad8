"""How do many modules become few small scripts? Joined to one scope each, without remarks, with short names.

A name is called the same wherever it is said in a module, so nothing that was hidden or seen before is otherwise
afterwards; what a script of ours takes from another is called the same in both. Properties keep their names.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product, zip_longest
from pathlib import Path
from posixpath import dirname, normpath, relpath
from string import ascii_uppercase, digits
from typing import TypeVar

from kb import caches
from kb.errors import BuildError
from kb.shipped import program
from kb.site import translating
from kb.site.modules import NOWHERE, Module, Token, read

Made = TypeVar("Made")
Name = tuple[str, str]
"""A name of a module that its whole module sees, or one inside functions: of no module, for all alike."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A script that is wanted: the modules that it begins with, and the scripts that it may take from."""

    starts: tuple[str, ...]
    takes_from: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    """What others than our scripts take of its first module."""


WISHES: Mapping[str, Wish] = {
    "site": Wish(("site",)),
    "search": Wish(
        (
            "excerpt",
            "routes",
            "library",
            "vectors",
            "spelling",
            "service",
            "then",
            "search_box",
            "search_page",
        ),
        ("site",),
    ),
    "diff/page": Wish(("diff/page",), ("site",)),
    "post/page": Wish(("post/page",), ("site",)),
    "post/worker": Wish(("post/worker",)),
}
"""The scripts of a site: what each page does, a search, and two pages of their own.

A worker has no page, so it takes nothing from a script that wants one.
"""

_SHORT_WORDS = "as do if in of for get let new set try var case else enum eval from null this true void with"
_KEPT = frozenset(re.findall(r"\w+", _SHORT_WORDS))
"""Words of the language that are short enough to come out as a name."""

_LOOK_FOR = frozenset({"match", "matchAll", "replace", "replaceAll", "split"})
_GOES_ON_FROM = re.compile(r"^/.*/[a-z]*[gy][a-z]*$")
"""A pattern that remembers where it ended."""

_FIRST = "etnriosaulchpdfmgvybwxkjqz" + ascii_uppercase + "_$"
"""Letters of names, those first that words of the language are made of: what is alike packs well."""

_REST = _FIRST + digits
_LETTERS = frozenset(_FIRST[:8])
"""Names inside functions, which are said most; what a module sees as a whole has longer ones."""

_WORD = re.compile(r"[\w$#\\]")
# After these a line goes on, before those, too: no line end there ends a statement
_GOES_ON = re.compile(r"(?:[({\[,;:?=&|*%^<>!~.]|[^+]\+|[^-]-|^[+-]|\$\{)$")
_CONTINUES = re.compile(r"[)\]},;:?.=&|*%^<>]|!=")


@dataclass(slots=True)
class _Script:
    """A script as it is being made."""

    path: str
    modules: list[str]
    held: dict[str, Module] = field(default_factory=dict)
    """The modules as they are in it: without what nothing needs that is done there."""

    takes: dict[str, set[Name]] = field(default_factory=dict)
    gives: set[Name] = field(default_factory=set)
    gives_by_name: dict[str, Name] = field(default_factory=dict)


def scripts_of_a_site(folder: Path, *without: str) -> dict[str, str]:
    """All scripts of a site, without modules that nothing loads there."""
    made = small_scripts(folder, WISHES, frozenset(without))
    return {name: text.decode() for name, text in made.items()}


def small_scripts(
    folder: Path, wishes: Mapping[str, Wish] = WISHES, without: Collection[str] = ()
) -> dict[str, bytes]:
    """The scripts that are wished for, out of the modules of a folder, by their names with `.js`.

    Where one of those modules is loaded that they are `without`, there is none.
    """
    held = {
        path: Wish(starts, wish.takes_from, wish.gives)
        for path, wish in wishes.items()
        if (
            starts := tuple(
                one for one in wish.starts if (folder / f"{one}.js").is_file() and one not in without
            )
        )
    }
    joiner = _Joiner(folder, held, without)
    return {f"{path}.js": text.encode() for path, text in joiner.texts().items()}


def once(make: Callable[..., Made], folder: Path, *told: str) -> Made:
    """What is made of a folder of modules, once while neither they nor the program change: for all builds of a user."""
    stood = ((file, file.stat()) for file in sorted(folder.rglob("*.js")))
    state = tuple((file, status.st_mtime_ns, status.st_size) for file, status in stood)
    made: Made = _once(make, folder, told, state)
    return made


@lru_cache(maxsize=4)
def _once(make: Callable[..., Made], folder: Path, told: tuple[str, ...], _: object) -> Made:
    of = hashlib.blake2b("\0".join((program(), make.__name__, *told)).encode(), digest_size=16)
    for file in sorted(folder.rglob("*.js")):
        content = file.read_bytes()
        of.update(f"\0{file.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    made: Made = json.loads(
        caches.kept("scripts", of.hexdigest(), lambda: json.dumps(make(folder, *told)).encode())
    )
    return made


def whole_script(folder: Path, start: str) -> str:
    """One script that does what a module does, for a page that loads nothing."""
    (text,) = _Joiner(folder, {start: Wish((start,))}).texts().values()
    if re.search(r"\bimport\b\s*[(.]|</script|<!--", text, re.IGNORECASE):
        raise BuildError(f"{folder / start}.js cannot be put into a page")
    return text


def small(source: bytes) -> bytes:
    """A script that is loaded by itself, made small."""
    module = read(source)
    module = read(source, frozenset(), _written_out("", module, _uses("", module)))
    names = _shortened([("", module)], {("", said): {""} for said in module.scopes[0].names})
    return f"{_joined(_renamed('', module, names))}\n".encode()


class _Joiner:
    """Puts the modules of a folder together."""

    def __init__(self, folder: Path, wishes: Mapping[str, Wish], without: Collection[str] = ()) -> None:
        self._folder, self._without = folder, without
        self._modules: dict[str, Module] = {}
        self._scripts: dict[str, _Script] = {}
        for path, wish in wishes.items():
            held = {
                name for other in wish.takes_from if other in wishes for name in self._scripts[other].modules
            }
            leads = {start for other in wishes.values() for start in other.starts} - {*wish.starts}
            self._scripts[path] = _Script(path, self._in_order(wish.starts, held, leads))
        self._takes_from = {
            path: [one for one in wish.takes_from if one in wishes] for path, wish in wishes.items()
        }
        for path, wish in wishes.items():
            self._scripts[path].gives_by_name = {one: (wish.starts[0], one) for one in wish.gives}
        self._leave_out()

    def texts(self) -> dict[str, str]:
        """All scripts."""
        for script in self._scripts.values():
            for name in script.modules:
                self._link(script, name)
        where: dict[Name, set[str]] = defaultdict(set)
        for script in self._scripts.values():
            own = {(name, said) for name in script.modules for said in script.held[name].scopes[0].names}
            for one in own.union(*script.takes.values()):
                where[one].add(script.path)
        held = [found for one in self._scripts.values() for found in one.held.items()]
        constants = {(name, one): value for name, module in held for one, value in module.constants.items()}
        names = _shortened(held, where) | constants
        return {path: self._text(script, names) for path, script in self._scripts.items()}

    def _module(self, name: str) -> Module:
        if name not in self._modules:
            try:
                self._modules[name] = read(self._source(name))
            except BuildError as error:
                raise BuildError(f"{self._folder / name}.js: {error}") from error
        return self._modules[name]

    def _source(self, name: str) -> bytes:
        if name in translating.FROM_PYTHON:
            return translating.script(name).encode()
        return (self._folder / f"{name}.js").read_bytes()

    def _leave_out(self) -> None:
        """Read the modules of each script again without the names that nothing needs which is done."""
        said: dict[tuple[str, Name], set[tuple[str, Name]]] = defaultdict(set)
        waiting: list[tuple[str, Name]] = []
        for script in self._scripts.values():
            waiting += [(script.path, one) for one in script.gives_by_name.values()]
            for name in script.modules:
                module = self._module(name)
                self._check_imports(name, module)
                for part in module.parts:
                    declared = {(script.path, (name, one)) for one in part.declares}
                    of_part = self._said_in(script, name, module.tokens[part.tokens])
                    for one in declared:
                        said[one] |= of_part
                    if not part.is_only_for_names:
                        waiting += of_part | declared
        needed: set[tuple[str, Name]] = set()
        while waiting:
            if (one := waiting.pop()) not in needed:
                needed.add(one)
                waiting += said[one]
        uses: Counter[Name] = Counter()
        for name in {name for script in self._scripts.values() for name in script.modules}:
            uses += _uses(name, self._module(name))
        for script in self._scripts.values():
            for name in script.modules:
                module = self._module(name)
                declares = {one for part in module.parts for one in part.declares}
                without = frozenset(one for one in declares if (script.path, (name, one)) not in needed)
                written = _written_out(name, module, uses)
                script.held[name] = read(self._source(name), without, written)

    def _check_imports(self, name: str, module: Module) -> None:
        for path, wanted in module.imports.values():
            if wanted not in self._module(_meant(name, path)).exports:
                raise BuildError(f"{self._folder / name}.js: {path} exports no {wanted}")

    def _said_in(self, script: _Script, name: str, tokens: Iterable[Token]) -> set[tuple[str, Name]]:
        """What of this and other modules these tokens of one say, each with the script that it is taken from."""
        found = set()
        for token in tokens:
            if token.name and token.home <= 0 and (whose := _whose(name, self._module(name), token.name)):
                found.add(whose)
            if self._loads(name, token):
                found |= {(_meant(name, token.wanted), one) for one in self._wanted(name, token)}
        return {(self._home(script, one[0]).path, one) for one in found}

    def _loads(self, name: str, token: Token) -> bool:
        """Whether a token loads a module that there is."""
        return bool(token.wanted) and _meant(name, token.wanted) not in self._without

    def _wanted(self, name: str, token: Token) -> list[str]:
        """What a module may take of one that it loads: what it says of all that is given there."""
        texts = {one.text for one in self._module(name).tokens}
        return [one for one in self._module(_meant(name, token.wanted)).exports if one in texts]

    def _in_order(self, starts: Sequence[str], held: set[str], leads: set[str]) -> list[str]:
        """A module after all that it imports, now or later; what another script holds or begins with is left out."""
        found: list[str] = []
        begun: set[str] = set()

        def visit(name: str) -> None:
            module = self._module(name)
            begun.add(name)
            for path, _ in module.imports.values():
                if (one := _meant(name, path)) not in held | begun:
                    visit(one)
            for token in module.tokens:
                if (
                    self._loads(name, token)
                    and (one := _meant(name, token.wanted)) not in held | leads | begun
                ):
                    visit(one)
            found.append(name)

        for start in starts:
            if start not in begun:
                visit(start)
        return found

    def _home(self, script: _Script, module: str) -> _Script:
        """The script from which another one has a module: itself, before those that it takes from."""
        for one in (script, *(self._scripts[path] for path in self._takes_from[script.path])):
            if module in one.modules:
                return one
        return next(one for one in self._scripts.values() if module in one.modules)

    def _link(self, script: _Script, name: str) -> None:
        """Note what a module takes from other scripts."""
        module = script.held[name]
        for path, wanted in module.imports.values():
            origin = _meant(name, path)
            home = self._home(script, origin)
            if home is not script and wanted not in home.held[origin].constants:
                script.takes.setdefault(home.path, set()).add((origin, wanted))
                home.gives.add((origin, wanted))
        for token in module.tokens:
            if not self._loads(name, token):
                continue
            if (home := self._home(script, _meant(name, token.wanted))) is not script:
                for exported in self._wanted(name, token):
                    given = (_meant(name, token.wanted), exported)
                    if home.gives_by_name.setdefault(exported, given) != given:
                        raise BuildError(f"{home.path}.js gives {exported} twice")
        if dirname(name) != dirname(script.path) and "meta" in {token.text for token in module.tokens}:
            raise BuildError(f"{self._folder / name}.js tells where it is, and would be elsewhere")

    def _text(self, script: _Script, names: Mapping[Name, str]) -> str:
        parts = [
            f"import{{{','.join(sorted(names[one] for one in taken_from))}}}from'{_path(script.path, origin)}'"
            for origin, taken_from in sorted(script.takes.items())
        ]
        for name in script.modules:
            tokens = _renamed(name, script.held[name], names)
            parts.append(_joined(self._loading(script, name, token, names) for token in tokens))
        given = sorted(names[one] for one in script.gives)
        given += sorted(f"{names[one]} as {exported}" for exported, one in script.gives_by_name.items())
        if given:
            parts.append(f"export{{{','.join(given)}}}")
        return "\n".join(filter(None, parts)) + "\n"

    def _loading(self, script: _Script, name: str, token: Token, names: Mapping[Name, str]) -> Token:
        """A token as the script has it, where it loads another module."""
        if not token.wanted:
            return token
        if not self._loads(name, token):
            return Token("Promise.reject()", token.follows)
        wanted = _meant(name, token.wanted)
        home = self._home(script, wanted)
        if home is not script:
            return Token(f"import('{_path(script.path, home.path)}')", token.follows)
        exports = ",".join(f"{one}:{names[wanted, one]}" for one in self._wanted(name, token))
        return Token(f"Promise.resolve({{{exports}}})", token.follows)


def _uses(name: str, module: Module) -> Counter[Name]:
    """How often names that modules know as a whole are said in one; once where a pattern is only looked for."""
    found: Counter[Name] = Counter()
    said = ["", "", *(token.text for token in module.tokens)]
    for token, before in zip(module.tokens, pairwise(said), strict=False):
        if token.name and token.home <= 0 and (whose := _whose(name, module, token.name)):
            found[whose] += 1 if before[0] in _LOOK_FOR and before[1] == "(" else 2
    return found


def _written_out(name: str, module: Module, uses: Mapping[Name, int]) -> frozenset[str]:
    """The names of a module in whose place stands what they mean: numbers, and what is said only once.

    A pattern that goes on where it ended is only written out where it begins anew anyway.
    """
    return frozenset(
        one
        for one, text in module.literals.items()
        if text[0] in f"{digits}." or uses[name, one] <= (3 if _GOES_ON_FROM.search(text) else 4)
    )


def _shortened(held: Iterable[tuple[str, Module]], where: Mapping[Name, set[str]]) -> dict[Name, str]:
    """A short name for all that modules see as a whole, the shortest for what is said most in the same scripts."""
    said: Counter[Name] = Counter()
    free: set[str] = set()
    for name, module in held:
        free |= module.free
        for token in module.tokens:
            if token.name and token.home <= 0 and (whose := _whose(name, module, token.name)):
                said[whose] += 1
    taken: dict[str, set[str]] = defaultdict(set)
    names: dict[Name, str] = {}
    for one in sorted(said, key=lambda one: (-said[one], one)):
        known = (taken[path] for path in where[one])
        names[one] = next(_short_names(_KEPT.union(_LETTERS, free, *known)))
        for path in where[one]:
            taken[path].add(names[one])
    return names


def _whose(name: str, module: Module, said: str) -> Name | None:
    """The module that declares a name, and what it calls it; None for what only a part of a module knows."""
    if said in module.imports:
        path, wanted = module.imports[said]
        return _meant(name, path), wanted
    return (name, said) if said in module.scopes[0].names else None


def _renamed(name: str, module: Module, names: Mapping[Name, str]) -> Iterator[Token]:
    """The tokens of a module with short names."""
    inside = _inside(name, module, names)
    for token, after in zip_longest(module.tokens, module.tokens[1:]):
        short = _called(token.home, token.name, inside)
        if short.isdigit() and after and after.text == ".":
            short = f"({short})"
        if short == token.name:
            yield token
        else:
            yield Token(f"{token.name}:{short}" if token.is_shorthand else short, token.follows)


def _inside(name: str, module: Module, names: Mapping[Name, str]) -> list[dict[str, str]]:
    """The short names of each scope of a module: the first that mean nothing else there; last what it imports."""
    imported = {said: names[_meant(name, path), wanted] for said, (path, wanted) in module.imports.items()}
    imported |= module.constants
    inside = [{said: names[name, said] for said in module.scopes[0].names if (name, said) in names}]
    for scope in module.scopes[1:]:
        meant = {
            _called(home, said, inside) if home != NOWHERE else imported.get(said, said)
            for home, said in scope.others
        }
        inside.append(dict(zip(scope.names, _short_names(_KEPT | meant), strict=False)))
    return [*inside, imported]


def _called(home: int, said: str, inside: Sequence[Mapping[str, str]]) -> str:
    """What a name is called that this scope declares; the last tells what comes from elsewhere."""
    return inside[home].get(said, said)


def _short_names(taken: Collection[str]) -> Iterator[str]:
    for length in range(4):
        for signs in product(_FIRST, *[_REST] * length):
            if (name := "".join(signs)) not in taken:
                yield name


def _joined(tokens: Iterable[Token]) -> str:
    """Tokens with as little between them as tells them apart."""
    parts: list[str] = []
    before = ""
    for token in tokens:
        if before and token.follows:
            parts.append(_between(before, token.text, token.follows))
        parts.append(token.text)
        before = token.text
    return "".join(parts)


def _between(before: str, after: str, follows: str) -> str:
    is_end = follows == "\n" and not _CONTINUES.match(after)
    if is_end and (not _GOES_ON.search(before) or before.endswith(("++", "--"))):
        return "\n"
    is_apart = bool(_WORD.match(before[-1]) and _WORD.match(after[0]))
    is_apart = (
        is_apart or (before[-1] in "+-/" and after[0] == before[-1]) or (before.isdigit() and after[0] == ".")
    )
    return " " if is_apart else ""


def _meant(name: str, path: str) -> str:
    """The module that another one imports by a path: `link/numbers` for `./link/numbers.js` in `names`."""
    return normpath(f"{dirname(name) or '.'}/{path}").removesuffix(".js")


def _path(script: str, other: str) -> str:
    """How one script names another."""
    path = relpath(f"{other}.js", dirname(script) or ".")
    return path if path.startswith("../") else f"./{path}"
