-- The words that the search finds in a text that has no marks any more, and no letters but folded ones. Texts of letters and digits
-- of ASCII need no parser, which takes most of the time that building an index on a text takes.
CREATE FUNCTION plain_words(words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 500 AS $$
BEGIN
  -- The parser cuts 1e5x after the number, leaves out words that are longer, and writes I as the database's language does.
  IF octet_length(words) = length(words) AND octet_length(words) < 2000 AND words !~ '[0-9][eE][0-9]'
    AND strip(to_tsvector('simple', 'I')) = array_to_tsvector('{i}') THEN
    RETURN array_to_tsvector(array_remove(string_to_array(lower(words COLLATE "C"), ' '), ''));
  END IF;
  RETURN strip(to_tsvector('simple', words));
END;
$$;
--> statement-breakpoint
-- The words of a text with letters beyond ASCII. Scripts without blanks between words, and Korean, give each pair of letters that
-- follow each other, and the last letter: so any part of a word is found. The class of letters is that of word-patterns.ts.
CREATE FUNCTION folded_words(words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  folded text := public.fold_text(words);
BEGIN
  IF folded !~ '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ec0-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1780-\u17d3\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\U00020000-\U0003ffff]' THEN
    RETURN public.plain_words(regexp_replace(folded, '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g'));
  END IF;
  RETURN public.plain_words(regexp_replace(regexp_replace(folded, '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ec0-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1780-\u17d3\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\U00020000-\U0003ffff]+', ' ', 'g'), '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g'))
    || array_to_tsvector(ARRAY(
      SELECT pair.one || coalesce(pair.other, '')
      FROM regexp_matches(folded, '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ec0-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1780-\u17d3\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\U00020000-\U0003ffff]+', 'g') run,
        string_to_array(run[1], NULL) letters,
        unnest(letters, letters[2:]) AS pair (one, other)
      WHERE pair.one IS NOT NULL));
END;
$$;
--> statement-breakpoint
-- A text with German and Nordic letters spelled out, as people without such a keyboard write them; null where there are none.
CREATE FUNCTION spelled_out(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 50 AS $$
DECLARE
  apart text;
BEGIN
  IF octet_length(words) = length(words) OR words !~ '[äöüøåÄÖÜØÅ\u0308\u030a\u01d5-\u01dc\u01de\u01df\u01fa\u01fb\u01fe\u01ff\u022a\u022b]' THEN
    RETURN NULL;
  END IF;
  apart := normalize(words, NFD);
  RETURN nullif(
    regexp_replace(regexp_replace(regexp_replace(apart, '([aouAOU])\u0308', '\1e', 'g'), '([aA])\u030a', '\1a', 'g'), '[øØ]', 'oe', 'g'),
    apart);
END;
$$;
--> statement-breakpoint
-- The names with signs in a text, folded: AT&T, C++, C#, 50%, .NET. The pattern is that of word-patterns.ts.
CREATE FUNCTION signed_names(cells text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 50 AS $$
BEGIN
  RETURN ARRAY(
    SELECT left(public.fold_text(btrim(name[1])), 200)
    FROM regexp_matches(' ' || translate(normalize(cells, NFKC), E'(,/;\n\t', '      '), '[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+(?:&[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+)+|[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+[+#]{1,2}(?![^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff])|[0-9]+%| \.[A-Za-z][^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]*', 'g') name);
END;
$$;
--> statement-breakpoint
-- The words that the search finds in a text, without their places: folded (see fold_text), also with German and Nordic letters
-- spelled out, parts of words in scripts without blanks, and names with their signs. Marks and symbols are blanks first, since the
-- parser keeps some of them inside words. Indexes of the version before keep the words it had; the next migration builds new ones.
-- The cost keeps the planner from taking every row's words apart where the index knows them. Functions are qualified, because
-- indexes are maintained, and dumps restored, without a search path.
CREATE OR REPLACE FUNCTION search_words(cells text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  words text := regexp_replace(cells, '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g');
  found tsvector;
  spelled text;
BEGIN
  IF octet_length(words) = length(words) THEN
    found := public.plain_words(words);
  ELSE
    found := public.folded_words(words);
    spelled := public.spelled_out(words);
    IF spelled IS NOT NULL THEN
      found := found || public.folded_words(spelled);
    END IF;
  END IF;
  -- Most texts have none of these, and the pattern of such names takes as long as all the rest.
  IF cells LIKE ANY (ARRAY['%+%', '%#%', '%&%', '%\%%', '%＋%', '%＃%', '%＆%', '%％%', '.%', '% .%', '%(.%', '%,.%', '%/.%', '%;.%', E'%\n.%', E'%\t.%']) THEN
    found := found || array_to_tsvector(public.signed_names(replace(cells, ' & ', '&')));
  END IF;
  RETURN found;
END;
$$;
--> statement-breakpoint
-- The words of a text, each under a scope such as an account's number: an index of all accounts' words then reads those of one
-- alone. A word is cut before it is longer than the database takes one.
CREATE OR REPLACE FUNCTION scoped_words(scope text, cells text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1500 AS $$
BEGIN
  RETURN array_to_tsvector(ARRAY(SELECT scope || left(word, 200) FROM unnest(tsvector_to_array(public.search_words(cells))) word));
END;
$$;
--> statement-breakpoint
-- The query that finds the rows in which each of these words begins a word of that scope; null for no word. A word that begins
-- another one is found with it, as is a letter that ends a pair. Words have letters, digits and the signs of names alone, so nothing
-- in them is an operator once they are quoted.
CREATE FUNCTION beginnings_query(scope text, words text[]) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT string_agg(quote_literal(scope || left(word, 200)) || ':*', ' & ')
    FROM unnest(words) word
    WHERE NOT EXISTS (SELECT FROM unnest(words) longer WHERE longer <> word AND starts_with(longer, word))
      AND NOT (length(word) = 1 AND word ~ '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ec0-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1780-\u17d3\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\U00020000-\U0003ffff]'
        AND EXISTS (SELECT FROM unnest(words) pair WHERE length(pair) = 2 AND right(pair, 1) = word)))::tsquery;
END;
$$;
--> statement-breakpoint
-- The query that finds the rows in which each word of a text begins a word of that scope; null for a text without a word. Letters
-- that can be spelled out are looked for in both spellings.
CREATE OR REPLACE FUNCTION scoped_query(scope text, cells text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  names text[] := public.signed_names(cells);
  rest text := regexp_replace(CASE WHEN names = '{}' THEN cells
      ELSE regexp_replace(' ' || translate(normalize(cells, NFKC), E'(,/;\n\t', '      '), '[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+(?:&[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+)+|[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+[+#]{1,2}(?![^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff])|[0-9]+%| \.[A-Za-z][^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]*', ' ', 'g') END,
    '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g');
  spelled text := public.spelled_out(rest);
  query tsquery := public.beginnings_query(scope, names || tsvector_to_array(public.folded_words(rest)));
BEGIN
  RETURN CASE WHEN spelled IS NULL THEN query
    ELSE query || public.beginnings_query(scope, names || tsvector_to_array(public.folded_words(spelled))) END;
END;
$$;
--> statement-breakpoint
-- What is compared of a name that no row has letter by letter: letters, digits and signs of names, without case and accents, and
-- without the legal form where it is a company's; null where nothing is left. The patterns and lists are those of
-- word-patterns.ts and legal-forms.ts. Names of ASCII need no folding, which takes most of the time.
CREATE FUNCTION name_key(name text, has_forms boolean) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 50 AS $$
DECLARE
  behind constant text[] := '{inc,incorporated,corp,corporation,llc,llp,lp,ltd,limited,plc,pty,pvt,pte,sdn,bhd,gmbh,ggmbh,mbh,ag,kg,kgaa,ohg,gbr,ug,ek,haftungsbeschrankt,aktiengesellschaft,gesellschaftmitbeschrankterhaftung,se,sas,sasu,sarl,eurl,sa,societeanonyme,sl,slu,spa,srl,srls,bv,nv,vof,bvba,sprl,asa,aps,ab,oy,oyj,ou,ltda,eireli,sadecv,sapidecv,spzoo,spj,sro,kft,zrt,doo,eood,ood,kk,tbk,ооо,оао,зао,пао,co,company,private,as,andco,undco,etcie,cie,株,주}'::text[];
  in_front constant text[] := '{ооо,оао,зао,пао,ooo,pt,uab,sia,株,주}'::text[];
  bare text;
  words text[];
  many integer;
BEGIN
  IF octet_length(name) = length(name) THEN
    bare := replace(replace(lower(name COLLATE "C"), '.', ''), '''', '');
    -- Most names have no mark.
    IF bare ~ '[^a-z0-9 ]' THEN
      bare := regexp_replace(bare, '[^a-z0-9+#%]+', ' ', 'g');
    END IF;
  ELSE
    bare := btrim(regexp_replace(translate(public.fold_text(translate(name, '™℠', '')), '.''’', ''), '[\u0001-\u001f\u0021-\u0022\u0024\u0026-\u002a\u002c-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g'));
    IF has_forms THEN
      bare := coalesce(nullif(regexp_replace(regexp_replace(bare, '(?: *(?:株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限責任公司|有限公司|주식회사|유한회사|บริษัท|จํากัด|มหาชน))+$', ''), '^(?:(?:株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限責任公司|有限公司|주식회사|유한회사|บริษัท|จํากัด|มหาชน) *)+', ''), ''), bare);
    END IF;
  END IF;
  IF has_forms THEN
    words := array_remove(string_to_array(bare, ' '), '');
    many := cardinality(words);
    WHILE many > 1 LOOP
      IF words[many] = ANY (behind) THEN
        many := many - 1;
      ELSIF length(words[many]) > 3 AND words[many] NOT IN ('haftung', 'anonyme') THEN
        -- Forms of several words end with few letters, but for these.
        EXIT;
      ELSIF many > 2 AND words[many - 1] || words[many] = ANY (behind) THEN
        many := many - 2;
      ELSIF many > 3 AND words[many - 2] || words[many - 1] || words[many] = ANY (behind) THEN
        many := many - 3;
      ELSIF many > 4 AND words[many - 3] || words[many - 2] || words[many - 1] || words[many] = ANY (behind) THEN
        many := many - 4;
      ELSE
        EXIT;
      END IF;
    END LOOP;
    bare := array_to_string(words[CASE WHEN many > 1 AND words[1] = ANY (in_front) THEN 2 ELSE 1 END:many], '');
  END IF;
  RETURN nullif(left(replace(bare, ' ', ''), 200), '');
END;
$$;
--> statement-breakpoint
-- The keys under which rows with this name may be: its own, that with German and Nordic letters spelled out, and that of a name in
-- which they are not.
CREATE FUNCTION name_keys(name text, has_forms boolean) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 300 AS $$
BEGIN
  RETURN array_remove(ARRAY[public.name_key(name, has_forms), public.name_key(public.spelled_out(name), has_forms),
    public.name_key(regexp_replace(regexp_replace(public.fold_text(name), '([aou])e', '\1', 'g'), 'aa', 'a', 'g'), has_forms)], NULL);
END;
$$;
--> statement-breakpoint
-- Whether two texts are one name, also where one of them has such letters spelled out.
CREATE FUNCTION is_same_name(one text, other text, has_forms boolean) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(ARRAY[public.name_key(one, has_forms), public.name_key(public.spelled_out(one), has_forms)], NULL)
    && array_remove(ARRAY[public.name_key(other, has_forms), public.name_key(public.spelled_out(other), has_forms)], NULL)
$$;
--> statement-breakpoint
-- The person in an address at LinkedIn, by which a search finds people; null where there is none.
CREATE FUNCTION member_key(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF address IS NULL OR address !~* '^(?:https?://)?(?:[a-z]+\.)?linkedin\.com/in/[^/?#[:space:]]' THEN
    RETURN NULL;
  END IF;
  RETURN left(lower(substring(address FROM '/[iI][nN]/([^/?#[:space:]]+)')), 200);
END;
$$;
