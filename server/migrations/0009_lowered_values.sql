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
-- Each index is built before the one that it replaces is dropped, so that servers of the version before have one all the time.
CREATE INDEX "companies_texts_by_search_query" ON "companies" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("website", '') || ' ' || coalesce("country", '') || ' ' || coalesce("city", '') || ' ' || coalesce("region", '') || ' ' || coalesce("business_status", '') || ' ' || coalesce("ownership_status", '') || ' ' || joined_items("verticals") || ' ' || coalesce("main_contact_name", '') || ' ' || coalesce("last_financing_deal_type", '') || ' ' || coalesce("description", '')));
--> statement-breakpoint
CREATE INDEX "companies_values_by_country" ON "companies" USING btree (lower("country"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "companies_items_by_vertical" ON "companies" USING gin (lower_items("verticals"));
--> statement-breakpoint
CREATE INDEX "companies_values_by_last_financing_deal_type" ON "companies" USING btree (lower("last_financing_deal_type"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "companies_by_city" ON "companies" USING btree (lower("city") text_pattern_ops,"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "investors_texts_by_search_query" ON "investors" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("primary_investor_type", '') || ' ' || coalesce("website", '') || ' ' || coalesce("country", '') || ' ' || coalesce("city", '') || ' ' || coalesce("primary_contact_name", '') || ' ' || coalesce("last_investment_company_name", '') || ' ' || joined_items("preferred_investment_types")));
--> statement-breakpoint
CREATE INDEX "investors_values_by_country" ON "investors" USING btree (lower("country"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "investors_values_by_primary_investor_type" ON "investors" USING btree (lower("primary_investor_type"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "investors_items_by_preferred_investment_type" ON "investors" USING gin (lower_items("preferred_investment_types"));
--> statement-breakpoint
CREATE INDEX "people_values_by_country" ON "people" USING btree (lower("country"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "people_texts_by_search_query" ON "people" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("company_name", '') || ' ' || coalesce("country", '') || ' ' || coalesce("city", '') || ' ' || coalesce("biography", '') || ' ' || coalesce("title", '')));
--> statement-breakpoint
CREATE INDEX "people_by_company" ON "people" USING btree (lower("company_name") text_pattern_ops,"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "people_by_city" ON "people" USING btree (lower("city") text_pattern_ops,"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "people_by_with_email" ON "people" USING btree ("updated_at" desc,id desc) WHERE "email" is not null;
--> statement-breakpoint
CREATE INDEX "people_by_with_phone" ON "people" USING btree ("updated_at" desc,id desc) WHERE "phone" is not null;
--> statement-breakpoint
CREATE INDEX "reddit_posts_values_by_subreddit" ON "reddit_posts" USING btree (lower("subreddit_name") text_pattern_ops,"posted_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "reddit_posts_texts_by_search_query" ON "reddit_posts" USING gin (search_words(coalesce("title", '') || ' ' || coalesce("author", '') || ' ' || coalesce("subreddit_name", '') || ' ' || coalesce("type", '') || ' ' || coalesce("flair", '') || ' ' || coalesce("text", '')));
--> statement-breakpoint
CREATE INDEX "reviews_values_by_reviewer_country" ON "reviews" USING btree (lower("reviewer_country"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "reviews_items_by_review_tag" ON "reviews" USING gin (lower_items("tags"));
--> statement-breakpoint
CREATE INDEX "reviews_texts_by_search_query" ON "reviews" USING gin (search_words(coalesce("review_title", '') || ' ' || coalesce("reviewer_country", '') || ' ' || joined_items("tags") || ' ' || coalesce("text", '') || ' ' || coalesce("pros", '') || ' ' || coalesce("cons", '') || ' ' || coalesce("reviewer_name", '')));
--> statement-breakpoint
CREATE INDEX "shopify_items_by_topics" ON "shopify" USING gin (lower_items("topics"));
--> statement-breakpoint
CREATE INDEX "shopify_values_by_currency" ON "shopify" USING btree (lower("currency"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "shopify_texts_by_search_query" ON "shopify" USING gin (search_words(coalesce("merchant_name", '') || ' ' || coalesce("url", '') || ' ' || coalesce("locale", '') || ' ' || coalesce("currency", '') || ' ' || coalesce("description", '') || ' ' || joined_items("topics")));
--> statement-breakpoint
CREATE INDEX "tiktok_videos_values_by_author" ON "tiktok_videos" USING btree (lower("author_unique_id") text_pattern_ops,"posted_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "tiktok_videos_items_by_hashtag" ON "tiktok_videos" USING gin (lower_items("hashtags"));
--> statement-breakpoint
CREATE INDEX "tiktok_videos_texts_by_search_query" ON "tiktok_videos" USING gin (search_words(joined_items("hashtags") || ' ' || coalesce("category", '') || ' ' || coalesce("summary", '') || ' ' || coalesce("author_unique_id", '') || ' ' || coalesce("sound_title", '')));
--> statement-breakpoint
ALTER INDEX "investors_words_by_last_investment_company_name" RENAME TO "investors_texts_by_last_investment_company_name";
--> statement-breakpoint
DROP INDEX "companies_words_by_search_query";
--> statement-breakpoint
DROP INDEX "companies_by_country";
--> statement-breakpoint
DROP INDEX "companies_by_vertical";
--> statement-breakpoint
DROP INDEX "companies_by_last_financing_deal_type";
--> statement-breakpoint
DROP INDEX "investors_words_by_search_query";
--> statement-breakpoint
DROP INDEX "investors_by_country";
--> statement-breakpoint
DROP INDEX "investors_by_primary_investor_type";
--> statement-breakpoint
DROP INDEX "investors_by_preferred_investment_type";
--> statement-breakpoint
DROP INDEX "people_by_country";
--> statement-breakpoint
DROP INDEX "people_words_by_search_query";
--> statement-breakpoint
DROP INDEX "people_linked_by_company_name";
--> statement-breakpoint
DROP INDEX "reddit_posts_by_subreddit";
--> statement-breakpoint
DROP INDEX "reddit_posts_words_by_search_query";
--> statement-breakpoint
DROP INDEX "reviews_by_reviewer_country";
--> statement-breakpoint
DROP INDEX "reviews_words_by_search_query";
--> statement-breakpoint
DROP INDEX "shopify_by_topics";
--> statement-breakpoint
DROP INDEX "shopify_by_currency";
--> statement-breakpoint
DROP INDEX "shopify_words_by_search_query";
--> statement-breakpoint
DROP INDEX "tiktok_videos_by_author";
--> statement-breakpoint
DROP INDEX "tiktok_videos_by_hashtag";
--> statement-breakpoint
DROP INDEX "tiktok_videos_words_by_search_query";
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
--> statement-breakpoint
ANALYZE "companies";
--> statement-breakpoint
ANALYZE "investors";
--> statement-breakpoint
ANALYZE "people";
--> statement-breakpoint
ANALYZE "reddit_posts";
--> statement-breakpoint
ANALYZE "reviews";
--> statement-breakpoint
ANALYZE "shopify";
--> statement-breakpoint
ANALYZE "tiktok_videos";
