CREATE TABLE "crm_record_versions" (
	"destination_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "crm_record_versions" ADD CONSTRAINT "crm_record_versions_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Notes that records changed in a way that filters by CRMs see. A reading that finds everything as it was changes nothing. Where a
-- destination is deleted with its records, there is nothing to note.
CREATE FUNCTION crm_records_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(DISTINCT is_now.destination_id) INTO changed
      FROM added is_now JOIN destinations source ON source.id = is_now.destination_id
      LEFT JOIN gone was ON was.destination_id = is_now.destination_id AND was.record_id = is_now.record_id
      WHERE (is_now.object, is_now.key, is_now.owner, is_now.stage, is_now.table_name, is_now.row_id,
          is_now.read_at >= coalesce(source.read_at, '-infinity'))
        IS DISTINCT FROM (was.object, was.key, was.owner, was.stage, was.table_name, was.row_id,
          was.read_at >= coalesce(source.read_at, '-infinity'));
  ELSIF TG_OP = 'INSERT' THEN
    SELECT array_agg(DISTINCT destination_id) INTO changed FROM added;
  ELSE
    SELECT array_agg(DISTINCT destination_id) INTO changed FROM gone;
  END IF;
  INSERT INTO crm_record_versions AS known (destination_id, version)
    SELECT id, 1 FROM destinations WHERE id = ANY(changed) ORDER BY id
    ON CONFLICT (destination_id) DO UPDATE SET version = known.version + 1;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER crm_records_added AFTER INSERT ON crm_records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION crm_records_changed();
--> statement-breakpoint
CREATE TRIGGER crm_records_changed AFTER UPDATE ON crm_records REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION crm_records_changed();
--> statement-breakpoint
CREATE TRIGGER crm_records_gone AFTER DELETE ON crm_records REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION crm_records_changed();
