CREATE TABLE "change_walks" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"version" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "change_walks_account_id_table_name_version_pk" PRIMARY KEY("account_id","table_name","version")
);
--> statement-breakpoint
ALTER TABLE "change_walks" ADD CONSTRAINT "change_walks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_walks_time" ON "change_walks" USING btree ("sent_at");