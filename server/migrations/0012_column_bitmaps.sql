CREATE TABLE "chunk_bitmaps" (
	"table_name" text NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"chunk" integer NOT NULL,
	"bits" bit varying NOT NULL,
	CONSTRAINT "chunk_bitmaps_table_name_facet_value_chunk_pk" PRIMARY KEY("table_name","facet","value","chunk")
);
--> statement-breakpoint
CREATE TABLE "stale_chunks" (
	"table_name" text NOT NULL,
	"chunk" integer NOT NULL,
	"since" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "stale_chunks_table_name_chunk_pk" PRIMARY KEY("table_name","chunk")
);
--> statement-breakpoint
CREATE INDEX "chunk_bitmaps_chunk" ON "chunk_bitmaps" USING btree ("table_name","chunk");
--> statement-breakpoint
-- Servers of the version before bring `table_bitmaps` up to date, by other columns and values, and take chunks off
-- `table_dirty_chunks` when they have. Both lists are therefore kept. Writers insert a chunk that is in the first list already, too,
-- and this trigger runs before that is found out.
CREATE FUNCTION chunk_touched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_chunks (table_name, chunk, since) VALUES (NEW.table_name, NEW.chunk, NEW.since) ON CONFLICT DO NOTHING;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
-- From here on no writer commits before the trigger is there for all.
CREATE TRIGGER table_dirty_chunks_touched BEFORE INSERT ON table_dirty_chunks FOR EACH ROW EXECUTE FUNCTION chunk_touched();
--> statement-breakpoint
-- Every chunk that has rows has bitmaps, or is to be given some.
INSERT INTO stale_chunks (table_name, chunk)
  SELECT table_name, chunk FROM table_bitmaps UNION SELECT table_name, chunk FROM table_dirty_chunks;
--> statement-breakpoint
-- As if all rows were deleted one by one.
CREATE OR REPLACE FUNCTION table_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
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
  DELETE FROM stale_chunks WHERE table_name = TG_TABLE_NAME;
  DELETE FROM chunk_bitmaps WHERE table_name = TG_TABLE_NAME;
  UPDATE table_versions SET version = nextval('table_changes'), row_count = 0 WHERE table_name = TG_TABLE_NAME;
  RETURN NULL;
END;
$$;
