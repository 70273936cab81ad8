"""What is in a script: its words and signs in order, the names that it declares, and what it takes from others?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from kb.errors import BuildError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

Import = tuple[str, str]
"""The path of a module, as another one writes it, and a name that it exports."""

_FUNCTIONS = frozenset(
    {
        "arrow_function",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    }
)
_SCOPES = _FUNCTIONS | {
    "program",
    "statement_block",
    "for_statement",
    "for_in_statement",
    "catch_clause",
    "switch_body",
    "class_static_block",
}
_OF_UNITS = frozenset({"program", "class_body"})
_NAMED_OUTSIDE = frozenset({"function_declaration", "generator_function_declaration", "class_declaration"})
_NAMED_INSIDE = frozenset({"function_expression", "generator_function", "class"})
_WHOLE = frozenset({"string", "regex", "comment", "number", "private_property_identifier"})
"""What is one token, whatever it is made of."""

_SHORTHAND = "shorthand_property_identifier"
_NAMES = frozenset({"identifier", _SHORTHAND, f"{_SHORTHAND}_pattern"})
_WHERE_BOUND = {
    "variable_declarator": ("name",),
    "arrow_function": ("parameter",),
    "catch_clause": ("parameter",),
}


@dataclass(slots=True)
class Token:
    """A word or sign of a script."""

    text: str
    follows: str
    """What stood before it: a line end, a blank, or nothing that may be added to."""

    name: str = ""
    """The name that it is, if it stands for a variable."""

    is_shorthand: bool = False
    """Whether it names a property, too: `{ size }`."""

    unit: int = 0
    """Which statement of the module, or member of a class, it stands in: others know nothing of the names in it."""

    wanted: str = ""
    """The path of the module that an `import('…')` here loads; the text is the whole of it."""


@dataclass(slots=True)
class Module:
    """A script of ours, read."""

    tokens: list[Token] = field(default_factory=list)
    """Without what it imports, and without the word `export`."""

    imports: dict[str, Import] = field(default_factory=dict)
    exports: list[str] = field(default_factory=list)
    at_top: set[str] = field(default_factory=set)
    """Names that the whole module sees, those it imports apart."""

    free: set[str] = field(default_factory=set)
    """Names that are declared nowhere around a place that says them: the browser's own."""


@lru_cache(maxsize=256)
def read(source: bytes) -> Module:
    """A script taken apart; one that is not written as ours are is refused."""
    tree = _parser().parse(source)
    if tree.root_node.has_error:
        raise BuildError("not a script that can be read")
    reader = _Reader(source)
    reader.visit(tree.root_node, [])
    reader.resolve()
    return reader.module


@cache
def _parser() -> Parser:
    import tree_sitter_javascript
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_javascript.language()))


