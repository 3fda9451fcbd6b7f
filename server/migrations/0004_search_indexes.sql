-- Each index is built before the one that it replaces is dropped, so that servers of the version before have one all the time.
CREATE INDEX "companies_words_by_search_query" ON "companies" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("website", '') || ' ' || coalesce("description", '')));--> statement-breakpoint
CREATE INDEX "companies_linked_by_name_key" ON "companies" USING btree (name_key("name", true),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_words_by_search_query" ON "investors" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("primary_contact_name", '') || ' ' || coalesce("website", '')));--> statement-breakpoint
CREATE INDEX "investors_words_by_last_investment_company_name" ON "investors" USING gin (search_words(coalesce("last_investment_company_name", '')));--> statement-breakpoint
CREATE INDEX "investors_linked_by_name_key" ON "investors" USING btree (name_key("name", true),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_words_by_search_query" ON "people" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("company_name", '') || ' ' || coalesce("biography", '') || ' ' || coalesce("title", '')));--> statement-breakpoint
CREATE INDEX "people_by_title" ON "people" USING btree (lower("title") text_pattern_ops,"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_linked_by_name_key" ON "people" USING btree (name_key("name", false),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_linked_by_member" ON "people" USING btree (member_key("linkedin_url"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reddit_posts_words_by_search_query" ON "reddit_posts" USING gin (search_words(coalesce("title", '') || ' ' || coalesce("text", '')));--> statement-breakpoint
CREATE INDEX "reviews_words_by_search_query" ON "reviews" USING gin (search_words(coalesce("review_title", '')));--> statement-breakpoint
CREATE INDEX "shopify_words_by_search_query" ON "shopify" USING gin (search_words(coalesce("merchant_name", '') || ' ' || coalesce("url", '') || ' ' || coalesce("description", '')));--> statement-breakpoint
CREATE INDEX "shopify_linked_by_name_key" ON "shopify" USING btree (name_key("merchant_name", true),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "tiktok_videos_words_by_search_query" ON "tiktok_videos" USING gin (search_words(coalesce("summary", '')));--> statement-breakpoint
DROP INDEX "companies_by_search_query";--> statement-breakpoint
DROP INDEX "investors_by_search_query";--> statement-breakpoint
DROP INDEX "investors_by_last_investment_company_name";--> statement-breakpoint
DROP INDEX "people_by_search_query";--> statement-breakpoint
DROP INDEX "reddit_posts_by_search_query";--> statement-breakpoint
DROP INDEX "reviews_by_search_query";--> statement-breakpoint
DROP INDEX "shopify_by_search_query";--> statement-breakpoint
DROP INDEX "tiktok_videos_by_search_query";
