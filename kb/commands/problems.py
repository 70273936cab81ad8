"""How is a problem told? `file:line: what`, the excerpt, what to try."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from kb.errors import one_line
from kb.findings import Problem

_LONGEST_EXCERPT = 160


def lines(problem: Problem) -> Iterator[str]:
    """A problem on one to three lines."""
    yield one_line(f"{problem.file}:{problem.line}: {problem.message}")
    if problem.excerpt:
        yield f'    "{shortened(problem.excerpt)}"'
    if problem.suggestion:
        yield f"    {one_line(problem.suggestion)}"


def summary(codes: Mapping[str, int]) -> str:
    """How many of which kind: `12 problems (9 missing-reference, 3 missing-licence)`."""
    kinds = Counter(codes)
    told = ", ".join(f"{many:,} {code}" for code, many in kinds.most_common())
    return f"{kinds.total():,} {'problem' if kinds.total() == 1 else 'problems'} ({told})"


def shortened(text: str) -> str:
    """A text on one line of readable length."""
    flat = one_line(text)
    return flat if len(flat) <= _LONGEST_EXCERPT else f"{flat[: _LONGEST_EXCERPT - 2]} …"


def document(problem: Problem) -> dict[str, str | int]:
    """A problem for programs."""
    return {
        "code": problem.code,
        "message": problem.message,
        "file": problem.file,
        "line": problem.line,
        "excerpt": problem.excerpt,
        "suggestion": problem.suggestion,
    }
