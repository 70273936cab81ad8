"""How does a module of ours read as a script? The Python that links and judges posts, said again for a browser.

Only what such modules use is known: functions, dataclasses, comprehensions, methods of texts and of collections;
whatever else is met is an error that names the line. What Python brings along is in `site_templates/js/python.js`.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kb import shipped
from kb.errors import BuildError
from kb.link.patterns import in_browsers

FROM_PYTHON = tuple(
    f"{package}/{name}"
    for package, names in (
        (
            "cite",
            "attributing comparing deciding evidence finders judging likely linking meaning mending naming",
        ),
        ("cite", "parts quotations shield verifying"),
        ("link", "everyday inflect number_lists stretches tokens"),
    )
    for name in names.split()
)
"""The modules that are said as scripts, by where they are below `kb/` and below the scripts of the site."""

_BY_HAND = {
    "kb.analyse": "analyse*",
    "kb.cite.keywords": "cite/keywords",
    "kb.cite.places": "cite/places",
    "kb.cite.saying": "words",
    "kb.link.names": "link/names*",
    "kb.link.patterns": "link/patterns",
    "kb.refs.numbers": "link/numbers*",
}
"""Scripts that were written as such, by the module that they stand for; `*` where names are as scripts have them."""

_BUILTINS_AS_TEXT = """
abs all any bool dict enumerate filter float frozenset getattr int iter len list map max min next ord range reversed set
sorted str sum tuple zip
"""
_BUILTINS = frozenset(_BUILTINS_AS_TEXT.split())
_LIBRARY = {
    "bisect": ("bisect_left", "bisect_right"),
    "collections": ("Counter", "defaultdict", "deque"),
    "dataclasses": ("replace",),
    "difflib": ("SequenceMatcher",),
    "itertools": ("pairwise",),
}
_MODULES = frozenset(("heapq", "html"))
_CONSTANTS = {("string", name): getattr(string, name) for name in ("ascii_letters", "ascii_lowercase")}
_METHODS_AS_TEXT = """
add append count endswith find get index intersection isalnum isalpha isdecimal isdigit isdisjoint islower
isspace isupper items join keys ljust lower lstrip most_common partition pop popleft removesuffix replace
rfind rpartition rstrip sort split splitlines startswith strip union update upper values zfill
"""
_METHODS = frozenset(_METHODS_AS_TEXT.split())
"""Of Python's own values: a browser's have other ones, or none."""

_UNSAID = frozenset(name for of in (str, dict, list, set) for name in dir(of)) - _METHODS
"""The others that such values have, which no script knows."""

_HANDED_ON = frozenset(("match", "search", "fullmatch", "numbered", "named", "get"))
"""Methods of what is written as a script that are given to functions."""

_WITH_OPTIONS = frozenset(("sorted", "max", "min", "bisect_left", "bisect_right"))
_WITHOUT_MEANING = frozenset(("strict", "autojunk"))
"""Options that say to Python what scripts do anyway."""

_WORDS_OF_SCRIPTS_AS_TEXT = """
arguments await case catch const debugger default delete do enum eval export extends function instanceof interface let
new null package private protected public static super switch this throw typeof undefined var void with
"""
_WORDS_OF_SCRIPTS = frozenset(_WORDS_OF_SCRIPTS_AS_TEXT.split())
_TYPES = frozenset(("Callable", "TypeVar", "tuple", "dict", "list"))
_SIGNS = {
    ast.Lt: ("<", "$lt"),
    ast.LtE: ("<=", "$le"),
    ast.Gt: (">", "$gt"),
    ast.GtE: (">=", "$ge"),
    ast.Eq: ("===", "$eq"),
    ast.Add: ("+", "$add"),
    ast.Sub: ("-", "$sub"),
    ast.Mult: ("", "$mul"),
    ast.Div: ("/", "$div"),
    ast.FloorDiv: ("", "$floor"),
    ast.Pow: ("**", ""),
    ast.BitOr: ("", "$both"),
    ast.BitAnd: ("", "$shared"),
}
"""How a script says what is done with two values: where one is a number or text that stands there, and else."""

Params = list[tuple[str, "ast.expr | None"]]
"""The names of what a function takes, each with what it is where it is not told."""


@dataclass(slots=True)
class Known:
    """What all modules declare that become scripts: a call that names what it gives needs their order."""

    functions: dict[tuple[str, str], Params] = field(default_factory=dict)
    """By module and name; a class by what makes one of it."""

    methods: dict[str, Params] = field(default_factory=dict)
    classes: set[str] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    conditions: set[str] = field(default_factory=set)
    """Functions and methods that give true or false."""

    def learn(self, module: str, tree: ast.Module) -> None:
        """Note what a module declares."""
        for one in tree.body:
            if isinstance(one, ast.FunctionDef):
                self.functions[module, one.name] = _params(one)
                self._gives(one)
            elif isinstance(one, ast.ClassDef):
                self.classes.add(one.name)
                self.functions[module, one.name] = _fields(one)
                self.fields |= {name for name, _ in _fields(one)}
                for method in _functions(one):
                    self._method(module, one.name, method)

    def _method(self, module: str, of: str, method: ast.FunctionDef) -> None:
        if method.name == "__init__":
            self.functions[module, of] = _params(method)[1:]
        elif "property" in _decorators(method):
            self.fields.add(method.name)
        else:
            self.methods[method.name] = _params(method)[1:]
            self._gives(method)

    def _gives(self, function: ast.FunctionDef) -> None:
        if isinstance(function.returns, ast.Name) and function.returns.id == "bool":
            self.conditions.add(function.name)


def _functions(of: ast.ClassDef) -> list[ast.FunctionDef]:
    return [one for one in of.body if isinstance(one, ast.FunctionDef)]


def _fields(of: ast.ClassDef) -> Params:
    """What a dataclass or named tuple is made of."""
    told = (one for one in of.body if isinstance(one, ast.AnnAssign))
    return [(one.target.id, one.value) for one in told if isinstance(one.target, ast.Name)]


def _params(function: ast.FunctionDef) -> Params:
    told = function.args
    defaults = [None] * (len(told.args) - len(told.defaults)) + [*told.defaults, *told.kw_defaults]
    return [(one.arg, default) for one, default in zip([*told.args, *told.kwonlyargs], defaults, strict=True)]


def _decorators(function: ast.FunctionDef) -> set[str]:
    told = (one.func if isinstance(one, ast.Call) else one for one in function.decorator_list)
    return {one.id for one in told if isinstance(one, ast.Name)}


class Translator:
    """Says one module as a script."""

    def __init__(self, module: str, tree: ast.Module, known: Known, homes: Mapping[str, str]) -> None:
        """`homes` are the scripts of other modules as an import here names them, marked as in `_BY_HAND`."""
        self._module, self._tree, self._known, self._homes = module, tree, known, homes
        self._modules: set[str] = set()
        self._imported: dict[str, tuple[str, str]] = {}
        """Names taken from other modules: of which, and what it calls them."""
        for one in ast.walk(tree):
            if isinstance(one, ast.Import):
                self._modules |= {name.name for name in one.names}
            elif isinstance(one, ast.ImportFrom) and one.module:
                self._imported |= {name.asname or name.name: (one.module, name.name) for name in one.names}
        self._used: dict[str, None] = {}
        """What is taken from elsewhere and said."""
        self._around: list[set[str]] = [_declared(tree.body)]
        """The names that are declared in the module and in what is around a place, the widest first."""

    def script(self) -> str:
        """The whole script."""
        body = [text for one in self._tree.body if (text := self._top(one))]
        return "\n".join([*self._imports(), *body]) + "\n"

    def _imports(self) -> Iterator[str]:
        by_home: dict[str, list[str]] = {}
        for name in self._used:
            module, own = self._imported.get(name, ("python", name))
            if own == "$Pattern":
                module, own, name = "kb.link.patterns", "Pattern", own
            home = self._homes.get(module)
            if home is None:
                raise BuildError(f"{self._module}: {module} has no script, of which {own} is taken")
            own = _camel(own) if home.endswith("*") else own
            by_home.setdefault(home.rstrip("*"), []).append(own if own == name else f"{own} as {name}")
        for home, names in sorted(by_home.items()):
            yield f"import {{ {', '.join(sorted(names))} }} from '{home}.js'"

    def _use(self, name: str) -> str:
        self._used[name] = None
        return name

    def _helped(self, helper: str, *args: str) -> str:
        return f"{self._use(helper)}({', '.join(filter(None, args))})"

    def _unknown(self, node: ast.AST, what: str = "") -> BuildError:
        line = getattr(node, "lineno", 0)
        return BuildError(
            f"{self._module}, line {line}: {what or type(node).__name__} cannot be said as a script"
        )

    # Statements

    def _top(self, one: ast.stmt) -> str:
        match one:
            case ast.ClassDef() if any(
                isinstance(base, ast.Name) and base.id == "Protocol" for base in one.bases
            ):
                return ""
            case ast.ClassDef():
                return f"export {self._class(one)}"
            case ast.FunctionDef():
                return f"export {self._function(one)}"
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                return ""
            case (
                ast.Assign(targets=[target], value=value)
                | ast.AnnAssign(target=target, value=ast.expr() as value)
            ):
                if _says_a_type(value) or (isinstance(target, ast.Name) and target.id == "__all__"):
                    return ""
                return f"export const {self._target(target)} = {self._say(value)}"
        raise self._unknown(one)

    def _class(self, of: ast.ClassDef) -> str:
        parts = []
        made = _fields(of)
        if not any(one.name == "__init__" for one in _functions(of)):
            own = " ".join(f"this.{name} = {_safe(name)};" for name, _ in made)
            parts.append(f"constructor({self._taken(made)}) {{ {own} }}")
        if any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in of.bases):
            each = " ".join(f"yield this.{name};" for name, _ in made)
            parts.append(f"* [Symbol.iterator]() {{ {each} }}")
        parts += map(self._method, _functions(of))
        return f"class {of.name} {{\n" + "\n".join(parts) + "\n}"

    def _method(self, of: ast.FunctionDef) -> str:
        names, body = self._body(of, _params(of)[1:])
        body = f"const self = this;\n{body}"
        kinds = _decorators(of)
        if kinds - {"property"}:
            raise self._unknown(of)
        if kinds and _yields(of):
            body = f"const self = this;\nreturn (function* () {{\n{body.partition(chr(10))[2]}\n}})()"
        star = "* " if _yields(of) and not kinds else ""
        name = "constructor" if of.name == "__init__" else of.name
        return f"{'get ' if kinds else star}{name}({names}) {{\n{body}\n}}"

    def _function(self, of: ast.FunctionDef) -> str:
        names, body = self._body(of, _params(of))
        star = "*" if _yields(of) else ""
        if _decorators(of) & {"cache", "lru_cache"}:
            made = self._helped("$memo", f"function{star} ({names}) {{\n{body}\n}}")
            return f"const {_safe(of.name)} = {made}"
        return f"function{star} {_safe(of.name)}({names}) {{\n{body}\n}}"

    def _body(self, of: ast.FunctionDef, params: Params) -> tuple[str, str]:
        """What a function takes, and what it does."""
        taken = {one.arg for one in (*of.args.args, *of.args.kwonlyargs)}
        own = _declared(of.body)
        inner = {one.name for one in of.body if isinstance(one, ast.FunctionDef)}
        with self._hiding(taken | own):
            names, body = self._taken(params), self._block(of.body)
        first = ", ".join(map(_safe, sorted(own - taken - inner)))
        return names, (f"let {first};\n" if first else "") + body

    def _taken(self, params: Params) -> str:
        return ", ".join(
            _safe(name) if default is None else f"{_safe(name)} = {self._say(default)}"
            for name, default in params
        )

    def _block(self, body: Iterable[ast.stmt]) -> str:
        return "\n".join(text for one in body if (text := self._statement(one)))

    def _statement(self, one: ast.stmt) -> str:
        match one:
            case ast.Expr(value=ast.Constant()) | ast.ImportFrom() | ast.AnnAssign(value=None):
                return ""
            case ast.Expr(value=value):
                return f"{self._say(value)};"
            case ast.Return(value=value):
                return f"return {self._say(value) if value else 'null'};"
            case (
                ast.Assign(targets=[target], value=value)
                | ast.AnnAssign(target=target, value=ast.expr() as value)
            ):
                return f"{self._assigned(target, self._say(value))};"
            case ast.Assign(targets=targets, value=value):
                return f"{' = '.join(map(self._target, targets))} = {self._say(value)};"
            case ast.AugAssign(target=target, op=op, value=value):
                read = ast.parse(ast.unparse(target), mode="eval").body
                if isinstance(
                    op, (ast.Add, ast.BitOr)
                ):  # lists and sets grow where they are, or a long post takes quadratic time
                    return f"{self._assigned(target, self._helped('$grown', self._say(read), self._say(value)))};"
                whole = ast.BinOp(left=read, op=op, right=value, lineno=one.lineno)
                return f"{self._assigned(target, self._say(whole))};"
            case ast.If(test=test, body=body, orelse=orelse):
                other = f" else {{\n{self._block(orelse)}\n}}" if orelse else ""
                return f"if ({self._test(test)}) {{\n{self._block(body)}\n}}{other}"
            case ast.While(test=test, body=body, orelse=[]):
                return f"while ({self._test(test)}) {{\n{self._block(body)}\n}}"
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                return f"for ({self._target(target)} of {self._over(over)}) {{\n{self._block(body)}\n}}"
            case ast.Continue() | ast.Break():
                return f"{type(one).__name__.lower()};"
            case ast.FunctionDef():
                return self._function(one)
        raise self._unknown(one)

    def _assigned(self, target: ast.expr, value: str) -> str:
        match target:
            case ast.Subscript(value=whole, slice=place):
                return self._helped("$put", self._say(whole), self._say(place), value)
        return f"{self._target(target)} = {value}"

    def _target(self, target: ast.expr) -> str:
        match target:
            case ast.Name(id=name):
                return _safe(name)
            case ast.Tuple(elts=parts):
                each = (
                    "" if isinstance(one, ast.Name) and one.id == "_" else self._target(one) for one in parts
                )
                return f"[{', '.join(each)}]"
            case ast.Starred(value=value):
                return f"...{self._target(value)}"
            case ast.Attribute(value=value, attr=attr):
                return f"{self._say(value)}.{attr}"
        raise self._unknown(target)

    # Expressions

    def _test(self, node: ast.expr) -> str:
        """A condition: what Python takes for true."""
        match node:
            case ast.BoolOp(op=op, values=values):
                joint = " && " if isinstance(op, ast.And) else " || "
                return f"({joint.join(map(self._test, values))})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self._test(operand)}"
            case ast.Call(func=ast.Name(id="bool"), args=[value]):
                return self._test(value)
        return self._say(node) if self._is_condition(node) else self._helped("$t", self._say(node))

    def _is_condition(self, node: ast.expr) -> bool:
        """Whether a value is surely true or false."""
        match node:
            case ast.Compare():
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in ("any", "all") or name in self._known.conditions
            case ast.Call(func=ast.Attribute(attr=attr)):
                return attr in self._known.conditions or attr.startswith(("is", "ends", "starts"))
        return False

    def _say(self, node: ast.expr) -> str:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self._unknown(node)
        said: str = method(node)
        return said

    def _constant(self, node: ast.Constant) -> str:
        if not isinstance(node.value, (str, int, float, bool, type(None))):
            raise self._unknown(node)
        return json.dumps(node.value)

    def _name(self, node: ast.Name) -> str:
        name = node.id
        if self._is_declared(name) or name == "self":
            return _safe(name)
        if name not in self._imported:
            if name not in _BUILTINS:
                raise self._unknown(node, name)
            return self._use(f"${name}")
        module, own = self._imported[name]
        if (module, own) in _CONSTANTS:
            return json.dumps(_CONSTANTS[module, own])
        return self._use(f"${own}" if own in _LIBRARY.get(module, ()) else name)

    def _is_declared(self, name: str) -> bool:
        return any(name in names for names in self._around)

    @contextmanager
    def _hiding(self, names: set[str]) -> Iterator[None]:
        self._around.append(names)
        yield
        self._around.pop()

    def _attribute(self, node: ast.Attribute) -> str:
        match node.value:
            case ast.Name(id="str" | "set" | "dict" as name) if not self._is_declared(
                name
            ):  # str.isalpha, as a function
                return f"((one, ...more) => {self._helped('$call', 'one', repr(node.attr), '...more')})"
            case ast.Name(id=name) if name in self._modules and not self._is_declared(name):
                return f"{self._use(f'${name}')}.{node.attr}"
        said = self._say(node.value)
        is_function = node.attr in _HANDED_ON or node.attr in self._known.methods
        if is_function and node.attr not in self._known.fields:
            return self._helped("$bound", said, repr(node.attr))
        return f"{said}.{node.attr}"

    def _own_name(self, name: str) -> str:
        """What of Python's own is called so, if it is; empty for what modules declare or take from each other."""
        module, own = self._imported.get(name, ("", name))
        is_own = own in _LIBRARY.get(module, ()) if module else name in _BUILTINS
        return own if is_own and not self._is_declared(name) else ""

    def _call(self, node: ast.Call) -> str:
        match node.func:
            case ast.Name(id=name) if own := self._own_name(name):
                return self._builtin(own, node)
            case ast.Name(id=name):
                return self._own_call(name, node)
            case ast.Attribute(value=ast.Name(id="re"), attr="compile"):
                return self._pattern(node.args[0])
            case ast.Attribute(value=ast.Name(id="re"), attr="escape"):
                return f"{self._use('$re')}.escape({self._args(node.args)})"
            case ast.Attribute(value=ast.Name(id="re"), attr=attr):
                return f"{self._pattern(node.args[0])}.{attr}({self._args(node.args[1:])})"
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in self._modules & _MODULES:
                return f"{self._use(f'${name}')}.{attr}({self._args(node.args)})"
            case ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"):
                return self._helped("$fromkeys", self._args(node.args))
            case ast.Attribute(value=ast.Name(id="set"), attr=attr):
                return self._helped("$call_all", repr(attr), self._args(node.args))
            case ast.Attribute(value=value, attr="_replace"):
                return self._helped("$replace", self._say(value), self._options(node.keywords))
            case ast.Attribute(value=value, attr=attr) if attr in _METHODS:
                return self._helped(
                    "$call", self._say(value), repr(attr), self._args(node.args, node.keywords)
                )
            case ast.Attribute(attr=attr) if attr in _UNSAID and attr not in self._known.methods:
                raise self._unknown(node, attr)
            case ast.Attribute(value=value, attr=attr):
                args = self._args(node.args, node.keywords, self._known.methods.get(attr))
                return f"{self._say(value)}.{attr}({args})"
        return f"({self._say(node.func)})({self._args(node.args)})"

    def _own_call(self, name: str, node: ast.Call) -> str:
        is_near = any(name in names for names in self._around[1:])
        module, own = self._imported.get(name, (self._module, name))
        params = None if is_near else self._known.functions.get((module, own))
        new = "new " if own in self._known.classes and not is_near else ""
        if params is None and node.keywords:
            raise self._unknown(node, f"what {name} takes")
        return f"{new}{self._say(node.func)}({self._args(node.args, node.keywords, params)})"

    def _args(
        self, args: Sequence[ast.expr], named: Sequence[ast.keyword] = (), params: Params | None = None
    ) -> str:
        said = [self._say(one) for one in args]
        told = {one.arg: self._say(one.value) for one in named}
        order = [name for name, _ in params[len(said) :]] if params and told else [*told]
        said += [told.pop(name, "undefined") for name in order]
        if told:
            raise self._unknown(named[0].value, f"{[*told]}, which nothing takes,")
        while said and said[-1] == "undefined":
            said.pop()
        return ", ".join(said)

    def _options(self, named: Iterable[ast.keyword]) -> str:
        told = (f"{one.arg}: {self._say(one.value)}" for one in named if one.arg not in _WITHOUT_MEANING)
        options = ", ".join(told)
        return f"{{ {options} }}" if options else ""

    def _builtin(self, name: str, node: ast.Call) -> str:
        args = node.args
        match name:
            case "bool":
                return (
                    self._say(args[0])
                    if self._is_condition(args[0])
                    else self._helped("$t", self._say(args[0]))
                )
            case "replace":
                return self._helped("$replace", self._say(args[0]), self._options(node.keywords))
            case "SequenceMatcher":
                return self._helped("$SequenceMatcher", self._args(args[1:]))
            case "max" | "min":
                is_one = len(args) == 1 and not isinstance(args[0], ast.Starred)
                whole = self._say(args[0]) if is_one else f"[{self._args(args)}]"
                return self._helped(f"${name}", whole, self._options(node.keywords))
            case "getattr" if len(args) == 2:
                return f"{self._say(args[0])}[{self._say(args[1])}]"
        options = self._options(node.keywords)
        if options and name not in _WITH_OPTIONS:
            raise self._unknown(node, f"{name} with {options}")
        if name.startswith("bisect") and len(args) != 2:
            raise self._unknown(node, f"{name} of a part")
        return self._helped(f"${name}", self._args(args), options)

    def _pattern(self, node: ast.expr) -> str:
        """A pattern that is written in the module, as a browser writes it."""
        if isinstance(node, ast.Constant):
            source, flags = in_browsers(str(node.value))
            return f"new {self._use('$Pattern')}({json.dumps(source)}, {json.dumps(flags)})"
        if not isinstance(node, ast.JoinedStr):
            raise self._unknown(node)
        parts = (
            self._say(one.value)
            if isinstance(one, ast.FormattedValue)
            else json.dumps(in_browsers(ast.literal_eval(one))[0])
            for one in node.values
        )
        return self._helped("$pattern", " + ".join(parts))

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        parts = []
        for one in node.values:
            if isinstance(one, ast.FormattedValue):
                if one.format_spec:
                    raise self._unknown(node)
                said = self._say(one.value)
                parts.append(f"${{{self._helped('$repr', said) if one.conversion == ord('r') else said}}}")
            else:
                parts.append(re.sub(r"[`\\]|\$(?=\{)", r"\\\g<0>", ast.literal_eval(one)))
        return f"`{''.join(parts)}`"

    def _tuple(self, node: ast.Tuple | ast.List) -> str:
        return f"[{', '.join(map(self._say, node.elts))}]"

    _list = _tuple

    def _starred(self, node: ast.Starred) -> str:
        return f"...{self._over(node.value)}"

    def _set(self, node: ast.Set) -> str:
        return self._helped("$set", f"[{', '.join(map(self._say, node.elts))}]")

    def _dict(self, node: ast.Dict) -> str:
        pairs = (
            f"[{self._say(key)}, {self._say(value)}]" if key else f"...{self._say(value)}"
            for key, value in zip(node.keys, node.values, strict=True)
        )
        return self._helped("$dict", f"[{', '.join(pairs)}]")

    def _over(self, node: ast.expr) -> str:
        """What is gone through one by one: of a dictionary its keys."""
        return self._helped("$it", self._say(node))

    def _generated(self, loops: Sequence[ast.comprehension], *each: ast.expr) -> str:
        """What a comprehension yields, one after the other."""
        with self._hiding(_declared(one.target for one in loops)):
            head = ""
            for one in loops:
                tests = "".join(f"if ({self._test(test)}) " for test in one.ifs)
                head += f"for (const {self._target(one.target)} of {self._over(one.iter)}) {tests}"
            said = ", ".join(map(self._say, each))
        return f"(function* () {{ {head}yield {said if len(each) == 1 else f'[{said}]'} }})()"

    def _generatorexp(self, node: ast.GeneratorExp) -> str:
        return self._generated(node.generators, node.elt)

    def _listcomp(self, node: ast.ListComp) -> str:
        return f"[...{self._generated(node.generators, node.elt)}]"

    def _setcomp(self, node: ast.SetComp) -> str:
        return self._helped("$set", self._generated(node.generators, node.elt))

    def _dictcomp(self, node: ast.DictComp) -> str:
        return self._helped("$dict", self._generated(node.generators, node.key, node.value))

    def _lambda(self, node: ast.Lambda) -> str:
        names = [one.arg for one in node.args.args]
        with self._hiding(set(names)):
            body = self._say(node.body)
        return f"(({', '.join(map(_safe, names))}) => {body})"

    def _namedexpr(self, node: ast.NamedExpr) -> str:
        return f"({_safe(node.target.id)} = {self._say(node.value)})"

    def _yield(self, node: ast.Yield) -> str:
        return f"yield {self._say(node.value) if node.value else 'null'}"

    def _yieldfrom(self, node: ast.YieldFrom) -> str:
        return f"yield* {self._over(node.value)}"

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self._test(node.test)} ? {self._say(node.body)} : {self._say(node.orelse)})"

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return self._test(node)
        if isinstance(node.op, ast.USub):
            return f"-{self._say(node.operand)}"
        raise self._unknown(node)

    def _boolop(self, node: ast.BoolOp) -> str:
        helper = "$and" if isinstance(node.op, ast.And) else "$or"
        *firsts, last = node.values
        said = self._say(last)
        for one in reversed(firsts):
            said = self._helped(helper, self._say(one), f"() => {said}")
        return said

    def _compare(self, node: ast.Compare) -> str:
        pairs = zip([node.left, *node.comparators], node.ops, node.comparators, strict=False)
        return f"({' && '.join(self._compared(left, op, right) for left, op, right in pairs)})"

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        match op:
            case ast.NotEq():
                return f"!({self._compared(left, ast.Eq(), right)})"
            case ast.IsNot():
                return f"!({self._compared(left, ast.Is(), right)})"
            case ast.NotIn():
                return f"!{self._compared(left, ast.In(), right)}"
            case ast.Is():
                is_none = isinstance(right, ast.Constant) and right.value is None
                return f"{self._say(left)} {'==' if is_none else '==='} {self._say(right)}"
            case ast.In():
                return self._helped("$has", self._say(right), self._say(left))
        return self._between(op, left, right)

    def _binop(self, node: ast.BinOp) -> str:
        return f"({self._between(node.op, node.left, node.right)})"

    def _between(self, op: ast.operator | ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        sign, helper = _SIGNS.get(type(op), ("", ""))
        one, other = self._say(left), self._say(right)
        if sign and any(isinstance(each, (ast.Constant, ast.JoinedStr)) for each in (left, right)):
            return f"{one} {sign} {other}"
        if not helper:
            raise self._unknown(left, type(op).__name__)
        return self._helped(helper, one, other)

    def _subscript(self, node: ast.Subscript) -> str:
        said = self._say(node.value)
        match node.slice:
            case ast.Slice(lower=lower, upper=upper, step=None):
                first = self._say(lower) if lower else "0"
                return f"{said}.slice({first}{f', {self._say(upper)}' if upper else ''})"
            case ast.Slice(step=ast.UnaryOp()):
                raise self._unknown(node, "a slice backwards")
            case ast.Slice(lower=lower, upper=upper, step=step):
                return self._helped(
                    "$step", said, *(self._say(one) if one else "null" for one in (lower, upper, step))
                )
            case ast.Call(func=ast.Name(id="slice"), args=args):
                return f"{said}.slice({self._args(args)})"
        return self._helped("$at", said, self._say(node.slice))


def _declared(some: Iterable[ast.AST]) -> set[str]:
    """The names that statements or targets declare, without those that functions and comprehensions inside have."""
    found: set[str] = set()
    waiting = [*some]
    while waiting:
        one = waiting.pop()
        match one:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
                continue
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.comprehension(iter=over, ifs=ifs):
                waiting += [over, *ifs]
                continue
        waiting += ast.iter_child_nodes(one)
    return found


def _yields(of: ast.AST) -> bool:
    """Whether a function itself yields, not one inside it."""
    return any(
        isinstance(one, (ast.Yield, ast.YieldFrom))
        or (not isinstance(one, (ast.FunctionDef, ast.Lambda)) and _yields(one))
        for one in ast.iter_child_nodes(of)
    )


def _says_a_type(value: ast.expr) -> bool:
    """Whether something only names a type: `Span = tuple[int, int]`."""
    named = (
        value.value
        if isinstance(value, ast.Subscript)
        else value.func
        if isinstance(value, ast.Call)
        else None
    )
    is_made = isinstance(value, ast.Call) and isinstance(named, ast.Name) and named.id != "TypeVar"
    return isinstance(named, ast.Name) and named.id in _TYPES and not is_made


def _safe(name: str) -> str:
    return f"{name}$" if name in _WORDS_OF_SCRIPTS else name


def _camel(name: str) -> str:
    """A name as scripts write it: `name_key` is nameKey."""
    return name if name.isupper() else re.sub(r"(?<=[^_])_([a-z0-9])", lambda match: match[1].upper(), name)


@cache
def script(path: str) -> str:
    """The script that a module of ours is, by its place in `FROM_PYTHON`."""
    here = "../" * path.count("/")
    own = {_module(one): one for one in FROM_PYTHON}
    homes = {module: f"{here}{home}" for module, home in {**own, **_BY_HAND, "python": "python"}.items()}
    trees, known = _read()
    return Translator(_module(path), trees[_module(path)], known, homes).script()


def _module(path: str) -> str:
    return f"kb.{path.replace('/', '.')}"


@cache
def _read() -> tuple[dict[str, ast.Module], Known]:
    """The modules, and what they declare."""
    package, known = Path(__file__).parents[1], Known()
    trees = {_module(one): ast.parse((package / f"{one}.py").read_bytes()) for one in FROM_PYTHON}
    for module, tree in trees.items():
        known.learn(module, tree)
    return trees, known


def write_scripts(folder: Path) -> None:
    """All scripts of the site as modules in a folder, those out of Python too: for tests outside of a browser."""
    shutil.copytree(shipped.templates() / "js", folder, dirs_exist_ok=True)
    for path in FROM_PYTHON:
        (folder / f"{path}.js").write_text(script(path), encoding="utf-8")
