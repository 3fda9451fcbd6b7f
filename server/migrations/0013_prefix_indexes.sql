DROP INDEX "investors_by_city";--> statement-breakpoint
DROP INDEX "reddit_posts_by_subreddit";--> statement-breakpoint
DROP INDEX "tiktok_videos_by_author";--> statement-breakpoint
CREATE INDEX "investors_by_city" ON "investors" USING btree (lower("city") text_pattern_ops,"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reddit_posts_by_subreddit" ON "reddit_posts" USING btree ("subreddit_name" text_pattern_ops,"posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "tiktok_videos_by_author" ON "tiktok_videos" USING btree ("author_unique_id" text_pattern_ops,"posted_at" desc,id desc);