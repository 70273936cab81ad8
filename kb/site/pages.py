"""Which pages show an entry? An entry's page, and its permanent address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from urllib.parse import quote

from markupsafe import Markup

from kb.entries import Entry, Reference, label
from kb.markup import render
from kb.site.addresses import href
from kb.site.around import rule_above, tree
from kb.site.bodies import dressed, sentence
from kb.site.lives import earlier_wordings, life_steps, other_meanings, outgrown_rules
from kb.site.machines import ENTRY, linked_data
from kb.site.page_context import PageContext, rows
from kb.site.parts import Contents, Elsewhere, Frame, Link, Near, Referrer
from kb.site.passages import cuts, passages
from kb.site.phrases import KIND_LABELS, brief, day, name, place, short_name
from kb.site.posting import FOLDER as POSTING
from kb.site.views import EditionPage, EntryPage

IN_FULL = 6_000
"""Characters of what stands below an entry that its page still shows in full."""

ROWS_IN_FULL = 60
LONGEST_LIST = 250
"""Children that are listed one by one; beyond it a reader is better served by the reading pages."""

QUOTED_REFERRERS = 20
"""Entries pointing here whose sentence is shown; the rest are named."""

NAMED_REFERRERS = 200

FIRST_WORDS = 50
"""Characters shown of a neighbour that has no title."""

RELATED_WORDS = 60
"""Characters shown of what says something alike."""

_FIRST = {"ruling": 0, "see": 1, "mention": 2}
WHY = {
    "missing": "not in the texts held here",
    "external": "in another publication",
    "ambiguous": "could mean any of these",
}


def entry_page(page_context: PageContext, entry: Entry) -> EntryPage:
    """Everything that is known about one entry."""
    folder = page_context.addresses.entries[entry.id]
    below = list(islice(page_context.catalogue.descendants(entry), ROWS_IN_FULL + 1))
    in_full = len(below) <= ROWS_IN_FULL and sum(len(one.text) for _, one in below) <= IN_FULL
    referrers = _best_of_each(page_context.catalogue.referrers.get(entry.id, ()))
    named = referrers[QUOTED_REFERRERS:][:NAMED_REFERRERS]
    before, after = page_context.catalogue.beside[entry.id]
    children = page_context.catalogue.below.get(entry.id, ())
    texts = page_context.body(entry, cuts(children))
    shown = [*passages([(0, entry), *below])] if in_full else []
    context = _context(page_context, entry)
    return EntryPage(
        frame=_frame(page_context, entry, folder, context),
        kind=entry.kind,
        kind_label=KIND_LABELS[entry.kind][0],
        number=entry.number or "",
        title=entry.title or "",
        context=context,
        body=texts[0],
        aliases=_new_names(entry),
        rows=rows(page_context.row(folder, one, page_context.body(one.entry, one.cuts)) for one in shown[1:]),
        contents=() if in_full else _contents(page_context.addresses.entries, folder, children, texts),
        related=_related(page_context, folder, entry),
        elsewhere=_elsewhere(page_context, folder, entry),
        referrers=tuple(_referrer(page_context, folder, one) for one in referrers[:QUOTED_REFERRERS]),
        more_referrers=tuple(_referring(page_context, folder, one) for one in named),
        referrer_count=len(referrers),
        unlisted_referrers=len(referrers) - len(named) - len(referrers[:QUOTED_REFERRERS]),
        reading=_reading(page_context, folder, entry),
        in_full=in_full,
        previous=_beside(page_context, folder, before) if before else None,
        following=_beside(page_context, folder, after) if after else None,
        source=page_context.source_card(entry),
        place=place(entry),
        tree=tree(page_context, folder, entry, with_children=in_full),
        rule_above=rule_above(page_context, folder, entry),
        permalink=Link(
            href=href(folder, page_context.addresses.permanent[entry.id]),
            label=entry.permalink.removesuffix("/"),
            note=page_context.public(page_context.addresses.permanent[entry.id]),
        ),
        quoting=f"{href(folder, POSTING)}?quote={quote(folder, safe='/@+')}",
        life=life_steps(page_context, folder, entry),
        others=other_meanings(page_context, folder, entry),
        errata=_errata(page_context, folder, entry),
        overruled=_overruled(page_context, folder, entry),
        outgrown=outgrown_rules(page_context, folder, entry),
        earlier=earlier_wordings(page_context, folder, entry),
    )


def _errata(page_context: PageContext, folder: str, entry: Entry) -> tuple[Link, ...]:
    """The errata that overrule an entry."""
    known = page_context.catalogue
    origins = (one.origin for one in known.referrers.get(entry.id, ()) if one.kind == "ruling")
    errata = (known.by_id[origin] for origin in dict.fromkeys(origins))
    return tuple(
        page_context.entry_link(folder, one, note=day(one.edition or ""))
        for one in errata
        if one.kind != "faq"
    )


def _overruled(page_context: PageContext, folder: str, entry: Entry) -> tuple[Link, ...]:
    """What an entry overrules, if it is an erratum."""
    if entry.kind == "faq":
        return ()
    known = page_context.catalogue
    targets = (
        one.target for one in known.references.get(entry.id, ()) if one.kind == "ruling" and one.target
    )
    return tuple(page_context.entry_link(folder, known.by_id[target]) for target in dict.fromkeys(targets))


def edition_page(page_context: PageContext, entry: Entry, current: EntryPage) -> EditionPage:
    """The wording that its edition gives an entry, for its permanent address beside its `current` page."""
    folder = page_context.addresses.permanent[entry.id]
    children = page_context.catalogue.below.get(entry.id, ())
    texts = page_context.body(entry, cuts(children))
    correction = page_context.corrections.get(entry.permalink)
    return EditionPage(
        frame=replace(current.frame, kind="edition", record="", linked_data=Markup()),
        kind=current.kind,
        kind_label=current.kind_label,
        number=current.number,
        title=current.title,
        context=current.context,
        body=texts[0],
        contents=_contents(page_context.addresses.permanent, folder, children, texts),
        edition=page_context.worded.get(entry.permalink) or day(entry.edition or ""),
        source_title=current.source.title,
        current=page_context.entry_link(folder, entry),
        corrected=day(correction.corrected) if correction else "",
        said_first=dressed(render(correction.said_first), page_context.drawn(entry.game, folder))
        if correction
        else Markup(),
    )


def _frame(page_context: PageContext, entry: Entry, folder: str, context: str) -> Frame:
    about = name(entry)
    frame = page_context.frame(
        folder,
        " · ".join(
            filter(None, (about, brief(context, 40), brief(page_context.games[entry.game].title, 40)))
        ),
        "entry",
        description=entry.text or f"{about}: {page_context.games[entry.game].title}",
        trail=page_context.trail(folder, entry),
        game=entry.game,
    )
    return replace(frame, record=ENTRY, linked_data=linked_data(page_context, entry))


def _context(page_context: PageContext, entry: Entry) -> str:
    """What an entry without a title is about: the nearest title above it."""
    if entry.title:
        return ""
    titles = (above.title for above in reversed(page_context.catalogue.ancestors(entry)))
    return next(filter(None, titles), "")


def _new_names(entry: Entry) -> tuple[str, ...]:
    """Aliases that are not in the title anyway."""
    title = (entry.title or "").casefold()
    return tuple(alias for alias in entry.aliases if alias.casefold() not in title)


def _contents(
    folders: Mapping[str, str], folder: str, children: tuple[Entry, ...], texts: Sequence[Markup]
) -> tuple[Contents, ...]:
    """Links to the children's pages in `folders`, each list with the text that goes on after it.

    No links at all where there are too many to look through.
    """
    groups = [list(group) for _, group in groupby(children, key=lambda child: child.at)]
    following = texts[1:]
    found: list[Contents] = []
    for number in range(max(len(groups), len(following))):
        group = groups[number] if number < len(groups) and len(children) <= LONGEST_LIST else []
        links = tuple(_child(folders, folder, child) for child in group)
        found.append(Contents(links=links, text=following[number] if number < len(following) else Markup()))
    return tuple(part for part in found if part.links or part.text)


def _child(folders: Mapping[str, str], folder: str, child: Entry) -> Link:
    return Link(
        href=href(folder, folders[child.id]), label=brief(child.title or child.text), note=child.number or ""
    )


def _reading(page_context: PageContext, folder: str, entry: Entry) -> tuple[Link, ...]:
    """Links to the reading pages that together hold an entry and what stands below it.

    Only the first where its children, which the page lists, have pages of their own: each leads on to the next.
    """
    found = page_context.readings(entry)
    if len(found) == 1 and entry.id in page_context.stretch_of:
        return (page_context.stretch_link(folder, found[0], entry),)
    children = page_context.catalogue.below.get(entry.id, ())
    has_own = any(one.top is not None and one.top.parent == entry.id for one in found)
    if has_own and len(found) > 1 and len(children) <= LONGEST_LIST:
        first = name(found[0].top) if found[0].top else found[0].title
        return (replace(page_context.stretch_link(folder, found[0]), label=f"{first} …"),)
    own = f"{label(entry.number, entry.title, entry.text)}: "
    return tuple(
        Link(
            href=href(folder, page_context.reading_folder(stretch)),
            label=stretch.letter or brief(stretch.title.removeprefix(own)),
        )
        for stretch in found
    )


def _best_of_each(references: Iterable[Reference]) -> list[Reference]:
    """One reference for each entry pointing here, rulings first, then what says "see"."""
    best: dict[str, Reference] = {}
    for reference in references:
        if reference.kind == "related":
            continue
        known = best.get(reference.origin)
        if known is None or _FIRST[reference.kind] < _FIRST[known.kind]:
            best[reference.origin] = reference
    return sorted(best.values(), key=lambda reference: _FIRST[reference.kind])


def _referrer(page_context: PageContext, folder: str, reference: Reference) -> Referrer:
    origin = page_context.catalogue.by_id[reference.origin]
    before, words, after = sentence(origin.text, reference.start, reference.end)
    return Referrer(
        link=page_context.entry_link(folder, origin)
        if origin.title or origin.number
        else _referring(page_context, folder, reference),
        before=before,
        words=words,
        after=after,
    )


def _referring(page_context: PageContext, folder: str, reference: Reference) -> Link:
    """A short link to what points here; a nameless rule is called after its place."""
    origin = page_context.catalogue.by_id[reference.origin]
    context = "" if origin.number or origin.title else _context(page_context, origin)
    return Link(
        href=href(folder, page_context.addresses.entries[origin.id]),
        label=f"{KIND_LABELS[origin.kind][0]} in {brief(context)}" if context else short_name(origin),
    )


def _beside(page_context: PageContext, folder: str, entry: Entry) -> Link:
    """A link to what stands before or after an entry; a bare number with its first words."""
    is_bare = entry.number and not entry.title
    return page_context.entry_link(folder, entry, note=brief(entry.text, FIRST_WORDS) if is_bare else "")


def _related(page_context: PageContext, folder: str, entry: Entry) -> tuple[Near, ...]:
    """What says something alike elsewhere; a nameless rule with the title that it stands under."""
    known = page_context.catalogue
    shown = {one.id for one in (*known.ancestors(entry), *known.below.get(entry.id, ()))}
    found = (
        known.by_id.get(target) for target in page_context.related.get(entry.id, ()) if target not in shown
    )
    return tuple(
        Near(
            link=page_context.entry_link(folder, one),
            context=_context(page_context, one),
            words=brief(one.text, RELATED_WORDS) if one.number or one.title else "",
        )
        for one in found
        if one
    )


def _elsewhere(page_context: PageContext, folder: str, entry: Entry) -> tuple[Elsewhere, ...]:
    found: dict[str, Elsewhere] = {}
    for reference in page_context.catalogue.references.get(entry.id, ()):
        if reference.status not in WHY or reference.text in found:
            continue
        candidates = [
            page_context.catalogue.by_id[one]
            for one in reference.candidates
            if one in page_context.catalogue.by_id
        ]
        if reference.status == "ambiguous" and not candidates:
            continue
        found[reference.text] = Elsewhere(
            words=brief(reference.text),
            why=WHY[reference.status],
            candidates=tuple(page_context.entry_link(folder, one) for one in candidates[:5])
            if reference.status == "ambiguous"
            else (),
        )
    return tuple(found.values())
