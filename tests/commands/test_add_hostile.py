"""Hostile and damaged texts: a right reading or one clear line, in bounded memory, and nothing else is touched."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Kb

MEMORY = 1_500_000_000
"""Bytes of address space that one `kb add` may take."""

_LIMITED = f"""
import resource
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
from kb.__main__ import main
main()
"""


def pdf(stream: bytes, filters: str = "/FlateDecode") -> bytes:
    """A PDF of one page with a compressed stream of its own."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
        b"<< /Length %d /Filter %s >>\nstream\n%s\nendstream" % (len(stream), filters.encode(), stream),
    ]
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        made
        + b"xref\n0 5\n0000000000 65535 f \n"
        + table
        + (b"trailer << /Size 5 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % len(made))
    )


def bomb(megabytes: int) -> bytes:
    """So many megabytes of zeros, packed."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(bytes(1 << 20)) for _ in range(megabytes)) + packer.flush()


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


RULES = b"1.1 A goat climbs the wall.\n\n1.2 It rests there.\n\n1.3 Then it goes home.\n"

# name of the file → what is in it, what is said if it is refused
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty.txt": (lambda: b"", "is empty"),
    "blank.md": (lambda: b" \n\n\t\r\n", "no text in it|is empty"),
    "binary.txt": (lambda: bytes(range(256)) * 4000, "not a text"),
    "truncated.pdf": (lambda: pdf(zlib.compress(b"BT (A goat) Tj ET"))[:150], "cannot be read as a PDF"),
    "damaged.pdf": (
        lambda: b"$" + pdf(b"BT (A goat climbs the wall) Tj ET")[1:200],
        "cannot be read as a PDF",
    ),
    "picture.pdf": (lambda: b"\x89PNG\r\n\x1a\n" + b"goat" * 400, "cannot be read as a PDF"),
    "bomb.pdf": (lambda: pdf(bomb(300)), "PDF|no text"),
    "bombs.pdf": (lambda: pdf(zlib.compress(bomb(300)), "[/FlateDecode /FlateDecode]"), "PDF|no text"),
    "bomb.zip": (lambda: zipped({"rules.txt": bytes(200 << 20)}), "packed"),
    "outside.zip": (lambda: zipped({"../../outside.txt": RULES, "/etc/outside.txt": RULES}), "outside"),
    "damaged.zip": (lambda: zipped({"rules.txt": RULES})[:60], "zip"),
    "aliases.yaml": (lambda: b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "alias"),
    "deep.json": (lambda: b"[" * 100_000, "JSON|deep"),
    "closed.json": (lambda: b"[" * 100_000 + b"]" * 100_000, "deep"),
    "deep.yaml": (lambda: b"[" * 100_000 + b"]" * 100_000, "deep|YAML"),
    "lists.html": (lambda: b"<ul><li>" * 100_000 + b"a goat", "deep"),
    "deep.html": (lambda: b"<div>" * 100_000 + b"a goat", "deep"),
}
# name of the file → what is in it: read, whatever it is
READ: dict[str, Callable[[], bytes]] = {
    "nested.md": lambda: b"\n".join(b"  " * min(depth, 400) + b"- a goat climbs" for depth in range(5_000)),
    "nested.txt": lambda: b"\n".join(b" " * (depth % 300) + b"- a goat climbs" for depth in range(5_000)),
    "lists.md": lambda: b"- " * 100_000 + b"a goat climbs",
    "quoted.md": lambda: b">" * 100_000 + b" a goat climbs",
    "listed.html": lambda: b"<ul><li>a goat climbs" * 200 + b"</ul>" * 200,
    "line.txt": lambda: b"A goat climbs the wall and rests. " * 150_000,
    "line.md": lambda: b"A goat climbs *the* wall and rests. " * 10_000,
    "line.html": lambda: b"<p>" + b"A goat <b>climbs</b> the wall and rests. " * 10_000,
    "backtracking.txt": lambda: (
        b"a" * 30_000 + b"!\n" + b"1.1" * 30_000 + b"\n" + b"(a|" * 30_000 + b"\n" + b" ." * 30_000
    ),
    "brackets.md": lambda: b"[" * 50_000 + b"a goat" + b"](" * 50_000,
    "emphasis.md": lambda: b"*a **b " * 20_000 + b"goat",
    "controls.txt": lambda: "".join(
        f"1.{n} A goat{chr(n)} climbs.\n\n" for n in range(160) if n not in (0, 10, 13)
    ).encode(),
    "directions.txt": lambda: "A goat \u202eclimbs\u202c the \u2066wall\u2069.\n\n".encode() * 100,
    "tags.yaml": lambda: (
        b"- id: goat\n  text: !!python/object/apply:os.system [echo a goat climbs]\n"
        b"- id: hen\n  text: a hen rests here\n"
    ),
    "entities.html": lambda: (
        b'<!DOCTYPE a [<!ENTITY a "goat"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
        b"<p>A wall &b; &c; stands.</p>"
    ),
    "blanks.md": lambda: b"# A goat" + b" " * 1_000_000 + b"x\n\nIt climbs the wall.\n",
    "icon.html": lambda: b'<p>A goat <img alt="a' + b" " * 100_000 + b'!"> climbs the wall',
    "ruler.txt": lambda: b"| Goat | Wall |\n|---|---|\n| " + b"- " * 100_000 + b"x | a |\n| b | c |\n",
    "template.wiki": lambda: b"== Goats ==\n{{goat|a" + b" " * 100_000 + b"x}} climbs the wall\n",
    "empty-lines.json": lambda: b'{"title": "Goat", "text": "A goat' + b"\\n" * 60_000 + b'climbs"}',
    "numbers.txt": lambda: b"\n".join(b"%d.%d goat" % (9**9 * n, 10**60) for n in range(2000)),
}


def add_in_bounds(folder: Path, name: str, data: bytes) -> subprocess.CompletedProcess[str]:
    (folder / "in").mkdir()
    (folder / "in" / name).write_bytes(data)
    return subprocess.run(
        [sys.executable, "-c", _LIMITED, "add", f"in/{name}", "--game", "moor"],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
        check=False,
    )


def everything_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    make, said = REFUSED[name]
    done = add_in_bounds(tmp_path, name, make())
    assert (done.returncode, done.stdout) == (2, ""), done.stderr[-2000:]
    assert done.stderr.startswith("kb: ") and done.stderr.count("\n") == 1
    assert re.search(said, done.stderr)
    assert everything_in(tmp_path) == {f"in/{name}"}


@pytest.mark.parametrize("name", READ)
def test_what_is_odd_is_read(tmp_path: Path, name: str) -> None:
    done = add_in_bounds(tmp_path, name, READ[name]())
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert everything_in(tmp_path) == {f"in/{name}", "corpus/moor/game.toml", f"corpus/moor/{name}"}
    assert "root:" not in done.stdout  # of /etc/passwd
    assert not re.search("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e]", done.stdout)


def test_a_folder_of_files_with_any_names_is_built_and_told_line_by_line(kb: Kb, tmp_path: Path) -> None:
    """Names that are no UTF-8, that part lines, colour a terminal, turn a line around; pipes and links beside them."""
    names = (
        b"\xff\xfe goat.txt",
        b"a\nb.txt",
        b"\x1b[31mred.txt",
        "\u202etxt.seluR.txt".encode(),
        b"-rf.txt",
        b"%s.txt",
    )
    folder = tmp_path / "in"
    folder.mkdir()
    for number, name in enumerate(names, 1):
        try:
            Path(os.fsdecode(bytes(folder) + b"/" + name)).write_bytes(
                RULES.replace(b"1.", b"%d." % number) + RULES
            )
        except OSError:
            pytest.skip("this file system takes no such names")
    (folder / "loop").symlink_to(folder)
    (folder / "outside.txt").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe.txt")
    added, built, checked = kb("add", "in", "--game", "moor"), kb("build"), kb("check")
    assert (added.exit_code, built.exit_code, checked.exit_code) == (0, 0, 0), built.stderr
    told = added.stdout + added.stderr + built.stderr + checked.stdout
    assert all(line.isprintable() for line in told.split("\n"))
    assert "root:x" not in told and "1 link to another place" in added.stdout


def test_names_and_templates_in_a_text_stay_words(kb: Kb, tmp_path: Path) -> None:
    """Titles that climb out of the folder, scripts, templates: nothing runs, nothing is written elsewhere."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rules.txt").write_text(
        "../../../outside {{ 7 * 191 }} <script>alert(1)</script>\n\n"
        "1.1. ../../outside <script src=//goats.example></script> {% include 'x' %}\n\n"
        "1.2. <img src=x onerror=alert(1)> [goat](javascript:alert(1)) {{ config }}\n\n1.3. ..\\..\\outside\n"
    )
    where = ("--source", "../../outside", "--edition", "../../outside", "--title", "../{{ 7 * 191 }}<script>")
    assert kb("add", "in/rules.txt", "--game", "moor", *where).exit_code == 0
    built = kb("build")
    assert built.exit_code == 0, built.stderr
    written = {path.split("/")[0] for path in everything_in(tmp_path)}
    assert written <= {"in", "corpus", "build"}
    assert not list(tmp_path.parent.glob("outside*")) and not list(tmp_path.parent.parent.glob("outside*"))
    for page in (tmp_path / "build" / "site" / "moor").rglob("*.html"):
        html = page.read_text()
        assert "<script>alert" not in html and "<script src=//" not in html and "<img src=x" not in html
        assert 'href="javascript:' not in html
        assert str(7 * 191) not in html
