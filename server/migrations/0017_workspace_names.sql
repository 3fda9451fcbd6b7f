CREATE UNIQUE INDEX "row_lists_own_name" ON "row_lists" USING btree ("account_id","table_name",lower("name"),(case when "visibility" = 'private' then coalesce("created_by", "account_id") else 0 end)) WHERE "row_lists"."deleted_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "table_views_own_name" ON "table_views" USING btree ("account_id","table_name",lower("name"),(case when "visibility" = 'private' then coalesce("created_by", "account_id") else 0 end));
--> statement-breakpoint
CREATE UNIQUE INDEX "table_views_own_default" ON "table_views" USING btree ("account_id","table_name",(coalesce("created_by", "account_id"))) WHERE "table_views"."is_default";
--> statement-breakpoint
DROP INDEX "row_lists_live_name";
--> statement-breakpoint
DROP INDEX "table_views_name";
--> statement-breakpoint
DROP INDEX "table_views_default";
