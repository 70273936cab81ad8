"""Words that readers and recognisers both know: titles, notes, what announces a glossary; and words as Markdown."""
