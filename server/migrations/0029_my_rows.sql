CREATE TABLE "my_row_versions" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "my_row_versions_account_id_table_name_pk" PRIMARY KEY("account_id","table_name")
);
--> statement-breakpoint
CREATE TABLE "row_list_rows" (
	"list_id" bigint NOT NULL,
	"row_id" bigint NOT NULL,
	CONSTRAINT "row_list_rows_list_id_row_id_pk" PRIMARY KEY("list_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "row_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "row_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "row_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_tags" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"folded" text NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "row_tags_account_id_table_name_folded_row_id_pk" PRIMARY KEY("account_id","table_name","folded","row_id")
);
--> statement-breakpoint
ALTER TABLE "my_row_versions" ADD CONSTRAINT "my_row_versions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_list_rows" ADD CONSTRAINT "row_list_rows_list_id_row_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."row_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_lists" ADD CONSTRAINT "row_lists_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_notes" ADD CONSTRAINT "row_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_tags" ADD CONSTRAINT "row_tags_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "row_list_rows_row" ON "row_list_rows" USING btree ("row_id");--> statement-breakpoint
CREATE UNIQUE INDEX "row_lists_name" ON "row_lists" USING btree ("account_id","table_name",lower("name"));--> statement-breakpoint
CREATE INDEX "row_notes_account" ON "row_notes" USING btree ("account_id","table_name","row_id");--> statement-breakpoint
CREATE INDEX "row_notes_row" ON "row_notes" USING btree ("row_id");--> statement-breakpoint
CREATE INDEX "row_tags_row" ON "row_tags" USING btree ("row_id");
--> statement-breakpoint
-- What accounts keep about rows leaves with the rows. Every deletion from a data table is noted in deleted_rows. A
-- transaction that keeps something about a row holds a share lock on it, so whatever is kept is committed, and seen here,
-- before the row can be deleted.
CREATE FUNCTION my_rows_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM row_list_rows listed USING gone, row_lists list
    WHERE listed.row_id = gone.row_id AND list.id = listed.list_id AND list.table_name = gone.table_name;
  DELETE FROM row_tags tagged USING gone WHERE tagged.row_id = gone.row_id AND tagged.table_name = gone.table_name;
  DELETE FROM row_notes note USING gone WHERE note.row_id = gone.row_id AND note.table_name = gone.table_name;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER deleted_rows_my_rows AFTER INSERT ON deleted_rows REFERENCING NEW TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION my_rows_gone();
--> statement-breakpoint
CREATE FUNCTION my_people_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM row_list_rows listed USING gone, row_lists list
    WHERE listed.row_id = gone.id AND list.id = listed.list_id AND list.table_name = 'collected_people';
  DELETE FROM row_notes note USING gone WHERE note.row_id = gone.id AND note.table_name = 'collected_people';
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER linkedin_profiles_my_people AFTER DELETE ON linkedin_profiles REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION my_people_gone();
