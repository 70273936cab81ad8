"""What is in a script: its words and signs in order, the names that it declares, and what it takes from others?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import zip_longest
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

_SHORTHAND = "shorthand_property_identifier"
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
_AND_TIGHT = frozenset(
    {
        "identifier",
        "this",
        "member_expression",
        "subscript_expression",
        "call_expression",
        "unary_expression",
        "await_expression",
        "update_expression",
    }
)
"""What needs no brackets beside `&&`, nor a sign that parts it from the statement before."""

_STRENGTHS = {
    sign: strength
    for strength, signs in enumerate(
        ("||", "&&", "|", "^", "&", "== != === !==", "< > <= >=", "<< >> >>>", "+ -", "* / %"), 1
    )
    for sign in signs.split()
}
"""How strongly a sign holds together what stands beside it."""

_TAKEN_UP = frozenset({"member_expression", "call_expression", "subscript_expression"})
_HOLD_ANYTHING = frozenset(
    {"spread_element", "arguments", "array", "variable_declarator", "pair", "return_statement"}
)
_SHORTER = {"true": "!0", "false": "!1", "undefined": "void 0"}
_PURE = frozenset(
    {
        "arrow_function",
        "function_expression",
        "identifier",
        "number",
        "string",
        "regex",
        "true",
        "false",
        "null",
        "undefined",
        "property_identifier",
        "string_fragment",
        "escape_sequence",
        _SHORTHAND,
    }
)
_PURE_IF_PARTS_ARE = frozenset(
    {
        "array",
        "object",
        "pair",
        "spread_element",
        "arguments",
        "template_string",
        "template_substitution",
        "parenthesized_expression",
        "binary_expression",
        "unary_expression",
    }
)
_LITERALS = frozenset({"number", "string", "regex"})
_PURE_CALLS = frozenset({"entries", "join", "raw", "split", "trim"})
_PURE_CLASSES = frozenset({"Map", "RegExp", "Set", "WeakMap"})
_WHOLE = frozenset({"string", "regex", "comment", "number", "private_property_identifier"})
"""What is one token, whatever it is made of."""

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
class Part:
    """A statement of a module as a whole."""

    declares: tuple[str, ...]
    tokens: slice
    is_only_for_names: bool
    """Whether it does nothing but declare these names, so that nobody misses it who says none of them."""


@dataclass(slots=True)
class Module:
    """A script of ours, read."""

    tokens: list[Token] = field(default_factory=list)
    """Without what it imports, and without the word `export`."""

    imports: dict[str, Import] = field(default_factory=dict)
    exports: list[str] = field(default_factory=list)
    scopes: list[Scope] = field(default_factory=lambda: [Scope()])
    """The module as a whole, and the scopes in it, each after the one around it."""

    literals: dict[str, str] = field(default_factory=dict)
    """Names of numbers, texts and patterns, each with what it stands for."""

    constants: dict[str, str] = field(default_factory=dict)
    """Those of them that are written out wherever their name is said."""

    parts: list[Part] = field(default_factory=list)
    free: set[str] = field(default_factory=set)
    """Names that are declared nowhere around a place that says them: the browser's own."""


