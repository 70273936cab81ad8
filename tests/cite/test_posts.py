"""Whole posts, case by case: how each place's links are written, and what is found out about quotations.

`test_twins.py` holds the scripts of the site to the same posts.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from case_files import read_cases
from small_rules import BASE, write_later

from kb.cite import PLACES, Finding, Rules, link, verify


@pytest.fixture(scope="module")
def editions(rules: Rules, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Rules]]:
    with Rules(write_later(tmp_path_factory.mktemp("later"))) as later:
        yield {"now": rules, "later": later}


@pytest.mark.parametrize("case", read_cases("posts.txt", 4))
def test_a_post_is_linked(rules: Rules, case: list[str]) -> None:
    settings, post, expected, doubts = case
    source, to, *more = settings.split()
    game = next((one for one in more if one != "terms"), None)
    linked = link(rules, post, source=source, to=to, game=game, terms="terms" in more)
    assert linked.text.replace(BASE, "@") == expected
    told = [f"{one.line} {one.text}: {one.reason} ({', '.join(one.candidates)})" for one in linked.doubts]
    assert "\n".join(told) == doubts


@pytest.mark.parametrize("case", read_cases("verify.txt", 3))
def test_a_post_is_verified(editions: dict[str, Rules], case: list[str]) -> None:
    settings, post, expected = case
    edition, place, *game = settings.split()
    found = verify(editions[edition], post, source=place, game=next(iter(game), None))
    assert "\n".join(line for one in found for line in _told(one)) == expected


def _told(finding: Finding) -> Iterator[str]:
    slug = finding.entry.partition(":")[2] if finding.entry else "nothing"
    since = f" since {finding.since}" if finding.since else ""
    until = f" until {finding.until}" if finding.until else ""
    yield f"{finding.verdict}: {finding.cited or '(nothing)'} -> {slug}{since}{until}"
    if finding.was:
        yield finding.was
    marks = {"same": "{}", "post": "[-{}-]", "text": "{{+{}+}}"}
    if any(where != "same" for where, _ in finding.difference):
        yield " ".join(marks[where].format(words) for where, words in finding.difference)


def test_every_place_and_verdict_has_a_case() -> None:
    linked = {place for case in read_cases("posts.txt", 4) for place in case.values[0][0].split()[:2]}
    assert linked == set(PLACES)
    verified = [case.values[0][2] for case in read_cases("verify.txt", 3)]
    for verdict in ("exact", "changed", "misnumbered", "not found", "re-used number", "withdrawn"):
        assert any(f"{verdict}: " in told for told in verified), verdict
