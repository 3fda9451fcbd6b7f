-- Items of a list as they are compared: without regard to case. In all functions here names are qualified, because indexes are
-- maintained, and dumps restored, without a search path.
CREATE FUNCTION lower_items(items text[]) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS $$
  SELECT coalesce(array_agg(lower(item)), '{}') FROM unnest(items) item
$$;
--> statement-breakpoint
-- The items of a list as one text, in which words are searched.
CREATE FUNCTION joined_items(items text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_to_string(items, ' '), '')
$$;
--> statement-breakpoint
-- The host of an address, without `www.`; null where there is none. Hosts that filters compare are stored by the import instead.
CREATE FUNCTION host_key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS $$
  SELECT lower(substring(address FROM '^(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?(?://)?(?:[^/?#@]*@)?(?:[wW]{3}[0-9]?\.)?([^/?#:[:space:]]+\.[^/?#:[:space:]]+)'))
$$;
--> statement-breakpoint
-- An address as it is compared as a whole: without scheme, `www.`, letter case, and a slash at the end.
CREATE FUNCTION address_key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS $$
  SELECT lower(regexp_replace(regexp_replace(btrim(address), '^(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?(?://)?(?:[wW]{3}[0-9]?\.)?', ''), '/+$', ''))
$$;
--> statement-breakpoint
-- A text as phrases are looked for in it: folded words with one blank before, between and after them.
CREATE FUNCTION phrase_text(cells text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
  SELECT regexp_replace(' ' || public.fold_text(cells) || ' ', '[ \u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20ff\u2120-\u2122\u2190-\u245f\u2500-\u2bff\u3000-\u3004\u3008-\u3030\u30a0\u30fb\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g')
$$;
--> statement-breakpoint
-- Whether the words of a phrase follow each other in a text, each of them whole. In scripts without blanks a part is enough. German and
-- Nordic letters may be spelled out on either side. A phrase without a word is nowhere.
CREATE FUNCTION has_phrase(cells text, phrase text, is_part boolean) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
DECLARE
  wanted text[] := array_remove(ARRAY[public.phrase_text(phrase), public.phrase_text(public.spelled_out(phrase))], NULL);
  texts text[] := array_remove(ARRAY[public.phrase_text(cells), public.phrase_text(public.spelled_out(cells))], NULL);
BEGIN
  RETURN EXISTS (SELECT FROM unnest(wanted) one, unnest(texts) other
    WHERE btrim(one) <> '' AND position(CASE WHEN is_part THEN btrim(one) ELSE one END IN other) > 0);
END;
$$;
--> statement-breakpoint
ALTER INDEX "investors_words_by_last_investment_company_name" RENAME TO "investors_texts_by_last_investment_company_name";
--> statement-breakpoint
-- Values that split a table into few parts have no index whose statistics the planner could read.
CREATE STATISTICS "companies_values_of_region" ON (lower("region")) FROM "companies";
--> statement-breakpoint
CREATE STATISTICS "companies_values_of_business_status" ON (lower("business_status")) FROM "companies";
--> statement-breakpoint
CREATE STATISTICS "companies_values_of_ownership_status" ON (lower("ownership_status")) FROM "companies";
--> statement-breakpoint
CREATE STATISTICS "shopify_values_of_locale" ON (lower("locale")) FROM "shopify";
--> statement-breakpoint
CREATE STATISTICS "reddit_posts_values_of_type" ON (lower("type")) FROM "reddit_posts";
--> statement-breakpoint
CREATE STATISTICS "reddit_posts_values_of_flair" ON (lower("flair")) FROM "reddit_posts";
--> statement-breakpoint
CREATE STATISTICS "tiktok_videos_values_of_category" ON (lower("category")) FROM "tiktok_videos";
