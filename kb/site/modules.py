"""What is in a script: its words and signs in order, the names that it declares, and what it takes from others?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from kb.errors import BuildError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

Import = tuple[str, str]
"""The path of a module, as another one writes it, and a name that it exports."""

Choices: TypeAlias = "list[tuple[Node | None, Node]]"
"""Conditions, each with what is returned on it; the last has none."""

Scopes = tuple[int, ...]
"""The scopes around a place, the widest first."""

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
    "class",
    "statement_block",
    "for_statement",
    "for_in_statement",
    "catch_clause",
    "switch_body",
    "class_static_block",
}
_LISTS = frozenset({"program", "statement_block"})
_ENDS = frozenset({"]", "}", ")"})
_LOOSER_THAN_CHOICE = frozenset(
    {
        "arrow_function",
        "assignment_expression",
        "augmented_assignment_expression",
        "sequence_expression",
        "ternary_expression",
        "yield_expression",
    }
)
_SIMPLE = frozenset(
    {"expression_statement", "return_statement", "throw_statement", "continue_statement", "break_statement"}
)
_HEADED = frozenset({"if_statement", "for_statement", "for_in_statement", "while_statement"})
_WITH_HEADS = _FUNCTIONS | {"catch_clause"}
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


NOWHERE = -1
"""Where a name is declared that its module does not declare: imported, or the browser's own."""


@dataclass(slots=True)
class Scope:
    """A part of a script that declares names."""

    names: dict[str, None] = field(default_factory=dict)
    """What it declares, in order."""

    others: set[tuple[int, str]] = field(default_factory=set)
    """What is said in it that is declared elsewhere, each with the scope that does."""


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

    home: int = NOWHERE
    """The scope that declares it, among those of its module."""

    wanted: str = ""
    """The path of the module that an `import('…')` here loads; the text is the whole of it."""


@dataclass(slots=True)
class Module:
    """A script of ours, read."""

    tokens: list[Token] = field(default_factory=list)
    """Without what it imports, and without the word `export`."""

    imports: dict[str, Import] = field(default_factory=dict)
    exports: list[str] = field(default_factory=list)
    scopes: list[Scope] = field(default_factory=lambda: [Scope()])
    """The module as a whole, and the scopes in it, each after the one around it."""

    free: set[str] = field(default_factory=set)
    """Names that are declared nowhere around a place that says them: the browser's own."""


