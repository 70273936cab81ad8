"""How are rules cited, and do a post's citations hold? The face of the package for bots and other programs.

    from kb.cite import Rules, cite, link, verify

    with Rules("build") as rules:
        print(cite(rules, rules.resolve("magic:314.6"), to="discord", quote=True))
        print(link(rules, "See CR 314.6.", to="reddit").text)
        print([finding.verdict for finding in verify(rules, "CR 314.6 says “…”")])

`Rules.resolve` finds what a REF means, `cite` writes citations, `link` turns a post's citations into links,
`verify` checks citations and quotations, `report` also tells which game a post is about, `find_rulings` quotes what
decides a question; `fixes` proposes what puts a post right.
Nothing is fetched, nothing is sent, and a post is only ever read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.cite.citing import cite, cite_record
    from kb.cite.judging import RIGHT, Finding
    from kb.cite.linking import Doubt, Linked, link
    from kb.cite.mending import Fix, fixed, fixes
    from kb.cite.places import PLACES, Place, recognise
    from kb.cite.rules import Rules
    from kb.cite.ruling import Ruling, Rulings, find_rulings
    from kb.cite.verifying import Report, report, verify

__all__ = [
    "PLACES",
    "RIGHT",
    "Doubt",
    "Finding",
    "Fix",
    "Linked",
    "Place",
    "Report",
    "Rules",
    "Ruling",
    "Rulings",
    "cite",
    "cite_record",
    "find_rulings",
    "fixed",
    "fixes",
    "link",
    "recognise",
    "report",
    "verify",
]

_HOMES = {
    "citing": ("cite", "cite_record"),
    "judging": ("RIGHT", "Finding"),
    "linking": ("Doubt", "Linked", "link"),
    "mending": ("Fix", "fixed", "fixes"),
    "places": ("PLACES", "Place", "recognise"),
    "rules": ("Rules",),
    "ruling": ("Ruling", "Rulings", "find_rulings"),
    "verifying": ("Report", "report", "verify"),
}


def __getattr__(name: str) -> object:
    """Each name is imported when it is first asked for: who cites need not know how posts are read."""
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            globals()[name] = getattr(import_module(f"kb.cite.{module}"), name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
