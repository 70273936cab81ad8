"""How many, how long, how great a share? The numbers that several steps decide by; what only one does, stands there."""

from __future__ import annotations

FEWEST = 3
"""So many of a kind are a text's way of printing; fewer may be chance."""
FEWEST_SURE = 2
"""So many are, where what they look like is hardly anything else."""
FEWEST_DOUBTFUL = 4
"""So many are, where other things look like them."""
FEWEST_NAMED = 5
"""So many lines that something else names show what such lines are."""
FEWEST_TERMS = 8
"""So many names in alphabetical order are a glossary even without a heading that says so."""
MANY_LINES = 40
"""So many lines tell how wide a text is set."""
NEAR = 4
"""So many numbers, pages or rows away, something still belongs to what it follows."""
BESIDE = 3
"""So many lines, paragraphs, pages or numbers may stand between what belongs together."""
FAR = 12
"""Paragraphs or lines: what stands farther from another has nothing to do with it, what so many show is no accident."""
SHORTEST_WORD = 3
"""Letters; fewer stand in too many words to tell anything."""
LONGEST_NAME = 40
"""Characters of a name, or of one line of a title that takes several."""
LONGEST_TITLE = 60
"""Characters of a title that nothing but its words and its place tells."""
LONGEST_HEADING = 70
"""Characters of a heading; a longer line heads nothing, unless markup says so."""
LONGEST_ON_TWO_LINES = 90
"""Characters of a title that may take two lines."""
LONGEST_LINE = 120
"""Characters of a line; a longer one was not wrapped by hand."""
LONGEST_NOTE = 80
"""Characters of what everybody calls the same: "Table of contents", "Page 3 of 10"."""
MOST_TITLE_LINES = 3
"""Lines of a title."""
MOST_TITLE_WORDS = 8
"""Words of a title or name; a sentence has more."""
FEW_WORDS = 4
"""Words; fewer are a name and no sentence."""
HUNDREDS = 3
"""Digits of a number that no list reaches."""
RULE_LEVEL = 3
"""Chapters are level 1, their sections 2, rules 3; what is below them is lettered."""
FEW = 0.1
"""This share of a text is an exception."""
SOME = 0.3
"""From this share on it is a habit of the text."""
HALF = 0.5
"""From this share on it is what the text does."""
MOST = 0.6
"""This share is most of it, though something disturbs the rest."""
ROOMY = 0.75
"""A line that fills no more than this share of its width had room."""
NEARLY_ALL = 0.8
"""This share is all of it, but for slips."""
ORDERED = 0.9
"""So many names or numbers of a list that has an order are in it."""
DEEPEST_HEADING = 6
"""Levels of headings."""
TOP_LINES = 80
"""So many lines are looked at where a text begins: title, edition, credits; and where it ends."""
