"""A small invented game, Hearthmoor, for tests that need entries and not their reading."""

from kb.entries import Entry, Location, label


def entry(slug, text="", **facts):
    """One entry of Hearthmoor; `facts` overrules the rest."""
    game = facts.pop("game", "hearthmoor")
    known = {
        "source": "rules",
        "edition": None,
        "kind": "rule",
        "number": None,
        "title": None,
        "parent": None,
        "order": 0,
        "aliases": (),
        "permalink": f"{game}/{slug}/",
        "markdown": text,
        "location": Location(file=f"{game}/rules.txt", first_line=1, last_line=1),
        "path": (),
    }
    return Entry(id=f"{game}:{slug}", game=game, url=f"{game}/{slug}/", text=text, **(known | facts))


def colors():
    """A chapter, and rules whose numbers begin with its number although they do not follow from it."""
    return [
        entry("1", "", kind="section", number="1", title="Basics"),
        entry("105", "", number="105", title="Colors", parent="hearthmoor:1"),
        entry("105.2", "A card is the color of its frame.", number="105.2", parent="hearthmoor:105"),
        entry("105.2a", "A grey frame is no color.", number="105.2a", parent="hearthmoor:105.2"),
    ]


def hearthmoor():
    """Entries with titles, aliases, numbers, sub-rules and a second game, in reading order."""
    fighting = entry("7", number="7", title="Fighting", kind="section")
    path = (label(fighting.number, fighting.title),)
    grapple = entry(
        "7.2",
        "A creature may grapple one adjacent creature. A grappled creature cannot move.",
        number="7.2",
        title="Grappling",
        parent=fighting.id,
        path=path,
    )
    below = (*path, label(grapple.number, grapple.title))
    return [
        fighting,
        grapple,
        entry("7.2a", "Breaking free costs an action.", number="7.2a", parent=grapple.id, path=below),
        entry("7.2b", "A creature that is pushed breaks free.", number="7.2b", parent=grapple.id, path=below),
        entry("7.3", "Push a creature one space away from you.", number="7.3", parent=fighting.id, path=path),
        entry("glossary", title="Glossary", kind="section"),
        entry(
            "impassable",
            "No creature moves through an impassable space. Walls are impassable.",
            title="Impassable",
            kind="term",
            parent="hearthmoor:glossary",
            path=("Glossary",),
        ),
        entry(
            "leap",
            "Leap X moves the figure over other figures. It may not leap through walls.",
            title="Leap X",
            aliases=("Leap",),
            kind="term",
            parent="hearthmoor:glossary",
            path=("Glossary",),
        ),
        entry(
            "shield-token",
            "Spend a shield token to prevent damage. Shield tokens go back to the supply.",
            title="Shield Token",
            kind="term",
            parent="hearthmoor:glossary",
            path=("Glossary",),
        ),
        entry("can-i-leap-twice", "No. Once a turn.", title="Can I leap twice?", kind="faq", game="moorfaq"),
        entry("walls", "Walls stand until they are destroyed.", title="Walls", kind="term", game="moorfaq"),
    ]
