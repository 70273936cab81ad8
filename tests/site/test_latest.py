"""What the newest edition of a game changed, as readers are told."""

from dataclasses import replace
from pathlib import Path

from small_sites import EDITION, every_kind, revision, write_site

from kb.site.check import check
from kb.site.latest import by_game, newest


def test_each_wording_is_in_the_group_that_tells_what_became_of_it() -> None:
    old, new = "2019-01-01", "2024-01-01"
    edition = newest(
        [
            revision("1", old, "Old words.", fate="edited"),
            revision("1", new, "New words."),
            revision("2", old, "The same.", fate="renumbered"),
            revision("3", new, "The same.", entity="hearthmoor:2", entry="hearthmoor:3"),
            revision("4", new, "Never before."),
            revision("5", old, "Gone.", fate="withdrawn", entry=None),
            revision("6", old, "Stays.", last=new),
        ]
    )
    assert edition is not None
    assert (edition.name, edition.before) == (new, old)
    assert {group: [now.number for now, _ in found] for group, found in edition.groups.items()} == {
        "Worded differently": ["1"],
        "New": ["4"],
        "Renumbered or renamed": ["3"],
        "Withdrawn": ["5"],
    }
    assert edition.summary().replace("\N{NO-BREAK SPACE}", " ").startswith("1 worded differently, 1 new")


def test_what_was_withdrawn_before_is_no_news() -> None:
    edition = newest(
        [
            revision("1", "2018", "Long gone.", fate="withdrawn", entry=None),
            revision("2", "2018", "Words.", last="2019", fate="edited"),
            revision("2", "2020", "Other words."),
        ]
    )
    assert edition is not None
    assert set(edition.groups) == {"Worded differently"}


def test_a_first_edition_and_undated_ones_change_nothing() -> None:
    assert newest([revision("1", EDITION), revision("2", EDITION)]) is None
    assert newest([revision("1", "second"), revision("2", "third")]) is None
    assert newest([revision("1", None)]) is None
    assert by_game([revision("1", EDITION)]) == {}


def test_home_game_and_the_page_of_changes_lead_to_the_wording_before(tmp_path: Path) -> None:
    before = revision("7.2", "2019-01-01", "A figure may push another. See rule 7.3.", fate="edited")
    built = write_site(tmp_path, *every_kind(), revisions=(before, revision("7.2", EDITION)))
    home, game, changes = (
        (built / path / "index.html").read_text("utf-8")
        for path in ("", "hearthmoor", "hearthmoor/all/changes")
    )
    assert 'href="hearthmoor/all/changes/index.html"' in home
    assert f"What changed in {EDITION}" in game
    assert 'href="../../7.2@2019-01-01/index.html"' in changes
    past = (built / "hearthmoor/7.2@2019-01-01/index.html").read_text("utf-8")
    assert '<ins><span class="unseen">put in: </span>' in past


def test_a_wording_made_anew_is_shown_beside_todays(tmp_path: Path) -> None:
    before = revision("7.2", "2019-01-01", "Nobody touches anybody.", fate="edited")
    same = revision("7.1", "2019-01-01", "A figure may grapple another. See rule 7.3.", fate="renumbered")
    facts = {"entity": "hearthmoor:7.2", "entry": "hearthmoor:7.2"}
    past = (before, replace(same, **facts), revision("7.2", EDITION))
    built = write_site(tmp_path, *every_kind(), revisions=past)
    page = (built / "hearthmoor/7.2@2019-01-01/index.html").read_text("utf-8")
    assert "Nobody touches anybody." in page
    today = page[page.index("Today's wording") :]
    assert 'A <a href="../figure/index.html" class="mention">figure</a> may grapple another.' in today
    assert "Today's wording" not in (built / "hearthmoor/7.1@2019-01-01/index.html").read_text("utf-8")


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
    facts = " ".join(page[page.index("Earlier wordings") : page.index("</aside>")].split())
    assert '<a href="../7.1@2019-01-01/index.html">2019-01-01</a> <span dir="auto">as 7.1</span>, ' in facts
    assert '<a href="../7.2@2018-01-01/index.html">2018-01-01 to 2018-06-01</a>' in facts
    assert "Earlier wordings" not in (built / "hearthmoor/7.3/index.html").read_text("utf-8")
    assert check(built, "/moor/") == []
