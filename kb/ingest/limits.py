"""How much may one text hold, how deep may it go? Far more than any rulebook does; these decide nothing else."""

from __future__ import annotations

MOST_LINES = 200_000
"""Of a text, blank ones too; the longest rules known to us have 9,000."""
MOST_PARAGRAPHS = 100_000
"""Of a text; the longest rules known to us have 6,000."""
MOST_PAGES = 20_000
"""Of a text with page breaks."""
GUESSED = 200_000
"""Characters in which a format is looked for."""
DEEPEST = 40
"""Levels of lists, quotes or data in each other; the deepest rule text known to us has 12."""
DEEPEST_NUMBER = 20
"""Levels of a number; the deepest numbers known to us have six."""
DEEPEST_TEMPLATE = 20
"""Templates of a wiki in each other."""
MOST_OPEN = 20
"""Marks of emphasis that wait for their end."""
FARTHEST_DIGIT = 60
"""Characters before the first digit of a number, with the longest word and all signs before it."""
FARTHEST_END = 200
"""Characters or lines in which the end of what is open is looked for."""
MOST_PARTS = 200
"""So many parts of one line are taken out of it in their order, not each wherever it stands."""
MOST_PIECES = 4_000
"""Of a page, looked at for columns; no page that people read has more."""
MOST_BEGINNINGS = 12
"""Of columns, tried on a page; no page that people read has more."""
MOST_INITIALS = 20
"""Of a page."""
MOST_HOLDERS = 20
"""Texts that share a phrase; one that more have is a licence's or a form's."""
MOST_COUNTED_LEVELS = 12
"""Levels of a web page that count."""
MOST_RULES = 500
"""Rules of a style sheet."""
MOST_COMPARED = 3_000_000
"""Elements compared with parts of selectors; a page that asks for more goes without its style."""
MOST_ATTRIBUTES = 2_000
"""Of one element."""
MOST_GLOSSARIES = 8
"""Glossaries one in the other, on average over a text: what announces more of them announces none."""
LONGEST_REMARK = 200
"""Characters of a line of contents, a note, a running title with all its blanks."""
LONGEST_PARAGRAPH = 600
"""Characters of a paragraph in which a date, a licence, a question or a cell's words are looked for."""
LONGEST_POINTING = 20
"""Characters of words that point at a number on the next line, and more."""
SECONDS = 30
"""Of processor time for a PDF; a rulebook of 300 pages takes two."""
MOST_PDF_PAGES = 3_000
"""Of a PDF."""
MOST_CHARACTERS = 20_000_000
"""Of a PDF."""
MOST_ON_PAGE = 400_000
"""Characters of a page of a PDF."""
MOST_PDF_PIECES = 300_000
"""Pieces of rows of a PDF."""
