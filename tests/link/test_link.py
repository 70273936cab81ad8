"""What holds of linking whatever the text: exact offsets, no overlap, one game at a time, no surprise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from link_games import cellar, contents, meadow, moor
from small_entries import entry

from kb.analyse import name_key
from kb.link import link, names, resolve
from kb.link import settings as decisions

PIECES = st.sampled_from(
    """See rule |7.2a|–|7.2d|, | and |(|)|see |Fatigue|Lines of Fire|page |11|“|”|See those entries.
Push/Pull X|{move}|[[|]]|{ref:|}|](#|Appendices A and C|\n\n|. | of the Walkthrough|step 1
Shield or Toughness Tokens|https://x.y""".replace("\n", "|").split("|")
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=25).map("".join)


def _with_text(entries, slug, text):
    return [replace(one, text=text, markdown=text) if one.id.endswith(f":{slug}") else one for one in entries]


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_references_are_exact_and_apart(text):
    for game in (moor, cellar, meadow):
        entries = _with_text(game(), "here", text)
        by_id = {one.id: one for one in entries}
        end, origin = 0, ""
        for reference in link(entries, contents(), {}).references:
            if reference.origin != origin:
                end, origin = 0, reference.origin
            assert by_id[origin].text[reference.start : reference.end] == reference.text
            assert reference.start >= end
            end = reference.end
            assert (reference.status == "resolved") == (reference.target in by_id)
            assert reference.target != origin
            assert all(candidate in by_id for candidate in reference.candidates)


def test_games_do_not_link_to_each_other():
    text = "An Attack here (see Attack)."
    entries = [*cellar(), entry("lonely", text, game="attic", number="1")]
    assert not [
        one for one in link(entries, (), {}).references if one.origin == "attic:lonely" and one.target
    ]


def test_references_come_in_reading_order():
    entries = _with_text(moor(), "here", "See Setup, rule 7.3 and Appendix A.")
    origins = [reference.origin for reference in link(entries, (), {}).references]
    order = [one.id for one in entries]
    assert origins == sorted(origins, key=order.index)


def test_linking_twice_gives_the_same():
    entries = [*moor(), *cellar(), *meadow()]
    assert link(entries, contents(), {}) == link(entries, contents(), {})


def test_a_text_without_anything_to_link():
    assert link([], (), {}).references == ()
    assert link([entry("1", "")], (), {}).references == ()


def test_a_cycle_of_parents_is_survived():
    entries = [entry("a", "See step 1.", parent="hearthmoor:b"), entry("b", parent="hearthmoor:a")]
    assert link(entries, (), {}).references == ()


def test_a_game_with_absurd_names():
    names = ["", " ", "...", "X", "[Y]", "a " * 500, "“", "(", "the", "-", "7", "Appendix", "\n"]
    entries = [entry(f"t{number}", name, kind="term", title=name) for number, name in enumerate(names)]
    entries.append(entry("here", "See X, the 7 and (see the). Appendix a a a a. " + " ".join(names)))
    for reference in link(entries, (), {}).references:
        assert reference.target is None or reference.target.startswith("hearthmoor:t")


HOSTILE = {
    "brackets": "[" * 100_000,
    "braces": "{ref:" * 20_000,
    "links": "[a](#" * 20_000,
    "one word": "a" * 200_000,
    "quotes": "see “" * 20_000,
    "see also": "See also " * 11_000,
    "ranges": "rules " + "7.2a–" * 20_000,
    "a list": "rules " + "7.2a, " * 20_000,
    "blanks": "see rule" + " " * 200_000 + "7.3",
    "those entries": "Burst. See those entries. " * 4_000,
    "half a list of terms": "Burst, Melee or " * 8_000,
    "digits": "rule " + "7" * 100_000,
    "dots": "rule " + "7." * 50_000,
    "pages": "page 8, " * 12_000,
    "capitals": "(see " + "Aa " * 30_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_come_to_an_end(text):
    for game in (moor, cellar):
        assert link(_with_text(game(), "here", text), contents(), {}).references is not None


def test_a_text_nested_a_thousand_deep():
    entries = [
        entry(
            f"{depth}", "See rule 5.", number=f"{depth}", parent=f"hearthmoor:{depth - 1}" if depth else None
        )
        for depth in range(1000)
    ]
    assert len(link(entries, (), {}).references) == 999


def test_an_entry_that_says_ranges_again_and_again_points_at_both_ends_of_each():
    number = 2_000
    entries = [entry(f"1.{one}", "A goat climbs.", number=f"1.{one}", order=one) for one in range(1, 61)]
    entries.append(entry("2.1", "See rules 1.1–1.60. " * number, number="2.1", order=61))
    references = link(entries, (), {}).references
    ends = [one.target.partition(":")[2] for one in references if one.start < one.end]
    assert ends == ["1.1", "1.60"] * number
    between = {one.target for one in references if one.start == one.end}
    assert len(between) == 58
    assert len(references) < 2 * number + 1_001


def test_a_number_cited_again_is_not_spelled_out_again(monkeypatch):
    def names_read(times):
        read = []
        for module in (names, resolve, decisions):
            monkeypatch.setattr(module, "name_key", lambda name: read.append(name) or name_key(name))
        names._label_key.cache_clear()
        link(_with_text(moor(), "here", "See rule 7.3, see section 9.9. " * times), contents(), {})
        return len(read)

    assert names_read(200) == names_read(2)
