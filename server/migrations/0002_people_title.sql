ALTER TABLE "people" ADD COLUMN "title" text;
--> statement-breakpoint
SELECT track_table('people');
