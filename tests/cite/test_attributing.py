"""However people say where a quotation is from, it is held against that rule."""

from __future__ import annotations

import pytest
from case_files import CASES

from kb.cite import Rules, verify

WAYS = (CASES / "attributed.txt").read_text("utf-8").partition("\n\n")[2].splitlines()
OWN = "Scheme rule 6 says that a figure waits 6 turns."
FOREIGN = "Scheme rule 5 says that a figure waits 5 turns."


@pytest.mark.parametrize("way", WAYS)
def test_a_quotation_is_held_against_the_rule_it_is_said_to_be_from(rules: Rules, way: str) -> None:
    place = "reddit" if "|" in way else "plain"
    for said, verdict in (
        (OWN, "exact"),
        (FOREIGN, "misnumbered"),
        (OWN.replace("figure", "goat"), "changed"),
    ):
        post = way.replace("|", "\n").replace("@", "CR 314.6", 1).replace("CR CR", "CR").replace("Q", said, 1)
        found = verify(rules, post, source=place, game="hearthmoor")
        assert [one.verdict for one in found if said.strip(".") in one.text] == [verdict], post