@lru_cache(maxsize=256)
def read(source: bytes) -> Module:
    """A script taken apart; one that is not written as ours are is refused."""
    tree = _parser().parse(source)
    if tree.root_node.has_error:
        raise BuildError("not a script that can be read")
    reader = _Reader(source)
    reader.visit(tree.root_node, (0,))
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
        self._is_glued = False
        self._is_more = self._is_followed = False
        """Whether names are declared right before these, and right after."""

        self._said: list[tuple[Token, Scopes]] = []
        """Every name that is said, with the scopes around it, which may declare it later."""

        self._apart = ""
        """What stands before the next token, where that is not as it was written."""

        self._ways: dict[str, Callable[[Node, Scopes], None]] = {
            "import_statement": lambda node, _: self._import(node),
            "template_string": self._template,
            "arrow_function": self._arrow,
            "if_statement": self._if,
            "lexical_declaration": self._declaration,
        }

    def visit(self, node: Node, scopes: Scopes) -> None:
        """A node and all below it."""
        kind = node.type
        if kind == "comment":
            pass
        elif own := self._ways.get(kind):
            own(node, scopes)
        elif kind == "call_expression" and node.children[0].type == "import":
            self._later(node)
        elif kind in _WHOLE or not node.children:
            self._token(node, scopes)
        else:
            self._below(node, scopes)

    def resolve(self) -> None:
        """Tell which names are none of the module's own."""
        held = self.module.scopes
        for token, scopes in self._said:
            name = token.name
            token.home = next((one for one in reversed(scopes) if name in held[one].names), NOWHERE)
            if token.home == NOWHERE and name not in self.module.imports:
                self.module.free.add(name)
            for one in reversed(scopes):
                if one == token.home:
                    break
                held[one].others.add((token.home, name))

    def _below(self, node: Node, scopes: Scopes) -> None:
        kind = node.type
        own = node.child_by_field_name("name") if kind in _NAMED_OUTSIDE else None
        outer = scopes
        if own:
            self._declare(own, outer)
        if kind in _SCOPES and not _is_body(node):
            scopes = self._scope(scopes)
        for name in _declared(node):
            self._declare(name, scopes)
        if kind in _LISTS:
            self._statements(node.children, scopes)
            return
        for child, after in zip(node.children, [*node.children[1:], None], strict=True):
            if child.type == "export":
                self._export(node)
            elif child.type == "," and after is not None and after.type in _ENDS:
                continue  # after the last one of a list
            else:
                self.visit(child, outer if child == own else scopes)

    def _statements(self, nodes: Iterable[Node], scopes: Scopes) -> None:
        """What is done one after another: names declared at once, and one return of what several conditions give."""
        before: Node | None = None
        waiting = [node for node in nodes if node.type != "comment"]
        while waiting:
            if len(choices := _choices(waiting)) > 1:
                self._sign("return", waiting[0])
                self._apart = " "
                self._choose(choices, scopes)
                before = waiting[len(choices) - 1]
                del waiting[: len(choices)]
                continue
            node = waiting.pop(0)
            if _is_declaration(node):
                self._is_more = before is not None and _is_declaration(before)
                self._is_followed = bool(waiting) and _is_declaration(waiting[0])
            self.visit(node, scopes)
            before = node

    def _declaration(self, node: Node, scopes: Scopes) -> None:
        """Every name may as well be given anew; more of them follow a comma."""
        kind, *others = node.children
        self._add(kind, Token("," if self._is_more else "let", ""))
        is_followed, self._is_more, self._is_followed = self._is_followed, False, False
        for child in others:
            if child.type != ";" or not is_followed:
                self.visit(child, scopes)

    def _choose(self, choices: Choices, scopes: Scopes) -> None:
        """`a ? b : c` of `if (a) return b` and `return c` after it."""
        for condition, value in choices:
            if condition:
                self._within(condition, condition.type in _LOOSER_THAN_CHOICE, scopes)
                self._sign("?")
            self._within(value, value.type == "sequence_expression", scopes)
            if condition:
                self._sign(":")

    def _within(self, node: Node, is_bracketed: bool, scopes: Scopes) -> None:
        if is_bracketed:
            self._sign("(")
        self.visit(node, scopes)
        if is_bracketed:
            self._sign(")")

    def _arrow(self, node: Node, scopes: Scopes) -> None:
        """One name needs no brackets before an arrow, what is only returned no braces after it."""
        scopes = self._scope(scopes)
        for name in _declared(node):
            self._declare(name, scopes)
        for child in node.children:
            if child.type == "formal_parameters" and (only := _only_name(child)):
                self.visit(only, scopes)
            elif child.type == "statement_block" and (choices := _whole_choice(child)):
                is_object = self._text(choices[0][0] or choices[0][1]).startswith("{")
                if is_object:
                    self._sign("(")
                self._apart = " "
                self._choose(choices, scopes)
                if is_object:
                    self._sign(")")
            else:
                self.visit(child, scopes)

    def _if(self, node: Node, scopes: Scopes) -> None:
        """A single statement needs no braces."""
        otherwise = node.child_by_field_name("alternative")
        body = node.child_by_field_name("consequence")
        for child in node.children:
            if child == body:
                self._body(child, otherwise is not None, scopes)
            elif child == otherwise:
                word, *_, last = child.children
                self._apart = " " if self.module.tokens[-1].text == "}" else "\n"
                self._add(word, Token("else", ""))
                self._apart = " "
                self._body(last, False, scopes)
            else:
                self.visit(child, scopes)

    def _body(self, node: Node, is_before_else: bool, scopes: Scopes) -> None:
        """What is done on a condition."""
        inside = _said_in(node) if node.type == "statement_block" else [node]
        self._apart = " "
        if len(choices := _choices(inside)) > 1 and len(choices) == len(inside):
            self._statements(inside, scopes)
        elif len(inside) == 1 and inside[0].type in (_SIMPLE if is_before_else else _SIMPLE | _HEADED):
            self.visit(inside[0], scopes)
        else:
            self._apart = ""
            self.visit(node, scopes)

    def _sign(self, text: str, instead: Node | None = None) -> None:
        """A sign that was not written; it may stand where something else began."""
        follows = self._before(instead.start_byte) if instead else " "
        self.module.tokens.append(Token(text, self._apart or follows))
        self._apart = ""

    def _scope(self, around: Scopes) -> Scopes:
        self.module.scopes.append(Scope())
        return (*around, len(self.module.scopes) - 1)

    def _declare(self, name: Node, scopes: Scopes) -> None:
        self.module.scopes[scopes[-1]].names[self._text(name)] = None

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

    def _template(self, node: Node, scopes: Scopes) -> None:
        """A text with values in it: what stands between these is left as it is."""
        at = node.start_byte
        is_first = True
        for child in [*node.children, None]:
            if child is not None and child.type != "template_substitution":
                continue
            until = child.start_byte if child else node.end_byte
            text = self._source[at:until].decode() + ("${" if child else "")
            token = Token(text, (self._apart or self._before(node.start_byte)) if is_first else "")
            self.module.tokens.append(token)
            is_first, self._apart = False, ""
            if child:
                self._end, self._is_glued = child.start_byte, True
                for one in child.children[1:-1]:
                    self.visit(one, scopes)
                at = child.end_byte - 1
        self._end, self._is_glued = node.end_byte, False

    def _token(self, node: Node, scopes: Scopes) -> None:
        text = self._text(node)
        if not text:
            return
        token = Token(text, "")
        if node.type in _NAMES:
            token.name, token.is_shorthand = text, node.type != "identifier"
            self._said.append((token, scopes))
        self._add(node, token)

    def _add(self, node: Node, token: Token) -> None:
        token.follows = "" if self._is_glued else self._apart or self._before(node.start_byte)
        self._is_glued, self._apart = False, ""
        self._end = node.end_byte
        self.module.tokens.append(token)

    def _before(self, start: int) -> str:
        return "\n" if b"\n" in self._source[self._end : start] else " "

    def _text(self, node: Node) -> str:
        return self._source[node.start_byte : node.end_byte].decode()


