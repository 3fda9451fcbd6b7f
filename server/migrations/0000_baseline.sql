-- What a new database is made of: functions that tables need, the tables with their keys and indexes, as the generator writes them
-- from the Drizzle tables, and then what no generator knows: triggers, and the rows that a database begins with. Changes go into
-- later migrations. This file stays as it is, because databases record its hash.

-- The words that the search finds in a text, without their places. Marks and symbols are blanks first, since the parser keeps
-- some of them inside words; the class is WORD_BREAKS_SQL of search-words.ts. Texts of letters and digits of ASCII need no parser,
-- which takes most of the time that building an index on a text takes. The cost keeps the planner from taking every row's words
-- apart where the index knows them.
CREATE FUNCTION search_words(cells text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  words text := regexp_replace(cells, '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u3004\u3007-\u3030\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g');
BEGIN
  -- The parser cuts 1e5x after the number, leaves out words that are longer, and writes I as the database's language does.
  IF octet_length(words) = length(words) AND octet_length(words) < 2000 AND words !~ '[0-9][eE][0-9]'
    AND strip(to_tsvector('simple', 'I')) = array_to_tsvector('{i}') THEN
    RETURN array_to_tsvector(array_remove(string_to_array(lower(words COLLATE "C"), ' '), ''));
  END IF;
  RETURN strip(to_tsvector('simple', words));
END;
$$;
--> statement-breakpoint
-- A text without case and accents, for sorting and for searching words; foldText of the server does the same. Letters that are
-- more than a letter with an accent are written as people without such a keyboard type them.
CREATE FUNCTION fold_text(cells text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100 AS $$
DECLARE
  folded text := lower(normalize(regexp_replace(normalize(cells, NFKD), '[\u0300-\u036f]+', '', 'g'), NFC));
BEGIN
  RETURN translate(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ');
END;
$$;
--> statement-breakpoint
-- The words of a text, each under a scope such as an account's number: an index of all accounts' words then reads those of one
-- alone. A word is cut before it is longer than the database takes one. Names are qualified, because indexes are maintained, and
-- dumps restored, without a search path.
CREATE FUNCTION scoped_words(scope text, cells text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1500 AS $$
BEGIN
  RETURN array_to_tsvector(ARRAY(SELECT scope || left(word, 200) FROM unnest(tsvector_to_array(public.search_words(public.fold_text(cells)))) word));
END;
$$;
--> statement-breakpoint
-- The query that finds the rows in which each word of a text begins a word of that scope; null for a text without a word. Words
-- hold letters and digits alone, so nothing in them is an operator once they are quoted.
CREATE FUNCTION scoped_query(scope text, cells text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT string_agg(quote_literal(scope || left(word, 200)) || ':*', ' & ')
    FROM unnest(tsvector_to_array(public.search_words(public.fold_text(cells)))) word)::tsquery;
END;
$$;
--> statement-breakpoint
-- What is compared of the name of a company: letters and digits, without case, accents and legal form.
CREATE FUNCTION match_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(regexp_replace(regexp_replace(
    lower(CASE WHEN octet_length(name) = length(name) THEN name ELSE regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]+', '', 'g') END),
    '(?:(?<=[^[:space:],.(&+])[[:space:],.(&+]+(?:inc|incorporated|corp|corporation|co|company|llc|l\.l\.c|llp|lp|ltd|limited|plc|pty|pvt|private|gmbh|mbh|ag|kg|kgaa|ohg|ug|e\.k|se|sas|s\.a\.s|sasu|sarl|s\.a\.r\.l|eurl|sa|s\.a|sl|s\.l|slu|s\.l\.u|spa|s\.p\.a|srl|s\.r\.l|srls|bv|b\.v|nv|n\.v|vof|bvba|sprl|as|asa|a/s|aps|ab|oy|oyj|ltda|eireli|s\.a\. de c\.v|sa de cv|sp\. ?z ?o\. ?o|sp\.j|s\.r\.o|sro|kft|zrt|d\.o\.o|doo|k\.k|pte|sdn|bhd)[.)]*)+[[:space:]]*$', ''),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u3004\u3007-\u3030\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+', '', 'g'), ''), lower(name))
$$;
--> statement-breakpoint
-- The page of a company or school in an address at LinkedIn, by which records are linked; null where there is none. A pattern is
-- quicker when it only has to match.
CREATE FUNCTION linkedin_key(address text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  page text;
BEGIN
  IF address IS NULL OR address !~* '^(?:https?://)?(?:[a-z]+\.)?linkedin\.com/(?:company|school|showcase)/[^/?#[:space:]]' THEN
    RETURN NULL;
  END IF;
  page := substr(address, strpos(lower(address COLLATE "C"), 'linkedin.com/') + length('linkedin.com/'));
  RETURN lower(split_part(page, '/', 1) || '/' || regexp_replace(split_part(page, '/', 2), '[?#[:space:]].*', ''));
END;
$$;
--> statement-breakpoint
-- How a text begins in a file: an apostrophe stands before what a spreadsheet could run, and none before numbers and telephone
-- numbers. The long class is every blank, control and format character; the others are the signs with all their forms of
-- compatibility.
CREATE FUNCTION safe_begin(cell text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    -- A letter or digit in front is what most cells have, and is never dangerous.
    WHEN ascii(cell) BETWEEN 65 AND 122 OR ascii(cell) BETWEEN 48 AND 57 THEN cell
    WHEN cell ~ '^''*([\t\r]|[\u0001-\u0020\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]*[\u003d\u207c\u208c\u2a75-\u2a76\ufe66\uff1d\u0040\ufe6b\uff20\u002b\u207a\u208a\ufb29\ufe62\uff0b\u002d\ufe63\uff0d])'
      AND cell !~ '^''*(?![\t\r])[\u0001-\u0020\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]*([+-]?[0-9]+([.][0-9]+)*%?|[+][0-9][0-9 ()./-]{4,24})([,;][\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000\ufeff]*([+-]?[0-9]+([.][0-9]+)*%?|[+][0-9][0-9 ()./-]{4,24}))*$'
      THEN '''' || cell
    ELSE cell
  END
$$;
--> statement-breakpoint
-- Formula-safe text for files, exactly as server/src/csv/safe-cell.ts has it: what may not begin a cell may not stand behind a
-- separator either. The classes of the second pattern are the separators, then all that is ignored before a formula but for tabs
-- and line ends, then the signs with all their forms of compatibility. The first pattern finds the few texts with a sign there,
-- in a fraction of the time. Each function is one expression, so that the planner puts it into the query.
CREATE FUNCTION safe_cell(cell text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN cell ~ '[\t\n\r,;|][^a-zA-Z0-9\t\n\r,;|]*[\u003d\u207c\u208c\u2a75-\u2a76\ufe66\uff1d\u0040\ufe6b\uff20\u002b\u207a\u208a\ufb29\ufe62\uff0b\u002d\ufe63\uff0d]'
      THEN regexp_replace(safe_begin(cell), '([\t\n\r,;|][\u0001-\u0008\u000b\u000c\u000e-\u0020"\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]*)(''*)(?=[\u003d\u207c\u208c\u2a75-\u2a76\ufe66\uff1d\u0040\ufe6b\uff20\u002b\u207a\u208a\ufb29\ufe62\uff0b\u002d\ufe63\uff0d])(?!([+-][0-9]+([.,][0-9]+)*%?|[+][0-9][0-9 ()./-]{4,24}) *($|[;\t\n\r]|,(?![0-9])))', '\1''\2', 'g')
    ELSE safe_begin(cell)
  END
$$;
--> statement-breakpoint
-- Since when rows are written by servers whose `needs_escape` covers separators. Exports check the texts of older rows whatever the
-- flag says. A new database has no older rows; one from before the baseline has the day on which the rule came.
CREATE FUNCTION separators_checked_from() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$ SELECT timestamptz '-infinity' $function$;
--> statement-breakpoint
CREATE SEQUENCE "public"."table_changes" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Room in each page for the next version of its rows: without it, and with an index of a column that changes each time, every fetch
-- would add to the indexes.
CREATE UNLOGGED TABLE "permits" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"times" bigint[] NOT NULL,
	"counts" integer[] NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE UNLOGGED TABLE "present_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"name" text PRIMARY KEY NOT NULL,
	"lease_token" uuid NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verified_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"trial_ends_at" timestamp with time zone,
	"linkedin_onboarded" boolean,
	"full_name" text,
	"company_name" text,
	"vat_number" text,
	"country" text,
	"currency" text,
	"address" text,
	"totp_secret" "bytea",
	"totp_enabled_at" timestamp with time zone,
	"totp_last_step" bigint,
	"credential_epoch" integer DEFAULT 0 NOT NULL,
	"request_limit" integer,
	"export_limit" integer,
	"passkey_user_id" "bytea",
	"first_steps_ended_at" timestamp with time zone,
	"unverified_end_at" timestamp with time zone,
	"storage_full_at" timestamp with time zone,
	"storage_notified_at" timestamp with time zone,
	"storage_warned_at" timestamp with time zone,
	"rows_seen_at" timestamp with time zone,
	CONSTRAINT "accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "accounts_passkey_user_id_unique" UNIQUE("passkey_user_id"),
	CONSTRAINT "accounts_email_is_lower_case" CHECK ("accounts"."email" = lower("accounts"."email"))
);
--> statement-breakpoint
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
CREATE TABLE "mailed_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"superseded_at" timestamp with time zone,
	"new_email" text
);
--> statement-breakpoint
CREATE TABLE "oidc_flows" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"link_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"account_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_account_id_code_hash_pk" PRIMARY KEY("account_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"rotated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"binding_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_reason" text,
	"user_agent" text,
	"address" text,
	"last_used_at" timestamp with time zone,
	"proved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answer_arrived" boolean DEFAULT false NOT NULL,
	"second_factor_at" timestamp with time zone,
	"passkey_id" uuid,
	"passkey_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "account_preferences" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"layout" text,
	"layout_offer" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"change" text NOT NULL,
	"fields" text[],
	"name" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_mail_counts" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"minute_began" timestamp with time zone NOT NULL,
	"of_minute" smallint NOT NULL,
	"day" date NOT NULL,
	"of_day" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_members" (
	"alert_id" bigint NOT NULL,
	"chunk" integer NOT NULL,
	"ids" "bytea" NOT NULL,
	CONSTRAINT "alert_members_alert_id_chunk_pk" PRIMARY KEY("alert_id","chunk")
);
--> statement-breakpoint
CREATE TABLE "alert_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"alert_id" bigint,
	"title" text NOT NULL,
	"count" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"link" text,
	"is_mail_due" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"watch" jsonb NOT NULL,
	"table_name" text,
	"filters" jsonb NOT NULL,
	"changes" text[] NOT NULL,
	"fields" text[],
	"frequency" text NOT NULL,
	"time_of_day" text NOT NULL,
	"zone" text NOT NULL,
	"channels" text[] NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"position" bigint NOT NULL,
	"next_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"my_version" bigint
);
--> statement-breakpoint
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
CREATE TABLE "billing_customers" (
	"provider" text NOT NULL,
	"customer_id" text NOT NULL,
	"account_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_customers_provider_customer_id_pk" PRIMARY KEY("provider","customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"provider_time" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "billing_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "billing_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"cause" text NOT NULL,
	"subscription_id" text,
	"change" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_notices" (
	"provider" text NOT NULL,
	"invoice_id" text NOT NULL,
	"account_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	CONSTRAINT "billing_notices_provider_invoice_id_pk" PRIMARY KEY("provider","invoice_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"customer_id" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"plan" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"subscription_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_checkouts_amount" CHECK ("sandbox_checkouts"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"account_id" bigint NOT NULL,
	"number" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"account_id" bigint NOT NULL,
	"plan" text NOT NULL,
	"currency" text NOT NULL,
	"amount" integer NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"is_card_failing" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"delivered_revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"provider" text NOT NULL,
	"subscription_id" text NOT NULL,
	"account_id" bigint NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"currency" text,
	"started_at" timestamp with time zone NOT NULL,
	"current_period_end" timestamp with time zone NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"provider_time" timestamp with time zone NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_provider_subscription_id_pk" PRIMARY KEY("provider","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"origin" text NOT NULL,
	"code_hash" "bytea",
	"email" text,
	"profile_url" text,
	"name" text,
	"domain" text,
	"message" text,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"reason" text,
	"person" jsonb,
	"touches" jsonb,
	"choice" jsonb
);
--> statement-breakpoint
CREATE TABLE "suppression_key" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"erasure_id" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"name" text
);
--> statement-breakpoint
CREATE TABLE "catalogue_checks" (
	"account_id" bigint NOT NULL,
	"endpoint" text NOT NULL,
	"candidate" text NOT NULL,
	"understood_on" date,
	"different_on" date,
	"refused_on" date,
	"reported_on" date NOT NULL,
	CONSTRAINT "catalogue_checks_account_id_endpoint_candidate_pk" PRIMARY KEY("account_id","endpoint","candidate")
);
--> statement-breakpoint
CREATE TABLE "collector_rows" (
	"account_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"profile_key" text NOT NULL,
	"collected" boolean DEFAULT false NOT NULL,
	"status" text,
	"profile_id" text,
	"user_id" bigint,
	"profile_url" text,
	"email" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "collector_rows_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"listed_name" text,
	"found_by" text
);
--> statement-breakpoint
CREATE TABLE "linkedin_companies" (
	"account_id" bigint NOT NULL,
	"company_id" text NOT NULL,
	"name" text NOT NULL,
	"universal_name" text,
	"url" text,
	"website" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (scoped_words(account_id::text || ':', name) || scoped_words(account_id::text || '@', name)) STORED,
	"shared_words" "tsvector" GENERATED ALWAYS AS (scoped_words('', name)) STORED,
	"name_key" text GENERATED ALWAYS AS (left(fold_text(name), 100)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_educations" (
	"profile_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"school_name" text,
	"school_url" text,
	"degree" text,
	"field" text,
	"started_at" date,
	"ended_at" date
);
--> statement-breakpoint
CREATE TABLE "linkedin_experiences" (
	"profile_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"title" text,
	"description" text,
	"company_name" text,
	"company_url" text,
	"company_id" text,
	"category" text,
	"location" text,
	"started_at" date,
	"started_precision" text,
	"ended_at" date,
	"ended_precision" text,
	"is_current" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_profile_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "linkedin_profile_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"profile_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"changes" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_profile_tags" (
	"account_id" bigint NOT NULL,
	"profile_id" bigint NOT NULL,
	"tag" text NOT NULL,
	"folded" text NOT NULL,
	"addition" uuid
);
--> statement-breakpoint
CREATE TABLE "linkedin_profiles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "linkedin_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"member_id" text NOT NULL,
	"profile_key" text NOT NULL,
	"profile_url" text NOT NULL,
	"full_name" text,
	"headline" text,
	"description" text,
	"location" text,
	"country" text,
	"country_code" text,
	"photo_url" text,
	"photo_expires_at" timestamp with time zone,
	"company_name" text,
	"company_url" text,
	"company_id" text,
	"connection_count" integer,
	"follower_count" integer,
	"email" text,
	"phones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"websites" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sections" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"parser_version" integer NOT NULL,
	"collected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"missing_experiences" integer,
	"words" "tsvector" GENERATED ALWAYS AS (
  scoped_words(account_id::text || ':', coalesce(full_name, '') || ' ' || coalesce(headline, '') || ' ' ||
    coalesce(company_name, '') || ' ' || coalesce(location, '') || ' ' || coalesce(email, ''))
  || scoped_words(account_id::text || '@', coalesce(company_name, ''))) STORED,
	"name_key" text GENERATED ALWAYS AS (left(fold_text(full_name), 100)) STORED,
	"company_key" text GENERATED ALWAYS AS (left(fold_text(company_name), 100)) STORED,
	"has_email" boolean GENERATED ALWAYS AS (email is not null) STORED NOT NULL,
	"is_complete" boolean GENERATED ALWAYS AS (sections @> '{"profile":"complete","counts":"complete","experience":"complete","education":"complete","about":"complete","contact":"complete"}'::jsonb) STORED NOT NULL,
	"last_collected_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "linkedin_raw_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "linkedin_raw_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"profile_id" bigint NOT NULL,
	"slot" text NOT NULL,
	"identity" text NOT NULL,
	"content" "bytea" NOT NULL,
	"digest" "bytea" NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_recollections" (
	"profile_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"every" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"proposed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "linkedin_risk_acceptances" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" bigint NOT NULL,
	"description" text NOT NULL,
	"searches" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "linkedin_known_places" (
	"account_id" bigint NOT NULL,
	"place_id" text NOT NULL,
	"name" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (scoped_words(account_id::text || ':', name)) STORED,
	"shared_words" "tsvector" GENERATED ALWAYS AS (scoped_words('', name)) STORED,
	"name_key" text GENERATED ALWAYS AS (left(fold_text(name), 200)) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"failed_at" timestamp with time zone,
	"share" text,
	"priority" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "change_walks" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"version" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "change_walks_account_id_table_name_version_pk" PRIMARY KEY("account_id","table_name","version")
);
--> statement-breakpoint
CREATE TABLE "table_commits" (
	"table_name" text NOT NULL,
	"transaction_id" bigint NOT NULL,
	"version" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "table_commits_table_name_transaction_id_pk" PRIMARY KEY("table_name","transaction_id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"name" text NOT NULL,
	"linkedin_url" text,
	"website" text,
	"country" text,
	"city" text,
	"region" text,
	"business_status" text,
	"ownership_status" text,
	"verticals" text[],
	"employee_count" bigint,
	"main_contact_email" text,
	"main_contact_name" text,
	"last_financing_deal_type" text,
	"last_financing_on" date,
	"revenue" double precision,
	"ebitda" double precision,
	"description" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"website_domain" text,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"canonical_key" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"needs_escape" boolean DEFAULT true NOT NULL,
	"changed_in" bigint DEFAULT nextval('table_changes') NOT NULL,
	"employee_range" text,
	"employee_range_from" bigint,
	"employee_range_to" bigint
);
--> statement-breakpoint
CREATE TABLE "investors" (
	"name" text NOT NULL,
	"primary_investor_type" text,
	"website" text,
	"country" text,
	"city" text,
	"primary_contact_email" text,
	"primary_contact_name" text,
	"phone" text,
	"last_investment_company_name" text,
	"preferred_investment_types" text[],
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "investors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"canonical_key" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"needs_escape" boolean DEFAULT true NOT NULL,
	"changed_in" bigint DEFAULT nextval('table_changes') NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"name" text NOT NULL,
	"company_name" text,
	"company_website" text,
	"linkedin_url" text,
	"country" text,
	"city" text,
	"email" text,
	"phone" text,
	"biography" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_investor" boolean,
	"company_website_domain" text,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"canonical_key" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"needs_escape" boolean DEFAULT true NOT NULL,
	"changed_in" bigint DEFAULT nextval('table_changes') NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reddit_posts" (
	"title" text NOT NULL,
	"author" text,
	"subreddit_name" text,
	"permalink" text NOT NULL,
	"image_url" text,
	"comment_count" bigint,
	"score" bigint,
	"type" text,
	"flair" text,
	"text" text,
	"posted_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reddit_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"canonical_key" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"needs_escape" boolean DEFAULT true NOT NULL,
	"changed_in" bigint DEFAULT nextval('table_changes') NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"review_title" text,
	"product_url" text,
	"rating" double precision,
	"review_url" text,
	"reviewer_linkedin_url" text,
	"reviewer_country" text,
	"tags" text[],
	"published_on" date,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"product_url_domain" text,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"canonical_key" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"needs_escape" boolean DEFAULT true NOT NULL,
	"changed_in" bigint DEFAULT nextval('table_changes') NOT NULL,
	"text" text,
	"pros" text,
	"cons" text,
	"reviewer_name" text,
	"review_id" text
);
--> statement-breakpoint
CREATE TABLE "shopify" (
	"merchant_name" text,
	"url" text NOT NULL,
	"youtube_channel" text,
	"instagram" text,
	"facebook" text,
	"linkedin" text,
	"locale" text,
	"currency" text,
	"emails" text[],
	"total_reviews" bigint,
	"average_review" double precision,
	"description" text,
	"topics" text[],
	"last_crawled_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shopify_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"canonical_key" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"needs_escape" boolean DEFAULT true NOT NULL,
	"changed_in" bigint DEFAULT nextval('table_changes') NOT NULL,
	"url_domain" text,
	"added_at" timestamp with time zone DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE "tiktok_videos" (
	"author" text NOT NULL,
	"video" text NOT NULL,
	"hashtags" text[],
	"play_count" bigint,
	"comment_count" bigint,
	"category" text,
	"summary" text,
	"posted_at" timestamp with time zone NOT NULL,
	"author_unique_id" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tiktok_videos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"canonical_key" text NOT NULL,
	"source" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"needs_escape" boolean DEFAULT true NOT NULL,
	"sound_id" text,
	"sound_title" text,
	"like_count" bigint,
	"share_count" bigint,
	"changed_in" bigint DEFAULT nextval('table_changes') NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deleted_rows" (
	"version" bigint PRIMARY KEY NOT NULL,
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exported_rows" (
	"account_id" bigint NOT NULL,
	"month" date NOT NULL,
	"table_name" text NOT NULL,
	"chunk" integer NOT NULL,
	"bits" "bytea" NOT NULL,
	CONSTRAINT "exported_rows_account_id_month_table_name_chunk_pk" PRIMARY KEY("account_id","month","table_name","chunk")
);
--> statement-breakpoint
CREATE TABLE "table_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "table_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"month" date NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"row_count" integer NOT NULL,
	"reserved" integer NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"table_name" text NOT NULL,
	"options" jsonb NOT NULL,
	CONSTRAINT "import_templates_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "import_upload_parts" (
	"upload_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "import_upload_parts_upload_id_part_pk" PRIMARY KEY("upload_id","part")
);
--> statement-breakpoint
CREATE TABLE "import_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"parts" integer,
	"created_at" timestamp with time zone NOT NULL,
	"operator_id" bigint
);
--> statement-breakpoint
CREATE TABLE "import_files" (
	"import_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"part" integer NOT NULL,
	"file_name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "import_files_import_id_kind_part_pk" PRIMARY KEY("import_id","kind","part")
);
--> statement-breakpoint
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
	"problem" text,
	"upload_id" uuid,
	"starts" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "import_parts" (
	"key" text NOT NULL,
	"part" integer NOT NULL,
	"records" bigint NOT NULL,
	"line" bigint NOT NULL,
	"rows" "bytea" NOT NULL,
	"notes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_parts_key_part_pk" PRIMARY KEY("key","part")
);
--> statement-breakpoint
-- They are compressed already.
ALTER TABLE "import_parts" ALTER COLUMN "rows" SET STORAGE EXTERNAL, ALTER COLUMN "notes" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE TABLE "shared_keys" (
	"table_name" text NOT NULL,
	"key" text NOT NULL,
	"learned_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shared_keys_table_name_key_pk" PRIMARY KEY("table_name","key")
);
--> statement-breakpoint
CREATE TABLE "my_row_versions" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "my_row_versions_account_id_table_name_pk" PRIMARY KEY("account_id","table_name")
);
--> statement-breakpoint
CREATE TABLE "row_list_rows" (
	"list_id" bigint NOT NULL,
	"row_id" bigint NOT NULL,
	"addition" bigint,
	CONSTRAINT "row_list_rows_list_id_row_id_pk" PRIMARY KEY("list_id","row_id")
);
--> statement-breakpoint
CREATE TABLE "row_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "row_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone,
	"pasted_lines" integer,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"counted_in" text
);
--> statement-breakpoint
CREATE TABLE "row_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "row_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"addition" bigint
);
--> statement-breakpoint
CREATE TABLE "row_tags" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"row_id" bigint NOT NULL,
	"folded" text NOT NULL,
	"tag" text NOT NULL,
	"addition" bigint,
	CONSTRAINT "row_tags_account_id_table_name_folded_row_id_pk" PRIMARY KEY("account_id","table_name","folded","row_id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_export_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_export_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"export_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"is_gzip" boolean NOT NULL,
	"row_count" integer NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"stored_size" bigint DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_export_parts" (
	"file_id" bigint NOT NULL,
	"part" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "scheduled_export_parts_file_id_part_pk" PRIMARY KEY("file_id","part")
);
--> statement-breakpoint
CREATE TABLE "scheduled_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"watch" jsonb NOT NULL,
	"table_name" text NOT NULL,
	"frequency" text NOT NULL,
	"time_of_day" text NOT NULL,
	"zone" text NOT NULL,
	"format" text NOT NULL,
	"is_gzip" boolean NOT NULL,
	"next_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_token" uuid,
	"failures" smallint DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone,
	"last_result" text,
	"last_rows" integer,
	"last_detail" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_changes" (
	"table_name" text NOT NULL,
	"version" bigint NOT NULL,
	"row_id" bigint NOT NULL,
	"replaced" bigint NOT NULL,
	"before" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"restores" bigint,
	CONSTRAINT "row_changes_table_name_version_pk" PRIMARY KEY("table_name","version")
);
--> statement-breakpoint
CREATE TABLE "table_bitmaps" (
	"table_name" text NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"chunk" integer NOT NULL,
	"bits" bit varying NOT NULL,
	CONSTRAINT "table_bitmaps_table_name_facet_value_chunk_pk" PRIMARY KEY("table_name","facet","value","chunk")
);
--> statement-breakpoint
CREATE TABLE "table_dirty_chunks" (
	"table_name" text NOT NULL,
	"chunk" integer NOT NULL,
	"since" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "table_dirty_chunks_table_name_chunk_pk" PRIMARY KEY("table_name","chunk")
);
--> statement-breakpoint
CREATE TABLE "table_versions" (
	"table_name" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"forgotten_version" bigint DEFAULT 0 NOT NULL,
	"key_rules" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "table_layouts" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"density" text DEFAULT 'comfortable' NOT NULL,
	"per_page" integer,
	"work_columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"work_per_page" integer,
	CONSTRAINT "table_layouts_account_id_table_name_pk" PRIMARY KEY("account_id","table_name")
);
--> statement-breakpoint
CREATE TABLE "table_views" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"name" text NOT NULL,
	"state" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "table_visits" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"view_id" text NOT NULL,
	"session_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "table_visits_account_id_table_name_view_id_pk" PRIMARY KEY("account_id","table_name","view_id")
);
--> statement-breakpoint
CREATE TABLE "networks" (
	"network" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"detail" text,
	"state_since" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"requests" integer DEFAULT 0 NOT NULL,
	"requests_on" date,
	"recheck_place" jsonb,
	"rechecked_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_token" uuid
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sources_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"key" text NOT NULL,
	"display_name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"detail" text,
	"state_since" timestamp with time zone DEFAULT now() NOT NULL,
	"last_collected_at" timestamp with time zone,
	"next_visit_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"follower_count" bigint,
	"place" jsonb,
	"seen_until" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_token" uuid
);
--> statement-breakpoint
CREATE TABLE "tracked_sources" (
	"account_id" bigint NOT NULL,
	"source_id" bigint NOT NULL,
	"tracked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracked_sources_account_id_source_id_pk" PRIMARY KEY("account_id","source_id")
);
--> statement-breakpoint
CREATE TABLE "analysis_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"info" jsonb,
	"error_details" text,
	"parameters" jsonb NOT NULL,
	"is_scheduled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_token" uuid
);
--> statement-breakpoint
CREATE TABLE "trend_settings" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"parameters" jsonb NOT NULL,
	"schedule" text NOT NULL,
	"hour" smallint NOT NULL,
	"next_run_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trend_videos" (
	"account_id" bigint NOT NULL,
	"video_id" text NOT NULL,
	"trend_id" bigint NOT NULL,
	"author_unique_id" text NOT NULL,
	"video_url" text NOT NULL,
	"posted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trend_videos_account_id_video_id_pk" PRIMARY KEY("account_id","video_id")
);
--> statement-breakpoint
CREATE TABLE "trends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text,
	"is_renamed" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"centroid" jsonb NOT NULL,
	"reasons" jsonb NOT NULL,
	"centre_video_id" text,
	"digest" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_months" (
	"account_id" bigint NOT NULL,
	"month" date NOT NULL,
	"request_count" integer DEFAULT 0 NOT NULL,
	"export_count" integer DEFAULT 0 NOT NULL,
	"requests_warned_at" timestamp with time zone,
	"requests_exhausted_at" timestamp with time zone,
	"exports_warned_at" timestamp with time zone,
	"exports_exhausted_at" timestamp with time zone,
	CONSTRAINT "usage_months_account_id_month_pk" PRIMARY KEY("account_id","month")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone,
	"lease_token" uuid,
	"failures" integer DEFAULT 0 NOT NULL,
	"tries" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"reason" text,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"positions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failed_attempts" ADD CONSTRAINT "failed_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_codes" ADD CONSTRAINT "mailed_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_flows" ADD CONSTRAINT "oidc_flows_link_id_oidc_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."oidc_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_links" ADD CONSTRAINT "oidc_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_passkey_id_passkeys_id_fk" FOREIGN KEY ("passkey_id") REFERENCES "public"."passkeys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_preferences" ADD CONSTRAINT "account_preferences_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_events" ADD CONSTRAINT "account_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_mail_counts" ADD CONSTRAINT "alert_mail_counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_members" ADD CONSTRAINT "alert_members_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_messages" ADD CONSTRAINT "alert_messages_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_ledger" ADD CONSTRAINT "billing_ledger_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD CONSTRAINT "sandbox_checkouts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_invoices" ADD CONSTRAINT "sandbox_invoices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_checks" ADD CONSTRAINT "catalogue_checks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collector_rows" ADD CONSTRAINT "collector_rows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_companies" ADD CONSTRAINT "linkedin_companies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_educations" ADD CONSTRAINT "linkedin_educations_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_experiences" ADD CONSTRAINT "linkedin_experiences_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profile_changes" ADD CONSTRAINT "linkedin_profile_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profile_changes" ADD CONSTRAINT "linkedin_profile_changes_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profile_tags" ADD CONSTRAINT "linkedin_profile_tags_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profile_tags" ADD CONSTRAINT "linkedin_profile_tags_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD CONSTRAINT "linkedin_profiles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_raw_answers" ADD CONSTRAINT "linkedin_raw_answers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_raw_answers" ADD CONSTRAINT "linkedin_raw_answers_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_recollections" ADD CONSTRAINT "linkedin_recollections_profile_id_linkedin_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."linkedin_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_recollections" ADD CONSTRAINT "linkedin_recollections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_risk_acceptances" ADD CONSTRAINT "linkedin_risk_acceptances_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_jobs" ADD CONSTRAINT "search_jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "linkedin_known_places" ADD CONSTRAINT "linkedin_known_places_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_walks" ADD CONSTRAINT "change_walks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exported_rows" ADD CONSTRAINT "exported_rows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_exports" ADD CONSTRAINT "table_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_upload_parts" ADD CONSTRAINT "import_upload_parts_upload_id_import_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."import_uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_uploads" ADD CONSTRAINT "import_uploads_operator_id_accounts_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_operator_id_accounts_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_undoes_imports_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "my_row_versions" ADD CONSTRAINT "my_row_versions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_list_rows" ADD CONSTRAINT "row_list_rows_list_id_row_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."row_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_lists" ADD CONSTRAINT "row_lists_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_notes" ADD CONSTRAINT "row_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_tags" ADD CONSTRAINT "row_tags_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_export_files" ADD CONSTRAINT "scheduled_export_files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_export_files" ADD CONSTRAINT "scheduled_export_files_export_id_scheduled_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."scheduled_exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_export_parts" ADD CONSTRAINT "scheduled_export_parts_file_id_scheduled_export_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."scheduled_export_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_exports" ADD CONSTRAINT "scheduled_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_layouts" ADD CONSTRAINT "table_layouts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_views" ADD CONSTRAINT "table_views_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_visits" ADD CONSTRAINT "table_visits_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_sources" ADD CONSTRAINT "tracked_sources_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_sources" ADD CONSTRAINT "tracked_sources_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_tasks" ADD CONSTRAINT "analysis_tasks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trend_settings" ADD CONSTRAINT "trend_settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trend_videos" ADD CONSTRAINT "trend_videos_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trend_videos" ADD CONSTRAINT "trend_videos_trend_id_trends_id_fk" FOREIGN KEY ("trend_id") REFERENCES "public"."trends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trends" ADD CONSTRAINT "trends_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_ended" ON "attempts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "invites_expiry" ON "invites" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mailed_codes_account" ON "mailed_codes" USING btree ("account_id","purpose");--> statement-breakpoint
CREATE INDEX "mailed_codes_expiry" ON "mailed_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_flows_expiry" ON "oidc_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_flows_link" ON "oidc_flows" USING btree ("link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "oidc_links_subject" ON "oidc_links" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "oidc_links_account" ON "oidc_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_passkey" ON "sessions" USING btree ("passkey_id");--> statement-breakpoint
CREATE INDEX "account_events_account" ON "account_events" USING btree ("account_id","kind","id");--> statement-breakpoint
CREATE INDEX "account_events_time" ON "account_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "alert_messages_mail_due" ON "alert_messages" USING btree ("account_id","id") WHERE "alert_messages"."is_mail_due";--> statement-breakpoint
CREATE INDEX "alert_messages_account" ON "alert_messages" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "alert_messages_unread" ON "alert_messages" USING btree ("account_id","id") WHERE "alert_messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "alert_messages_alert" ON "alert_messages" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alert_messages_time" ON "alert_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alerts_account" ON "alerts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "alerts_instant" ON "alerts" USING btree ("table_name","position") WHERE "alerts"."state" = 'active' and "alerts"."frequency" = 'instant';--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" USING btree ("next_at") WHERE "alerts"."state" = 'active';--> statement-breakpoint
CREATE INDEX "operator_audit_time" ON "operator_audit" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_account" ON "billing_customers" USING btree ("provider","account_id");--> statement-breakpoint
CREATE INDEX "billing_events_time" ON "billing_events" USING btree ("handled_at");--> statement-breakpoint
CREATE INDEX "billing_ledger_account" ON "billing_ledger" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "billing_notices_open" ON "billing_notices" USING btree ("created_at") WHERE "billing_notices"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_checkouts_account" ON "sandbox_checkouts" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sandbox_invoices_account" ON "sandbox_invoices" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_due" ON "sandbox_subscriptions" USING btree ("status","current_period_end");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_account" ON "sandbox_subscriptions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_undelivered" ON "sandbox_subscriptions" USING btree ("id") WHERE "sandbox_subscriptions"."delivered_revision" < "sandbox_subscriptions"."revision";--> statement-breakpoint
CREATE INDEX "subscriptions_account" ON "subscriptions" USING btree ("account_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_code" ON "erasures" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("due_at","id") WHERE "erasures"."state" <> 'unconfirmed';--> statement-breakpoint
CREATE INDEX "erasures_state" ON "erasures" USING btree ("state","requested_at");--> statement-breakpoint
CREATE INDEX "suppressions_erasure" ON "suppressions" USING btree ("erasure_id");--> statement-breakpoint
CREATE INDEX "api_key_usage_day" ON "api_key_usage" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_secret" ON "api_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "catalogue_checks_reported" ON "catalogue_checks" USING btree ("reported_on");--> statement-breakpoint
CREATE UNIQUE INDEX "collector_rows_id" ON "collector_rows" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "collector_rows_profile" ON "collector_rows" USING btree ("account_id","profile_key");--> statement-breakpoint
CREATE INDEX "collector_rows_order" ON "collector_rows" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_companies_id" ON "linkedin_companies" USING btree ("account_id","company_id");--> statement-breakpoint
CREATE INDEX "linkedin_companies_words" ON "linkedin_companies" USING gin ("words");--> statement-breakpoint
CREATE INDEX "linkedin_companies_shared_words" ON "linkedin_companies" USING gin ("shared_words");--> statement-breakpoint
CREATE INDEX "linkedin_companies_name" ON "linkedin_companies" USING btree (name_key collate "C","company_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_educations_order" ON "linkedin_educations" USING btree ("profile_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_experiences_order" ON "linkedin_experiences" USING btree ("profile_id","position");--> statement-breakpoint
CREATE INDEX "linkedin_profile_changes_profile" ON "linkedin_profile_changes" USING btree ("profile_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_profile_tags_once" ON "linkedin_profile_tags" USING btree ("profile_id","folded");--> statement-breakpoint
CREATE INDEX "linkedin_profile_tags_account" ON "linkedin_profile_tags" USING btree ("account_id","folded","tag","profile_id");--> statement-breakpoint
CREATE INDEX "linkedin_profile_tags_addition" ON "linkedin_profile_tags" USING btree ("addition","profile_id") WHERE "linkedin_profile_tags"."addition" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_profiles_member" ON "linkedin_profiles" USING btree ("account_id","member_id");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_key" ON "linkedin_profiles" USING btree ("account_id","profile_key");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_list" ON "linkedin_profiles" USING btree ("account_id","id","collected_at","updated_at","follower_count","is_complete","has_email","country","name_key","company_key","company_id");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_country" ON "linkedin_profiles" USING btree ("account_id","country");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_words" ON "linkedin_profiles" USING gin ("words");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_numbered" ON "linkedin_profiles" USING btree ("account_id","company_id") WHERE company_name is null;--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_raw_answers_once" ON "linkedin_raw_answers" USING btree ("profile_id","slot","digest");--> statement-breakpoint
CREATE INDEX "linkedin_raw_answers_age" ON "linkedin_raw_answers" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "linkedin_recollections_due" ON "linkedin_recollections" USING btree ("account_id","due_at");--> statement-breakpoint
CREATE INDEX "search_jobs_account" ON "search_jobs" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_known_places_id" ON "linkedin_known_places" USING btree ("account_id","place_id");--> statement-breakpoint
CREATE INDEX "linkedin_known_places_oldest" ON "linkedin_known_places" USING btree ("account_id","updated_at");--> statement-breakpoint
CREATE INDEX "linkedin_known_places_words" ON "linkedin_known_places" USING gin ("words");--> statement-breakpoint
CREATE INDEX "linkedin_known_places_shared_words" ON "linkedin_known_places" USING gin ("shared_words");--> statement-breakpoint
CREATE INDEX "linkedin_known_places_name" ON "linkedin_known_places" USING btree (name_key collate "C","place_id","account_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "mails_share" ON "mails" USING btree ("share") WHERE "mails"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "account_storage_changes" ON "account_storage" USING btree ("id") WHERE not "account_storage"."is_sum";--> statement-breakpoint
CREATE INDEX "change_walks_time" ON "change_walks" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "table_commits_version" ON "table_commits" USING btree ("table_name","version");--> statement-breakpoint
CREATE INDEX "table_commits_time" ON "table_commits" USING brin ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "companies_key" ON "companies" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "companies_newest" ON "companies" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "companies_changes" ON "companies" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "companies_sample" ON "companies" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "companies_changed" ON "companies" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "companies_by_name" ON "companies" USING btree (name,id);--> statement-breakpoint
CREATE INDEX "companies_by_search_query" ON "companies" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("website", '') || ' ' || coalesce("description", '')));--> statement-breakpoint
CREATE INDEX "companies_by_country" ON "companies" USING btree ("country","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_by_vertical" ON "companies" USING gin ("verticals");--> statement-breakpoint
CREATE INDEX "companies_by_last_financing_deal_type" ON "companies" USING btree ("last_financing_deal_type","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_by_domain" ON "companies" USING btree ("website_domain","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_by_with_contact_info" ON "companies" USING btree ("updated_at" desc,id desc) WHERE "main_contact_email" is not null;--> statement-breakpoint
CREATE INDEX "companies_by_positive_revenue" ON "companies" USING btree ("updated_at" desc,id desc) WHERE "revenue" > 0;--> statement-breakpoint
CREATE INDEX "companies_linked_by_linkedin" ON "companies" USING btree (linkedin_key("linkedin_url"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_linked_by_name" ON "companies" USING btree (lower("name"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "investors_key" ON "investors" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "investors_newest" ON "investors" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "investors_changes" ON "investors" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "investors_sample" ON "investors" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "investors_changed" ON "investors" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "investors_by_name" ON "investors" USING btree (name,id);--> statement-breakpoint
CREATE INDEX "investors_by_search_query" ON "investors" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("primary_contact_name", '') || ' ' || coalesce("website", '')));--> statement-breakpoint
CREATE INDEX "investors_by_country" ON "investors" USING btree ("country","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_by_city" ON "investors" USING btree (lower("city") text_pattern_ops,"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_by_primary_investor_type" ON "investors" USING btree ("primary_investor_type","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_by_preferred_investment_type" ON "investors" USING gin ("preferred_investment_types");--> statement-breakpoint
CREATE INDEX "investors_by_last_investment_company_name" ON "investors" USING gin (search_words(coalesce("last_investment_company_name", '')));--> statement-breakpoint
CREATE INDEX "investors_by_last_investment_company" ON "investors" USING btree (lower("last_investment_company_name"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_by_with_contact_info" ON "investors" USING btree ("updated_at" desc,id desc) WHERE "primary_contact_email" is not null or "phone" is not null;--> statement-breakpoint
CREATE INDEX "investors_linked_by_name" ON "investors" USING btree (lower("name"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "people_key" ON "people" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "people_newest" ON "people" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "people_changes" ON "people" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "people_sample" ON "people" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "people_changed" ON "people" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "people_by_name" ON "people" USING btree (name,id);--> statement-breakpoint
CREATE INDEX "people_by_country" ON "people" USING btree ("country","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_by_search_query" ON "people" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("company_name", '') || ' ' || coalesce("biography", '')));--> statement-breakpoint
CREATE INDEX "people_by_website" ON "people" USING btree ("company_website_domain","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_by_is_investor" ON "people" USING btree ("updated_at" desc,id desc) WHERE "is_investor";--> statement-breakpoint
CREATE INDEX "people_linked_by_company_name" ON "people" USING btree (lower("company_name"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_linked_by_email" ON "people" USING btree (lower("email"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_linked_by_name" ON "people" USING btree (lower("name"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "reddit_posts_key" ON "reddit_posts" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "reddit_posts_newest" ON "reddit_posts" USING btree ("posted_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "reddit_posts_changes" ON "reddit_posts" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "reddit_posts_sample" ON "reddit_posts" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "reddit_posts_changed" ON "reddit_posts" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "reddit_posts_by_author" ON "reddit_posts" USING btree (lower("author"),"posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reddit_posts_by_subreddit" ON "reddit_posts" USING btree ("subreddit_name" text_pattern_ops,"posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reddit_posts_by_search_query" ON "reddit_posts" USING gin (search_words(coalesce("title", '') || ' ' || coalesce("text", '')));--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_key" ON "reviews" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_changes" ON "reviews" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "reviews_sample" ON "reviews" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "reviews_changed" ON "reviews" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "reviews_by_reviewer_country" ON "reviews" USING btree ("reviewer_country","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reviews_by_domain" ON "reviews" USING btree ("product_url_domain","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reviews_by_search_query" ON "reviews" USING gin (search_words(coalesce("review_title", '')));--> statement-breakpoint
CREATE UNIQUE INDEX "shopify_key" ON "shopify" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "shopify_newest" ON "shopify" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "shopify_changes" ON "shopify" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "shopify_sample" ON "shopify" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "shopify_changed" ON "shopify" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "shopify_by_topics" ON "shopify" USING gin ("topics");--> statement-breakpoint
CREATE INDEX "shopify_by_currency" ON "shopify" USING btree ("currency","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "shopify_by_with_email" ON "shopify" USING btree ("updated_at" desc,id desc) WHERE "emails" is not null;--> statement-breakpoint
CREATE INDEX "shopify_by_with_youtube" ON "shopify" USING btree ("updated_at" desc,id desc) WHERE "youtube_channel" is not null;--> statement-breakpoint
CREATE INDEX "shopify_by_with_linkedin" ON "shopify" USING btree ("updated_at" desc,id desc) WHERE "linkedin" is not null;--> statement-breakpoint
CREATE INDEX "shopify_by_search_query" ON "shopify" USING gin (search_words(coalesce("merchant_name", '') || ' ' || coalesce("url", '') || ' ' || coalesce("description", '')));--> statement-breakpoint
CREATE INDEX "shopify_by_domain" ON "shopify" USING btree ("url_domain","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "shopify_linked_by_linkedin" ON "shopify" USING btree (linkedin_key("linkedin"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "shopify_linked_by_name" ON "shopify" USING btree (lower("merchant_name"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "tiktok_videos_key" ON "tiktok_videos" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "tiktok_videos_newest" ON "tiktok_videos" USING btree ("posted_at" desc,id desc);--> statement-breakpoint
CREATE UNIQUE INDEX "tiktok_videos_changes" ON "tiktok_videos" USING btree (changed_in);--> statement-breakpoint
CREATE INDEX "tiktok_videos_sample" ON "tiktok_videos" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "tiktok_videos_changed" ON "tiktok_videos" USING brin (greatest(updated_at, imported_at)) WITH (autosummarize=true,pages_per_range=16);--> statement-breakpoint
CREATE INDEX "tiktok_videos_by_author" ON "tiktok_videos" USING btree ("author_unique_id" text_pattern_ops,"posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "tiktok_videos_by_hashtag" ON "tiktok_videos" USING gin ("hashtags");--> statement-breakpoint
CREATE INDEX "tiktok_videos_by_search_query" ON "tiktok_videos" USING gin (search_words(coalesce("summary", '')));--> statement-breakpoint
CREATE INDEX "tiktok_videos_linked_by_sound" ON "tiktok_videos" USING btree ("sound_id","posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "deleted_rows_time" ON "deleted_rows" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_rows_table" ON "deleted_rows" USING btree ("table_name","version");--> statement-breakpoint
CREATE INDEX "table_exports_account" ON "table_exports" USING btree ("account_id","started_at");--> statement-breakpoint
CREATE INDEX "import_uploads_operator" ON "import_uploads" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "imports_started" ON "imports" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "imports_versions" ON "imports" USING btree ("table_name","last_version");--> statement-breakpoint
CREATE INDEX "imports_undoes" ON "imports" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "row_list_rows_row" ON "row_list_rows" USING btree ("row_id","list_id");--> statement-breakpoint
CREATE UNIQUE INDEX "row_lists_live_name" ON "row_lists" USING btree ("account_id","table_name",lower("name")) WHERE "row_lists"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "row_lists_deleted" ON "row_lists" USING btree ("deleted_at") WHERE "row_lists"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "row_notes_account" ON "row_notes" USING btree ("account_id","table_name","row_id");--> statement-breakpoint
CREATE INDEX "row_notes_row" ON "row_notes" USING btree ("row_id");--> statement-breakpoint
CREATE INDEX "row_tags_row" ON "row_tags" USING btree ("row_id","account_id","table_name");--> statement-breakpoint
CREATE INDEX "scheduled_export_files_export" ON "scheduled_export_files" USING btree ("export_id","id");--> statement-breakpoint
CREATE INDEX "scheduled_export_files_account" ON "scheduled_export_files" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "scheduled_export_files_time" ON "scheduled_export_files" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "scheduled_exports_account" ON "scheduled_exports" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "scheduled_exports_due" ON "scheduled_exports" USING btree ("next_at") WHERE "scheduled_exports"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "row_changes_restores" ON "row_changes" USING btree ("table_name","restores") WHERE restores is not null;--> statement-breakpoint
CREATE INDEX "row_changes_row" ON "row_changes" USING btree ("table_name","row_id","version");--> statement-breakpoint
CREATE INDEX "row_changes_time" ON "row_changes" USING brin ("changed_at");--> statement-breakpoint
CREATE INDEX "table_bitmaps_chunk" ON "table_bitmaps" USING btree ("table_name","chunk");--> statement-breakpoint
CREATE UNIQUE INDEX "table_views_name" ON "table_views" USING btree ("account_id","table_name",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "table_views_default" ON "table_views" USING btree ("account_id","table_name") WHERE "table_views"."is_default";--> statement-breakpoint
CREATE INDEX "table_views_account" ON "table_views" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_name" ON "sources" USING btree ("network","key");--> statement-breakpoint
CREATE INDEX "sources_due" ON "sources" USING btree ("network","next_visit_at");--> statement-breakpoint
CREATE INDEX "tracked_sources_source" ON "tracked_sources" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_tasks_running" ON "analysis_tasks" USING btree ("account_id") WHERE "analysis_tasks"."status" in ('PENDING', 'STARTED', 'PROGRESS');--> statement-breakpoint
CREATE INDEX "analysis_tasks_latest" ON "analysis_tasks" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "trend_settings_due" ON "trend_settings" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "trend_videos_newest" ON "trend_videos" USING btree ("trend_id","posted_at");--> statement-breakpoint
CREATE INDEX "trend_videos_video" ON "trend_videos" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "trends_latest" ON "trends" USING btree ("account_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_account" ON "webhook_deliveries" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_try_at","webhook_id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","next_try_at") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_proposed" ON "webhook_deliveries" USING btree ("id") WHERE "webhook_deliveries"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_given_up" ON "webhook_deliveries" USING btree ("created_at") WHERE "webhook_deliveries"."state" = 'failed' and "webhook_deliveries"."failures" >= 10;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_time" ON "webhook_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks_account" ON "webhooks" USING btree ("account_id");--> statement-breakpoint
-- Companies an operator loaded under the number that LinkedIn gives them, for the lookup of companies by name.
CREATE INDEX "companies_numbered" ON "companies" USING gin (scoped_words('', "name")) WHERE "linkedin_url" ~ '/company/[0-9]{1,20}/?$';
--> statement-breakpoint
CREATE INDEX "companies_numbered_name" ON "companies" USING btree ((left(fold_text("name"), 100) collate "C")) WHERE "linkedin_url" ~ '/company/[0-9]{1,20}/?$';--> statement-breakpoint
-- Gives out permits of the running window, see server/src/limits/permits.ts. A function, because its plans are cached: parsed anew,
-- these statements would cost more than they do. The entries of a limit are few and in order, so no query gathers them, and nothing
-- of an unlogged table waits for the disk.
CREATE FUNCTION take_permits(of_key bytea, most integer, seconds integer, want integer, spent integer)
RETURNS TABLE (granted integer, total integer, newest double precision, oldest double precision)
LANGUAGE plpgsql AS $$
DECLARE
	held permits;
	moment bigint;
	ended integer := 0;
	calls integer;
BEGIN
	SELECT * INTO held FROM permits WHERE key = of_key FOR UPDATE;
	IF NOT FOUND THEN
		INSERT INTO permits VALUES (of_key, '{}', '{}', clock_timestamp()) ON CONFLICT DO NOTHING;
		SELECT * INTO held FROM permits WHERE key = of_key FOR UPDATE;
	END IF;
	-- Only now: others may have taken theirs while this waited.
	moment := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
	WHILE held.times[ended + 1] <= moment - seconds * 1000000::bigint LOOP
		ended := ended + 1;
	END LOOP;
	IF ended > 0 THEN
		held.times := held.times[ended + 1:];
		held.counts := held.counts[ended + 1:];
	END IF;
	total := 0;
	FOREACH calls IN ARRAY held.counts LOOP
		total := total + calls;
	END LOOP;
	granted := greatest(0, least(want, most - total - spent));
	IF granted > 0 THEN
		held.times := held.times || moment;
		held.counts := held.counts || (spent + granted);
		total := total + spent + granted;
		UPDATE permits SET times = held.times, counts = held.counts, ends_at = clock_timestamp() + make_interval(secs => seconds)
		WHERE key = of_key;
	END IF;
	newest := coalesce(moment - held.times[cardinality(held.times)], 0) / 1000.0;
	oldest := coalesce(moment - held.times[1], 0) / 1000.0;
	RETURN NEXT;
END $$;
--> statement-breakpoint
-- What operators did stays on record.
CREATE FUNCTION operator_audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'lines of operator_audit cannot be changed or removed';
END $$;
--> statement-breakpoint
CREATE TRIGGER operator_audit_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "operator_audit" FOR EACH STATEMENT EXECUTE FUNCTION operator_audit_kept();
--> statement-breakpoint
-- Takes the lock of a table's writers before its first row is written and numbered.
CREATE FUNCTION table_writing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM table_versions WHERE table_name = TG_TABLE_NAME FOR NO KEY UPDATE;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
-- New rows are numbered by the default of the column. A new key is no change of a row: nobody who follows the table is notified. Its
-- writer states that only keys change.
CREATE FUNCTION row_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('leadloom.keys_only', true) = 'on' THEN RETURN NEW; END IF;
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
-- Notes deletions in the order of their commits, of all tables: numbers are taken under a lock that is held until the deletion is
-- committed or rolled back. Times never decrease, whatever the clock does. The writer may state the reason for its transaction. What
-- the rows held before is deleted with them.
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
-- As if all rows were deleted one by one.
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
-- Every writer raises the version of its table, so a commit ends at the last version its transaction set.
CREATE FUNCTION table_committed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO table_commits (table_name, transaction_id, version, at)
    VALUES (NEW.table_name, pg_current_xact_id()::text::bigint, NEW.version, clock_timestamp())
    ON CONFLICT (table_name, transaction_id) DO UPDATE SET version = excluded.version, at = excluded.at;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER table_versions_committed AFTER UPDATE OF version ON table_versions
  FOR EACH ROW WHEN (NEW.version > OLD.version) EXECUTE FUNCTION table_committed();
--> statement-breakpoint
-- The table's version that was the newest at a moment; beyond all versions where none is known. The planner runs a stable function to
-- estimate how many rows are newer. Of a subquery it knows nothing, and reads the whole table.
CREATE FUNCTION table_version_at(of_table text, moment timestamptz) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT coalesce(
		(SELECT version FROM table_commits WHERE table_name = of_table AND at <= moment ORDER BY version DESC LIMIT 1),
		9223372036854775807
	);
$$;
--> statement-breakpoint
-- Makes a table a data table: its changes are numbered, counted and stored. Called again once a column was added. The function that
-- compares rows names each column, because generic comparing takes ten times as long. What it stores of a row includes where the row
-- came from, so that undoing an import can restore it.
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
SELECT track_table(name) FROM unnest(ARRAY['companies', 'investors', 'people', 'reddit_posts', 'reviews', 'shopify', 'tiktok_videos']) AS name;
--> statement-breakpoint
-- When a row was added never changes, so these columns come after the functions that compare rows.
ALTER TABLE "companies" ADD COLUMN "added_at" timestamp with time zone DEFAULT now();
--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "added_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "added_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "reddit_posts" ADD COLUMN "added_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "added_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "tiktok_videos" ADD COLUMN "added_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
-- What accounts store about rows leaves with the rows. Every deletion from a data table is noted in deleted_rows. A transaction that
-- stores something about a row holds a share lock on it, so whatever is stored is committed, and seen here, before the row can be
-- deleted.
CREATE FUNCTION my_rows_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM row_list_rows listed USING gone, row_lists list
    WHERE listed.row_id = gone.row_id AND list.id = listed.list_id AND list.table_name = gone.table_name;
  DELETE FROM row_tags tagged USING gone WHERE tagged.row_id = gone.row_id AND tagged.table_name = gone.table_name;
  DELETE FROM row_notes note USING gone WHERE note.row_id = gone.row_id AND note.table_name = gone.table_name;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER deleted_rows_my_rows AFTER INSERT ON deleted_rows REFERENCING NEW TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION my_rows_gone();
--> statement-breakpoint
CREATE FUNCTION my_people_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM row_list_rows listed USING gone, row_lists list
    WHERE listed.row_id = gone.id AND list.id = listed.list_id AND list.table_name = 'collected_people';
  DELETE FROM row_notes note USING gone WHERE note.row_id = gone.id AND note.table_name = 'collected_people';
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER linkedin_profiles_my_people AFTER DELETE ON linkedin_profiles REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION my_people_gone();
--> statement-breakpoint
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
SELECT count_account_storage(counted) FROM unnest(ARRAY[
  'account_events', 'alert_messages', 'alerts', 'analysis_tasks', 'collector_rows', 'linkedin_companies',
  'linkedin_known_places', 'linkedin_profile_changes', 'linkedin_profile_tags', 'linkedin_profiles',
  'linkedin_raw_answers', 'linkedin_recollections', 'row_lists', 'row_notes', 'row_tags', 'scheduled_export_files',
  'scheduled_exports', 'search_jobs', 'table_exports', 'table_layouts', 'table_views', 'trend_videos', 'trends',
  'webhook_deliveries', 'webhooks'
]::regclass[]) AS counted;
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
-- Servers of the version before the ledger of storage read the size of raw answers here.
CREATE VIEW "linkedin_raw_answer_sizes" AS SELECT "account_id", sum("bytes")::bigint AS "bytes" FROM "account_storage" WHERE "table_name" = 'linkedin_raw_answers' GROUP BY "account_id";
--> statement-breakpoint
INSERT INTO networks (network) VALUES ('reddit'), ('tiktok');
