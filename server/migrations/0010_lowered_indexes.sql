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
