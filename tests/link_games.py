"""Two invented rule texts to link in: one numbers its rules, the other writes its terms in capitals."""

from dataclasses import replace

from small_entries import entry

from kb.entries import Entry
from kb.findings import PageMark


def moor() -> list[Entry]:
    """Hearthmoor: numbered rules, a procedure with a summary, appendices, a glossary in small letters."""
    made = [
        _part("1", "Places"),
        _rule("1.1", "1", "Ground is flat."),
        _rule("1.2", "1", "Water is wet."),
        _part("7", "Fighting"),
        _rule("7.2", "7", "A creature may grapple.", title="Grappling"),
        *(_rule(f"7.2{letter}", "7.2", f"Case {letter}.") for letter in "abcdef"),
        _rule("7.3", "7", "Creatures may be pushed."),
        _rule("7.10", "7", "Last of all."),
        _part("8", "Multiplayer Rules"),
        _rule("8.1", "8", "More than two."),
        entry("setup", "How to set up.", kind="section", title="Setup"),
        _step("setup-1", "setup", "1", "Lay out the board."),
        _step("setup-2", "setup", "2", "Deal the cards."),
        _step("setup-1-2", "setup", "1", "Lay out the board in full."),
        _step("setup-1-2a", "setup-1-2", "a", "Hills first."),
        _step("setup-2-2", "setup", "2", "Deal the cards in full."),
        _step("setup-2-2a", "setup-2-2", "a", "Eldest first."),
        *(
            entry(f"appendix-{letter}", kind="section", title=f"Appendix {letter.upper()} - {name}")
            for letter, name in (("a", "Beasts"), ("b", "Solo Play"), ("c", "Attacks"))
        ),
        entry("glossary", kind="section", title="Glossary"),
        _term("fatigue", "Fatigue X", "Tired."),
        _term("or-better", "Or Better", "At least that."),
        _term("line-of-fire", "Line of Fire", "Straight."),
        _term("burst-attack", "Burst Attack", "Wide."),
        _term("melee-attack", "Melee Attack", "Near."),
        _term("moon", "Moon", "The first moon."),
        _term("moon-2", "Moon", "The second moon."),
        entry("golden-rule", "Cards win.", title="Golden Rule", aliases=("rule:golden_rule",)),
        entry("here", parent="hearthmoor:8", number="8.2"),
    ]
    return [_at(one, order) for order, one in enumerate(made)]


def contents() -> list[PageMark]:
    """What the contents page of Hearthmoor says."""
    pages = (("setup", 2), ("appendix-a", 8), ("appendix-b", 10), ("appendix-c", 11), ("glossary", 11))
    return [
        PageMark(game="hearthmoor", source="rules", page=page, entry=f"hearthmoor:{slug}")
        for slug, page in pages
    ]


def cellar() -> list[Entry]:
    """Cellar: a glossary whose terms stand in capitals wherever they are meant."""
    terms = {
        "Ally": "A Friend that fights beside a Hero.",
        "Attack": "An Attack deals damage.",
        "Burst Attack": "An Attack around the Hero.",
        "Melee Attack": "An Attack beside the Hero.",
        "Ranged Attack": "An Attack along a Line of Fire.",
        "Damage Boost Token": "It helps an Attack.",
        "Damage Die": "A yellow die.",
        "Friend": "Whoever is on your side.",
        "Heal X": "A Hero may Heal 1.",
        "Hero": "Whom you play.",
        "Immune to [Map Feature]": "Nothing happens.",
        "Line of Fire": "A path.",
        "Initiative Token": "Draw an initiative token. Each initiative token counts.",
        "Move X": "To Move is to go.",
        "Occupied": "A space with a figure.",
        "Place": "To Place is to put. If Placed, it stays. You may Place it.",
        "Pull X": "To Pull is to draw near. A Pulled figure moves. Then Pull.",
        "Push X": "To Push is to send away. Then Push. A Pushed figure moves.",
        "Range X": "Within Range of the Hero.",
        "Scenario": "A tale. Each Scenario has a map.",
        "Shield Token": "It stops an Attack.",
        "Stun": "Give a Stun Token.",
        "Stun Token": "A figure with a Stun Token waits.",
        "Toughness Token": "It stops an Attack.",
        "Trap": "A Trap hurts. Any Trap does.",
        "Unoccupied": "A space without a figure.",
    }
    made = [entry("glossary", game="cellar", kind="section", title="Glossary")]
    made += [
        entry(slug(title), text, game="cellar", kind="term", title=title, parent="cellar:glossary")
        for title, text in terms.items()
    ]
    made.append(entry("traps", game="cellar", kind="section", title="Traps"))
    made.append(entry("here", game="cellar"))
    made.append(entry("below-traps", game="cellar", parent="cellar:traps"))
    return [_at(one, order) for order, one in enumerate(made)]


def meadow() -> list[Entry]:
    """Meadow: two hundred rules, and a glossary whose terms are written small like all other words."""
    terms = {
        "Triggered Ability": "An ability with a trigger.",
        "Mana Value": "A number.",
        "Combat Damage": "Damage dealt in combat.",
        "Case": "A kind of card.",
        "Aura": "A kind of enchantment, written with a capital: an Aura, another Aura, the Aura.",
        "Mulligan": "A second draw.",
        "Storm": "A keyword.",
        "Bury (Obsolete)": "An old word.",
        "Graveyard": "Where cards go.",
        "Kicker, Kicked": "A cost.",
    }
    made = [entry("glossary", game="meadow", kind="section", title="Glossary")]
    made += [
        entry(
            slug(title), text, game="meadow", kind="term", title=title, parent="meadow:glossary",
            aliases=tuple(title.split(", ")) if "," in title else (),
        )
        for title, text in terms.items()
    ]  # fmt: skip
    for chapter in range(4):
        made.append(entry(f"{chapter}", game="meadow", number=f"{chapter}", kind="section"))
        made += [
            entry(f"{chapter}.{number}", "Put it into a graveyard.", game="meadow",
                  number=f"{chapter}.{number}", parent=f"meadow:{chapter}")
            for number in range(50)
        ]  # fmt: skip
    made.append(entry("mulligans", game="meadow", kind="section", title="Mulligans", parent="meadow:3"))
    made.append(entry("below-mulligans", game="meadow", parent="meadow:mulligans"))
    made.append(entry("kicked", game="meadow", kind="section", title="Kicked"))
    made.append(entry("below-kicked", game="meadow", parent="meadow:kicked"))
    made.append(entry("here", game="meadow"))
    return [_at(one, order) for order, one in enumerate(made)]


def slug(title: str) -> str:
    """How these games name their terms: `heal`, `line-of-fire`."""
    bare = title.split(" [")[0].split(" (")[0].split(",")[0].removesuffix(" X").removesuffix(" to")
    return bare.lower().replace(" ", "-")


def _part(number: str, title: str) -> Entry:
    return entry(number, kind="section", number=number, title=title)


def _rule(number: str, parent: str, text: str, **facts: object) -> Entry:
    return entry(number, text, number=number, parent=f"hearthmoor:{parent}", **facts)


def _step(name: str, parent: str, number: str, text: str) -> Entry:
    return entry(name, text, kind="step", number=number, parent=f"hearthmoor:{parent}")


def _term(name: str, title: str, text: str) -> Entry:
    return entry(name, text, kind="term", title=title, parent="hearthmoor:glossary")


def _at(one: Entry, order: int) -> Entry:
    return replace(one, order=order)
