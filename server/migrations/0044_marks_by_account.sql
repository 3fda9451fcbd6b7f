DROP INDEX "row_list_rows_row";--> statement-breakpoint
DROP INDEX "row_tags_row";--> statement-breakpoint
CREATE INDEX "row_list_rows_row" ON "row_list_rows" USING btree ("row_id","list_id");--> statement-breakpoint
CREATE INDEX "row_tags_row" ON "row_tags" USING btree ("row_id","account_id","table_name");