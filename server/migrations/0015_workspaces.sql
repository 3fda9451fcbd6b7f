CREATE TABLE "workspace_activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workspace_activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" bigint NOT NULL,
	"account_id" bigint,
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"row_count" integer
);
--> statement-breakpoint
CREATE TABLE "workspace_invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_member_months" (
	"workspace_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"month" date NOT NULL,
	"export_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "workspace_member_months_workspace_id_account_id_month_pk" PRIMARY KEY("workspace_id","account_id","month")
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"role" text NOT NULL,
	"rights" text[] NOT NULL,
	"export_limit" integer,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone,
	CONSTRAINT "workspace_members_workspace_id_account_id_pk" PRIMARY KEY("workspace_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "workspace_versions" (
	"workspace_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "workspace_versions_workspace_id_kind_pk" PRIMARY KEY("workspace_id","kind")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" bigint PRIMARY KEY DEFAULT nextval('accounts_id_seq') NOT NULL,
	"name" text NOT NULL,
	"personal_account_id" bigint,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"request_limit" integer,
	"export_limit" integer,
	"trial_ends_at" timestamp with time zone,
	"storage_full_at" timestamp with time zone,
	"storage_notified_at" timestamp with time zone,
	"storage_warned_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "workspace_activity" ADD CONSTRAINT "workspace_activity_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "workspace_invites" ADD CONSTRAINT "workspace_invites_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "workspace_member_months" ADD CONSTRAINT "workspace_member_months_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "workspace_member_months" ADD CONSTRAINT "workspace_member_months_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "workspace_versions" ADD CONSTRAINT "workspace_versions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_personal_account_id_accounts_id_fk" FOREIGN KEY ("personal_account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "workspace_activity_workspace" ON "workspace_activity" USING btree ("workspace_id","id");
--> statement-breakpoint
CREATE INDEX "workspace_activity_account" ON "workspace_activity" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "workspace_activity_time" ON "workspace_activity" USING btree ("at");
--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invites_code" ON "workspace_invites" USING btree ("code_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invites_email" ON "workspace_invites" USING btree ("workspace_id","email");
--> statement-breakpoint
CREATE INDEX "workspace_invites_expiry" ON "workspace_invites" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "workspace_member_months_account" ON "workspace_member_months" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "workspace_members_account" ON "workspace_members" USING btree ("account_id","workspace_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_personal" ON "workspaces" USING btree ("personal_account_id");
--> statement-breakpoint
CREATE INDEX "workspaces_created_by" ON "workspaces" USING btree ("created_by");
--> statement-breakpoint
-- Every object stays where it was found: a personal workspace has the id of its account.
-- Everybody has a workspace of their own from registration on, with the id of their account, also where a server of the version
-- before registers them. What such a server changes in an account's limits, trial and storage reaches the workspace.
CREATE FUNCTION personal_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO workspaces (id, name, personal_account_id, created_by, created_at, request_limit, export_limit, trial_ends_at)
      VALUES (NEW.id, 'Personal', NEW.id, NEW.id, NEW.created_at, NEW.request_limit, NEW.export_limit, NEW.trial_ends_at);
    INSERT INTO workspace_members (workspace_id, account_id, role, rights, joined_at)
      VALUES (NEW.id, NEW.id, 'owner', '{}', NEW.created_at);
  ELSE
    -- What did not change here may have been changed there.
    UPDATE workspaces SET
        request_limit = CASE WHEN NEW.request_limit IS DISTINCT FROM OLD.request_limit THEN NEW.request_limit ELSE request_limit END,
        export_limit = CASE WHEN NEW.export_limit IS DISTINCT FROM OLD.export_limit THEN NEW.export_limit ELSE export_limit END,
        trial_ends_at = CASE WHEN NEW.trial_ends_at IS DISTINCT FROM OLD.trial_ends_at THEN NEW.trial_ends_at ELSE trial_ends_at END,
        storage_full_at = CASE WHEN NEW.storage_full_at IS DISTINCT FROM OLD.storage_full_at THEN NEW.storage_full_at ELSE storage_full_at END,
        storage_notified_at = CASE WHEN NEW.storage_notified_at IS DISTINCT FROM OLD.storage_notified_at THEN NEW.storage_notified_at ELSE storage_notified_at END,
        storage_warned_at = CASE WHEN NEW.storage_warned_at IS DISTINCT FROM OLD.storage_warned_at THEN NEW.storage_warned_at ELSE storage_warned_at END
      WHERE id = NEW.id;
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_personal_workspace AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION personal_workspace();
--> statement-breakpoint
CREATE TRIGGER accounts_workspace_limits AFTER UPDATE OF request_limit, export_limit, trial_ends_at, storage_full_at, storage_notified_at, storage_warned_at
  ON accounts FOR EACH ROW
  WHEN ((OLD.request_limit, OLD.export_limit, OLD.trial_ends_at, OLD.storage_full_at, OLD.storage_notified_at, OLD.storage_warned_at)
    IS DISTINCT FROM (NEW.request_limit, NEW.export_limit, NEW.trial_ends_at, NEW.storage_full_at, NEW.storage_notified_at, NEW.storage_warned_at))
  EXECUTE FUNCTION personal_workspace();
--> statement-breakpoint
INSERT INTO workspaces (id, name, personal_account_id, created_by, created_at, request_limit, export_limit, trial_ends_at,
    storage_full_at, storage_notified_at, storage_warned_at)
  SELECT id, 'Personal', id, id, created_at, request_limit, export_limit, trial_ends_at, storage_full_at, storage_notified_at,
    storage_warned_at
  FROM accounts;
--> statement-breakpoint
INSERT INTO workspace_members (workspace_id, account_id, role, rights, joined_at)
  SELECT id, id, 'owner', '{}', created_at FROM accounts;
--> statement-breakpoint
ALTER TABLE "account_events" DROP CONSTRAINT "account_events_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "alert_mail_counts" DROP CONSTRAINT "alert_mail_counts_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "alert_messages" DROP CONSTRAINT "alert_messages_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "billing_customers" DROP CONSTRAINT "billing_customers_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "billing_ledger" DROP CONSTRAINT "billing_ledger_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "billing_notices" DROP CONSTRAINT "billing_notices_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" DROP CONSTRAINT "sandbox_checkouts_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_invoices" DROP CONSTRAINT "sandbox_invoices_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" DROP CONSTRAINT "sandbox_subscriptions_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "change_walks" DROP CONSTRAINT "change_walks_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "api_key_usage" DROP CONSTRAINT "api_key_usage_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_known_places" DROP CONSTRAINT "linkedin_known_places_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_companies" DROP CONSTRAINT "linkedin_companies_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_profile_changes" DROP CONSTRAINT "linkedin_profile_changes_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_profile_tags" DROP CONSTRAINT "linkedin_profile_tags_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_profiles" DROP CONSTRAINT "linkedin_profiles_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_raw_answers" DROP CONSTRAINT "linkedin_raw_answers_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "linkedin_recollections" DROP CONSTRAINT "linkedin_recollections_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "my_row_versions" DROP CONSTRAINT "my_row_versions_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "row_lists" DROP CONSTRAINT "row_lists_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "row_notes" DROP CONSTRAINT "row_notes_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "row_tags" DROP CONSTRAINT "row_tags_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "scheduled_export_files" DROP CONSTRAINT "scheduled_export_files_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "scheduled_exports" DROP CONSTRAINT "scheduled_exports_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "exported_rows" DROP CONSTRAINT "exported_rows_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "table_exports" DROP CONSTRAINT "table_exports_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "table_views" DROP CONSTRAINT "table_views_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "tracked_sources" DROP CONSTRAINT "tracked_sources_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "analysis_tasks" DROP CONSTRAINT "analysis_tasks_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "trend_settings" DROP CONSTRAINT "trend_settings_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "trend_videos" DROP CONSTRAINT "trend_videos_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "trends" DROP CONSTRAINT "trends_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "usage_months" DROP CONSTRAINT "usage_months_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "created_by" bigint;
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "visibility" text DEFAULT 'private' NOT NULL;
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "updated_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by" bigint;
--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD COLUMN "collected_by" bigint;
--> statement-breakpoint
ALTER TABLE "row_lists" ADD COLUMN "created_by" bigint;
--> statement-breakpoint
ALTER TABLE "row_lists" ADD COLUMN "visibility" text DEFAULT 'private' NOT NULL;
--> statement-breakpoint
ALTER TABLE "row_notes" ADD COLUMN "created_by" bigint;
--> statement-breakpoint
ALTER TABLE "scheduled_exports" ADD COLUMN "created_by" bigint;
--> statement-breakpoint
ALTER TABLE "table_exports" ADD COLUMN "exported_by" bigint;
--> statement-breakpoint
ALTER TABLE "table_views" ADD COLUMN "created_by" bigint;
--> statement-breakpoint
ALTER TABLE "table_views" ADD COLUMN "visibility" text DEFAULT 'private' NOT NULL;
--> statement-breakpoint
ALTER TABLE "tracked_sources" ADD COLUMN "tracked_by" bigint;
--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "created_by" bigint;
--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "alert_mail_counts" ADD CONSTRAINT "alert_mail_counts_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "billing_ledger" ADD CONSTRAINT "billing_ledger_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD CONSTRAINT "sandbox_checkouts_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "sandbox_invoices" ADD CONSTRAINT "sandbox_invoices_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "change_walks" ADD CONSTRAINT "change_walks_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "linkedin_known_places" ADD CONSTRAINT "linkedin_known_places_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "linkedin_companies" ADD CONSTRAINT "linkedin_companies_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "linkedin_profile_changes" ADD CONSTRAINT "linkedin_profile_changes_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "linkedin_profile_tags" ADD CONSTRAINT "linkedin_profile_tags_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD CONSTRAINT "linkedin_profiles_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "linkedin_raw_answers" ADD CONSTRAINT "linkedin_raw_answers_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "linkedin_recollections" ADD CONSTRAINT "linkedin_recollections_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "my_row_versions" ADD CONSTRAINT "my_row_versions_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "row_lists" ADD CONSTRAINT "row_lists_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "row_notes" ADD CONSTRAINT "row_notes_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "row_tags" ADD CONSTRAINT "row_tags_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "scheduled_export_files" ADD CONSTRAINT "scheduled_export_files_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "scheduled_exports" ADD CONSTRAINT "scheduled_exports_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "exported_rows" ADD CONSTRAINT "exported_rows_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "table_exports" ADD CONSTRAINT "table_exports_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "table_views" ADD CONSTRAINT "table_views_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "tracked_sources" ADD CONSTRAINT "tracked_sources_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "analysis_tasks" ADD CONSTRAINT "analysis_tasks_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "trend_settings" ADD CONSTRAINT "trend_settings_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "trend_videos" ADD CONSTRAINT "trend_videos_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "trends" ADD CONSTRAINT "trends_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_workspaces_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- What is stored is counted for workspaces; a personal one has the id of its account, to which some tables belong. As before: 100 bytes for each row with its keys and indexes, and the length of each text,
-- document and file in it, before the database compresses it. The length of a text or a file is known without reading it.
-- Whoever gives a counted table a column of such a type calls this again, which counts the table anew.
--   key     the column that names the workspace or the account, or the parent
--   parent  the table that names the workspace, where the counted one does not
-- Rows never pass from one workspace, account or parent to another.
CREATE OR REPLACE FUNCTION count_account_storage(counted regclass, key text DEFAULT 'account_id', parent regclass DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $count$
DECLARE
  named text := (SELECT relname FROM pg_class WHERE oid = counted);
  columns text[];
  growing text;
  is_read boolean;
  owner text;
  sums text;
BEGIN
  SELECT array_agg(quote_ident(attname)),
      coalesce(string_agg(format('coalesce(octet_length(one.%I%s), 0)', attname,
        CASE WHEN atttypid IN ('text'::regtype, 'bytea'::regtype) THEN '' ELSE '::text' END), ' + ' ORDER BY attnum), '0'),
      bool_or(atttypid NOT IN ('text'::regtype, 'bytea'::regtype))
    INTO columns, growing, is_read
    FROM pg_attribute
    WHERE attrelid = counted AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      -- One of two words, which no account chose to store.
      AND attname <> 'visibility'
      AND atttypid IN ('text'::regtype, 'bytea'::regtype, 'jsonb'::regtype, 'text[]'::regtype);

  -- null where the workspace is being deleted: nothing is counted then. A subquery of one row, so that it is always answered
  -- by the primary keys.
  owner := CASE WHEN parent IS NULL THEN '(SELECT account.id FROM workspaces account WHERE account.id = %s)'
    ELSE format('(SELECT account.id FROM %s parent JOIN workspaces account ON account.id = parent.account_id WHERE parent.id = %%s)',
      parent) END;
  -- Of many rows; {sign} and {rows} are still open.
  sums := format($sql$
      SELECT owned.account_id, %1$L, {sign} owned.bytes, {sign} owned.row_count FROM (
        SELECT %2$s AS account_id, grouped.bytes, grouped.row_count FROM (
          SELECT one.%3$I AS key, sum(100 + %4$s) AS bytes, count(*) AS row_count FROM {rows} one GROUP BY one.%3$I
        ) grouped OFFSET 0
      ) owned WHERE owned.account_id IS NOT NULL$sql$,
    named, format(owner, 'grouped.key'), key, growing);

  EXECUTE format($sql$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO account_storage (account_id, table_name, bytes, row_count) %2$s;
      ELSIF TG_OP = 'DELETE' THEN
        -- The database deletes what belongs to a row with a statement for each row; most of them find nothing.
        IF EXISTS (SELECT FROM gone) THEN
          INSERT INTO account_storage (account_id, table_name, bytes, row_count) %3$s;
        END IF;
      ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO account_storage (account_id, table_name, bytes, row_count)
          %4$s;
      ELSE
        DELETE FROM account_storage WHERE table_name = TG_TABLE_NAME;
      END IF;
      RETURN NULL;
    END;
    $body$ $sql$,
    named || '_storage', replace(replace(sums, '{sign}', '+'), '{rows}', 'added'),
    replace(replace(sums, '{sign}', '-'), '{rows}', 'gone'),
    CASE WHEN is_read THEN
      format('SELECT changed.account_id, TG_TABLE_NAME, (%s) - (%s), 0 FROM (SELECT %s AS account_id OFFSET 0) changed WHERE changed.account_id IS NOT NULL',
        replace(growing, '(one.', '(NEW.'), replace(growing, '(one.', '(OLD.'), format(owner, format('NEW.%I', key)))
    ELSE
      format('SELECT both_states.account_id, TG_TABLE_NAME, sum(both_states.bytes), 0 FROM (%s UNION ALL %s) AS both_states (account_id, table_name, bytes, row_count) GROUP BY both_states.account_id HAVING sum(both_states.bytes) <> 0',
        replace(replace(sums, '{sign}', '+'), '{rows}', 'added'), replace(replace(sums, '{sign}', '-'), '{rows}', 'gone'))
    END);

  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    named || '_storage_added', counted, named || '_storage');
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER DELETE ON %s REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    named || '_storage_gone', counted, named || '_storage');
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    named || '_storage_emptied', counted, named || '_storage');
  -- The length of a document is known only by reading it, so where there are some, only statements that set such a column
  -- are looked at, row by row. Marking messages as read costs nothing.
  IF is_read THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE OF %s ON %s FOR EACH ROW WHEN ((%s) <> (%s)) EXECUTE FUNCTION %I()',
      named || '_storage_changed', array_to_string(columns, ', '), counted,
      replace(growing, '(one.', '(OLD.'), replace(growing, '(one.', '(NEW.'), named || '_storage');
  ELSE
    EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON %s REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      named || '_storage_changed', counted, named || '_storage');
  END IF;

  -- The database deletes children after their parent, which then no longer tells whose they were. So they go before it.
  IF parent IS NOT NULL THEN
    EXECUTE format($sql$
      CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        DELETE FROM %2$s WHERE %3$I = OLD.id;
        RETURN OLD;
      END;
      $body$ $sql$, named || '_storage_first', counted, key);
    EXECUTE format('CREATE OR REPLACE TRIGGER %1$I BEFORE DELETE ON %2$s FOR EACH ROW EXECUTE FUNCTION %1$I()',
      named || '_storage_first', parent);
  END IF;

  EXECUTE format('DELETE FROM account_storage WHERE table_name = %L', named);
  EXECUTE format($sql$
    INSERT INTO account_storage (account_id, table_name, bytes, row_count, is_sum)
      SELECT account_id, table_name, sum(bytes), sum(row_count), true
      FROM (%s) AS counted (account_id, table_name, bytes, row_count) GROUP BY account_id, table_name$sql$,
    replace(replace(sums, '{sign}', '+'), '{rows}', counted::text));
