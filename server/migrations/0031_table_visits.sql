CREATE TABLE "table_visits" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"view_id" text NOT NULL,
	"session_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "table_visits_account_id_table_name_view_id_pk" PRIMARY KEY("account_id","table_name","view_id")
);
--> statement-breakpoint
ALTER TABLE "table_visits" ADD CONSTRAINT "table_visits_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;