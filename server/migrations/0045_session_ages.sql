ALTER TABLE "sessions" ADD COLUMN "passkey_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "choice" jsonb;