"""References in both directions."""

from __future__ import annotations

from dataclasses import replace

from link_games import moor

from kb.link import link
from kb.link.graph import Graph


def test_both_directions():
    entries = [
        replace(one, text="See rule 7.3 and rule 99.9. It causes Fatigue.")
        if one.id.endswith(":here")
        else one
        for one in moor()
    ]
    graph = Graph(link(entries, (), {}).references)
    assert [one.target for one in graph.outgoing("hearthmoor:here", "see")] == ["hearthmoor:7.3", None]
    assert [one.origin for one in graph.incoming("hearthmoor:7.3")] == ["hearthmoor:here"]
    assert [one.kind for one in graph.incoming("hearthmoor:fatigue")] == ["mention"]
    assert graph.incoming("hearthmoor:nobody") == graph.outgoing("hearthmoor:nobody") == []
