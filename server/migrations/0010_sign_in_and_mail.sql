CREATE TABLE "devices" (
	"id_hash" "bytea" NOT NULL,
	"account_id" bigint NOT NULL,
	"credential_epoch" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_account_id_id_hash_pk" PRIMARY KEY("account_id","id_hash")
);
--> statement-breakpoint
CREATE TABLE "failed_attempts" (
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "failed_attempts_account_id_kind_pk" PRIMARY KEY("account_id","kind")
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" bigint,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" text,
	CONSTRAINT "invites_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "linkedin_raw_answer_sizes" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "credential_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "answer_arrived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failed_attempts" ADD CONSTRAINT "failed_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_raw_answer_sizes" ADD CONSTRAINT "linkedin_raw_answer_sizes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invites_expiry" ON "invites" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at");--> statement-breakpoint
UPDATE "sessions" SET "proved_at" = "created_at";--> statement-breakpoint
INSERT INTO "linkedin_raw_answer_sizes" ("account_id", "bytes") SELECT "account_id", sum(octet_length("content")) FROM "linkedin_raw_answers" GROUP BY "account_id";--> statement-breakpoint
-- However answers come and go (a post, the clean-up, a profile or an account that is deleted), their sum follows in the
-- same transaction. Sums of several accounts are taken in one order, so that no two statements wait for each other.
CREATE FUNCTION raw_answers_sized() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM linkedin_raw_answer_sizes;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO linkedin_raw_answer_sizes AS known (account_id, bytes)
      SELECT account_id, sum(octet_length(content)) FROM added GROUP BY account_id ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE SET bytes = known.bytes + excluded.bytes;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE linkedin_raw_answer_sizes known SET bytes = known.bytes + changed.bytes
      FROM (
        SELECT account_id, sum(bytes) AS bytes
        FROM (
          SELECT account_id, octet_length(content) AS bytes FROM added
          UNION ALL SELECT account_id, -octet_length(content) FROM gone
        ) one GROUP BY account_id HAVING sum(bytes) <> 0
      ) changed
      WHERE known.account_id = changed.account_id;
  ELSE
    PERFORM FROM linkedin_raw_answer_sizes WHERE account_id IN (SELECT account_id FROM gone) ORDER BY account_id FOR UPDATE;
    UPDATE linkedin_raw_answer_sizes known SET bytes = greatest(0, known.bytes - gone.bytes)
      FROM (SELECT account_id, sum(octet_length(content)) AS bytes FROM gone GROUP BY account_id) gone
      WHERE known.account_id = gone.account_id;
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER linkedin_raw_answers_added AFTER INSERT ON "linkedin_raw_answers" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION raw_answers_sized();--> statement-breakpoint
CREATE TRIGGER linkedin_raw_answers_gone AFTER DELETE ON "linkedin_raw_answers" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION raw_answers_sized();--> statement-breakpoint
CREATE TRIGGER linkedin_raw_answers_changed AFTER UPDATE ON "linkedin_raw_answers" REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION raw_answers_sized();--> statement-breakpoint
CREATE TRIGGER linkedin_raw_answers_emptied AFTER TRUNCATE ON "linkedin_raw_answers" FOR EACH STATEMENT EXECUTE FUNCTION raw_answers_sized();
