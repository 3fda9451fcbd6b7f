CREATE TABLE "linkedin_profile_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "linkedin_profile_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"profile_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"changes" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_profile_tags" (
	"account_id" bigint NOT NULL,
	"profile_id" bigint NOT NULL,
	"tag" text NOT NULL,
	"folded" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_raw_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "linkedin_raw_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"profile_id" bigint NOT NULL,
	"slot" text NOT NULL,
	"identity" text NOT NULL,
	"content" "bytea" NOT NULL,
	"digest" "bytea" NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_risk_acceptances" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "linkedin_profile_changes" ADD CONSTRAINT "linkedin_profile_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profile_changes" ADD CONSTRAINT "linkedin_profile_changes_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profile_tags" ADD CONSTRAINT "linkedin_profile_tags_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profile_tags" ADD CONSTRAINT "linkedin_profile_tags_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_raw_answers" ADD CONSTRAINT "linkedin_raw_answers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_raw_answers" ADD CONSTRAINT "linkedin_raw_answers_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_risk_acceptances" ADD CONSTRAINT "linkedin_risk_acceptances_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "linkedin_profile_changes_profile" ON "linkedin_profile_changes" USING btree ("profile_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_profile_tags_once" ON "linkedin_profile_tags" USING btree ("profile_id","folded");--> statement-breakpoint
CREATE INDEX "linkedin_profile_tags_account" ON "linkedin_profile_tags" USING btree ("account_id","folded");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_raw_answers_once" ON "linkedin_raw_answers" USING btree ("profile_id","slot","digest");--> statement-breakpoint
CREATE INDEX "linkedin_raw_answers_age" ON "linkedin_raw_answers" USING btree ("received_at");