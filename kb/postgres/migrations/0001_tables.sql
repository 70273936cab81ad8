-- What a build holds, by game; `rowid` counts as the store of a game does. The tables of the store have its columns.
CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE kb.about (title text NOT NULL, base_url text NOT NULL, at timestamptz NOT NULL DEFAULT now());

CREATE TABLE kb.games (
    slug text COLLATE "C" PRIMARY KEY, place integer NOT NULL, build text NOT NULL, summary json NOT NULL,
    facts json NOT NULL, jargon json NOT NULL, synonyms json NOT NULL, valid_words text NOT NULL,
    at timestamptz NOT NULL DEFAULT now());

CREATE TABLE kb.entries (
    slug text COLLATE "C" NOT NULL, rowid bigint NOT NULL,
    id text COLLATE "C" NOT NULL, game text, source text, edition text, kind text, number text, title text,
    parent text COLLATE "C", "order" bigint, aliases text, url text, permalink text, text text, markdown text,
    file text, first_line bigint, last_line bigint, page text, path text, at bigint
) PARTITION BY HASH (slug);
CREATE TABLE kb."references" (
    slug text COLLATE "C" NOT NULL, rowid bigint NOT NULL,
    origin text COLLATE "C" NOT NULL, kind text, text text, start bigint, "end" bigint,
    target text COLLATE "C", status text, candidates text
) PARTITION BY HASH (slug);
CREATE TABLE kb.revisions (
    slug text COLLATE "C" NOT NULL, rowid bigint NOT NULL,
    game text, entity text COLLATE "C", kind text, number text, title text, first text, last text,
    address text COLLATE "C", markdown text, fate text, entry text, also text, parts text, source text,
    editions text, said_first text, corrected text, purged boolean
) PARTITION BY HASH (slug);
CREATE TABLE kb.revision_names (
    slug text COLLATE "C" NOT NULL, rowid bigint NOT NULL, key text COLLATE "C" NOT NULL, revision bigint NOT NULL
) PARTITION BY HASH (slug);
CREATE TABLE kb.pages (
    slug text COLLATE "C" NOT NULL, rowid bigint NOT NULL,
    game text, source text, page bigint, entry text, listed boolean
) PARTITION BY HASH (slug);
CREATE TABLE kb.related (
    slug text COLLATE "C" NOT NULL, rowid bigint NOT NULL,
    origin text COLLATE "C" NOT NULL, target text COLLATE "C" NOT NULL
) PARTITION BY HASH (slug);
CREATE TABLE kb.names (
    slug text COLLATE "C" NOT NULL, rowid bigint NOT NULL,
    key text COLLATE "C" NOT NULL, rank bigint NOT NULL, id text COLLATE "C" NOT NULL
) PARTITION BY HASH (slug);

-- What a search needs of an entry: `n` is its position in the index of its game. In `stems` a stem has a position for
-- each time that it counts. `pieces` are packed rows, as in the index of a game.
CREATE TABLE kb.findable (
    slug text COLLATE "C" NOT NULL, n integer NOT NULL,
    id text COLLATE "C" NOT NULL, kind text NOT NULL, number text, number_key text COLLATE "C" NOT NULL,
    place integer NOT NULL, topic json NOT NULL, stand_ins json, definition integer,
    has_examples boolean NOT NULL, length integer NOT NULL, stems tsvector NOT NULL, pieces bytea
) PARTITION BY HASH (slug);
-- A vector for the whole of an entry (sentence -1), each of its sentences, and each question that players ask (65535).
CREATE TABLE kb.vectors (
    slug text COLLATE "C" NOT NULL, n integer NOT NULL, row integer NOT NULL, sentence integer NOT NULL,
    vector halfvec NOT NULL
) PARTITION BY HASH (slug);
-- Stems, and plain words for spelling and prefixes, with the number of entries of the game that hold them.
CREATE TABLE kb.words (
    slug text COLLATE "C" NOT NULL, word text COLLATE "C" NOT NULL, is_stem boolean NOT NULL, held integer NOT NULL
) PARTITION BY HASH (slug);

ALTER TABLE kb.findable ALTER COLUMN pieces SET STORAGE EXTERNAL;
ALTER TABLE kb.vectors ALTER COLUMN vector SET STORAGE PLAIN;

DO $$
DECLARE parted text;
BEGIN
    FOR parted IN SELECT relname FROM pg_class WHERE relkind = 'p' AND relnamespace = 'kb'::regnamespace LOOP
        FOR number IN 0..63 LOOP
            EXECUTE format('CREATE TABLE kb.%I PARTITION OF kb.%I FOR VALUES WITH (MODULUS 64, REMAINDER %s)',
                           parted || '_' || number, parted, number);
        END LOOP;
    END LOOP;
END $$;

CREATE UNIQUE INDEX ON kb.entries (slug, id);
CREATE INDEX ON kb.entries (slug, parent);
CREATE INDEX ON kb."references" (slug, origin);
CREATE INDEX ON kb."references" (slug, target);
CREATE INDEX ON kb.revisions (slug, rowid);
CREATE INDEX ON kb.revisions (slug, entity);
CREATE INDEX ON kb.revisions (slug, address);
CREATE INDEX ON kb.revision_names (key);
CREATE INDEX ON kb.pages (slug);
CREATE INDEX ON kb.related (slug, origin);
CREATE INDEX ON kb.names (key);
CREATE INDEX ON kb.names (slug, id);
CREATE UNIQUE INDEX ON kb.findable (slug, n);
CREATE INDEX ON kb.findable USING gin (stems) WITH (fastupdate = off);
CREATE UNIQUE INDEX ON kb.vectors (slug, n, row);
CREATE INDEX ON kb.words (word, is_stem);
CREATE INDEX ON kb.words (slug);
