"""What does an answer look like to programs? The JSON of `kb search` and of `kb serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kb.search import Answer


def answer_record(answer: Answer) -> dict[str, Any]:
    """The query, how it was answered, and the entries found."""
    return {
        "query": answer.query,
        "mode": answer.mode,
        "took_ms": round(answer.took_ms, 2),
        "did_you_mean": answer.did_you_mean,
        "answered": answer.answered,
        "players_words": [{"said": said, "means": means} for said, means in answer.players_words],
        "results": [
            {
                "id": hit.id,
                "game": hit.game,
                "kind": hit.kind,
                "number": hit.number,
                "title": hit.title,
                "url": hit.url,
                "score": round(hit.score, 4),
                "why": hit.why,
                "excerpt": hit.excerpt,
            }
            for hit in answer.results
        ],
    }
