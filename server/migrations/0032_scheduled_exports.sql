CREATE TABLE "scheduled_export_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_export_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"export_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"is_gzip" boolean NOT NULL,
	"row_count" integer NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"stored_size" bigint DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_export_parts" (
	"file_id" bigint NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "scheduled_export_parts_file_id_part_pk" PRIMARY KEY("file_id","part")
);
--> statement-breakpoint
CREATE TABLE "scheduled_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"watch" jsonb NOT NULL,
	"table_name" text NOT NULL,
	"frequency" text NOT NULL,
	"time_of_day" text NOT NULL,
	"zone" text NOT NULL,
	"format" text NOT NULL,
	"is_gzip" boolean NOT NULL,
	"next_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_token" uuid,
	"failures" smallint DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone,
	"last_result" text,
	"last_rows" integer,
	"last_detail" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_export_files" ADD CONSTRAINT "scheduled_export_files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_export_files" ADD CONSTRAINT "scheduled_export_files_export_id_scheduled_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."scheduled_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_export_parts" ADD CONSTRAINT "scheduled_export_parts_file_id_scheduled_export_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."scheduled_export_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_exports" ADD CONSTRAINT "scheduled_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_export_files_export" ON "scheduled_export_files" USING btree ("export_id","id");--> statement-breakpoint
CREATE INDEX "scheduled_export_files_account" ON "scheduled_export_files" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "scheduled_export_files_time" ON "scheduled_export_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "scheduled_exports_account" ON "scheduled_exports" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "scheduled_exports_due" ON "scheduled_exports" USING btree ("next_at") WHERE "scheduled_exports"."next_at" is not null;