CREATE TABLE "column_store_copies" (
	"name" text PRIMARY KEY NOT NULL,
	"table_name" text NOT NULL,
	"epoch" uuid,
	"lease_until" timestamp with time zone,
	"lease_token" text,
	"version" bigint DEFAULT 0 NOT NULL,
	"mark" bigint DEFAULT 0 NOT NULL,
	"deletions_to" bigint,
	"erased_to" bigint DEFAULT 0 NOT NULL,
	"published_at" timestamp with time zone,
	"error" text,
	"tried_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "column_store_erasures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "column_store_erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"row_ids" bigint[] NOT NULL,
	"version" bigint NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "waits_for" bigint;--> statement-breakpoint
CREATE INDEX "column_store_erasures_waiting" ON "column_store_erasures" USING btree ("table_name","id") WHERE "column_store_erasures"."done_at" is null;