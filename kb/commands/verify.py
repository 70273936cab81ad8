"""`kb verify [FILE]`: do a post's citations and quotations hold?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from kb.commands.folders import build_option, game_option
from kb.commands.output import Progress, json_option, note, print_json, wrap
from kb.commands.posts import from_option, post_argument, read_post, refuse_unknown, tell_game

if TYPE_CHECKING:
    from kb.cite import Finding

_COLOURS = {"exact": "green", "cited": "green", "changed": "yellow"}


@click.command()
@post_argument
@from_option
@game_option("The game that the post is about [told by the post].")
@json_option
@build_option
def command(file: IO[bytes], source: str | None, game: str | None, as_json: bool, build: Path) -> None:
    """Check a post's citations and quotations against the texts.

    A citation is cited, misnumbered or not found; a quotation is exact, cut short, changed, misnumbered,
    not found, withdrawn, or cites a number that now means another rule.
    Exit status 1 if any is wrong.

    Example: kb verify post.md --game magic
    """
    from kb.cite import RIGHT, Rules, report

    post = read_post(file)
    with Progress(not as_json, "Checking the post"), Rules(build) as rules:
        refuse_unknown(rules.games, game)
        made = report(rules, post, source=source, game=game)
        line = made.in_one_line(rules)
    findings = made.findings
    tell_game({slug: one.title for slug, one in rules.games.items()}, made.game, made.why)
    if as_json:
        records = [_record(finding) for finding in findings]
        print_json({"game": made.game, "why": made.why, "line": line, "findings": records})
    elif findings:
        click.echo("\n".join(told for finding in findings for told in _lines(finding)))
        click.echo(f"\n{line}." if line else "", nl=bool(line))
    else:
        note("the post cites and quotes nothing of the texts held")
    if any(finding.verdict not in RIGHT for finding in findings):
        raise click.exceptions.Exit(1)


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
