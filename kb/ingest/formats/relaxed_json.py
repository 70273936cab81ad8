"""Which mappings, lists and texts are in this JSON that people wrote by hand? With comments, without quotes or commas.

HJSON, JSON5 and JSON with comments differ in what they leave out; all of it is read here.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from kb.errors import ReadError
from kb.ingest.formats.tree import TreeBuilder, Value

_texts = json.JSONDecoder(strict=False)
# blanks and commas, "# …", "// …", "/* … */"
_SKIPPED = re.compile(r"(?:[\s,]+|#[^\n]*|//[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/)*+")
_BLANK = ", \t\r\n"
# "question:", "'my key' :"
_KEY = re.compile(r"(?P<bare>[^\s,:\[\]{}\"'#][^\n:{}\[\]\"]{0,200}?)\s*:")
_COLON = re.compile(r"\s*:")
_SINGLE = re.compile(r"'((?:[^'\\\n]|\\.)*+)'", re.DOTALL)
_LONG = re.compile(r"'''(.*?)'''", re.DOTALL)
# "true", "-1.5", "null": ends where a text without quotes would go on to the end of its line
_TOKEN = re.compile(r"(?:true|false|null|[+-]?\d[\w.+-]*)(?=\s*(?:[,\]}\n#]|//|/\*|\Z))")
_TO_END = re.compile(r"[^\n]+")


def relaxed_tree(content: str, file: str, comments: dict[int, str]) -> Value | None:
    """A text of that kind as a tree with line numbers, and its comments by line; raises ReadError with the line."""
    return _Parser(content, file, comments).parsed()


class _Parser:
    """One walk over a text from its first bracket to the one that closes it."""

    def __init__(self, content: str, file: str, comments: dict[int, str]) -> None:
        self.content = content
        self.comments = comments
        self.builder = TreeBuilder(file)
        self.ends = [match.start() for match in re.finditer("\n", content)]
        self.open: list[str] = []
        self.position = 0

    def parsed(self) -> Value | None:
        """The tree; a text that does not begin with a bracket or closes none is not of this kind."""
        self._skip()
        if self.content[self.position : self.position + 1] not in ("{", "["):
            raise self._wrong("no bracket at its beginning")
        while self.position < len(self.content):
            self._meet()
            self._skip()
            if not self.open:
                break
        if self.open or self.position < len(self.content):
            raise self._wrong("a bracket is not closed" if self.open else "more than one value")
        return self.builder.root

    def _skip(self) -> None:
        blank = _SKIPPED.match(self.content, self.position)
        if blank is None:
            return
        if blank[0].strip(_BLANK):
            for number, line in enumerate(blank[0].split("\n"), self._line()):
                if line.strip(_BLANK):
                    self.comments[number] = f"{self.comments.get(number, '')} {line.strip(_BLANK)}".strip()
        self.position = blank.end()

    def _meet(self) -> None:
        character = self.content[self.position]
        if character in "{[":
            self.builder.begin(character == "{", self._line())
            self.open.append(character)
            self.position += 1
        elif character in "}]":
            if self.open[-1] != {"}": "{", "]": "["}[character]:
                raise self._wrong("a bracket closes another")
            self.builder.end(self._line())
            self.open.pop()
            self.position += 1
        else:
            if self.open[-1] == "{":
                self._key()
                self._skip()
                if self.content[self.position : self.position + 1] in ("{", "[", ""):
                    return
            self._text()

    def _key(self) -> None:
        line, bare = self._line(), _KEY.match(self.content, self.position)
        if bare:
            self.builder.text(bare["bare"], line, line)
            self.position = bare.end()
            return
        words = self._quoted()
        colon = _COLON.match(self.content, self.position)
        if words is None or colon is None:
            raise self._wrong("a key is expected")
        self.builder.text(words, line, line)
        self.position = colon.end()

    def _text(self) -> None:
        first = self._line()
        words = self._quoted()
        if words is None:
            bare = _TOKEN.match(self.content, self.position) or _TO_END.match(self.content, self.position)
            if bare is None or self.content[self.position] in "}]":
                raise self._wrong("a value is expected")
            words, self.position = "" if bare[0] == "null" else bare[0].strip(), bare.end()
        self.builder.text(words, first, bisect_right(self.ends, self.position - 1) + 1)

    def _quoted(self) -> str | None:
        """A text in quotation marks; None without any."""
        character = self.content[self.position]
        if character == '"':
            try:
                words, self.position = _texts.raw_decode(self.content, self.position)
            except json.JSONDecodeError as error:
                raise self._wrong(error.msg) from None
            return str(words)
        if character != "'":
            return None
        single = _LONG.match(self.content, self.position) or _SINGLE.match(self.content, self.position)
        if single is None:
            return None
        self.position = single.end()
        return re.sub(r"\\\n|\\(.)", r"\1", single[1]).strip("\n")

    def _line(self) -> int:
        return bisect_right(self.ends, self.position) + 1

    def _wrong(self, what: str) -> ReadError:
        line = bisect_right(self.ends, self.position) + 1
        return ReadError(f"{self.builder.file}:{line} cannot be read as JSON ({what}): mend that line")
