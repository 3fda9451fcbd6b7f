CREATE TABLE "linkedin_recollections" (
	"profile_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"every" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"proposed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "my_version" bigint;--> statement-breakpoint
ALTER TABLE "linkedin_recollections" ADD CONSTRAINT "linkedin_recollections_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_recollections" ADD CONSTRAINT "linkedin_recollections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "linkedin_recollections_due" ON "linkedin_recollections" USING btree ("account_id","due_at");
--> statement-breakpoint
-- Alerts on views that name a list or a tag are compared with what the account keeps now, once.
UPDATE alerts SET my_version = 0 WHERE filters ? 'list' OR filters ? 'tag';
