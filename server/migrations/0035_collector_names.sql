ALTER TABLE "collector_rows" ADD COLUMN "listed_name" text;--> statement-breakpoint
ALTER TABLE "collector_rows" ADD COLUMN "found_by" text;