@lru_cache(maxsize=256)
def read(
    source: bytes, without: frozenset[str] = frozenset(), written_out: frozenset[str] = frozenset()
) -> Module:
    """A script taken apart, without what declares some names; one that is not written as ours are is refused."""
    tree = _parser().parse(source)
    if tree.root_node.has_error:
        raise BuildError("not a script that can be read")
    reader = _Reader(source, without, written_out)
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

    def __init__(self, source: bytes, without: frozenset[str], written_out: frozenset[str]) -> None:
        self.module = Module()
        self._without, self._written_out = without, written_out
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
            "new_expression": self._new,
            "parenthesized_expression": self._brackets,
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
        elif kind == "function_declaration" and _may_be_an_arrow(node):
            self._arrow(node, scopes)
        elif kind in _WHOLE or not node.children:
            self._token(node, scopes)
        else:
            self._below(node, scopes)

    def resolve(self) -> None:
        """Tell which names are none of the module's own."""
        held = self.module.scopes
        if self._without:
            said = {token.name for token, _ in self._said}
            self.module.imports = {name: one for name, one in self.module.imports.items() if name in said}
        for token, scopes in self._said:
            name = token.name
            token.home = next((one for one in reversed(scopes) if name in held[one].names), NOWHERE)
            if token.home == NOWHERE and name not in {**self.module.imports, **self.module.constants}:
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
        if kind == "program":
            self._whole(node.children, scopes)
            return
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

    def _whole(self, nodes: Sequence[Node], scopes: Scopes) -> None:
        """A module: functions first, which are there before anything is done, as long as all are called the same."""
        held = [
            one
            for one in nodes
            if one.type != "comment" and not self._without.issuperset(_names_of(one) or "?")
        ]
        held = [one for one in held if not self._is_written_out(one)]
        early = [one for one in held if _may_be_an_arrow(_declaration_in(one))]
        late = [one for one in held if one not in early]
        before: Node | None = None
        waiting = [*early, *late]
        for node, after in zip_longest(waiting, waiting[1:]):
            start = len(self.module.tokens)
            is_one = _is_declaration(node)
            self._is_more = is_one and before is not None and _is_declaration(before)
            self._is_followed = is_one and after is not None and _is_declaration(after)
            self._apart = "\n"
            self.visit(node, scopes)
            tokens = slice(start, len(self.module.tokens))
            self.module.parts.append(Part(_names_of(node), tokens, _is_only_for_names(node)))
            before = node

    def _is_written_out(self, node: Node) -> bool:
        """Whether a statement only names a number, text or pattern that is written out."""
        if (value := _literal_of(node)) is None:
            return False
        (name,) = _names_of(node)
        text = self._text(value)
        self.module.literals[name] = _short_number(text) if value.type == "number" else text
        if name not in self._written_out:
            return False
        self.module.constants[name] = self.module.literals[name]
        if node.type == "export_statement":
            self.module.exports.append(name)
        return True

    def _brackets(self, node: Node, scopes: Scopes) -> None:
        """Brackets are left out where what is in them is read as one without them."""
        if (inner := _within_brackets(node)) is None or not _is_bare(node, inner):
            self._below(node, scopes)
            return
        self._apart = self._apart or self._before(node.start_byte)
        self._end = inner.start_byte
        self.visit(inner, scopes)
        self._end = node.end_byte

    def _new(self, node: Node, scopes: Scopes) -> None:
        """What is given nothing needs no brackets."""
        given = node.child_by_field_name("arguments")
        around = node.parent
        is_bare = given is not None and not given.named_children
        is_apart = around is not None and around.type in (
            "member_expression",
            "call_expression",
            "subscript_expression",
        )
        for child in node.children:
            if child != given or not is_bare or is_apart:
                self.visit(child, scopes)

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
        name = node.child_by_field_name("name")
        if name:
            self._declare(name, scopes)
            self._sign("," if self._is_more else "let", node)
            self._apart = " "
            self.visit(name, scopes)
            self._sign("=")
            self._is_more = self._is_followed = False
        scopes = self._scope(scopes)
        for one in _declared(node):
            self._declare(one, scopes)
        for child in node.children:
            if child == name or child.type == "function":
                continue
            if child.type == "formal_parameters" and (only := _only_name(child)):
                self.visit(only, scopes)
            elif child.type == "statement_block":
                self._arrow_body(child, name is not None, scopes)
            else:
                self.visit(child, scopes)

    def _arrow_body(self, block: Node, is_first: bool, scopes: Scopes) -> None:
        if is_first:
            self._sign("=>")
        if not (choices := _whole_choice(block)):
            self._apart = " "
            self.visit(block, scopes)
            return
        is_object = self._text(choices[0][0] or choices[0][1]).startswith("{")
        if is_object:
            self._sign("(")
        self._apart = " "
        self._choose(choices, scopes)
        if is_object:
            self._sign(")")

    def _if(self, node: Node, scopes: Scopes) -> None:
        """A single statement needs no braces."""
        otherwise = node.child_by_field_name("alternative")
        body = node.child_by_field_name("consequence")
        condition = _within_brackets(node.child_by_field_name("condition"))
        done = _only_done(body)
        if not otherwise and _is_tight(condition, True) and _is_tight(done):
            assert condition is not None and done is not None
            self._apart = self._apart or self._before(node.start_byte)
            self.visit(condition, scopes)
            self._sign("&&")
            self.visit(done, scopes)
            self._apart = "\n"  # the next statement may stand on the same line
            return
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
        text = "let" if text == "const" else _SHORTER.get(node.type, text)
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


def _declaration_in(node: Node) -> Node | None:
    """What a statement declares, exported or not."""
    return node.child_by_field_name("declaration") if node.type == "export_statement" else node


def _is_declaration(node: Node) -> bool:
    """Whether a statement declares names that are known around it."""
    declared = _declaration_in(node)
    return declared is not None and (declared.type == "lexical_declaration" or _may_be_an_arrow(declared))


def _names_of(node: Node) -> tuple[str, ...]:
    """The names that a statement of a module declares."""
    declared = _declaration_in(node)
    if declared is None:
        return ()
    name = declared.child_by_field_name("name")
    if name and declared.type in _NAMED_OUTSIDE:
        return (name.text.decode(),) if name.text else ()
    if declared.type != "lexical_declaration":
        return ()
    return tuple(one.text.decode() for child in declared.children for one in _declared(child) if one.text)


