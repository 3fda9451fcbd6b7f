CREATE TABLE "alert_mail_counts" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"minute_began" timestamp with time zone NOT NULL,
	"of_minute" smallint NOT NULL,
	"day" date NOT NULL,
	"of_day" smallint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_messages" ADD COLUMN "is_mail_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "share" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alert_mail_counts" ADD CONSTRAINT "alert_mail_counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_messages_mail_due" ON "alert_messages" USING btree ("account_id","id") WHERE "alert_messages"."is_mail_due";--> statement-breakpoint
CREATE INDEX "mails_share" ON "mails" USING btree ("share") WHERE "mails"."failed_at" is null;