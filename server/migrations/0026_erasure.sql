CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"origin" text NOT NULL,
	"code_hash" "bytea",
	"email" text,
	"profile_url" text,
	"name" text,
	"domain" text,
	"message" text,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text,
	"person" jsonb,
	"touches" jsonb
);
--> statement-breakpoint
CREATE TABLE "suppression_key" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"erasure_id" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_code" ON "erasures" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("due_at","id") WHERE "erasures"."state" <> 'unconfirmed';--> statement-breakpoint
CREATE INDEX "erasures_state" ON "erasures" USING btree ("state","requested_at");--> statement-breakpoint
CREATE INDEX "suppressions_erasure" ON "suppressions" USING btree ("erasure_id");