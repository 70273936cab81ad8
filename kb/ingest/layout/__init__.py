"""What the print of a page tells: rows to paragraphs and headings, for plain text and PDF only."""
