CREATE TABLE "operator_audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"target" text,
	"address" text,
	"detail" text
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "request_limit" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "export_limit" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "second_factor_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "operator_audit_time" ON "operator_audit" USING btree ("at","id");--> statement-breakpoint
CREATE FUNCTION operator_audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'lines of operator_audit cannot be changed or removed';
END $$;--> statement-breakpoint
CREATE TRIGGER operator_audit_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_audit" FOR EACH STATEMENT EXECUTE FUNCTION operator_audit_kept();
