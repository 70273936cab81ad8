"""What the pages of editions say: what changed, and what was said before."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from small_sites import EDITION, every_kind, revision, write_site

from kb.site import diffs
from kb.site.check import check
from kb.site.diffs import whole_pairs, words
from kb.site.phrases import day

PAIR = f"hearthmoor/all/changes/rules/2019-01-01-to-{EDITION}"


def test_home_game_and_the_page_of_changes_lead_to_the_wording_before(tmp_path: Path) -> None:
    before = revision("7.2", "2019-01-01", "A figure may push another. See rule 7.3.", fate="edited")
    built = write_site(
        tmp_path,
        *every_kind(),
        revisions=(before, revision("7.2", EDITION, "A figure may grapple another. See rule 7.3.")),
    )
    home, game, changes = (
        (built / path / "index.html").read_text("utf-8") for path in ("", "hearthmoor", PAIR)
    )
    assert f'href="{PAIR}/index.html"' in home
    assert f"What changed: {day(EDITION)}" in game
    assert "<del>push </del><ins>grapple </ins>" in changes
    assert 'id="7.2"' in changes and 'href="#7.2"' in changes
    assert check(built, "/moor/") == []
    past = (built / "hearthmoor/7.2@2019-01-01/index.html").read_text("utf-8")
    assert '<ins><span class="unseen">put in: </span>' in past


def test_a_wording_made_anew_is_shown_beside_todays(tmp_path: Path) -> None:
    before = revision("7.2", "2019-01-01", "Nobody touches anybody.", fate="edited")
    same = revision("7.1", "2019-01-01", "A figure may grapple another. See rule 7.3.", fate="renumbered")
    facts = {"entity": "hearthmoor:7.2", "entry": "hearthmoor:7.2"}
    past = (before, replace(same, **facts), revision("7.2", EDITION))
    built = write_site(tmp_path, *every_kind(), revisions=past)
    page = unescape((built / "hearthmoor/7.2@2019-01-01/index.html").read_text("utf-8"))
    assert "Nobody touches anybody." in page
    today = page[page.index("Today's wording") :]
    assert 'A <a href="../figure/index.html" class="mention">figure</a> may grapple another.' in today
    assert "Today's wording" not in unescape(
        (built / "hearthmoor/7.1@2019-01-01/index.html").read_text("utf-8")
    )


def test_a_past_wording_is_dressed_like_todays(tmp_path: Path) -> None:
    words = "Pays {ember}.\n\nExample: Ada pays.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"
    past = (revision("7.2", "2019-01-01", words, fate="edited"), revision("7.2", EDITION))
    built = write_site(tmp_path, *every_kind(), revisions=past)
    page = (built / "hearthmoor/7.2@2019-01-01/index.html").read_text("utf-8")
    assert '<span class="icon">ember</span>' in page
    assert '<p class="aside">Example: Ada pays.</p>' in page
    assert '<div class="scroll" tabindex="0"' in page


def test_an_entry_leads_to_what_it_said_before(tmp_path: Path) -> None:
    past = (
        revision("7.2", "2018-01-01", "Words.", last="2018-06-01", fate="edited"),
        revision("7.1", "2019-01-01", fate="renumbered", entity="hearthmoor:7.2", entry="hearthmoor:7.2"),
        revision("7.2", EDITION),
        revision("7.3", None, fate="edited", address="hearthmoor/7.3/"),
    )
    built = write_site(tmp_path, *every_kind(), revisions=past)
    page = (built / "hearthmoor/7.2/index.html").read_text("utf-8")
    facts = " ".join(page[page.index("Earlier wordings") : page.index("details</summary>")].split())
    assert '<a href="../7.1@2019-01-01/index.html">1 Jan 2019</a> as 7.1, ' in facts
    assert '<a href="../7.2@2018-01-01/index.html">1 Jan 2018 – 1 Jun 2018</a>' in facts
    assert "Earlier wordings" not in (built / "hearthmoor/7.3/index.html").read_text("utf-8")
    assert check(built, "/moor/") == []


def test_a_page_for_every_pair(tmp_path: Path) -> None:
    past = (
        revision("7.2", "2018", "First words.", fate="edited"),
        revision("7.2", "2021", "Other words.", fate="edited"),
        revision("7.2", EDITION, "Last words."),
        revision("7.3", "2018", "Gone.", fate="withdrawn", entry=None),
        revision("7.4", "2021", "New.", last=EDITION),
    )
    built = write_site(tmp_path, *every_kind(), revisions=past)
    folder = built / "hearthmoor/all/changes/rules"
    first = (folder / "2018-to-2021/index.html").read_text("utf-8")
    assert 'id="was-7.3"' in first and "<del>Gone.</del>" in first
    assert 'id="7.4"' in first and "<ins>New.</ins>" in first
    far = (folder / f"2018-to-{EDITION}/index.html").read_text("utf-8")
    assert "<del>First </del><ins>Last </ins>words." in far
    assert 'id="was-7.3"' in far and 'id="7.4"' in far
    listed = (folder.parent / "index.html").read_text("utf-8")
    assert re.findall(">(20[^<]+ \N{EN DASH} [^<]+)</a>", listed) == [
        f"2021 \N{EN DASH} {day(EDITION)}",
        "2018 \N{EN DASH} 2021",
        f"2018 \N{EN DASH} {day(EDITION)}",
    ]
    assert far.count("disabled") == 2 and f'<option value="" disabled>{day(EDITION)}<' in far
    assert check(built, "/moor/") == []


def test_of_many_editions_the_pages_of_neighbours_and_beside_the_newest_hold_all() -> None:
    ten, eleven = ([str(2010 + number) for number in range(many)] for many in (10, 11))
    assert len(whole_pairs(ten, 10_000)) == 45
    assert len(whole_pairs(eleven, 3_000)) == 55  # a text that is short enough has any two
    pairs = whole_pairs(eleven, 4_000)
    assert len(pairs) == len(set(pairs)) == 10 + 9
    assert ("2010", "2020") in pairs and ("2014", "2015") in pairs and ("2010", "2012") not in pairs


def test_the_page_of_any_other_pair_names_what_it_shares_with_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Written pages: their rows, put together as a browser does, are those of a page that holds them."""
    past = (
        revision("7.2", "2018", "First <words>.", fate="edited"),
        revision("7.2", "2021", "Other\nwords.", fate="edited"),
        revision("7.2", EDITION, "Last words."),
        revision("7.3", "2018", "Gone.", fate="withdrawn", entry=None),
        revision("7.4", "2021", "New.", last=EDITION),
    )
    whole = write_site(tmp_path / "whole", *every_kind(), revisions=past)
    monkeypatch.setattr(diffs, "whole_pairs", lambda *_: [])
    monkeypatch.setattr(diffs, "BEGINNING", 1)
    apart = write_site(tmp_path / "apart", *every_kind(), revisions=past)
    folder = "hearthmoor/all/changes/rules"
    for pair in ("2018-to-2021", f"2018-to-{EDITION}"):
        page = (apart / folder / pair / "index.html").read_text("utf-8")
        (named,) = re.findall(' data-files="([^"]+)"', page)
        lines = "".join((apart / folder / pair / name).read_text("utf-8") for name in named.split()).split(
            "\n"
        )
        rows = [lines[int(at)] for told in re.findall(' data-lines="([^"]+)"', page) for at in told.split()]
        begun = re.findall("<article.*", page)
        assert len(begun) == 1 and rows
        assert begun + rows == re.findall(
            "<article.*", (whole / folder / pair / "index.html").read_text("utf-8")
        )
        assert "needs a web server" in page
    assert check(apart, "/moor/") == []
    assert {path.suffix for path in (apart / folder / "lines").iterdir()} == {".txt"}
    for file in (apart / folder / "lines").iterdir():
        file.unlink()
    assert {one.message.partition(":")[0].rpartition("/")[0] for one in check(apart, "/moor/")} == {
        "../lines"
    }


