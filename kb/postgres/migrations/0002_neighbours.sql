-- What an entry stands under and what refers to it; what people use for one another is kept as lines. So every game
-- is to be written again.
ALTER TABLE kb.findable ADD COLUMN above integer, ADD COLUMN referring integer[];
UPDATE kb.games SET synonyms = '[]', build = '';
