"""What people decide in `links.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import replace

from link_games import cellar, meadow, moor

from kb.link import link
from kb.link.propose import proposals
from kb.link.settings import read_settings


def _linked(entries, text, toml):
    entries = [replace(one, text=text, markdown=text) if one.id.endswith(":here") else one for one in entries]
    return link(entries, (), {entries[0].game: tomllib.loads(toml)})


def _mentions(entries, text, toml):
    found = _linked(entries, text, toml).references
    return [one.text for one in found if one.kind == "mention" and one.origin.endswith(":here")]


def test_a_denied_term_is_not_linked():
    assert _mentions(cellar(), "In an Attack an Ally helps.", "") == ["Attack", "Ally"]
    assert _mentions(cellar(), "In an Attack an Ally helps.", '[terms]\ndeny = ["Attacks"]') == ["Ally"]


def test_an_allowed_term_is_linked_although_it_is_common():
    assert _mentions(meadow(), "It goes to a graveyard.", "") == ["graveyard"]
    common = [one for one in link(meadow(), (), {}).references if one.target == "meadow:graveyard"]
    allowed = link(meadow(), (), {"meadow": {"terms": {"allow": ["Graveyard"]}}}).references
    assert len(common) < 6 and len([one for one in allowed if one.target == "meadow:graveyard"]) == 200


def test_a_forced_term_is_linked_in_its_ordinary_form_too():
    assert _mentions(meadow(), "In this case, do so.", "") == []
    assert _mentions(meadow(), "In this case, do so.", '[terms]\nforce = ["Case"]') == ["case"]


def test_settled_references_lead_where_people_say():
    toml = (
        '[[settle]]\ntext = "Moon"\nto = "hearthmoor:moon-2"\n[[settle]]\ntext = "rule 99"\nto = "external"\n'
    )
    toml += '[[settle]]\ntext = "7.3"\nfrom = "hearthmoor:here"\nto = "nothing"'
    found = _linked(moor(), "(see Moon) (see rule 99) (see rule 7.3) (see rule 7.2)", toml).references
    assert [(one.text, one.target or one.status) for one in found] == [
        ("see Moon", "hearthmoor:moon-2"),
        ("see rule 99", "external"),
        ("see rule 7.2", "hearthmoor:7.2"),
    ]


def test_the_line_that_a_problem_proposes_settles_it():
    found = _linked(moor(), "(see Moon)", "").problems
    told = next(one for one in found if one.code == "ambiguous-reference")
    toml = told.suggestion.partition("links.toml: ")[2].replace("[[settle]] ", "[[settle]]\n")
    toml = toml.replace('" from', '"\nfrom').replace('" to', '"\nto')
    assert not [
        one for one in _linked(moor(), "(see Moon)", toml).problems if one.code == "ambiguous-reference"
    ]


def test_accepted_problems_are_not_told_again():
    codes = [one.code for one in _linked(moor(), "(see rule 99)", "").problems]
    assert "missing-reference" in codes
    toml = '[[accept]]\ncode = "missing-reference"\ntext = "see rule 99"\nwhy = "It is in the expansion."'
    assert "missing-reference" not in [one.code for one in _linked(moor(), "(see rule 99)", toml).problems]
    other = toml.replace("rule 99", "rule 98")
    assert "missing-reference" in [one.code for one in _linked(moor(), "(see rule 99)", other).problems]


def test_what_is_not_understood_is_told_and_survived():
    settings = read_settings(
        {"terms": {"deny": "Attack", "likes": []}, "settle": [{"text": "x"}], "accept": "all", "links": 1}
    )
    assert settings.misread == (
        "unknown key 'links'",
        "unknown key 'likes' in [terms]",
        "[[settle]] needs text and to",
        "[terms] deny must be a list of names",
        "[[accept]] must be a list of tables",
    )
    problems = _linked(moor(), "", "terms = 5").problems
    assert [one.message for one in problems if one.code == "links-not-understood"] == [
        "[terms] must be a table"
    ]


def test_proposals_are_remarks_until_people_decide():
    entries = [
        replace(one, text="(see Moon) (see rule 99)") if one.id.endswith(":here") else one for one in moor()
    ]
    ((game, proposed),) = proposals(entries, (), {})
    assert game == "hearthmoor"
    assert tomllib.loads(proposed) == {}
    decided = tomllib.loads("\n".join(line.removeprefix("# ") for line in proposed.splitlines()))
    assert decided["settle"] == [{"text": "see Moon", "from": "hearthmoor:here", "to": "hearthmoor:moon"}]
    assert decided["accept"][0] == {
        "code": "missing-reference", "text": "see rule 99", "from": "hearthmoor:here", "why": "",
    }  # fmt: skip
    assert {one["code"] for one in decided["accept"][1:]} == {"term-never-mentioned"}
    assert not link(entries, (), {"hearthmoor": decided}).problems


def test_what_is_decided_is_not_proposed_again():
    entries = [replace(one, text="(see rule 99)") if one.id.endswith(":here") else one for one in moor()]
    accepted = {"accept": [{"code": "missing-reference", "text": "see rule 99"}]}
    assert "rule 99" in dict(proposals(entries, (), {}))["hearthmoor"]
    assert "rule 99" not in dict(proposals(entries, (), {"hearthmoor": accepted}))["hearthmoor"]


def test_common_terms_are_proposed_to_be_allowed():
    assert '#   "Graveyard",  # 200' in dict(proposals(meadow(), (), {}))["meadow"]


def test_a_name_that_two_terms_share_is_linked_once_people_settle_it():
    text = "Look at the moon."
    assert _mentions(moor(), text, "") == []
    told = [one.message for one in _linked(moor(), text, "").problems if one.code == "ambiguous-reference"]
    assert told == ["“moon” is the name of several terms: hearthmoor:moon, hearthmoor:moon-2"]
    settled = _linked(moor(), text, '[[settle]]\ntext = "moon"\nto = "hearthmoor:moon-2"')
    assert [one.target for one in settled.references if one.kind == "mention"] == ["hearthmoor:moon-2"]
    assert not [one for one in settled.problems if one.code == "ambiguous-reference"]
