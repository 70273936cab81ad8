"""What must hold in real rule texts, where they are at hand: every reference found, few links, right ones."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pytest
from case_files import CASES
from real_texts import corpus_of

from kb.ingest import ingest
from kb.link import link
from kb.sources import read_corpus

SEEDS = {
    "illuminati-nwo": "seeds/001-illuminati-new-world-order.txt",
    "magic": "seeds/002-mtg-scheme-wiki-page.txt",
    "marvel-champions": "seeds/000-marvel-champions-player-side-schemes.txt",
    "red-dragon-inn": "seeds/003-red-dragon-inn-reference-manual.txt",
}
# "100.2a", "702.19b", "614": every number with three digits before the dot
MAGIC_NUMBER = re.compile(r"(?<![\w.,])\d{3}(?:\.\d+[a-z]?)?(?![\w]|,\d|\.\d)")


def _linked(folder, texts):
    read = ingest(read_corpus(corpus_of(folder, texts)))
    return read.entries, link(read.entries, read.pages, {}).references


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    return _linked(tmp_path_factory.mktemp("seeds"), SEEDS)


@pytest.fixture(scope="module")
def magic(tmp_path_factory):
    path = "corpora/mtg-cr/MagicCompRules-2026-01-16.txt"
    return _linked(tmp_path_factory.mktemp("magic"), {"magic": path})


def _of(linked, game, kind):
    return [one for one in linked[1] if one.origin.startswith(f"{game}:") and one.kind == kind]


def test_a_manual_with_appendices(seeds):
    found = _of(seeds, "red-dragon-inn", "see")
    steps = [one for one in found if one.text.startswith("step")]
    assert len(steps) == 3 and all("-step-" in one.target for one in steps)
    external = [one.text for one in found if one.status == "external"]
    assert external == ["page 16 of the Walkthrough"]
    targets = [one for one in found if one.status == "resolved" and one not in steps]
    assert len(targets) == 46 and len(found) == 46 + 3 + 1
    those = [one.target for one in found if one.origin == "red-dragon-inn:attack"]
    assert those == [
        f"red-dragon-inn:{slug}" for slug in ("burst-attack", "melee-attack", "ranged-attack", "appendix-c")
    ]


def test_the_phrases_of_that_manual(seeds):
    by_id = {one.id: one for one in seeds[0]}
    phrases = 0
    for reference in _of(seeds, "red-dragon-inn", "see"):
        before = by_id[reference.origin].text[: reference.start]
        joined = re.search(r"\S and $", before) or not reference.text
        phrases += not joined and reference.status == "resolved" and not reference.text.startswith("step")
    assert phrases == 39


def test_a_page_that_quotes_one_chapter(seeds):
    found = {one.text: (one.status, one.target) for one in _of(seeds, "magic", "see")}
    assert found == {
        "See rule 314, “Schemes.”": ("resolved", "magic:314"),
        "See rule 904.3": ("missing", None),
        "See rule 904, “Archenemy.”": ("missing", None),
        "See rule 704": ("missing", None),
        "rule 109.2": ("missing", None),
    }


def test_a_page_number_without_a_contents_page(seeds):
    assert [(one.text, one.status) for one in _of(seeds, "illuminati-nwo", "see")] == [("p. 10", "missing")]


def test_headings_name_things_where_a_text_has_no_terms(seeds):
    assert [(one.text, one.target.partition(":")[2]) for one in _of(seeds, "illuminati-nwo", "mention")] == [
        ("Plot", "duplicate-cards-plot-cards"),
        ("Group cards", "duplicate-cards-group-cards"),
        ("Links", "links"),
        ("Plot cards", "duplicate-cards-plot-cards"),
    ]
    assert not _of(seeds, "marvel-champions", "mention")  # its only heading is the title of all


def _expert_links():
    """What the case file says of each entry: the terms to link, and those that may be linked or not."""
    told = (CASES / "mentions_manual_expert.txt").read_text(encoding="utf-8").partition("\n\n")[2]
    for line in told.splitlines():
        slug, _, terms = line.partition(":")
        wanted = {term for term in terms.split() if not term.startswith("(")}
        yield slug, wanted, {term.strip("()") for term in terms.split()} - wanted


def test_terms_that_an_expert_links(seeds):
    linked = defaultdict(set)
    for one in seeds[1]:
        if one.origin.startswith("red-dragon-inn:") and one.target:
            linked[one.origin.partition(":")[2]].add(one.target.partition(":")[2])
    wanted = [(slug, term) for slug, terms, _either in _expert_links() for term in sorted(terms)]
    missed = [(slug, term) for slug, term in wanted if term not in linked[slug]]
    assert len(wanted) > 900
    assert len(missed) <= 0.03 * len(wanted), missed


def test_no_term_is_linked_that_an_expert_would_not(seeds):
    known = {slug: wanted | either for slug, wanted, either in _expert_links()}
    found = [
        (one.origin.partition(":")[2], one.target.partition(":")[2])
        for one in _of(seeds, "red-dragon-inn", "mention")
    ]
    assert not [(slug, term) for slug, term in found if term not in known.get(slug, {term})]


def test_words_that_an_expert_does_not_link(seeds):
    by_id = {one.id: one for one in seeds[0]}
    for mention in _of(seeds, "red-dragon-inn", "mention"):
        title = by_id[mention.target].title or ""
        if " " not in title.removesuffix(" X"):
            assert mention.text[0].isupper() or title in ("Door", "Deploy"), mention


def test_every_number_of_the_magic_rules_is_a_reference(magic):
    spans = defaultdict(list)
    for reference in magic[1]:
        spans[reference.origin].append((reference.start, reference.end))
    numbers, others = 0, Counter()
    for entry in magic[0]:
        for match in MAGIC_NUMBER.finditer(entry.text):
            if any(start <= match.start() < end for start, end in spans[entry.id]):
                numbers += 1
            else:
                others[entry.text[match.start() : match.end() + 6]] += 1
    assert numbers == 1896
    assert others == {"100 cards": 2, "100.": 1}  # deck sizes


def test_one_reference_of_the_magic_rules_leads_nowhere(magic):
    lost = [
        (one.origin, one.text, one.status) for one in _of(magic, "magic", "see") if one.status == "missing"
    ]
    assert lost == [
        ("magic:map", "see rule 110.10", "missing")
    ]  # the publisher's mistake: tokens are in 111.10


def test_magic_links_are_few(magic):
    rules = {one.id for one in magic[0] if one.kind == "rule"}
    mentions = [one for one in _of(magic, "magic", "mention") if one.origin in rules]
    assert 1.2 <= len(mentions) / len(rules) <= 2.2
    common = Counter(target for target, _origin in {(one.target, one.origin) for one in mentions})
    assert common.most_common(1)[0][1] <= 0.02 * len(rules)


def test_magic_links_are_right(magic):
    by_id = {one.id: one for one in magic[0]}
    made = {
        (by_id[one.origin].number, one.text, by_id[one.target].title)
        for one in _of(magic, "magic", "mention")
    }
    judged = []
    for line in (CASES / "mentions_magic_judged.txt").read_text(encoding="utf-8").splitlines()[3:]:
        number, words, title, verdict = line.split(" | ")
        if (number, re.search("<(.*)>", words)[1], title) in made:
            judged.append(verdict)
    assert len(judged) >= 90, "so many links have gone that a new sample must be judged"
    assert judged.count("right") / len(judged) >= 0.95
