"""Which stretches of a post are not ours to touch? Code, quotations of others, links, addresses, tags.

Every pattern is bounded, and what opens is paired with what closes in one pass: hostile posts take linear time.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator

from kb.link.patterns import Patterns, words

_MARKUP = Patterns("shield")

Span = tuple[int, int]

FILLER = "\x01"
"""Fills the place of a sign that was written longer."""

LINK = "〆"
"""Fills the place of a link or of a sure citation: those beside it read either as the same word."""


def shielded(post: str, place: str) -> list[Span]:
    """The stretches of a post that belong to others or to the machine, in order, none overlapping."""
    spans = [match.span() for match in _MARKUP.address.finditer(post)]
    if place == "html":
        spans += _elements(post)
    elif place in ("bbcode", "bgg"):
        spans += _paired(post, _MARKUP.bbcode, words("closed_bbcode"))
    elif place == "plain":
        spans += [(start, end) for start, end, line in _lines(post) if _MARKUP.quoted_line.match(line)]
    else:
        blocks = merged(_blocks(post, place))
        links = merged(_inline(post, blocks))
        spans = [match.span() for match in _MARKUP.address.finditer(masked(post, links, " "))]
        spans += [*links, *blocks, *_elements(post)]
        if place == "discord":
            spans += [match.span() for match in _MARKUP.discord.finditer(post)]
    return merged(spans)


def as_read(post: str, place: str) -> str:
    """The post without addresses, tags and code, as a reader reads it; quotations and link texts stay."""
    spans = [match.span() for match in _MARKUP.address.finditer(post)]
    if place in ("bbcode", "bgg"):
        for match in _MARKUP.bbcode.finditer(post):
            named = _MARKUP.sourced.match(post, match.start())
            spans += (
                [(match.start(), named.start(1)), (named.end(1), match.end())] if named else [match.span()]
            )
    elif place != "plain":
        spans += [match.span() for match in _MARKUP.tag.finditer(post)]
    if place not in ("bbcode", "bgg", "plain", "html"):
        spans += [span for block in _paragraphs(post, []) for span in _code(post, *block)]
    return unescaped(masked(post, merged(spans)), place)


def line_starts(post: str) -> list[int]:
    """Where each line of a post begins; `bisect_right` of a place in it is the number of its line."""
    return [0, *(match.end() for match in re.finditer("\n", post))]


def replaced(post: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """The post with other words in the place of some stretches, in order and none overlapping."""
    parts, position = [], 0
    for start, end, new in changes:
        parts += [post[position:start], new]
        position = end
    return "".join([*parts, post[position:]])


def masked(post: str, spans: Iterable[Span], sign: str = "\0") -> str:
    """The post with those stretches blotted out, a tag of a block as a line break; all else where it was."""
    changes = (
        # where a tag of a block begins or ends, a sentence does
        (start, end, ("\n" if _MARKUP.block.match(post, start) else sign).ljust(end - start, sign))
        for start, end in spans
    )
    return replaced(post, changes)


def unescaped(text: str, place: str) -> str:
    """HTML's names for quotation marks, apostrophes and blanks as those signs, every other character where it was."""
    if place != "html":
        return text
    return _MARKUP.named_sign.sub(
        lambda name: html.unescape(name[0]).replace("\xa0", " ").ljust(len(name[0]), FILLER), text
    )


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same stretches in order, those that overlap as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        elif start < end:
            found.append((start, end))
    return found


def _elements(post: str) -> Iterator[Span]:
    yield from _comments(post)
    yield from _paired(post, _MARKUP.tag, words("closed_tags"))


def _comments(post: str) -> Iterator[Span]:
    start = post.find("<!--")
    while start >= 0:
        end = post.find("-->", start + 4)
        if end < 0:
            return
        yield start, end + 3
        start = post.find("<!--", end)


