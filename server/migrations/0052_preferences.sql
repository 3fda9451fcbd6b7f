CREATE TABLE "account_preferences" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"layout" text,
	"layout_offer" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "table_layouts" ADD COLUMN "work_columns" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "table_layouts" ADD COLUMN "work_per_page" integer;--> statement-breakpoint
ALTER TABLE "account_preferences" ADD CONSTRAINT "account_preferences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A counted table has one document more.
SELECT count_account_storage('table_layouts');
