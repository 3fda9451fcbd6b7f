CREATE TABLE "crm_changes" (
	"account_id" bigint NOT NULL,
	"run_id" uuid NOT NULL,
	"row_id" bigint NOT NULL,
	"record_id" text,
	"action" text NOT NULL,
	"state" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "crm_changes_run_id_row_id_pk" PRIMARY KEY("run_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "crm_records" (
	"account_id" bigint NOT NULL,
	"destination_id" uuid NOT NULL,
	"record_id" text NOT NULL,
	"object" text NOT NULL,
	"key" text,
	"owner" text,
	"stage" text,
	"table_name" text,
	"row_id" bigint,
	"pushed" jsonb,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "crm_records_destination_id_record_id_pk" PRIMARY KEY("destination_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "destination_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"destination_id" uuid NOT NULL,
	"event" text NOT NULL,
	"task" jsonb NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone,
	"lease_token" uuid,
	"failures" integer DEFAULT 0 NOT NULL,
	"tries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"progress" jsonb,
	"counts" jsonb,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "destination_rows" (
	"account_id" bigint NOT NULL,
	"destination_id" uuid NOT NULL,
	"export_id" bigint NOT NULL,
	"row_id" bigint NOT NULL,
	"digest" "bytea" NOT NULL,
	CONSTRAINT "destination_rows_destination_id_export_id_row_id_pk" PRIMARY KEY("destination_id","export_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "destinations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"created_by" bigint,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secret" "bytea" NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"paused_at" timestamp with time zone,
	"host_key" text,
	"failing_since" timestamp with time zone,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_export_destinations" (
	"export_id" bigint NOT NULL,
	"destination_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "scheduled_export_destinations_export_id_destination_id_pk" PRIMARY KEY("export_id","destination_id")
);
--> statement-breakpoint
CREATE TABLE "agent_confirmations" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"key_id" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_events" ADD COLUMN "field_changes" jsonb;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "destination_id" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rights" text DEFAULT 'read' NOT NULL;--> statement-breakpoint
ALTER TABLE "crm_changes" ADD CONSTRAINT "crm_changes_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_changes" ADD CONSTRAINT "crm_changes_run_id_destination_deliveries_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."destination_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_records" ADD CONSTRAINT "crm_records_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_records" ADD CONSTRAINT "crm_records_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destination_deliveries" ADD CONSTRAINT "destination_deliveries_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destination_deliveries" ADD CONSTRAINT "destination_deliveries_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destination_rows" ADD CONSTRAINT "destination_rows_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destination_rows" ADD CONSTRAINT "destination_rows_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destination_rows" ADD CONSTRAINT "destination_rows_export_id_scheduled_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."scheduled_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "destinations" ADD CONSTRAINT "destinations_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_export_destinations" ADD CONSTRAINT "scheduled_export_destinations_export_id_scheduled_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."scheduled_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_export_destinations" ADD CONSTRAINT "scheduled_export_destinations_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_confirmations" ADD CONSTRAINT "agent_confirmations_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_confirmations" ADD CONSTRAINT "agent_confirmations_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crm_changes_account" ON "crm_changes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "crm_records_key" ON "crm_records" USING btree ("account_id","object","key");--> statement-breakpoint
CREATE INDEX "crm_records_row" ON "crm_records" USING btree ("account_id","table_name","row_id") WHERE "crm_records"."row_id" is not null;--> statement-breakpoint
CREATE INDEX "destination_deliveries_account" ON "destination_deliveries" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "destination_deliveries_destination" ON "destination_deliveries" USING btree ("destination_id","created_at");--> statement-breakpoint
CREATE INDEX "destination_deliveries_due" ON "destination_deliveries" USING btree ("next_try_at","destination_id") WHERE "destination_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "destination_deliveries_waiting" ON "destination_deliveries" USING btree ("destination_id","created_at","id") WHERE "destination_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "destination_deliveries_given_up" ON "destination_deliveries" USING btree ("created_at") WHERE "destination_deliveries"."state" = 'failed' and "destination_deliveries"."failures" >= 10;--> statement-breakpoint
CREATE INDEX "destination_deliveries_time" ON "destination_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "destination_rows_account" ON "destination_rows" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "destination_rows_export" ON "destination_rows" USING btree ("export_id");--> statement-breakpoint
CREATE INDEX "destinations_account" ON "destinations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "destinations_read" ON "destinations" USING btree ("read_at") WHERE "destinations"."kind" in ('hubspot', 'salesforce', 'pipedrive');--> statement-breakpoint
CREATE INDEX "scheduled_export_destinations_destination" ON "scheduled_export_destinations" USING btree ("destination_id");--> statement-breakpoint
CREATE INDEX "agent_confirmations_account" ON "agent_confirmations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "agent_confirmations_key" ON "agent_confirmations" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "agent_confirmations_end" ON "agent_confirmations" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_destination" ON "alerts" USING btree ("destination_id") WHERE "alerts"."destination_id" is not null;--> statement-breakpoint
SELECT count_account_storage(counted) FROM unnest(ARRAY[
  'account_events', 'crm_changes', 'crm_records', 'destination_deliveries', 'destination_rows', 'destinations'
]::regclass[]) AS counted;