class _Reader:
    """Walks over a script once."""

    def __init__(self, source: bytes) -> None:
        self.module = Module()
        self._source = source
        self._end = 0
        self._unit = 0
        self._is_glued = False
        self._said: list[tuple[str, list[set[str]]]] = []
        """Every name that is said, with the names declared around it, which may come later."""

    def visit(self, node: Node, scopes: list[set[str]]) -> None:
        """A node and all below it."""
        kind = node.type
        if kind == "import_statement":
            self._import(node)
        elif kind == "comment":
            pass
        elif kind == "template_string":
            self._template(node, scopes)
        elif kind == "call_expression" and node.children[0].type == "import":
            self._later(node)
        elif kind in _WHOLE or not node.children:
            self._token(node, scopes)
        else:
            self._below(node, scopes)

    def resolve(self) -> None:
        """Tell which names are none of the module's own."""
        for name, scopes in self._said:
            if name not in self.module.imports and not any(name in scope for scope in scopes):
                self.module.free.add(name)

    def _below(self, node: Node, scopes: list[set[str]]) -> None:
        kind = node.type
        outer = scopes
        if kind in _SCOPES:
            scopes = [*scopes, self.module.at_top if kind == "program" else set()]
        elif kind == "class":
            scopes = [*scopes, set()]
        for name in _declared(node):
            scopes[-1].add(self._text(name))
        if kind in _NAMED_OUTSIDE and (own := node.child_by_field_name("name")):
            outer[-1].add(self._text(own))
        for child in node.children:
            self._unit += kind in _OF_UNITS
            if child.type == "export":
                self._export(node)
            else:
                self.visit(child, scopes)

    def _export(self, node: Node) -> None:
        declared = node.child_by_field_name("declaration")
        if declared is None:
            raise BuildError(f"cannot be joined: {self._text(node)[:60]}")
        found = declared.child_by_field_name("name")
        names = [found] if found else [one for child in declared.children for one in _declared(child)]
        self.module.exports += map(self._text, names)

    def _import(self, node: Node) -> None:
        source = node.child_by_field_name("source")
        clause = next((one for one in node.children if one.type == "import_clause"), None)
        names = clause.children[0] if clause else None
        if source is None or names is None or names.type != "named_imports":
            raise BuildError(f"cannot be joined: {self._text(node)}")
        for one in names.children:
            if one.type == "import_specifier":
                name, alias = one.child_by_field_name("name"), one.child_by_field_name("alias")
                assert name is not None
                self.module.imports[self._text(alias or name)] = (self._text(source)[1:-1], self._text(name))

    def _later(self, node: Node) -> None:
        path = self._text(node).removeprefix("import(").removesuffix(")")
        if path[:1] not in "'\"" or path[:1] != path[-1:]:
            raise BuildError(f"cannot be joined: {self._text(node)}")
        self._add(node, Token(self._text(node), "", wanted=path[1:-1]))

    def _template(self, node: Node, scopes: list[set[str]]) -> None:
        """A text with values in it: what stands between these is left as it is."""
        at = node.start_byte
        is_first = True
        for child in [*node.children, None]:
            if child is not None and child.type != "template_substitution":
                continue
            until = child.start_byte if child else node.end_byte
            text = self._source[at:until].decode() + ("${" if child else "")
            token = Token(text, self._before(node.start_byte) if is_first else "")
            self.module.tokens.append(token)
            is_first = False
            if child:
                self._end, self._is_glued = child.start_byte, True
                for one in child.children[1:-1]:
                    self.visit(one, scopes)
                at = child.end_byte - 1
        self._end, self._is_glued = node.end_byte, False

    def _token(self, node: Node, scopes: list[set[str]]) -> None:
        text = self._text(node)
        if not text:
            return
        token = Token(text, "")
        if node.type in _NAMES:
            token.name, token.is_shorthand, token.unit = text, node.type != "identifier", self._unit
            self._said.append((text, scopes))
        self._add(node, token)

    def _add(self, node: Node, token: Token) -> None:
        token.follows = "" if self._is_glued else self._before(node.start_byte)
        self._is_glued = False
        self._end = node.end_byte
        self.module.tokens.append(token)

    def _before(self, start: int) -> str:
        return "\n" if b"\n" in self._source[self._end : start] else " "

    def _text(self, node: Node) -> str:
        return self._source[node.start_byte : node.end_byte].decode()


def _declared(node: Node) -> Iterator[Node]:
    """The names that a node declares in the scope that it is or stands in."""
    kind = node.type
    if kind in _NAMED_INSIDE and (name := node.child_by_field_name("name")):
        yield name
    for place in _WHERE_BOUND.get(kind, ()):
        if bound := node.child_by_field_name(place):
            yield from _bound(bound)
    if kind == "for_in_statement" and node.child_by_field_name("kind"):
        left = node.child_by_field_name("left")
        assert left is not None
        yield from _bound(left)
    if kind in _FUNCTIONS and (parameters := node.child_by_field_name("parameters")):
        for one in parameters.children:
            yield from _bound(one)


def _bound(pattern: Node) -> Iterator[Node]:
    """The names in a pattern: `{ size, other: [first = 1] }`."""
    if pattern.type in _NAMES:
        yield pattern
    elif pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        yield from _bound(pattern.children[0])
    elif pattern.type == "pair_pattern":
        yield from _bound(pattern.children[-1])
    else:
        for child in pattern.children:
            yield from _bound(child)
