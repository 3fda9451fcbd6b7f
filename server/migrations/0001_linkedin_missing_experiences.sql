ALTER TABLE "linkedin_profiles" ADD COLUMN "missing_experiences" integer;--> statement-breakpoint
CREATE INDEX "linkedin_profiles_export" ON "linkedin_profiles" USING btree ("account_id","id");