END;
$count$;
--> statement-breakpoint
DROP TRIGGER accounts_storage_forgotten ON accounts;
--> statement-breakpoint
CREATE TRIGGER workspaces_storage_forgotten AFTER DELETE ON workspaces REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION account_storage_forgotten();
--> statement-breakpoint
SELECT count_account_storage(counted) FROM unnest(ARRAY[
  'account_events', 'alert_messages', 'alerts', 'analysis_tasks', 'collector_rows', 'linkedin_companies',
  'linkedin_known_places', 'linkedin_profile_changes', 'linkedin_profile_tags', 'linkedin_profiles',
  'linkedin_raw_answers', 'linkedin_recollections', 'row_lists', 'row_notes', 'row_tags', 'scheduled_export_files',
  'scheduled_exports', 'search_jobs', 'table_exports', 'table_layouts', 'table_views', 'trend_videos', 'trends',
  'webhook_deliveries', 'webhooks'
]::regclass[]) AS counted;
--> statement-breakpoint
SELECT count_account_storage('alert_members', 'alert_id', 'alerts');
--> statement-breakpoint
SELECT count_account_storage('linkedin_educations', 'profile_id', 'linkedin_profiles');
--> statement-breakpoint
SELECT count_account_storage('linkedin_experiences', 'profile_id', 'linkedin_profiles');
--> statement-breakpoint
SELECT count_account_storage('row_list_rows', 'list_id', 'row_lists');
--> statement-breakpoint
SELECT count_account_storage('scheduled_export_parts', 'file_id', 'scheduled_export_files');
--> statement-breakpoint
-- Screens of other members notice what somebody changed by these numbers. Nobody else looks at a personal workspace, so nothing
-- is counted there.
CREATE FUNCTION workspace_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workspace_versions (workspace_id, kind, version)
    SELECT id, TG_ARGV[0], 1 FROM workspaces WHERE personal_account_id IS NULL AND id IN (SELECT account_id FROM touched) ORDER BY id
    ON CONFLICT (workspace_id, kind) DO UPDATE SET version = workspace_versions.version + 1;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION workspace_members_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workspace_versions (workspace_id, kind, version)
    SELECT id, 'members', 1 FROM workspaces WHERE personal_account_id IS NULL AND id IN (SELECT workspace_id FROM touched) ORDER BY id
    ON CONFLICT (workspace_id, kind) DO UPDATE SET version = workspace_versions.version + 1;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER table_views_workspace_inserted AFTER INSERT ON table_views REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('views');
