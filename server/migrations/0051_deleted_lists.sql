DROP INDEX "row_lists_name";--> statement-breakpoint
ALTER TABLE "row_list_rows" ADD COLUMN "addition" bigint;--> statement-breakpoint
ALTER TABLE "row_lists" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "row_lists" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "row_notes" ADD COLUMN "addition" bigint;--> statement-breakpoint
ALTER TABLE "row_tags" ADD COLUMN "addition" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "row_lists_live_name" ON "row_lists" USING btree ("account_id","table_name",lower("name")) WHERE "row_lists"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "row_lists_deleted" ON "row_lists" USING btree ("deleted_at") WHERE "row_lists"."deleted_at" is not null;
--> statement-breakpoint
-- The table has another column of text, whose bytes count from now on.
SELECT count_account_storage('row_lists');
