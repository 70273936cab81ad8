"""Small sites for tests: entries in, pages out, the way a build writes them."""

from dataclasses import replace
from pathlib import Path

from small_builds import write_content, write_pages
from small_entries import entry

from kb import site
from kb.entries import Game, Reference, Source
from kb.findings import Problem, Revision
from kb.ledger.records import Entity, Issue, Ledger, Place, Wording
from kb.store import Content, Store
from kb.store import write as write_store

EDITION = "2025-03-01"


PATHS = (
    "",
    "hearthmoor/",
    "hearthmoor/7.2/",
    f"hearthmoor/7.2@{EDITION}/",
    "hearthmoor/read/rules/",
    "hearthmoor/all/numbers/",
    "hearthmoor/all/changes/",
    "hearthmoor/7.2@2019-01-01/",
    "fen/can-i-push-twice/",
    "fen/all/questions/",
    "data/",
    "search/?q=push",
    "link/",
    "problems/",
    "offline/",
    "404.html",
)
"""One page of every kind in the site of `every_kind` with its `REVISIONS`."""


def refer(origin, words, target, kind="see", status="resolved", **facts):
    """A reference from the first place where `origin` says `words`."""
    start = origin.text.index(words)
    target = target and f"{origin.game}:{target}"
    return Reference(
        origin=origin.id,
        kind=kind,
        text=words,
        start=start,
        end=start + len(words),
        target=target,
        status=status,
        **facts,
    )


def every_kind():
    """Entries of every kind in two games, one of them with an edition, and references of every status."""
    facts = {"edition": EDITION}
    fighting = _dated("7", number="7", title="Fighting", kind="section", **facts)
    grapple = _dated(
        "7.2",
        "A figure may grapple another. See rule 7.3.",
        number="7.2",
        title="Grappling",
        parent=fighting.id,
    )
    hold = _dated(
        "7.2a", "A grappled figure pays {ember} {?} or stays. See rule 9.9.", number="7.2a", parent=grapple.id
    )
    shown = _dated("7.2a-example", "Ada grapples Bo.", kind="example", parent=grapple.id)
    push = _dated(
        "7.3", "A push moves a figure; see Hearthmoor Atlas, page 4.", number="7.3", parent=fighting.id
    )
    table = _dated(
        "levels",
        "Level\tEmbers\n1\t2",
        kind="table",
        title="Levels",
        parent=fighting.id,
        markdown="| Level | Embers |\n| --- | --- |\n| 1 | 2 |",
    )
    glossary = _dated("glossary", title="Glossary", kind="section")
    figure = _dated(
        "figure",
        "A piece on the board. A figure may grapple.",
        title="Figure",
        kind="term",
        parent=glossary.id,
    )
    ember = _dated(
        "ember", "What is paid.", title="Ember", kind="term", parent=glossary.id, aliases=("Coal", "Embers")
    )
    faq = entry(
        "can-i-push-twice", "No. A push ends the turn.", title="Can I push twice?", kind="faq", game="fen"
    )
    turn = entry("turn-step-1", "Move.", number="1", kind="step", game="fen")
    loose = entry("nobody-wins-alone", "Nobody wins alone, and nobody loses alone.", game="fen")
    entries = [fighting, grapple, hold, shown, push, table, glossary, figure, ember, faq, turn, loose]
    references = [
        refer(grapple, "rule 7.3", "7.3"),
        refer(grapple, "figure", "figure", kind="mention"),
        refer(hold, "rule 9.9", None, status="missing"),
        refer(push, "Hearthmoor Atlas, page 4", None, status="external"),
        refer(figure, "grapple", None, status="ambiguous", candidates=("hearthmoor:7.2", "hearthmoor:7.2a")),
        refer(shown, "grapples", "7.2", kind="mention"),
        refer(push, "figure", "figure", kind="mention"),
    ]
    return entries, references


def _dated(slug, text="", **facts):
    return entry(slug, text, **{"edition": EDITION, "permalink": f"hearthmoor/{slug}@{EDITION}/"} | facts)


