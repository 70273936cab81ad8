"""What is shown of an entry that only heads others or points elsewhere? The best of what it stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

Runs = Mapping[str, Sequence[tuple[int, int]]]


def best_of(
    number: int, stand_ins: Runs, score: Callable[[int], float], allowed: Sequence[int]
) -> int | None:
    """The best entry that this one stands for, None where it speaks for itself."""
    held = [
        one
        for first, last in stand_ins.get(str(number), ())
        for one in range(first, last + 1)
        if allowed[one] and str(one) not in stand_ins
    ]
    return max(held, key=lambda one: (score(one), -one)) if held else None


def resolved(
    order: Iterable[int], stand_ins: Runs, score: Callable[[int], float], allowed: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Each entry to show, once, and the ranked one whose place it takes: mostly itself."""
    seen = set()
    for number in order:
        best = best_of(number, stand_ins, score, allowed)
        shown = number if best is None else best
        if shown not in seen:
            seen.add(shown)
            yield shown, number
