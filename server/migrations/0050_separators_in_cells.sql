-- How a text begins, as `safe_cell` had it: an apostrophe before what a spreadsheet could run.
CREATE OR REPLACE FUNCTION safe_begin(cell text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    -- A letter or digit in front is what most cells have, and is never dangerous.
    WHEN ascii(cell) BETWEEN 65 AND 122 OR ascii(cell) BETWEEN 48 AND 57 THEN cell
    WHEN cell ~ '^''*([\t\r]|[\u0001-\u0020\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]*[\u003d\u207c\u208c\u2a75-\u2a76\ufe66\uff1d\u0040\ufe6b\uff20\u002b\u207a\u208a\ufb29\ufe62\uff0b\u002d\ufe63\uff0d])'
      AND cell !~ '^''*(?![\t\r])[\u0001-\u0020\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]*([+-]?[0-9]+([.][0-9]+)*%?|[+][0-9][0-9 ()./-]{4,24})([,;][\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]*([+-]?[0-9]+([.][0-9]+)*%?|[+][0-9][0-9 ()./-]{4,24}))*$'
      THEN '''' || cell
    ELSE cell
  END
$$;
--> statement-breakpoint
-- Formula-safe text for files, exactly as server/src/csv/safe-cell.ts has it: what may not begin a cell may not stand behind a
-- separator either. The classes of the second pattern are the separators, then all that is ignored before a formula but for tabs
-- and line ends, then the signs with all their forms of compatibility. The first pattern finds the few texts with a sign there,
-- in a fraction of the time. Each function is one expression, so that the planner puts it into the query.
CREATE OR REPLACE FUNCTION safe_cell(cell text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN cell ~ '[\t\n\r,;|][^a-zA-Z0-9\t\n\r,;|]*[\u003d\u207c\u208c\u2a75-\u2a76\ufe66\uff1d\u0040\ufe6b\uff20\u002b\u207a\u208a\ufb29\ufe62\uff0b\u002d\ufe63\uff0d]'
      THEN regexp_replace(safe_begin(cell), '([\t\n\r,;|][\u0001-\u0008\u000b\u000c\u000e-\u0020"\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]*)(''*)(?=[\u003d\u207c\u208c\u2a75-\u2a76\ufe66\uff1d\u0040\ufe6b\uff20\u002b\u207a\u208a\ufb29\ufe62\uff0b\u002d\ufe63\uff0d])(?!([+-][0-9]+([.,][0-9]+)*%?|[+][0-9][0-9 ()./-]{4,24}) *($|[;\t\n\r]|,(?![0-9])))', '\1''\2', 'g')
    ELSE safe_begin(cell)
  END
$$;
--> statement-breakpoint
-- Since when rows are written by servers whose `needs_escape` covers separators. Exports check the texts of older rows whatever
-- the flag says, so no stored row has to be rewritten. A day more, because older servers may still run beside this one; a new
-- installation has no older rows.
DO $$
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION separators_checked_from() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$ SELECT timestamptz %L $function$',
    CASE
      WHEN EXISTS (SELECT FROM accounts) OR EXISTS (SELECT FROM table_versions WHERE row_count > 0)
        THEN to_char(now() AT TIME ZONE 'UTC' + interval '1 day', 'YYYY-MM-DD HH24:MI:SS') || '+00'
      ELSE '-infinity'
    END);
END;
$$;
