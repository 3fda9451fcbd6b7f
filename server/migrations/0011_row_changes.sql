CREATE SEQUENCE "public"."table_changes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
-- Numbers that were given before, versions of tables and positions of deletions, stay lower than all new ones.
SELECT setval('table_changes', greatest(1, (SELECT max(version) FROM table_versions), (SELECT max(place) FROM deleted_rows)));--> statement-breakpoint
CREATE TABLE "row_changes" (
	"table_name" text NOT NULL,
	"version" bigint NOT NULL,
	"row_id" bigint NOT NULL,
	"replaced" bigint NOT NULL,
	"before" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "row_changes_table_name_version_pk" PRIMARY KEY("table_name","version")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "changed_in" bigint DEFAULT nextval('table_changes') NOT NULL;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "changed_in" bigint DEFAULT nextval('table_changes') NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "changed_in" bigint DEFAULT nextval('table_changes') NOT NULL;--> statement-breakpoint
ALTER TABLE "reddit_posts" ADD COLUMN "changed_in" bigint DEFAULT nextval('table_changes') NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "changed_in" bigint DEFAULT nextval('table_changes') NOT NULL;--> statement-breakpoint
ALTER TABLE "shopify" ADD COLUMN "changed_in" bigint DEFAULT nextval('table_changes') NOT NULL;--> statement-breakpoint
ALTER TABLE "tiktok_videos" ADD COLUMN "changed_in" bigint DEFAULT nextval('table_changes') NOT NULL;--> statement-breakpoint
ALTER TABLE "deleted_rows" ALTER COLUMN "place" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "deleted_rows" RENAME COLUMN "place" TO "version";--> statement-breakpoint
ALTER TABLE "table_dirty_chunks" ADD COLUMN "since" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "table_versions" ADD COLUMN "forgotten_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "row_changes_row" ON "row_changes" USING btree ("table_name","row_id","version");--> statement-breakpoint
CREATE INDEX "row_changes_time" ON "row_changes" USING brin ("changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "companies_changes" ON "companies" USING btree (changed_in);--> statement-breakpoint
CREATE UNIQUE INDEX "investors_changes" ON "investors" USING btree (changed_in);--> statement-breakpoint
CREATE UNIQUE INDEX "people_changes" ON "people" USING btree (changed_in);--> statement-breakpoint
CREATE UNIQUE INDEX "reddit_posts_changes" ON "reddit_posts" USING btree (changed_in);--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_changes" ON "reviews" USING btree (changed_in);--> statement-breakpoint
CREATE UNIQUE INDEX "shopify_changes" ON "shopify" USING btree (changed_in);--> statement-breakpoint
CREATE UNIQUE INDEX "tiktok_videos_changes" ON "tiktok_videos" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "table_bitmaps_chunk" ON "table_bitmaps" USING btree ("table_name","chunk");--> statement-breakpoint
ALTER TABLE "table_versions" DROP COLUMN "described_version";--> statement-breakpoint
-- Takes the lock of a table's writers before its first row is written and numbered.
CREATE FUNCTION table_writing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM table_versions WHERE table_name = TG_TABLE_NAME FOR NO KEY UPDATE;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- New rows are numbered by the default of the column.
CREATE FUNCTION row_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := nextval('table_changes');
  RETURN NEW;
END;
$$;
--> statement-breakpoint
-- The version is read before it rises: the bitmaps of a chunk that was clean are right for it.
CREATE FUNCTION rows_added() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known bigint;
  count bigint;
BEGIN
  SELECT count(*) INTO count FROM added;
  IF count = 0 THEN RETURN NULL; END IF;
  SELECT version INTO known FROM table_versions WHERE table_name = TG_TABLE_NAME;
  INSERT INTO table_dirty_chunks (table_name, chunk, since)
    SELECT TG_TABLE_NAME, chunk, known FROM (SELECT DISTINCT (id >> 15)::int AS chunk FROM added) touched
    ON CONFLICT DO NOTHING;
  UPDATE table_versions SET version = nextval('table_changes'), row_count = row_count + count WHERE table_name = TG_TABLE_NAME;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
DROP FUNCTION rows_deleted() CASCADE;--> statement-breakpoint
DROP FUNCTION table_written() CASCADE;--> statement-breakpoint
-- Notes deletions in the order of their commits, of all tables: numbers are taken under a lock that is held until the
-- deletion is committed or rolled back. Times never decrease, whatever the clock does. The writer may state the reason
-- for its transaction. What the rows held before is deleted with them.
CREATE FUNCTION rows_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  known bigint;
  count bigint;
BEGIN
  SELECT count(*) INTO count FROM gone;
  IF count = 0 THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('deleted_rows', 0));
  INSERT INTO deleted_rows (version, table_name, row_id, deleted_at, reason)
    SELECT nextval('table_changes'), TG_TABLE_NAME, id,
      greatest(clock_timestamp(), (SELECT deleted_at FROM deleted_rows ORDER BY version DESC LIMIT 1)),
      coalesce(nullif(current_setting('leadloom.delete_reason', true), ''), 'removed')
    FROM (SELECT id FROM gone ORDER BY id) sorted;
  DELETE FROM row_changes WHERE table_name = TG_TABLE_NAME AND row_id IN (SELECT id FROM gone);
  SELECT version INTO known FROM table_versions WHERE table_name = TG_TABLE_NAME;
  INSERT INTO table_dirty_chunks (table_name, chunk, since)
    SELECT TG_TABLE_NAME, chunk, known FROM (SELECT DISTINCT (id >> 15)::int AS chunk FROM gone) touched
    ON CONFLICT DO NOTHING;
  UPDATE table_versions SET version = nextval('table_changes'), row_count = row_count - count WHERE table_name = TG_TABLE_NAME;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE FUNCTION table_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM table_versions WHERE table_name = TG_TABLE_NAME FOR NO KEY UPDATE;
  PERFORM pg_advisory_xact_lock(hashtextextended('deleted_rows', 0));
  EXECUTE format('INSERT INTO deleted_rows (version, table_name, row_id, deleted_at, reason)
    SELECT nextval(''table_changes''), $1, id,
      greatest(clock_timestamp(), (SELECT deleted_at FROM deleted_rows ORDER BY version DESC LIMIT 1)),
      coalesce(nullif(current_setting(''leadloom.delete_reason'', true), ''''), ''removed'')
    FROM (SELECT id FROM %I ORDER BY id) sorted', TG_TABLE_NAME) USING TG_TABLE_NAME;
  DELETE FROM row_changes WHERE table_name = TG_TABLE_NAME;
  DELETE FROM table_dirty_chunks WHERE table_name = TG_TABLE_NAME;
  DELETE FROM table_bitmaps WHERE table_name = TG_TABLE_NAME;
  UPDATE table_versions SET version = nextval('table_changes'), row_count = 0 WHERE table_name = TG_TABLE_NAME;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Makes a table a data table: its changes are numbered, counted and kept. Called again once a column was added. The
-- function that compares rows names each column, because generic comparing takes ten times as long.
CREATE FUNCTION track_table(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  differences text;
  event text;
BEGIN
  SELECT string_agg(
      format('CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN jsonb_build_object(%1$L, o.%1$I) ELSE ''{}'' END', attname),
      ' || ' ORDER BY attnum)
    INTO differences FROM pg_attribute
    WHERE attrelid = name::regclass AND attnum > 0 AND NOT attisdropped
      AND attname NOT IN ('id', 'canonical_key', 'source', 'imported_at', 'needs_escape', 'changed_in');
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
