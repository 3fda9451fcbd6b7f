ALTER TABLE "row_lists" ADD COLUMN "counted_in" text;--> statement-breakpoint
SELECT count_account_storage('row_lists');
