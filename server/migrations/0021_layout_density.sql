ALTER TABLE "table_layouts" ADD COLUMN "density" text DEFAULT 'comfortable' NOT NULL;--> statement-breakpoint
ALTER TABLE "table_layouts" ADD COLUMN "per_page" integer;