"""Which printed page is meant, and what stands there according to the contents, or to the pages themselves?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator

from kb.findings import PageMark
from kb.link import booklets
from kb.link.lexicon import MOST_OF_ONE_NAME
from kb.link.mentions import Mention, Reading
from kb.link.patterns import Patterns

_TEXT = Patterns("text.pages")


def cited_pages(reading: Reading, found: list[Mention]) -> Iterator[Mention]:
    """Page numbers; one that stands beside a name or a rule number only says where that is printed."""
    text = reading.text
    ends = [mention.end for mention in found]
    for match in _TEXT.pages.finditer(text):
        place = bisect_right(ends, match.start())
        beside = place > 0 and bool(_TEXT.beside.fullmatch(text, ends[place - 1], match.start()))
        spans = [(match.start(), match.end(), match["first"])]
        while more := _TEXT.more.match(text, spans[-1][1]):
            spans.append((more.start("number"), more.end(), more["number"]))
        end = spans[-1][1]
        booklet = booklets.named_before(text, match.start()) or booklets.named_after(text, end, page=True)
        if booklet and not beside:
            behind = text.find(booklet, end, end + 80)
            end = behind + len(booklet) if behind >= 0 else end
            yield Mention(start=match.start(), end=end, form="page", name=match["first"], booklet=booklet)
            continue
        for start, end, number in spans:
            yield Mention(start=start, end=end, form="page beside" if beside else "page", name=number)


class Contents:
    """What the contents pages of one game say, or its pages where it has no contents."""

    def __init__(self, marks: Iterable[PageMark]) -> None:
        self._marks: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self.pages: dict[str, set[int]] = defaultdict(set)
        """The pages on which they say that an entry begins."""
        for mark in marks:
            self._marks[mark.source].append((mark.page, mark.entry))
            if mark.listed:
                self.pages[mark.entry].add(mark.page)
        for listed in self._marks.values():
            listed.sort(key=lambda mark: mark[0])

    def on(self, source: str, page: int) -> tuple[str, ...]:
        """Ids of the entries that begin on a page, or of the one that runs over it.

        A page between two of them belongs to the earlier one; after the last one nothing is sure.
        """
        marks = self._of(source)
        first = bisect_left(marks, page, key=lambda mark: mark[0])
        after = bisect_right(marks, page, key=lambda mark: mark[0])
        if first < after:
            return tuple(entry for _page, entry in marks[first:after][:MOST_OF_ONE_NAME])
        return (marks[first - 1][1],) if 0 < first < len(marks) else ()

    def _of(self, source: str) -> list[tuple[int, str]]:
        """The contents of a source; a source without one speaks of the only one there is."""
        if source in self._marks or len(self._marks) != 1:
            return self._marks.get(source, [])
        return next(iter(self._marks.values()))
