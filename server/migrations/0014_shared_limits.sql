CREATE TABLE "attempts" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "permits" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"times" bigint[] NOT NULL,
	"counts" integer[] NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "present_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"name" text PRIMARY KEY NOT NULL,
	"lease_token" uuid NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attempts_ended" ON "attempts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "permits_ended" ON "permits" USING btree ("ends_at");