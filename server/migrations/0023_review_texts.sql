ALTER TABLE "reviews" ALTER COLUMN "review_title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "pros" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "cons" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reviewer_name" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "review_id" text;--> statement-breakpoint
-- The trigger compares the columns that it knows.
SELECT track_table('reviews');
