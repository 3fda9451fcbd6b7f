ALTER TABLE "table_views" ADD COLUMN "chart" jsonb;
--> statement-breakpoint
SELECT count_account_storage('table_views');
