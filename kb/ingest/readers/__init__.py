"""From bytes to paragraphs: one module a format, and the folder that holds several files of one text."""
