CREATE TABLE "api_key_usage" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"prefix" text NOT NULL,
	"endpoint" text NOT NULL,
	"status_class" smallint NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "api_key_usage_account_id_day_prefix_endpoint_status_class_pk" PRIMARY KEY("account_id","day","prefix","endpoint","status_class")
);
--> statement-breakpoint
CREATE TABLE "deleted_rows" (
	"place" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deleted_rows_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_usage_day" ON "api_key_usage" USING btree ("day");--> statement-breakpoint
CREATE INDEX "deleted_rows_time" ON "deleted_rows" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_rows_table" ON "deleted_rows" USING btree ("table_name","place");--> statement-breakpoint
-- Whoever deletes rows of a data table, and however, leaves word of them. Places are given under a lock that is held
-- until the deletion is committed or given up, so that no reader passes a place that is not there yet; and the time is
-- never before that of a lower place, whatever the clock does. Why, the writer may say for its transaction.
CREATE FUNCTION rows_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('deleted_rows', 0));
  INSERT INTO deleted_rows (table_name, row_id, deleted_at, reason)
    SELECT TG_TABLE_NAME, gone.id,
      greatest(clock_timestamp(), (SELECT deleted_at FROM deleted_rows ORDER BY place DESC LIMIT 1)),
      coalesce(nullif(current_setting('leadloom.delete_reason', true), ''), 'removed')
    FROM gone ORDER BY gone.id;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- Triggers run by their names: this one after the one that holds the table's version, so that every writer takes the
-- two locks in the same order.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT table_name FROM table_versions LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION rows_deleted()', name || '_written_then_deleted', name);
  END LOOP;
END;
$$;
