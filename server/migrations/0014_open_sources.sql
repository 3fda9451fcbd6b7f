CREATE TABLE "jobs" (
	"title" text NOT NULL,
	"company_name" text,
	"company_website" text,
	"department" text,
	"location" text,
	"country" text,
	"workplace" text,
	"employment_type" text,
	"salary_min" double precision,
	"salary_max" double precision,
	"salary_currency" text,
	"published_on" date,
	"url" text,
	"first_seen_at" timestamp with time zone,
	"closed_on" date,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sources" text[] DEFAULT '{file}' NOT NULL,
	"company_website_domain" text,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"canonical_key" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_at" timestamp with time zone DEFAULT now(),
	"needs_escape" boolean DEFAULT true NOT NULL,
	"changed_in" bigint DEFAULT nextval('table_changes') NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_boards" (
	"provider" text NOT NULL,
	"token" text NOT NULL,
	"company_name" text,
	"company_website" text,
	"read_at" timestamp with time zone,
	"next_read_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"missing" text[] DEFAULT '{}' NOT NULL,
	"added_on" date DEFAULT now() NOT NULL,
	CONSTRAINT "job_boards_provider_token_pk" PRIMARY KEY("provider","token")
);
--> statement-breakpoint
CREATE TABLE "open_source_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"contact" text,
	"countries" text[]
);
--> statement-breakpoint
CREATE TABLE "open_source_turns" (
	"host" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "open_sources" (
	"id" text PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"checkpoint" jsonb,
	"error" text,
	"last_run_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"next_run_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"full_rows" bigint,
	"refused_rows" bigint,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"added" bigint DEFAULT 0 NOT NULL,
	"changed" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_token" uuid
);
--> statement-breakpoint
CREATE TABLE "row_sources" (
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"source" text NOT NULL,
	"url" text NOT NULL,
	"as_of" date NOT NULL,
	"fields" text[] NOT NULL,
	CONSTRAINT "row_sources_table_name_row_id_source_pk" PRIMARY KEY("table_name","row_id","source")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "last_financing_amount" double precision;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "jobs_open" bigint;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "legal_name" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "legal_form" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "founded_on" date;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "careers_url" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "registry" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "registry_id" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "website_state" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "website_checked_on" date;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "sources" text[] DEFAULT '{file}' NOT NULL;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "aum" double precision;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "employees" bigint;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "linkedin_url" text;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "legal_name" text;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "registry" text;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "registry_id" text;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "website_state" text;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "website_checked_on" date;--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "sources" text[] DEFAULT '{file}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "sources" text[] DEFAULT '{file}' NOT NULL;--> statement-breakpoint
ALTER TABLE "reddit_posts" ADD COLUMN "sources" text[] DEFAULT '{file}' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "sources" text[] DEFAULT '{file}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shopify" ADD COLUMN "website_state" text;--> statement-breakpoint
ALTER TABLE "shopify" ADD COLUMN "website_checked_on" date;--> statement-breakpoint
ALTER TABLE "shopify" ADD COLUMN "sources" text[] DEFAULT '{file}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tiktok_videos" ADD COLUMN "sources" text[] DEFAULT '{file}' NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "open_source" text;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "jobs_newest" ON "jobs" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_changes" ON "jobs" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "jobs_sample" ON "jobs" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "jobs_changed" ON "jobs" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "jobs_texts_by_search_query" ON "jobs" USING gin (search_words(coalesce("title", '') || ' ' || coalesce("company_name", '') || ' ' || coalesce("department", '') || ' ' || coalesce("location", '') || ' ' || coalesce("country", '') || ' ' || coalesce("employment_type", '')));--> statement-breakpoint
CREATE INDEX "jobs_by_title" ON "jobs" USING btree (lower("title") text_pattern_ops,"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "jobs_by_company_name" ON "jobs" USING btree (lower("company_name") text_pattern_ops,"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "jobs_by_website" ON "jobs" USING btree ("company_website_domain","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "jobs_by_location" ON "jobs" USING btree (lower("location") text_pattern_ops,"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "jobs_values_by_country" ON "jobs" USING btree (lower("country"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_by_state" ON "companies" USING btree (lower("state") text_pattern_ops,"updated_at" desc,id desc) WHERE "state" is not null;--> statement-breakpoint
CREATE INDEX "companies_by_legal_name" ON "companies" USING btree (lower("legal_name"),"updated_at" desc,id desc) WHERE "legal_name" is not null;--> statement-breakpoint
CREATE INDEX "companies_by_registry_id" ON "companies" USING btree (lower("registry_id"),"updated_at" desc,id desc) WHERE "registry_id" is not null;--> statement-breakpoint
CREATE INDEX "investors_by_state" ON "investors" USING btree (lower("state") text_pattern_ops,"updated_at" desc,id desc) WHERE "state" is not null;--> statement-breakpoint
CREATE INDEX "investors_by_legal_name" ON "investors" USING btree (lower("legal_name"),"updated_at" desc,id desc) WHERE "legal_name" is not null;--> statement-breakpoint
CREATE INDEX "investors_by_registry_id" ON "investors" USING btree (lower("registry_id"),"updated_at" desc,id desc) WHERE "registry_id" is not null;--> statement-breakpoint
-- Rows that are there already say where they come from, without a new version of each: what nobody could ask for before has not
-- changed. The tables are tracked anew below.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['companies', 'investors', 'people', 'reviews', 'shopify', 'reddit_posts', 'tiktok_videos'] LOOP
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', name);
    EXECUTE format('UPDATE %I SET sources = ARRAY[source] WHERE source = ''sample''', name);
    IF name IN ('reddit_posts', 'tiktok_videos') THEN
      EXECUTE format('UPDATE %I SET sources = ARRAY[source] WHERE source IN (''reddit'', ''tiktok'')', name);
    END IF;
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', name);
  END LOOP;
END;
$$;
--> statement-breakpoint
-- What is stored about the sources of a row leaves with the row. Every deletion from a data table is noted in deleted_rows.
CREATE FUNCTION row_sources_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM row_sources held USING gone WHERE held.table_name = gone.table_name AND held.row_id = gone.row_id;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER deleted_rows_row_sources AFTER INSERT ON deleted_rows REFERENCING NEW TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION row_sources_gone();
--> statement-breakpoint
SELECT track_table('companies'), track_table('investors'), track_table('people'), track_table('reviews'), track_table('shopify'), track_table('reddit_posts'), track_table('tiktok_videos'), track_table('jobs');