def _paired(post: str, tags: re.Pattern[str], closed: frozenset[str]) -> Iterator[Span]:
    """Every tag, and all from an opening tag to the one that closes it; what is never closed hides nothing.

    Nor does a link that leads nowhere, `<a href="#">`: the words that it stands around may become a link.
    """
    opened: dict[str, list[int]] = defaultdict(list)
    for match in tags.finditer(post):
        yield match.span()
        name = (match[2] or "").lower()
        if name in closed and not match[1] and not _MARKUP.hollow.match(post, match.start()):
            opened[name].append(match.start())
        elif opened[name]:
            yield opened[name].pop(), match.end()


def _lines(post: str) -> Iterator[tuple[int, int, str]]:
    position = 0
    for line in post.splitlines(keepends=True):
        yield position, position + len(line), line
        position += len(line)


def _blocks(post: str, place: str) -> Iterator[Span]:
    """Fenced and indented code, quotations line by line, definitions of links."""
    fence, quoting, blank = "", False, True
    for start, end, line in _lines(post):
        mark = _MARKUP.fence.match(line)
        if fence:
            yield start, end
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
            continue
        if mark:
            fence, quoting = mark[1], False
            yield start, end
        elif not line.strip():
            quoting = False
        elif place == "discord" and line.startswith(">>> "):
            yield start, len(post)
            return
        elif _MARKUP.quoted_line.match(line):
            quoting = place != "discord"  # elsewhere the lines that follow belong to it up to a blank one
            yield start, end
        elif quoting or (blank and place != "discord" and _MARKUP.indented.match(line)):
            yield start, end
            if not quoting:
                continue  # the next indented line is code too
        blank = not line.strip()
    yield from (match.span() for match in _MARKUP.definition.finditer(post))


def _inline(post: str, blocks: list[Span]) -> Iterator[Span]:
    """Code, links and images inside the paragraphs that are left."""
    labels = frozenset(" ".join(match[1].lower().split()) for match in _MARKUP.definition.finditer(post))
    for start, end in _paragraphs(post, blocks):
        code = merged(_code(post, start, end))
        yield from code
        yield from _links(masked(post[start:end], [(a - start, b - start) for a, b in code]), start, labels)


def _paragraphs(post: str, blocks: list[Span]) -> Iterator[Span]:
    position = 0
    for match in _MARKUP.parting.finditer(masked(post, blocks)):
        if match.start() > position:
            yield position, match.start()
        position = match.end()


def _code(post: str, start: int, end: int) -> Iterator[Span]:
    """Code between two runs of as many backticks."""
    runs = [match.span() for match in _MARKUP.ticks.finditer(post, start, end)]
    waiting: dict[int, deque[int]] = defaultdict(deque)
    for first, last in runs:
        waiting[last - first].append(last)
    position = start  # where no code is open
    for first, last in runs:
        waiting[last - first].popleft()
        if first >= position and waiting[last - first]:
            position = waiting[last - first][0]
            yield first, position


def _links(paragraph: str, offset: int, labels: frozenset[str]) -> Iterator[Span]:
    """Links and images: `[text](address)`, `[text][label]`, `[label]` where the label is defined."""
    opened: list[int] = []
    for match in _MARKUP.bracket.finditer(paragraph):
        if match[0] == "[":
            opened.append(match.start())
        elif match[0] == "]" and opened:
            start, end = opened.pop(), match.start()
            target = _MARKUP.target.match(paragraph, end)
            label = _MARKUP.label.match(paragraph, end)
            if target:
                yield offset + start, offset + target.end()
            elif label and _is_defined(label[1] or paragraph[start + 1 : end][:200], labels):
                yield offset + start, offset + label.end()
            elif _is_defined(paragraph[start + 1 : min(end, start + 202)], labels):
                yield offset + start, offset + end + 1


def _is_defined(label: str, labels: frozenset[str]) -> bool:
    return bool(labels) and " ".join(label.lower().split()) in labels