--> statement-breakpoint
CREATE TRIGGER table_views_workspace_updated AFTER UPDATE ON table_views REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('views');
--> statement-breakpoint
CREATE TRIGGER table_views_workspace_deleted AFTER DELETE ON table_views REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('views');
--> statement-breakpoint
CREATE TRIGGER row_lists_workspace_inserted AFTER INSERT ON row_lists REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('lists');
--> statement-breakpoint
CREATE TRIGGER row_lists_workspace_updated AFTER UPDATE ON row_lists REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('lists');
--> statement-breakpoint
CREATE TRIGGER row_lists_workspace_deleted AFTER DELETE ON row_lists REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('lists');
--> statement-breakpoint
CREATE TRIGGER my_row_versions_workspace_inserted AFTER INSERT ON my_row_versions REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('marks');
--> statement-breakpoint
CREATE TRIGGER my_row_versions_workspace_updated AFTER UPDATE ON my_row_versions REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('marks');
--> statement-breakpoint
CREATE TRIGGER my_row_versions_workspace_deleted AFTER DELETE ON my_row_versions REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('marks');
--> statement-breakpoint
CREATE TRIGGER row_notes_workspace_inserted AFTER INSERT ON row_notes REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('notes');
--> statement-breakpoint
CREATE TRIGGER row_notes_workspace_updated AFTER UPDATE ON row_notes REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('notes');
--> statement-breakpoint
CREATE TRIGGER row_notes_workspace_deleted AFTER DELETE ON row_notes REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('notes');
--> statement-breakpoint
CREATE TRIGGER alerts_workspace_inserted AFTER INSERT ON alerts REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('alerts');
--> statement-breakpoint
CREATE TRIGGER alerts_workspace_updated AFTER UPDATE ON alerts REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('alerts');
--> statement-breakpoint
CREATE TRIGGER alerts_workspace_deleted AFTER DELETE ON alerts REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('alerts');
--> statement-breakpoint
CREATE TRIGGER linkedin_profiles_workspace_inserted AFTER INSERT ON linkedin_profiles REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('people');
--> statement-breakpoint
CREATE TRIGGER linkedin_profiles_workspace_updated AFTER UPDATE ON linkedin_profiles REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('people');
--> statement-breakpoint
CREATE TRIGGER linkedin_profiles_workspace_deleted AFTER DELETE ON linkedin_profiles REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_changed('people');
--> statement-breakpoint
CREATE TRIGGER workspace_members_workspace_inserted AFTER INSERT ON workspace_members REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_members_changed();
--> statement-breakpoint
-- That a member is there is noted every hour, and is no change.
CREATE FUNCTION workspace_member_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workspace_versions (workspace_id, kind, version)
    SELECT id, 'members', 1 FROM workspaces WHERE personal_account_id IS NULL AND id = NEW.workspace_id
    ON CONFLICT (workspace_id, kind) DO UPDATE SET version = workspace_versions.version + 1;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER workspace_members_workspace_updated AFTER UPDATE OF role, rights, export_limit ON workspace_members FOR EACH ROW
  WHEN ((OLD.role, OLD.rights, OLD.export_limit) IS DISTINCT FROM (NEW.role, NEW.rights, NEW.export_limit))
  EXECUTE FUNCTION workspace_member_changed();
--> statement-breakpoint
CREATE TRIGGER workspace_members_workspace_deleted AFTER DELETE ON workspace_members REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION workspace_members_changed();
