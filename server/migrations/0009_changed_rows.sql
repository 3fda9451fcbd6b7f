CREATE INDEX "companies_changed" ON "companies" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "investors_changed" ON "investors" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "people_changed" ON "people" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "reddit_posts_changed" ON "reddit_posts" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "reviews_changed" ON "reviews" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "shopify_changed" ON "shopify" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "tiktok_videos_changed" ON "tiktok_videos" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);