def test_what_is_too_much_for_a_page_stands_on_a_second_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = (
        revision("7.2", "2018", "First words.", fate="edited"),
        revision("7.2", EDITION, "Last words."),
        revision("7.3", "2018", "Gone.", fate="withdrawn", entry=None),
        revision("7.4", EDITION, "New."),
    )
    folder, name = "hearthmoor/all/changes/rules", f"2018-to-{EDITION}"
    rows = "<article.*"
    whole = (
        write_site(tmp_path / "whole", *every_kind(), revisions=past) / folder / name / "index.html"
    ).read_text()
    assert "rest-of" not in whole and not (tmp_path / "whole/site" / folder / f"rest-of-{name}").exists()
    monkeypatch.setattr(diffs, "FIRST", 2 * diffs.ROW)
    cut = write_site(tmp_path / "cut", *every_kind(), revisions=past)
    first, rest = ((cut / folder / one / "index.html").read_text() for one in (name, f"rest-of-{name}"))
    assert len(re.findall(rows, first)) == 2
    assert re.findall(rows, first) + re.findall(rows, rest) == re.findall(rows, whole)
    assert f'href="../rest-of-{name}/index.html">More changes</a>' in first
    assert f'href="../{name}/index.html"' in rest
    assert check(cut, "/moor/") == []


