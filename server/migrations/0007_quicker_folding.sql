-- Functions that indexes call for each row, in about half the time. They return what they did, so no index is built anew. Folding
-- takes most of the time, so only words with letters beyond ASCII are folded, and the steps that change nothing in ASCII are left out.
--
-- A text without case and accents, for sorting and for searching words; foldText of the server does the same. Letters that are
-- more than a letter with an accent are written as people without such a keyboard type them.
CREATE OR REPLACE FUNCTION fold_text(cells text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100 AS $$
DECLARE
  bare text := CASE WHEN octet_length(cells) = length(cells) THEN cells
    ELSE regexp_replace(normalize(cells, NFKD), '[\u0300-\u036f]+', '', 'g') END;
BEGIN
  -- Most texts are ASCII without their accents.
  IF octet_length(bare) = length(bare) THEN
    RETURN lower(bare COLLATE "C");
  END IF;
  RETURN translate(replace(replace(replace(lower(normalize(bare, NFC)), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ');
END;
$$;
--> statement-breakpoint
-- The words of a text that is folded, in which plain letters may still have their case. Scripts without blanks between words, and
-- Korean, give each pair of letters that follow each other, and the last letter: so any part of a word is found. The class of letters
-- is that of word-patterns.ts.
CREATE FUNCTION words_of_folded(folded text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 500 AS $$
BEGIN
  -- The classes below take several times as long.
  IF folded !~ '[^A-Za-z0-9 ]' THEN
    RETURN public.plain_words(folded);
  END IF;
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
-- The words of a text with letters beyond ASCII.
CREATE OR REPLACE FUNCTION folded_words(words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
BEGIN
  RETURN public.words_of_folded(public.fold_text(words));
END;
$$;
--> statement-breakpoint
-- A text with German and Nordic letters spelled out, as people without such a keyboard write them; null where there are none.
CREATE OR REPLACE FUNCTION spelled_out(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 50 AS $$
DECLARE
  apart text;
BEGIN
  IF octet_length(words) = length(words) OR words !~ '[äöüøåÄÖÜØÅ\u0308\u030a\u01d5-\u01dc\u01de\u01df\u01fa\u01fb\u01fe\u01ff\u022a\u022b]' THEN
    RETURN NULL;
  END IF;
  apart := normalize(words, NFD);
  RETURN nullif(
    replace(replace(regexp_replace(replace(replace(apart, U&'a\030a', 'aa'), U&'A\030a', 'Aa'), '([aouAOU])\u0308', '\1e', 'g'), 'ø', 'oe'), 'Ø', 'oe'),
    apart);
END;
$$;
--> statement-breakpoint
-- The names with signs in a text, folded: AT&T, C++, C#, 50%, .NET. The pattern is that of word-patterns.ts.
CREATE OR REPLACE FUNCTION signed_names(cells text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 50 AS $$
DECLARE
  prepared text := ' ' || regexp_replace(CASE WHEN cells IS NFKC NORMALIZED THEN cells ELSE normalize(cells, NFKC) END,
    '[(,/;\n\t]', ' ', 'g');
BEGIN
  -- Most texts with a sign have no such name, and a query takes longer than a match.
  IF prepared !~ '[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+(?:&[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+)+|[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+[+#]{1,2}(?![^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff])|[0-9]+%| \.[A-Za-z][^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]*' THEN
    RETURN '{}';
  END IF;
  RETURN ARRAY(SELECT left(public.fold_text(btrim(name[1])), 200) FROM regexp_matches(prepared, '[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+(?:&[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+)+|[^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+[+#]{1,2}(?![^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff])|[0-9]+%| \.[A-Za-z][^ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]*', 'g') name);
END;
$$;
--> statement-breakpoint
-- The words that the search finds in a text, without their places: folded (see fold_text), also with German and Nordic letters
-- spelled out, parts of words in scripts without blanks, and names with their signs. Marks and symbols are blanks first, since the
-- parser keeps some of them inside words. The cost keeps the planner from taking every row's words apart where the index knows them.
-- Functions are qualified, because indexes are maintained, and dumps restored, without a search path.
CREATE OR REPLACE FUNCTION search_words(cells text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  words text := regexp_replace(cells, '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g');
  beyond text;
  found tsvector;
BEGIN
  IF octet_length(words) = length(words) THEN
    found := public.plain_words(words);
  ELSE
    -- Words are folded one like the other, whatever stands beside them, and few words of a text have letters beyond ASCII.
    beyond := regexp_replace(' ' || words || ' ', ' [ -~]* ', ' ', 'g');
    found := public.words_of_folded(regexp_replace(words, '[^ ]*[^ -~][^ ]*', '', 'g') || ' '
      || public.fold_text(concat_ws(' ', beyond, public.spelled_out(beyond))));
  END IF;
  -- Most texts have none of these, and the pattern of such names takes as long as all the rest.
  IF cells ~ '[+#&%＋＃＆％]|(?:^|[ (,/;\n\t])\.' THEN
    found := found || array_to_tsvector(public.signed_names(replace(cells, ' & ', '&')));
  END IF;
  RETURN found;
END;
$$;
--> statement-breakpoint
-- What is compared of a name that no row has letter by letter: letters, digits and signs of names, without case and accents, and
-- without the legal form where it is a company's; null where nothing is left. The patterns and lists are those of
-- word-patterns.ts and legal-forms.ts. Names of ASCII need no folding, which takes most of the time.
CREATE OR REPLACE FUNCTION name_key(name text, has_forms boolean) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 50 AS $$
DECLARE
  behind constant text[] := '{inc,incorporated,corp,corporation,llc,llp,lp,ltd,limited,plc,pty,pvt,pte,sdn,bhd,gmbh,ggmbh,mbh,ag,kg,kgaa,ohg,gbr,ug,ek,haftungsbeschrankt,aktiengesellschaft,gesellschaftmitbeschrankterhaftung,se,sas,sasu,sarl,eurl,sa,societeanonyme,sl,slu,spa,srl,srls,bv,nv,vof,bvba,sprl,asa,aps,ab,oy,oyj,ou,ltda,eireli,sadecv,sapidecv,spzoo,spj,sro,kft,zrt,doo,eood,ood,kk,tbk,ооо,оао,зао,пао,co,company,private,as,andco,undco,etcie,cie,株,주}'::text[];
  in_front constant text[] := '{ооо,оао,зао,пао,ooo,pt,uab,sia,株,주}'::text[];
  bare text;
  words text[];
  many integer;
BEGIN
  bare := CASE WHEN octet_length(name) = length(name) THEN lower(name COLLATE "C") ELSE public.fold_text(translate(name, '™℠', '')) END;
  IF octet_length(bare) = length(bare) THEN
    bare := replace(replace(bare, '.', ''), '''', '');
    -- Most names have no mark.
    IF bare ~ '[^a-z0-9 ]' THEN
      bare := regexp_replace(bare, '[^a-z0-9+#%]+', ' ', 'g');
    END IF;
  ELSE
    bare := btrim(regexp_replace(translate(bare, '.''’', ''), '[\u0001-\u001f\u0021-\u0022\u0024\u0026-\u002a\u002c-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g'));
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
