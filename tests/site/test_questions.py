"""The page with all questions of a game and their answers."""

from pathlib import Path

from small_entries import entry
from small_sites import every_kind, page_context_of, write_site

from kb.site import overviews, questions


def test_questions_stand_with_their_answers_under_their_section(tmp_path: Path) -> None:
    fire = entry("fire", title="Fire", kind="section")
    asked = entry("does-it-burn", "Yes.", title="Does it burn?", kind="faq", parent=fire.id)
    step = entry("then", "Put it out.", number="1", kind="step", parent=asked.id)
    other = entry("is-it-hot", "Very.", title="Is it hot?", kind="faq", parent=fire.id)
    page_context = page_context_of(tmp_path, [fire, asked, step, other])
    page = questions.questions_page(page_context, page_context.games["hearthmoor"])
    ((heading, rows),) = page.groups
    assert heading is not None and heading.label == "Fire"
    assert [(row.title, str(row.body), row.depth, row.level) for row in rows.items] == [
        ("Does it burn?", "<p>Yes.</p>", 1, 3),
        ("", "<p>Put it out.</p>", 2, 4),
        ("Is it hot?", "<p>Very.</p>", 1, 3),
    ]


def test_very_many_answers_are_left_to_their_own_pages(tmp_path: Path) -> None:
    long = "Words. " * 3_000
    asked = [entry(f"q{n}", long, title=f"Why {n}?", kind="faq") for n in range(11)]
    page_context = page_context_of(tmp_path, asked)
    ((_, rows),) = questions.questions_page(page_context, page_context.games["hearthmoor"]).groups
    assert len(rows.items) == 11
    assert not any(row.body for row in rows.items)


def test_a_game_leads_to_all_its_questions_also_where_it_lists_only_some(tmp_path: Path) -> None:
    asked = [
        entry(f"q{n}", "Yes.", title=f"Why {n}?", kind="faq") for n in range(overviews.MOST_QUESTIONS + 1)
    ]
    page_context = page_context_of(tmp_path, asked)
    page = overviews.game_page(page_context, page_context.games["hearthmoor"])
    assert len(page.questions) == overviews.MOST_QUESTIONS
    assert page.answers is not None
    assert page.answers.label.split() == ["201", "questions"]


def test_only_games_with_questions_have_the_page(tmp_path: Path) -> None:
    built = write_site(tmp_path, *every_kind())
    assert (built / "fen/all/questions/index.html").is_file()
    assert not (built / "hearthmoor/all/questions").exists()
