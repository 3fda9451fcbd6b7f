CREATE TABLE "catalogue_checks" (
	"account_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"candidate" text NOT NULL,
	"understood_on" date,
	"different_on" date,
	"refused_on" date,
	"reported_on" date NOT NULL,
	CONSTRAINT "catalogue_checks_account_id_endpoint_candidate_pk" PRIMARY KEY("account_id","endpoint","candidate")
);
--> statement-breakpoint
ALTER TABLE "catalogue_checks" ADD CONSTRAINT "catalogue_checks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_checks_reported" ON "catalogue_checks" USING btree ("reported_on");