def _literal_of(node: Node) -> Node | None:
    """The number, text or pattern that a statement only gives a name to."""
    declared = _declaration_in(node)
    if declared is None or declared.type != "lexical_declaration" or len(declared.named_children) != 1:
        return None
    if declared.children[0].type != "const":
        return None
    value = declared.named_children[0].child_by_field_name("value")
    return value if value is not None and value.type in _LITERALS else None


def _short_number(text: str) -> str:
    """A number as it is written with the fewest signs."""
    plain = text.replace("_", "")
    if not plain.isdigit():
        return plain.removeprefix("0") if plain.startswith("0.") else plain
    digits = plain.rstrip("0")
    return f"{digits}e{len(plain) - len(digits)}" if len(plain) - len(digits) > 2 else plain


def _may_be_an_arrow(node: Node | None) -> bool:
    """Whether a function of a module knows nothing of what it is called on."""
    if node is None or node.type != "function_declaration":
        return False
    around = node.parent
    is_of_module = around is not None and (
        around.type == "program" or (around.type == "export_statement" and around.parent is not None)
    )
    return is_of_module and not _says(node, {"this", "super", "new.target", "meta_property"})


_SAID_SO = (b"arguments", b"this", b"super", b"new.target", b"import.meta", b"static")


def _says(node: Node, kinds: Collection[str]) -> bool:
    if not any(word in (node.text or b"") for word in _SAID_SO):
        return False
    is_so = node.type in kinds or (node.type == "identifier" and node.text == b"arguments")
    return is_so or any(_says(child, kinds) for child in node.children)


def _is_only_for_names(node: Node) -> bool:
    """Whether a statement does nothing but declare names."""
    declared = _declaration_in(node)
    if declared is None:
        return False
    if declared.type == "class_declaration":
        return not _says(declared, {"static", "class_static_block"})
    if declared.type != "lexical_declaration":
        return declared.type in _NAMED_OUTSIDE
    values = [one.child_by_field_name("value") for one in declared.named_children if one.type != "comment"]
    return all(one is None or _is_pure(one) for one in values)


def _is_pure(node: Node) -> bool:
    """Whether something is only made, and nothing else done."""
    kind = node.type
    if kind in _PURE:
        return True
    if kind in _PURE_IF_PARTS_ARE:
        return all(_is_pure(child) for child in _said_in(node))
    given = node.child_by_field_name("arguments")
    if kind == "new_expression":
        made = node.child_by_field_name("constructor")
        return (
            made is not None
            and made.text is not None
            and made.text.decode() in _PURE_CLASSES
            and (given is None or _is_pure(given))
        )
    called = node.child_by_field_name("function") if kind == "call_expression" else None
    if called is None or called.type != "member_expression" or given is None or not _is_pure(given):
        return False
    on, what = called.child_by_field_name("object"), called.child_by_field_name("property")
    return on is not None and what is not None and (what.text or b"").decode() in _PURE_CALLS and _is_pure(on)


def _within_brackets(node: Node | None) -> Node | None:
    """What stands in brackets."""
    said = _said_in(node) if node else []
    return said[0] if len(said) == 1 else None


def _only_done(body: Node | None) -> Node | None:
    """The only thing that is done in a body, where it is something that has a value."""
    inside = _said_in(body) if body and body.type == "statement_block" else [body] if body else []
    if len(inside) != 1 or inside[0].type != "expression_statement":
        return None
    return inside[0].named_children[0]


def _is_bare(node: Node, inner: Node) -> bool:
    """Whether brackets around something change nothing."""
    around = node.parent
    if around is None or inner.type == "sequence_expression":
        return False
    if around.type == "binary_expression":
        strength, other = _STRENGTHS.get(_operator(around), 0), _STRENGTHS.get(_operator(inner), 0)
        return "??" not in (_operator(around), _operator(inner)) and 0 < strength < other
    if (inner.text or b"").startswith((b"{", b"function", b"class")):
        return False
    if around.type == "arrow_function":
        return around.child_by_field_name("body") == node
    return around.type in _HOLD_ANYTHING


def _operator(node: Node) -> str:
    sign = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    return (sign.text or b"").decode() if sign else ""


def _is_tight(node: Node | None, is_first: bool = False) -> bool:
    """Whether a part of `a && b` needs no brackets, nor a sign before it."""
    if node is None or not (
        node.type in _AND_TIGHT or (is_first and _operator(node) not in ("", "||", "??"))
    ):
        return False
    text = node.text or b"("
    return text[:1] not in b"([`/+-{" and not text.startswith((b"function", b"class"))


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