def _is_declaration(node: Node) -> bool:
    """Whether a statement declares names that are known around it."""
    declared = node.child_by_field_name("declaration") if node.type == "export_statement" else node
    return declared is not None and declared.type == "lexical_declaration"


def _choices(statements: Sequence[Node]) -> Choices:
    """What the first statements return, all together, each on a condition but the last."""
    found: Choices = []
    for node in statements:
        condition: Node | None = None
        done: Node | None = node
        if node.type == "if_statement" and not node.child_by_field_name("alternative"):
            condition, done = (node.child_by_field_name(part) for part in ("condition", "consequence"))
            inside = _said_in(done) if done and done.type == "statement_block" else []
            done = inside[0] if len(inside) == 1 else None if inside else done
        value = _said_in(done) if done and done.type == "return_statement" else []
        if not value:
            return []
        found.append((condition.named_children[0] if condition else None, value[0]))
        if not condition:
            return found
    return []


def _whole_choice(block: Node) -> Choices:
    """What a body returns that does nothing else."""
    inside = _said_in(block)
    choices = _choices(inside)
    return choices if len(choices) == len(inside) else []


def _said_in(node: Node) -> list[Node]:
    """What a node holds, remarks apart."""
    return [one for one in node.named_children if one.type != "comment"]


def _only_name(parameters: Node) -> Node | None:
    """The only parameter, if it is a name and no more."""
    said = _said_in(parameters)
    return said[0] if len(said) == 1 and said[0].type == "identifier" else None


def _is_body(node: Node) -> bool:
    """Whether a block declares its names beside those in the head that it follows: no name may be in both."""
    around = node.parent
    return node.type == "statement_block" and around is not None and around.type in _WITH_HEADS


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