def test_one_edition_has_no_page_of_changes(tmp_path: Path) -> None:
    built = write_site(tmp_path, *every_kind(), revisions=(revision("7.2", EDITION),))
    assert not (built / "hearthmoor/all/changes").exists()


def test_words_of_a_text_cannot_be_markup() -> None:
    shown = words([("same", "<b>"), ("removed", "<script>"), ("added", '&\n"')])
    assert shown == "&lt;b&gt;<del>&lt;script&gt;</del><ins>&amp;<br>&#34;</ins>"


def test_long_unchanged_stretches_are_folded() -> None:
    long = " ".join(f"w{number}" for number in range(40)) + " "
    shown = str(
        words([("same", long), ("added", "new "), ("same", long), ("removed", "old "), ("same", long)])
    )
    assert shown.count("<details>") == 3
    assert shown.startswith("<details><summary>…</summary>w0 ")
    assert "w39 <ins>new </ins>w0 w1 " in shown


def test_an_entry_tells_each_edition_that_changed_it_and_what_its_number_meant(tmp_path: Path) -> None:
    facts = {"entity": "hearthmoor:7.1", "entry": "hearthmoor:7.2"}
    past = (
        replace(revision("7.1", "2018", "A figure may push another.", fate="renumbered"), **facts),
        replace(revision("7.2", EDITION, "A figure may grapple another."), **facts),
        revision("7.2", "2018", "Was about <hats>.", fate="renumbered", entry="hearthmoor:7.3"),
        revision("7.3", EDITION, "Was about <hats>.", entity="hearthmoor:7.2", entry="hearthmoor:7.3"),
    )
    built = write_site(tmp_path, *every_kind(), revisions=past)
    page = (built / "hearthmoor/7.2/index.html").read_text("utf-8")
    newest = page[page.index("changed 1 Mar 2025</summary>") :].split("</details>")[0]
    assert "7.1 became 7.2" in newest
    assert "<del>push </del><ins>grapple </ins>" in newest
    notice = page[page.index("Up to 2018") :].split("</p>")[0]
    assert 'href="../7.2@2018/index.html"' in notice and 'href="../7.3/index.html"' in notice
    other = (built / "hearthmoor/7.3/index.html").read_text("utf-8")
    assert "The same words." in other and "Up to" not in other
    assert check(built, "/moor/") == []


def test_an_answer_given_before_its_rule_changed_says_so(tmp_path: Path) -> None:
    entries, references = every_kind()
    rule = next(one for one in entries if one.id == "hearthmoor:7.2")
    answer = replace(
        rule,
        id="hearthmoor:may-i-push",
        kind="faq",
        number=None,
        title="May I push?",
        text="Yes.",
        markdown="Yes.",
        url="hearthmoor/may-i-push/",
        permalink="hearthmoor/may-i-push@2020-01-01/",
    )
    given = revision("may-i-push", "2020-01-01", "Yes.", number=None, title="May I push?", kind="faq")
    past = (
        revision("7.2", "2019-01-01", "A figure may push another. See rule 7.3.", fate="edited"),
        revision("7.2", EDITION, "A figure may grapple another. See rule 7.3."),
        given,
    )
    rests = replace(references[0], origin=answer.id, kind="ruling", text="", start=4, end=4, target=rule.id)
    built = write_site(tmp_path, [*entries, answer], [*references, rests], revisions=past)
    page = " ".join((built / "hearthmoor/may-i-push/index.html").read_text("utf-8").split())
    assert "Given 1 Jan 2020, before" in page
    assert 'href="../7.2@2019-01-01/index.html"' in page[page.index("Given 1 Jan") :]
    assert "<del>push </del><ins>grapple </ins>" in page
    assert check(built, "/moor/") == []
    assert "Given 2" not in (built / "hearthmoor/7.2/index.html").read_text("utf-8")


def test_a_rule_shows_its_erratum_and_the_erratum_the_rule(tmp_path: Path) -> None:
    entries, references = every_kind()
    by_id = {one.id: one for one in entries}
    rule, erratum = by_id["hearthmoor:7.2"], by_id["hearthmoor:7.3"]
    end = len(erratum.text)
    overrules = replace(
        references[0], origin=erratum.id, kind="ruling", text="", start=end, end=end, target=rule.id
    )
    built = write_site(tmp_path, entries, [*references, overrules])
    page = (built / "hearthmoor/7.2/index.html").read_text("utf-8")
    assert 'Overruled by an erratum of 1 Mar 2025: <a href="../7.3/index.html"' in page
    page = (built / "hearthmoor/7.3/index.html").read_text("utf-8")
    assert 'An erratum; it overrules <a href="../7.2/index.html"' in page
