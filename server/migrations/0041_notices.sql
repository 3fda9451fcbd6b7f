ALTER TABLE "alert_messages" ALTER COLUMN "alert_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD COLUMN "link" text;