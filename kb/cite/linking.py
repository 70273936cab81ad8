"""How does a post become a post with links? Its citations are linked; every other character stays."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace

from kb.cite.comparing import copied
from kb.cite.deciding import Decisions, decide, linked
from kb.cite.evidence import SPOKEN
from kb.cite.finders import ENOUGH, Found, find
from kb.cite.keywords import keywords
from kb.cite.places import PLACES, recognise
from kb.cite.quotations import headings, is_inside, quotations
from kb.cite.rules import Rules
from kb.cite.shield import LINK, as_read, line_starts, masked, merged, replaced, shielded, unescaped
from kb.link.patterns import Patterns
from kb.link.stretches import Stretch

_MARKUP = Patterns("shield")


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A citation that was left as it is."""

    line: int
    text: str
    reason: str
    candidates: tuple[str, ...]
    """Ids of the entries that it may mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """A post with its links."""

    text: str
    links: tuple[tuple[str, str], ...]
    """The words that became links and the ids of their entries."""

    doubts: tuple[Doubt, ...]

    game: str | None = None
    """The game that the post is about."""

    why: str = ""
    """What in the post told the game; empty where it was given, or only one is held."""


_LONGEST_TAG = 2_100
"""Characters before a number in which a tag begins that makes a link of it."""

_NAMES = frozenset(("see", *SPOKEN))
"""Forms that are no citation inside of a quotation: its words are the rule's."""

Choose = Callable[[Doubt], "str | None"]
"""Asked about a doubt; the id of the entry meant, or None."""


def link(
    rules: Rules,
    post: str,
    *,
    to: str | None = None,
    source: str | None = None,
    game: str | None = None,
    terms: bool = False,
    choose: Choose | None = None,
) -> Linked:
    """Turn the rule citations of a post into links as a place writes them; running it twice changes nothing.

    `source` is the place the post is written for (recognised if not told), `to` the one whose links are
    wanted (the same if not told); with `terms` the first mention of each term becomes a link too.
    """
    source = source or recognise(post)
    to = to or source
    place, lines = PLACES[to], line_starts(post)
    made: list[tuple[int, int, str]] = []
    links: list[tuple[str, str]] = []
    doubts: list[Doubt] = []
    decisions = citations(rules, post, source, game=game, terms=terms)
    for decided in decisions.decided:
        found = decided.found
        words = post[found.start : found.end]
        entry = None if decided.reason else decided.entry
        if entry is None:
            candidates = tuple(one.id for one in decided.entries[:9])
            line = bisect_right(lines, found.start)
            doubt = Doubt(line=line, text=words, reason=decided.reason, candidates=candidates)
            chosen = choose(doubt) if choose else None
            entry = next((one for one in decided.entries if one.id == chosen), None)
            if entry is None:
                doubts.append(doubt)
                continue
        if found.shown and not (source == "plain" and _is_glued(post, found)):
            words = found.shown
        start, end, inside = _hollow_link(post, found) or (found.start, found.end, words)
        if made and start < made[-1][1]:  # two citations in one link that leads nowhere
            continue
        shown = inside if to == source else place.escape(inside)
        made.append((start, end, place.link(shown, rules.url(entry))))
        links.append((words, entry.id))
    return Linked(
        text=replaced(post, made),
        links=tuple(links),
        doubts=tuple(doubts),
        game=decisions.game,
        why=decisions.why,
    )


def citations(
    rules: Rules, post: str, source: str, *, game: str | None = None, terms: bool = False
) -> Decisions:
    """The citations of a post outside of code, quotations and links, in order, none overlapping.

    And the numbers that head rules which are quoted in blocks.
    """
    spans = shielded(post, source)
    text = masked(post, spans)
    read = as_read(post, source)
    quoted = quotations(post, read, source)
    elsewhere = (  # links, which read like citations, but for those to nowhere
        span
        for span in spans
        if _MARKUP.linked.match(post, span[0]) and not _MARKUP.hollow.match(post, span[0])
    )
    everything = [
        one
        for one in find(unescaped(masked(text, elsewhere, LINK), source))
        if one.form not in _NAMES or not is_inside(one, quoted, or_emphasised=one.form in SPOKEN)
    ]
    heading = (
        Found(start=start, end=end, form="bare", name=number, weight=ENOUGH)
        for start, end, number in headings(read, quoted)
        if text[start] == "\0" and not _MARKUP.link_opened.search(post[max(0, start - _LONGEST_TAG) : start])
    )
    everything = sorted([*everything, *heading], key=lambda one: one.start)
    told = [(one, _is_taken(post, one, source)) for one in everything]
    found = [one for one, is_taken in told if not is_taken]
    linked_so = [(one.start, one.end) for one, is_taken in told if is_taken]
    links = list(linked(rules, post, spans))
    text = masked(unescaped(text, source), linked_so)
    decisions = _free(post, source, decide(rules, text, found, game, quoted, links))
    if not (terms and decisions.game):
        return decisions
    taken: list[Stretch] = [
        *(one.found for one in decisions.decided),
        # rules word for word behind their numbers, or nearly so: no name in them is a citation
        *filter(None, (copied(text, one.found, one.entry, quoted) for one in decisions.decided if one.entry)),
        *(one for one in quoted if not one.emphasised),
    ]
    left = masked(text, merged((one.start, one.end) for one in taken))
    names, known = rules.names(decisions.game), rules.terms(decisions.game)
    decided = keywords(names, known, left, decisions.decided, frozenset(one.found.name for one in links))
    return _free(post, source, replace(decisions, decided=tuple(decided)))


def _free(post: str, source: str, decisions: Decisions) -> Decisions:
    """The same, without what is a link already."""
    free = tuple(one for one in decisions.decided if not _is_taken(post, one.found, source))
    return replace(decisions, decided=free)


def _is_glued(post: str, found: Found) -> bool:
    """Whether `[[Leap]]` stands between letters, which would be one word with its own."""
    beside = post[max(0, found.start - 1) : found.start] + post[found.end : found.end + 1]
    return any(map(str.isalnum, beside))


def _hollow_link(post: str, found: Found) -> tuple[int, int, str] | None:
    """Where a link stands around a citation that leads nowhere, `<a href="#">rule 314.6</a>`, and its words."""
    opened = _MARKUP.hollow_before.search(post[max(0, found.start - _LONGEST_TAG) : found.start])
    closed = _MARKUP.hollow_behind.match(post, found.end) if opened else None
    if opened is None or closed is None:
        return None
    start = found.start - len(opened["words"])
    return found.start - len(opened[0]), closed.end(), post[start : closed.start("tag")]


def _is_taken(post: str, found: Found, source: str) -> bool:
    """Whether words are a link as `--as plain` writes them, or begin behind a sign that would spoil the link's own."""
    is_linked = source == "plain" and _MARKUP.plain_link.match(post, found.end) is not None
    return is_linked or post[found.start - 1 : found.start] == "\\"
