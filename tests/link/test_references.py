"""Words that point, found and resolved, case by case."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from case_files import read_cases
from link_games import contents, moor

from kb.entries import Reference
from kb.link import link


@pytest.mark.parametrize("case", read_cases("references.txt", 2))
def test_references_of_a_rule(case):
    told, expected = case
    origin, text = re.fullmatch(r"(?:([\w.-]+): )?(.*)", told, re.DOTALL).groups()
    entries = [
        replace(one, text=text, markdown=text) if one.id == f"hearthmoor:{origin or 'here'}" else one
        for one in moor()
    ]
    found = [
        _told(reference)
        for reference in link(entries, contents(), {}).references
        if reference.origin == f"hearthmoor:{origin or 'here'}" and reference.kind == "see"
    ]
    assert "\n".join(found) == expected


def _told(reference: Reference) -> str:
    slugs = [candidate.partition(":")[2] for candidate in reference.candidates]
    verdict = (reference.target or reference.status).partition(":")[2] or reference.status
    near = f" ({', '.join(slugs)})" if slugs else ""
    return f"{reference.text or '(none)'} -> {verdict}{near}"
