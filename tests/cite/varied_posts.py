"""Posts of every sort, made by chance but always the same ones: what people write, and what only a fuzzer would."""

from __future__ import annotations

import random

PLACES = ("markdown", "bbcode", "bgg", "reddit", "discord", "html", "plain")

_CITED = (
    "CR 314.6", "rule 702,19b", "rules 603.7d–f", "314.6 and .7", "702.19b-d", "[[Leap]]", "[[Ember|pay]]",
    "[[cellar:Ember]]", "[[314.6@2024-06-07]]", "[[Leap@2025]]", "see First Strike now", "See also the Line of Fire",
    "“Fatigue”", '"First Strike"', "LEAP", "CLOSE", "First Strike", "§ 7.2", "Appendix C", "step 2", "rule 999.9",
    "6.1 to 6.4", "rule 702.19 (c)", "R. 1.2.3", "see rule 12.4", "Ember", "attacks", "an attack", "tired and Fatigued",
    "CR 314.5", "CR 314.4", "[[It’s \\ gone]]", "[[a 'b' “c”]]",
)  # fmt: skip
_SAID = (
    "“Scheme rule 6 says that a figure waits 6 turns.”", "“Scheme rule 6 says that a hero waits 6 turns.”",
    '"scheme rule 5 says that […] waits 5 turns"', "“Scheme rule 6 says that a figure waits 9 turns”",
    "“Leaping figures, case b and nothing else.”", "“Nobody ever wrote these words in a book of rules.”",
    "“Whoever holds the lantern begins.”", "“Triggers may wait until a later\ntime in the turn...”",
)  # fmt: skip
_JUDGED = (
    "CR 314.5 says “Scheme rule 5 says that a figure waits 5 turns.”",
    "CR 314.6: “Scheme rule 6 says that a figure waits 6 turns.”",
    "“Leaping figures, case b.” (702.19c)",
    "rule 603.7: “Nobody ever wrote these words in a book of rules.”",
)
_AROUND = (
    "> Scheme rule 4 says that a figure waits 4 turns.\n> — CR 314.4\n", "[quote=Ada]Scheme rule 3 says that a "
    "figure waits 3 turns.[/quote] (CR 314.3)", "<blockquote>Waiting trigger, case d.</blockquote>", "`CR 314.6`",
    "```\nCR 314.6\n```\n", "[CR 314.6](https://example.org/a_(b))", "[url=https://example.org]314.6[/url]",
    "https://moor.example/rules/hearthmoor/314.6@2024-06-07/", "[x](https://moor.example/rules/hearthmoor/leap/)",
    "[label][rules] [rules]\n\n[rules]: https://example.org\n", "<a href='x'>CR 314.6</a>", "<!-- CR 314.6 -->",
    "judge@example.org", "$314.60", "v1.2.3", "at 6.1 points", "    CR 314.6\n", ">>> CR 314.6\n", "<@123456>",
    "Hearthmoor", "Cellar", "314.6 <https://moor.example/rules/hearthmoor/314.6@2024-06-07/>", "[b]bold[/b]",
)  # fmt: skip
_WORDS = (
    "so", "we", "asked", "the", "Judge", "about", "it", "and", "or", "of", "says", "is", "(", ")", ",", ".", "—", ":",
    "\n", "\n\n", "\r\n", "\t", "\u2003", "\x1c", "\ufeff", "naïve", "İstanbul", "ſo", "𝕄𝟛", "👩‍👧", "שלום", "e\u0301",
    "１２.３", "{ember}", "non-Leap", "Leap 3", "Leap’s", "\0", "*", "_", "[", "]", "<", ">", '"', "“", "”", "\\",
)  # fmt: skip
_GONE = "It was https://moor.example/rules/hearthmoor/314.7@2024-06-07/ then."
_HOSTILE = (
    "[",
    "[[a",
    "[quote]",
    "> a\n",
    '"a ',
    "“a b c d e ",
    "` `` ",
    "```\n",
    "<a ",
    "<!--",
    "rule ",
    "1.1–",
    "LEAP ",
    "See Line Of ",
)


def varied_posts(count: int) -> list[str]:
    """So many posts that mix citations, quotations, markup and odd words, and the hostile ones."""
    chance = random.Random(314)
    posts = []
    for _ in range(count):
        kinds = chance.choices(
            (_CITED, _SAID, _JUDGED, _AROUND, _WORDS), (8, 3, 1, 4, 10), k=chance.randrange(1, 40)
        )
        posts.append(chance.choice((" ", " ", "")).join(chance.choice(kind) for kind in kinds))
    return [*posts, _GONE] + [piece * 200 for piece in _HOSTILE]
