CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table_name" text NOT NULL,
	"file_name" text NOT NULL,
	"started_by" text NOT NULL,
	"operator_id" bigint,
	"options" jsonb NOT NULL,
	"is_dry_run" boolean DEFAULT false NOT NULL,
	"undoes" uuid,
	"state" text DEFAULT 'running' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"lease_until" timestamp with time zone NOT NULL,
	"is_stop_requested" boolean DEFAULT false NOT NULL,
	"rows_read" bigint DEFAULT 0 NOT NULL,
	"first_version" bigint,
	"last_version" bigint,
	"added" bigint DEFAULT 0 NOT NULL,
	"changed" bigint DEFAULT 0 NOT NULL,
	"refused" bigint DEFAULT 0 NOT NULL,
	"report" jsonb,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "row_changes" ADD COLUMN "restores" bigint;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_operator_id_accounts_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_undoes_imports_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_started" ON "imports" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "imports_versions" ON "imports" USING btree ("table_name","last_version");--> statement-breakpoint
CREATE INDEX "imports_undoes" ON "imports" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "row_changes_restores" ON "row_changes" USING btree ("table_name","restores") WHERE restores is not null;--> statement-breakpoint
-- What a change keeps of a row includes where the row came from, so that undoing an import can restore it.
CREATE OR REPLACE FUNCTION track_table(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  differences text;
  event text;
BEGIN
  SELECT string_agg(
      format('CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN jsonb_build_object(%1$L, o.%1$I) ELSE ''{}'' END', attname),
      ' || ' ORDER BY attnum)
    INTO differences FROM pg_attribute
    WHERE attrelid = name::regclass AND attnum > 0 AND NOT attisdropped
      AND attname NOT IN ('id', 'canonical_key', 'imported_at', 'needs_escape', 'changed_in');
  EXECUTE format('CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $function$
    DECLARE
      known bigint;
    BEGIN
      IF NOT EXISTS (SELECT FROM added) THEN RETURN NULL; END IF;
      INSERT INTO row_changes (table_name, version, row_id, replaced, before, changed_at)
        SELECT TG_TABLE_NAME, n.changed_in, n.id, o.changed_in, %s, clock_timestamp()
        FROM added n JOIN gone o ON o.id = n.id;
      SELECT version INTO known FROM table_versions WHERE table_name = TG_TABLE_NAME;
      INSERT INTO table_dirty_chunks (table_name, chunk, since)
        SELECT TG_TABLE_NAME, chunk, known FROM (SELECT DISTINCT (id >> 15)::int AS chunk FROM added) touched
        ON CONFLICT DO NOTHING;
      UPDATE table_versions SET version = nextval(''table_changes'') WHERE table_name = TG_TABLE_NAME;
      RETURN NULL;
    END;
    $function$', name || '_changed', differences);
  FOREACH event IN ARRAY ARRAY['writing', 'numbered', 'added', 'changed', 'deleted', 'emptied'] LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS %I ON %I', name || '_' || event, name);
  END LOOP;
  EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION table_writing()', name || '_writing', name);
  EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION row_numbered()', name || '_numbered', name);
  EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rows_added()', name || '_added', name);
  EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %I()', name || '_changed', name, name || '_changed');
  EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION rows_deleted()', name || '_deleted', name);
  EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION table_emptied()', name || '_emptied', name);
  -- A table that holds rows already is counted here; its bitmaps are made by the server.
  INSERT INTO table_versions (table_name) VALUES (name) ON CONFLICT DO NOTHING;
  EXECUTE format('UPDATE table_versions SET version = nextval(''table_changes''), row_count = (SELECT count(*) FROM %I) WHERE table_name = %L', name, name);
  EXECUTE format('INSERT INTO table_dirty_chunks (table_name, chunk) SELECT DISTINCT %L, (id >> 15)::int FROM %I ON CONFLICT DO NOTHING', name, name);
END;
$$;
--> statement-breakpoint
SELECT track_table(known.table_name) FROM table_versions known ORDER BY known.table_name;
