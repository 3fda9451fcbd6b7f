CREATE TABLE "shared_keys" (
	"table_name" text NOT NULL,
	"key" text NOT NULL,
	"learned_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shared_keys_table_name_key_pk" PRIMARY KEY("table_name","key")
);
--> statement-breakpoint
ALTER TABLE "table_versions" ADD COLUMN "key_rules" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- What is compared of the name of a company: letters and digits, without case, accents and legal form.
CREATE FUNCTION match_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(regexp_replace(regexp_replace(
    lower(CASE WHEN octet_length(name) = length(name) THEN name ELSE regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]+', '', 'g') END),
    '(?:(?<=[^[:space:],.(&+])[[:space:],.(&+]+(?:inc|incorporated|corp|corporation|co|company|llc|l\.l\.c|llp|lp|ltd|limited|plc|pty|pvt|private|gmbh|mbh|ag|kg|kgaa|ohg|ug|e\.k|se|sas|s\.a\.s|sasu|sarl|s\.a\.r\.l|eurl|sa|s\.a|sl|s\.l|slu|s\.l\.u|spa|s\.p\.a|srl|s\.r\.l|srls|bv|b\.v|nv|n\.v|vof|bvba|sprl|as|asa|a/s|aps|ab|oy|oyj|ltda|eireli|s\.a\. de c\.v|sa de cv|sp\. ?z ?o\. ?o|sp\.j|s\.r\.o|sro|kft|zrt|d\.o\.o|doo|k\.k|pte|sdn|bhd)[.)]*)+[[:space:]]*$', ''),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u3004\u3007-\u3030\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+', '', 'g'), ''), lower(name))
$$;
--> statement-breakpoint
-- A new key is no change of a row: nobody who follows the table is told. Its writer states that only keys change.
CREATE OR REPLACE FUNCTION row_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('leadloom.keys_only', true) = 'on' THEN RETURN NEW; END IF;
  NEW.changed_in := nextval('table_changes');
  RETURN NEW;
END;
$$;
--> statement-breakpoint
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
      IF current_setting(''leadloom.keys_only'', true) = ''on'' OR NOT EXISTS (SELECT FROM added) THEN RETURN NULL; END IF;
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