def revision(slug: str, first: str | None, text: str = "Words.", **facts: object) -> Revision:
    """A wording of a numbered rule of Hearthmoor since the edition `first`."""
    known = {
        "game": "hearthmoor",
        "entity": f"hearthmoor:{slug}",
        "kind": "rule",
        "number": slug,
        "title": None,
        "last": first,
        "address": f"hearthmoor/{slug}@{first}/",
        "markdown": text,
        "fate": "current",
        "entry": f"hearthmoor:{slug}",
    }
    return Revision(first=first, **(known | facts))


REVISIONS = (
    revision("7.2", "2019-01-01", fate="edited"),
    revision("7.3", "2019-01-01"),
    revision("7.2", EDITION, "A figure may *grapple* <another>."),
    revision("8", None, address="hearthmoor/8/"),
)


def content(entries, references=(), **facts):
    """What a store holds for these entries; `facts` overrules the rest."""
    entries = list(entries)
    slugs = dict.fromkeys(one.game for one in entries)
    counts = dict.fromkeys(slugs, 0)
    ordered = []
    for one in entries:
        ordered.append(replace(one, order=counts[one.game]))
        counts[one.game] += 1
    sources = dict.fromkeys((one.game, one.source, one.edition) for one in entries)
    known = {
        "title": "Rules of the Moor",
        "base_url": "https://rules.example/moor",
        "games": tuple(Game(slug=slug, title=slug.capitalize(), publisher="Nobody") for slug in slugs),
        "sources": tuple(
            Source(
                game=game,
                name=name,
                title=name.capitalize(),
                edition=edition,
                file=f"{game}/{name}.txt",
                licence="CC0-1.0",
                origin="https://publisher.example/rules",
            )
            for game, name, edition in sources
        ),
        "problems": (
            Problem(
                code="missing-reference",
                message="rule 7.2a refers to rule 9.9, which this edition lacks",
                file="hearthmoor/rules.txt",
                line=3,
                excerpt="... See rule 9.9.",
                suggestion="did you mean 7.3?",
            ),
        ),
        "left_out": (),
    }
    return Content(entries=tuple(ordered), references=tuple(references), **(known | facts))


def write_site(folder, entries, references=(), **facts):
    """The site of these entries below `folder`; returns its folder."""
    held = content(entries, references, **facts)
    ledgers = {game.slug: ledger_of(game.slug, held.revisions) for game in held.games}
    write_pages(folder, write_content(folder, held, pages=True, ledgers=ledgers))
    return folder / "site"


def ledger_of(game, revisions):
    """The ledger that tells these wordings of a game, each in its first and last edition."""
    found = {}
    for order, one in enumerate(revisions):
        if one.game == game:
            found.setdefault(one.entity, []).append((order, one))
    editions = sorted({edition for one in revisions for edition in (one.first, one.last) if edition})
    return Ledger(
        entities=tuple(
            Entity(
                key=key,
                kind=held[0][1].kind,
                source="rules",
                parent=None,
                ids=(key,),
                now=next((one.address for _, one in held if one.fate == "current"), None),
                wordings=tuple(_wording(order, one) for order, one in held),
            )
            for key, held in found.items()
        ),
        issues=tuple(
            Issue(source="rules", edition=edition, at=edition, sha256="", held=True) for edition in editions
        ),
    )


def _wording(order, one):
    return Wording(
        address=one.address,
        name=one.number or one.title,
        kind=one.kind,
        number=one.number,
        title=one.title,
        hash=one.markdown,
        markdown=one.markdown,
        first=one.first,
        last=one.last,
        places=tuple(
            Place(edition=edition, order=order, parent=None)
            for edition in dict.fromkeys((one.first, one.last))
            if edition
        ),
    )


def page_context_of(folder, entries, references=(), **facts):
    """The same as far as pages are made from: for tests of what a page says."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    write_store(folder / "kb.sqlite", content(entries, references, **facts))
    with Store(folder / "kb.sqlite") as store:
        return site.open_desk(store)
