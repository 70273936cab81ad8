"""`kb verify [FILE]`: do a post's citations and quotations hold?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from kb.commands.folders import build_option, game_option
from kb.commands.output import Progress, json_option, note, print_json, wrap
from kb.commands.posts import from_option, post_argument, read_post, refuse_unknown, tell_game, write_post

if TYPE_CHECKING:
    from kb.cite import Finding, Fix, Report, Rules

_COLOURS = {"exact": "green", "cited": "green", "changed": "yellow", "exact, cut short": "yellow"}


@click.command()
@post_argument
@from_option
@game_option("The game that the post is about [told by the post].")
@click.option("--fix", is_flag=True, help="Show what would put FILE right, ask, and write it.")
@click.option("--yes", is_flag=True, help="Do not ask before writing.")
@json_option
@build_option
def command(
    file: IO[bytes],
    source: str | None,
    game: str | None,
    fix: bool,
    yes: bool,
    as_json: bool,
    build: Path | str,
) -> None:
    """Check a post's citations and quotations against the texts.

    A citation is cited, misnumbered or not found; a quotation is exact, cut short, changed, misnumbered,
    not found, withdrawn, or cites a number that now means another rule.
    Exit status 1 if any is wrong.

    --fix puts the exact wording and number in place of wrong ones. Of standard input the post put right is
    printed, and what was found is told on standard error; with --json nothing is written.

    Example: kb verify post.md --game magic --fix
    """
    from kb.cite import RIGHT, Rules, fixed, fixes, report

    post = read_post(file)
    with Progress(not as_json, "Checking the post"), Rules(build) as rules:
        refuse_unknown(rules.games, game)
        made = report(rules, post, source=source, game=game)
        told = document(rules, made)
        mended = fixes(rules, post, made, source=source) if fix else []
    findings = made.findings
    tell_game(rules, made.game, made.why)
    if as_json:
        print_json(told | ({"fixes": [asdict(one) for one in mended]} if fix else {}))
    elif findings:
        is_piped = fix and file.name == "<stdin>"
        click.echo("\n".join(one for finding in findings for one in _lines(finding)), err=is_piped)
        line = told["line"]
        click.echo(f"\n{line}." if line else "", nl=bool(line), err=is_piped)
    else:
        note("the post cites and quotes nothing of the texts held")
    if fix and not as_json and _is_fixed(file, mended, is_asked=not yes):
        _write(file, fixed(post, mended))
    if any(finding.verdict not in RIGHT for finding in findings):
        raise click.exceptions.Exit(1)


def document(rules: Rules, made: Report) -> dict[str, Any]:
    """What was found, for programs."""
    records = [_record(finding) for finding in made.findings]
    return {"game": made.game, "why": made.why, "line": made.in_one_line(rules), "findings": records}


def _is_fixed(file: IO[bytes], mended: Sequence[Fix], *, is_asked: bool) -> bool:
    """Show what would be done; whether it is to be done."""
    for one in mended:
        click.echo(f"line {one.line}:", err=True)
        click.echo(click.style(wrap(one.old, "  - "), fg="red"), err=True)
        click.echo(click.style(wrap(one.new, "  + "), fg="green"), err=True)
    if file.name == "<stdin>":
        return True
    if not mended:
        note("there is nothing that can be put right")
        return False
    if not is_asked:
        return True
    if not sys.stdin.isatty():
        note("nothing is written: --yes does it without asking")
        return False
    return click.confirm(
        f"Write {'this' if len(mended) == 1 else f'these {len(mended)}'} into {file.name}?", err=True
    )


def _write(file: IO[bytes], post: str) -> None:
    """The post as it is now, in one step."""
    if file.name == "<stdin>":
        write_post(post)
        return
    path = Path(file.name).resolve()
    beside = path.with_name(f".{path.name}.kb")
    beside.write_bytes(post.encode("utf-8", "surrogateescape"))
    beside.chmod(path.stat().st_mode & 0o777)
    beside.replace(path)
    note(f"{file.name} is written")


def _record(finding: Finding) -> dict[str, Any]:
    return {
        "verdict": finding.verdict,
        "line": finding.line,
        "text": finding.text,
        "cited": finding.cited,
        "entry": finding.entry,
        "url": finding.url,
        "since": finding.since,
        "until": finding.until,
        "at": finding.at,
        "cited_at": finding.cited_at,
        "was": finding.was,
        "missing": finding.missing,
        "difference": [{"in": where, "words": words} for where, words in finding.difference],
    }


def _lines(finding: Finding) -> Iterator[str]:
    verdict = click.style(finding.verdict, bold=True, fg=_COLOURS.get(finding.verdict, "red"))
    cited = f"{finding.cited}: " if finding.cited and finding.cited != finding.text else ""
    short = finding.text if len(finding.text) <= 70 else f"{finding.text[:70].rsplit(' ', 1)[0]} …"
    yield f"line {finding.line}: {verdict}  {cited}{short}"
    if finding.verdict in ("cited", "exact"):
        return
    if finding.was:
        reused = "the number means another rule now, and " if finding.verdict == "re-used number" else ""
        last = f"; edition {finding.until} was the last" if finding.until else ""
        yield f"  {reused}no text says so any more{last}"
        yield f"  {finding.url}"
        yield wrap(finding.was, "  ")
    if finding.missing:
        yield "  nothing has this number"
    if finding.entry:
        came = _CAME.get(finding.verdict, "which reads otherwise")
        since = f", {came} since edition {finding.since}" if finding.since else ""
        yield f"  {_MEANT[finding.verdict]} {finding.entry}{since}"
        yield f"  {finding.url}"
    if any(where != "same" for where, _ in finding.difference):
        yield wrap(" ".join(_marked(where, words) for where, words in finding.difference), "  ")


_MEANT = {
    "changed": "compared with",
    "exact, cut short": "what is left out turns or limits the sense of",
    "misnumbered": "this is",
    "not found": "the nearest is",
    "re-used number": "the number means another rule now; this one is",
}


_CAME = {"misnumbered": "which has this number", "re-used number": "which has this number"}
"""What happened in an edition; else the text reads otherwise since."""


def _marked(where: str, words: str) -> str:
    if where == "same":
        parts = words.split()
        return words if len(parts) <= 10 else f"{' '.join(parts[:4])} … {' '.join(parts[-4:])}"
    return f"[-{words}-]" if where == "post" else f"{{+{words}+}}"
