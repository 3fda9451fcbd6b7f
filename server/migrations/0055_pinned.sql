ALTER TABLE "row_lists" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "table_views" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL;
