-- Accounts that exist already have taken their first steps.
ALTER TABLE "accounts" ADD COLUMN "first_steps_ended_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "first_steps_ended_at" DROP DEFAULT;
