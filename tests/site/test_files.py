"""A site made with the help of the one before it: the same to the last byte, and only what changed is made anew."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from small_builds import of_game
from small_entries import entry
from small_sites import REVISIONS, content, every_kind, page_context_of

from kb import index, shipped, site
from kb.site import Keeping
from kb.site.files import Files
from kb.site.lookups import Lookups
from kb.site.render import Renderer
from kb.store import Content, Store
from kb.store import write as write_store


def build(
    folder: Path, held: Content, before: Path | None = None, templates: Path | None = None
) -> tuple[Path, set[str]]:
    """The site of some content below `folder`, and the pages that had to be rendered."""
    held = of_game(held, held.games[0])
    folder.mkdir(exist_ok=True)
    for part in set(folder.iterdir()) - {folder / "site", folder / "pages.json"}:
        shutil.rmtree(part) if part.is_dir() else part.unlink()
    near = index.write(folder / "index", held.entries, held.references)
    write_store(folder / "kb.sqlite", held, near)
    old = before or folder / "nothing"
    keeping = Keeping(record=folder / "pages.json", before=old / "site", record_before=old / "pages.json")
    rendered = set()

    def watched(renderer: Renderer, template: str, view: object) -> bytes:
        rendered.add(f"{template} {getattr(view, 'title', '')}".strip())
        return render(renderer, template, view)

    render = Renderer.render
    with pytest.MonkeyPatch.context() as patched, Store(folder / "kb.sqlite") as store:
        patched.setattr(Renderer, "render", watched)
        site.write_game(folder / "site", store, templates or shipped.templates(), folder / "index", keeping)
    return folder / "site", rendered


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def held(**facts: object) -> Content:
    entries, references = every_kind()
    return content(entries, references, **{"revisions": REVISIONS, **facts})


def changed(slug: str, **facts: object) -> Content:
    entries, references = every_kind()
    return content(
        [replace(one, **facts) if one.id.endswith(f":{slug}") else one for one in entries],
        references,
        revisions=REVISIONS,
    )


def with_one_more() -> Content:
    entries, references = every_kind()
    peace = entry("9", "A figure may rest.", number="9", title="Peace", kind="section")
    return content([*entries, peace], references, revisions=REVISIONS)


def with_one_less() -> Content:
    entries, references = every_kind()
    left = [one for one in entries if one.id != "hearthmoor:7.2a"]
    kept = [one for one in references if "hearthmoor:7.2a" not in (one.origin, one.target)]
    return content(left, kept, revisions=REVISIONS)


CHANGES: dict[str, Callable[[], Content]] = {
    "nothing": held,
    "a wording": lambda: changed("7.3", text="A push harms.", markdown="A push harms."),
    "a name": lambda: changed("figure", title="Pawn"),
    "a number": lambda: changed("7.2", number="7.9"),
    "one more": with_one_more,
    "one less": with_one_less,
    "the address": lambda: held(base_url="https://elsewhere.example/x"),
    "no address": lambda: held(base_url=""),
    "the name of the site": lambda: held(title="Other rules"),
    "no revisions": lambda: held(revisions=()),
}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("before") / "build"
    build(folder, held())
    return folder


@pytest.mark.parametrize("change", CHANGES)
def test_after_any_change_it_is_what_a_fresh_one_would_be(before: Path, tmp_path: Path, change: str) -> None:
    fresh, _ = build(tmp_path / "fresh", CHANGES[change]())
    again, _ = build(tmp_path / "again", CHANGES[change](), before)
    assert files(again) == files(fresh)


@pytest.mark.parametrize("first", CHANGES)
def test_changes_one_after_the_other_add_nothing_up(tmp_path: Path, first: str) -> None:
    build(tmp_path / "one", CHANGES[first]())
    build(tmp_path / "two", CHANGES["a wording"](), tmp_path / "one")
    last, _ = build(tmp_path / "three", held(), tmp_path / "two")
    fresh, _ = build(tmp_path / "fresh", held())
    assert files(last) == files(fresh)


@pytest.mark.parametrize("first", CHANGES)
def test_a_folder_that_holds_an_earlier_site_is_gone_on_with(
    before: Path, tmp_path: Path, first: str
) -> None:
    folder = tmp_path / "folder"
    build(folder, CHANGES[first]())
    last, rendered = build(folder, held(), before)
    assert rendered == set()
    assert files(last) == files(before / "site")
    assert {path for path in last.rglob("*") if path.is_dir() and not any(path.iterdir())} == set()


HARMS: dict[str, Callable[[Path, Path], object]] = {
    "a file more": lambda site, _: (site / "hearthmoor" / "CNAME").write_text("x"),
    "a folder more": lambda site, _: (site / "hearthmoor" / "mine" / "deep").mkdir(parents=True),
    "a page gone": lambda site, _: (site / "hearthmoor/7.2/index.html").unlink(),
    "a page edited": lambda site, _: (site / "hearthmoor/7.2/index.html").write_text("mine"),
    "a folder as a link": lambda site, elsewhere: replaced_by_link(site / "hearthmoor" / "7.2", elsewhere),
    "a page as a link": lambda site, elsewhere: replaced_by_link(
        site / "hearthmoor/index.html", elsewhere / "index.html"
    ),
    "a page as a folder": lambda site, _: (
        (site / "hearthmoor/index.html").unlink(),
        (site / "hearthmoor/index.html").mkdir(),
    ),
}


def replaced_by_link(path: Path, target: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    path.symlink_to(target)


@pytest.mark.parametrize("harm", HARMS)
def test_what_somebody_did_to_the_folder_is_undone(before: Path, tmp_path: Path, harm: str) -> None:
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "index.html").write_text("not ours")
    build(folder, held())
    HARMS[harm](folder / "site", elsewhere)
    last, _ = build(folder, changed("7.2", title="Holding"), before)
    fresh, _ = build(tmp_path / "fresh", changed("7.2", title="Holding"))
    assert files(last) == files(fresh)
    assert not any(path.is_symlink() for path in last.rglob("*"))
    assert [path.name for path in elsewhere.iterdir()] == ["index.html"]
    assert (elsewhere / "index.html").read_text() == "not ours"


def test_a_part_looks_up_entries_only_one_by_one(tmp_path: Path) -> None:
    lookups = Lookups(page_context_of(tmp_path, *every_kind()))
    with lookups.watching() as seen:
        lookups.page_context.catalogue.by_id.get("hearthmoor:7.2")
        lookups.page_context.catalogue.below.get("hearthmoor:glossary")
        with pytest.raises(RuntimeError, match="one by one"):
            list(lookups.page_context.catalogue.by_id.values())
    itself = {f"itself hearthmoor:{name}" for name in ("7.2", "glossary", "figure", "ember")}
    assert seen == itself | {"below hearthmoor:glossary"}


def test_only_what_changed_is_rendered(before: Path, tmp_path: Path) -> None:
    _, rendered = build(tmp_path / "same", held(), before)
    assert rendered == set()
    _, rendered = build(
        tmp_path / "worded", changed("7.3", text="A push harms.", markdown="A push harms."), before
    )
    assert rendered == {
        "entry.html.j2",  # 7.3 itself
        "edition.html.j2",
        "entry.html.j2 Fighting",  # which holds it
        "edition.html.j2 Fighting",
        "reading.html.j2 Rules",
        "entry.html.j2 Figure",  # which quotes the sentence that points to it
        "entry.html.j2 Grappling",  # beside which it stands in the tree
        "entry.html.j2 Levels",  # which comes after it and quotes its first words
    }


def test_what_is_taken_over_takes_no_room(before: Path, tmp_path: Path) -> None:
    again, _ = build(tmp_path / "same", held(), before)
    page = "hearthmoor/7.2/index.html"
    assert (again / page).samefile(before / "site" / page)


def test_another_template_makes_every_page_anew(before: Path, tmp_path: Path) -> None:
    templates = tmp_path / "templates"
    shutil.copytree(shipped.templates(), templates)
    layout = templates / "layout.html.j2"
    layout.write_text(layout.read_text("utf-8").replace("For curators", "Known problems"), "utf-8")
    again, _ = build(tmp_path / "again", held(), before, templates)
    fresh, _ = build(tmp_path / "fresh", held(), templates=templates)
    assert files(again) == files(fresh)
    assert "Known problems" in (again / "hearthmoor/7.2/index.html").read_text("utf-8")


@pytest.mark.parametrize("part", ["css/site.css", "js/site.js", "worker/worker.js"])
def test_another_script_or_style_is_everywhere(before: Path, tmp_path: Path, part: str) -> None:
    templates = tmp_path / "templates"
    shutil.copytree(shipped.templates(), templates)
    with (templates / part).open("a", encoding="utf-8") as file:
        file.write("\n;" if part.endswith("js") else "\np { margin: 0 }")
    again, _ = build(tmp_path / "again", held(), before, templates)
    fresh, _ = build(tmp_path / "fresh", held(), templates=templates)
    assert files(again) == files(fresh)


def test_another_version_of_the_program_makes_every_page_anew(
    before: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.site.render.program", lambda: "another")
    _, rendered = build(tmp_path / "again", held(), before)
    assert "entry.html.j2 Grappling" in rendered


@pytest.mark.parametrize("harm", ["gone", "edited", "longer", "a link", "a folder"])
def test_a_file_that_somebody_changed_is_made_anew(before: Path, tmp_path: Path, harm: str) -> None:
    old = tmp_path / "old"
    shutil.copytree(before, old)  # keeps the times of files
    page = old / "site/hearthmoor/7.2/index.html"
    text = page.read_bytes()
    page.unlink()
    if harm == "edited":
        page.write_bytes(text.replace(b"Grappling", b"Grabbling"))
    elif harm == "longer":
        page.write_bytes(text + b" ")
    elif harm == "a link":
        page.symlink_to(before / "site/index.html")
    elif harm == "a folder":
        page.mkdir()
    again, rendered = build(tmp_path / "again", held(), old)
    assert rendered == {"entry.html.j2 Grappling"}
    assert files(again) == files(before / "site")


@pytest.mark.parametrize(
    "record", [b"", b"\xff\x00", b"[]", b"{}", b'{"made_with": 1, "files": 2}', None, "rows"]
)
def test_a_record_that_says_nothing_means_a_fresh_site(
    before: Path, tmp_path: Path, record: bytes | str | None
) -> None:
    old = tmp_path / "old"
    shutil.copytree(before, old)
    if record is None:
        (old / "pages.json").unlink()
    elif record == "rows":
        told = json.loads((old / "pages.json").read_bytes())
        told["files"] = {path: [1] for path in told["files"]}
        (old / "pages.json").write_text(json.dumps(told), "utf-8")
    else:
        assert isinstance(record, bytes)
        (old / "pages.json").write_bytes(record)
    again, _ = build(tmp_path / "again", held(), old)
    assert files(again) == files(before / "site")


def test_damaged_search_data_is_packed_anew(before: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(before, old)
    for number, file in enumerate(sorted((old / "site/hearthmoor/all/search").glob("*.gz"))):
        file.write_bytes(file.read_bytes()[: -number % 20] if number % 2 else b"damaged")
    again, _ = build(tmp_path / "again", held(), old)
    assert files(again) == files(before / "site")


def test_where_nothing_can_be_linked_files_are_copied(
    before: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)
    again, rendered = build(tmp_path / "again", held(), before)
    assert rendered == set()
    assert files(again) == files(before / "site")
    _, rendered = build(tmp_path / "after", held(), tmp_path / "again")
    assert rendered == set()


def test_a_file_written_twice_leaves_the_site_before_alone(tmp_path: Path) -> None:
    keeping = Keeping(record=tmp_path / "1.json", before=tmp_path / "0", record_before=tmp_path / "0.json")
    first = Files(tmp_path / "1", "made", keeping)
    first.write("a/b.html", b"one", "x")
    first.finish()
    keeping = Keeping(record=tmp_path / "2.json", before=tmp_path / "1", record_before=tmp_path / "1.json")
    second = Files(tmp_path / "2", "made", keeping)
    assert second.take("a/b.html", "x")
    assert not second.take("a/b.html", "x")
    second.write("a/b.html", b"two", "y")
    assert (tmp_path / "1/a/b.html").read_bytes() == b"one"
    assert (tmp_path / "2/a/b.html").read_bytes() == b"two"
