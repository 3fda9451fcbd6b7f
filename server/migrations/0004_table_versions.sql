-- Whoever writes to a data table, by whatever means, its version moves in the same transaction.
CREATE FUNCTION table_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE table_versions SET version = version + 1 WHERE table_name = TG_TABLE_NAME;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
INSERT INTO table_versions (table_name)
  VALUES ('investors'), ('companies'), ('people'), ('reviews'), ('shopify'), ('reddit_posts'), ('tiktok_videos');
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT table_name FROM table_versions LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION table_written()', name || '_written', name);
  END LOOP;
END;
$$;
--> statement-breakpoint
-- Formula-safe text for files, exactly as server/src/csv/safe-cell.ts has it: an apostrophe before what a
-- spreadsheet could run, none before numbers and telephone numbers. The long class is every blank, control and
-- format character; the others are the signs with all their forms of compatibility.
CREATE FUNCTION safe_cell(cell text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    -- A letter or digit in front is what most cells have, and is never dangerous.
    WHEN ascii(cell) BETWEEN 65 AND 122 OR ascii(cell) BETWEEN 48 AND 57 THEN cell
    WHEN cell ~ '^''*([\t\r]|[\u0001-\u0020\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]*[\u003d\u207c\u208c\u2a75-\u2a76\ufe66\uff1d\u0040\ufe6b\uff20\u002b\u207a\u208a\ufb29\ufe62\uff0b\u002d\ufe63\uff0d])'
      AND cell !~ '^''*(?![\t\r])[\u0001-\u0020\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]*([+-]?[0-9]+([.][0-9]+)*%?|[+][0-9][0-9 ()./-]{4,24})([,;][\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]*([+-]?[0-9]+([.][0-9]+)*%?|[+][0-9][0-9 ()./-]{4,24}))*$'
      THEN '''' || cell
    ELSE cell
  END
$$;
