ALTER TABLE "accounts" ADD COLUMN "unverified_end_at" timestamp with time zone;
