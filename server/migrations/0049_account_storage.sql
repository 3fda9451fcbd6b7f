CREATE TABLE "account_storage" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "account_storage_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"row_count" bigint NOT NULL,
	"is_sum" boolean DEFAULT false NOT NULL,
	CONSTRAINT "account_storage_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "storage_full_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "storage_notified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "storage_warned_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "account_storage_changes" ON "account_storage" USING btree ("id") WHERE not "account_storage"."is_sum";--> statement-breakpoint
-- Counts what accounts store in a table: 100 bytes for each row with its keys and indexes, and the length of each text,
-- document and file in it, before the database compresses it. The length of a text or a file is known without reading it.
-- Whoever gives a counted table a column of such a type calls this again, which counts the table anew.
--   key     the column that names the account, or the parent
--   parent  the table that names the account, where the counted one does not
-- Rows never pass from one account or parent to another.
CREATE FUNCTION count_account_storage(counted regclass, key text DEFAULT 'account_id', parent regclass DEFAULT NULL)
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
      AND atttypid IN ('text'::regtype, 'bytea'::regtype, 'jsonb'::regtype, 'text[]'::regtype);

  -- null where the account is being deleted: nothing is counted then. A subquery of one row, so that it is always answered
  -- by the primary keys.
  owner := CASE WHEN parent IS NULL THEN '(SELECT account.id FROM accounts account WHERE account.id = %s)'
    ELSE format('(SELECT account.id FROM %s parent JOIN accounts account ON account.id = parent.account_id WHERE parent.id = %%s)',
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
CREATE FUNCTION account_storage_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- As the job that adds changes up, so that neither waits for rows of the other.
  PERFORM pg_advisory_xact_lock(hashtextextended('account-storage', 0));
  DELETE FROM account_storage WHERE account_id IN (SELECT id FROM gone);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER accounts_storage_forgotten AFTER DELETE ON accounts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION account_storage_forgotten();
--> statement-breakpoint
SELECT count_account_storage(counted) FROM unnest(ARRAY['account_events', 'alert_messages', 'alerts', 'analysis_tasks', 'collector_rows', 'linkedin_companies', 'linkedin_profile_changes', 'linkedin_profile_tags', 'linkedin_profiles', 'linkedin_raw_answers', 'linkedin_recollections', 'row_lists', 'row_notes', 'row_tags', 'scheduled_export_files', 'scheduled_exports', 'search_jobs', 'table_exports', 'table_layouts', 'table_views', 'trend_videos', 'trends', 'webhook_deliveries', 'webhooks']::regclass[]) AS counted;
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
-- Raw answers had a mechanism of their own. Servers of the version before, which may still run beside this one, read their
-- size here.
DROP TRIGGER linkedin_raw_answers_added ON "linkedin_raw_answers";--> statement-breakpoint
DROP TRIGGER linkedin_raw_answers_gone ON "linkedin_raw_answers";--> statement-breakpoint
DROP TRIGGER linkedin_raw_answers_changed ON "linkedin_raw_answers";--> statement-breakpoint
DROP TRIGGER linkedin_raw_answers_emptied ON "linkedin_raw_answers";--> statement-breakpoint
DROP FUNCTION raw_answers_sized();--> statement-breakpoint
DROP TABLE "linkedin_raw_answer_sizes";--> statement-breakpoint
CREATE VIEW "linkedin_raw_answer_sizes" AS SELECT "account_id", sum("bytes")::bigint AS "bytes" FROM "account_storage" WHERE "table_name" = 'linkedin_raw_answers' GROUP BY "account_id";
