CREATE INDEX "row_lists_author" ON "row_lists" USING btree ("account_id",(coalesce("created_by", "account_id")));--> statement-breakpoint
CREATE INDEX "row_lists_shared" ON "row_lists" USING btree ("account_id") WHERE "row_lists"."visibility" = 'workspace';--> statement-breakpoint
CREATE INDEX "table_views_author" ON "table_views" USING btree ("account_id",(coalesce("created_by", "account_id")));--> statement-breakpoint
CREATE INDEX "table_views_shared" ON "table_views" USING btree ("account_id") WHERE "table_views"."visibility" = 'workspace';