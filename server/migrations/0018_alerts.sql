CREATE TABLE "account_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"change" text NOT NULL,
	"fields" text[],
	"name" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_members" (
	"alert_id" bigint NOT NULL,
	"chunk" integer NOT NULL,
	"ids" "bytea" NOT NULL,
	CONSTRAINT "alert_members_alert_id_chunk_pk" PRIMARY KEY("alert_id","chunk")
);
--> statement-breakpoint
CREATE TABLE "alert_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"alert_id" bigint NOT NULL,
	"title" text NOT NULL,
	"count" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"watch" jsonb NOT NULL,
	"table_name" text,
	"filters" jsonb NOT NULL,
	"changes" text[] NOT NULL,
	"fields" text[],
	"frequency" text NOT NULL,
	"time_of_day" text NOT NULL,
	"zone" text NOT NULL,
	"channels" text[] NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"position" bigint NOT NULL,
	"next_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "table_commits" (
	"table_name" text NOT NULL,
	"transaction_id" bigint NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "table_commits_table_name_transaction_id_pk" PRIMARY KEY("table_name","transaction_id")
);
--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_members" ADD CONSTRAINT "alert_members_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_events_account" ON "account_events" USING btree ("account_id","kind","id");--> statement-breakpoint
CREATE INDEX "account_events_time" ON "account_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "alert_messages_account" ON "alert_messages" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "alert_messages_unread" ON "alert_messages" USING btree ("account_id","id") WHERE "alert_messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "alert_messages_alert" ON "alert_messages" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alert_messages_time" ON "alert_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alerts_account" ON "alerts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "alerts_instant" ON "alerts" USING btree ("table_name","position") WHERE "alerts"."state" = 'active' and "alerts"."frequency" = 'instant';--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" USING btree ("next_at") WHERE "alerts"."state" = 'active';--> statement-breakpoint
CREATE INDEX "table_commits_version" ON "table_commits" USING btree ("table_name","version");--> statement-breakpoint
CREATE INDEX "table_commits_time" ON "table_commits" USING brin ("at");
--> statement-breakpoint
-- Every writer raises the version of its table, so a commit ends at the last version its transaction set.
CREATE FUNCTION table_committed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO table_commits (table_name, transaction_id, version, at)
    VALUES (NEW.table_name, pg_current_xact_id()::text::bigint, NEW.version, clock_timestamp())
    ON CONFLICT (table_name, transaction_id) DO UPDATE SET version = excluded.version, at = excluded.at;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER table_versions_committed AFTER UPDATE OF version ON table_versions
  FOR EACH ROW WHEN (NEW.version > OLD.version) EXECUTE FUNCTION table_committed();
