CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"trial_ends_at" timestamp with time zone,
	"linkedin_onboarded" boolean,
	"full_name" text,
	"company_name" text,
	"vat_number" text,
	"country" text,
	"currency" text,
	"address" text,
	CONSTRAINT "accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "accounts_email_is_lower_case" CHECK ("accounts"."email" = lower("accounts"."email"))
);
--> statement-breakpoint
CREATE TABLE "mailed_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"superseded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"rotated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"binding_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_reason" text,
	"user_agent" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "collector_rows" (
	"account_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"profile_key" text NOT NULL,
	"collected" boolean DEFAULT false NOT NULL,
	"status" text,
	"profile_id" text,
	"user_id" bigint,
	"profile_url" text,
	"email" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "collector_rows_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_companies" (
	"account_id" bigint NOT NULL,
	"company_id" text NOT NULL,
	"name" text NOT NULL,
	"universal_name" text,
	"url" text,
	"website" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_educations" (
	"profile_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"school_name" text,
	"school_url" text,
	"degree" text,
	"field" text,
	"started_at" date,
	"ended_at" date
);
--> statement-breakpoint
CREATE TABLE "linkedin_experiences" (
	"profile_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"title" text,
	"description" text,
	"company_name" text,
	"company_url" text,
	"company_id" text,
	"category" text,
	"location" text,
	"started_at" date,
	"started_precision" text,
	"ended_at" date,
	"ended_precision" text,
	"is_current" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_profiles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "linkedin_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"member_id" text NOT NULL,
	"profile_key" text NOT NULL,
	"profile_url" text NOT NULL,
	"full_name" text,
	"headline" text,
	"description" text,
	"location" text,
	"country" text,
	"country_code" text,
	"photo_url" text,
	"photo_expires_at" timestamp with time zone,
	"company_name" text,
	"company_url" text,
	"company_id" text,
	"connection_count" integer,
	"follower_count" integer,
	"email" text,
	"phones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"websites" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sections" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"parser_version" integer NOT NULL,
	"collected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" bigint NOT NULL,
	"description" text NOT NULL,
	"searches" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mailed_codes" ADD CONSTRAINT "mailed_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collector_rows" ADD CONSTRAINT "collector_rows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_companies" ADD CONSTRAINT "linkedin_companies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_educations" ADD CONSTRAINT "linkedin_educations_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_experiences" ADD CONSTRAINT "linkedin_experiences_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD CONSTRAINT "linkedin_profiles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_jobs" ADD CONSTRAINT "search_jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailed_codes_account" ON "mailed_codes" USING btree ("account_id","purpose");--> statement-breakpoint
CREATE INDEX "mailed_codes_expiry" ON "mailed_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "collector_rows_id" ON "collector_rows" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "collector_rows_profile" ON "collector_rows" USING btree ("account_id","profile_key");--> statement-breakpoint
CREATE INDEX "collector_rows_order" ON "collector_rows" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_companies_id" ON "linkedin_companies" USING btree ("account_id","company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_educations_order" ON "linkedin_educations" USING btree ("profile_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_experiences_order" ON "linkedin_experiences" USING btree ("profile_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_profiles_member" ON "linkedin_profiles" USING btree ("account_id","member_id");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_key" ON "linkedin_profiles" USING btree ("account_id","profile_key");--> statement-breakpoint
CREATE INDEX "search_jobs_account" ON "search_jobs" USING btree ("account_id");