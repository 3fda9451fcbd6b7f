-- A text without case and accents, for sorting and for searching words; foldText of the server does the same. Letters
-- that are more than a letter with an accent are written as people without such a keyboard type them.
CREATE FUNCTION fold_text(cells text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100 AS $$
DECLARE
  folded text := lower(normalize(regexp_replace(normalize(cells, NFKD), '[\u0300-\u036f]+', '', 'g'), NFC));
BEGIN
  RETURN translate(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øłđðħıς', 'olddhiσ');
END;
$$;
--> statement-breakpoint
-- The words of a text, each under a scope such as an account's number: an index of all accounts' words then reads
-- those of one alone. A word is cut before it is longer than the database takes one. Names are qualified: indexes are maintained, and dumps restored, without a search path.
CREATE FUNCTION scoped_words(scope text, cells text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1500 AS $$
BEGIN
  RETURN array_to_tsvector(ARRAY(SELECT scope || left(word, 200) FROM unnest(tsvector_to_array(public.search_words(public.fold_text(cells)))) word));
END;
$$;
--> statement-breakpoint
-- What finds the rows in which each word of a text begins a word of that scope; null for a text without a word. Words
-- hold letters and digits alone, so nothing in them is an operator once they are quoted.
CREATE FUNCTION scoped_query(scope text, cells text) RETURNS tsquery LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT string_agg(quote_literal(scope || left(word, 200)) || ':*', ' & ')
    FROM unnest(tsvector_to_array(public.search_words(public.fold_text(cells)))) word)::tsquery;
END;
$$;
--> statement-breakpoint
DROP INDEX "linkedin_profiles_export";--> statement-breakpoint
DROP INDEX "linkedin_profile_tags_account";--> statement-breakpoint
ALTER TABLE "linkedin_companies" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (scoped_words(account_id::text || ':', name) || scoped_words(account_id::text || '@', name)) STORED;--> statement-breakpoint
ALTER TABLE "linkedin_companies" ADD COLUMN "shared_words" "tsvector" GENERATED ALWAYS AS (scoped_words('', name)) STORED;--> statement-breakpoint
ALTER TABLE "linkedin_companies" ADD COLUMN "name_key" text GENERATED ALWAYS AS (left(fold_text(name), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (
  scoped_words(account_id::text || ':', coalesce(full_name, '') || ' ' || coalesce(headline, '') || ' ' ||
    coalesce(company_name, '') || ' ' || coalesce(location, '') || ' ' || coalesce(email, ''))
  || scoped_words(account_id::text || '@', coalesce(company_name, ''))) STORED;--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD COLUMN "name_key" text GENERATED ALWAYS AS (left(fold_text(full_name), 100)) STORED;--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD COLUMN "company_key" text GENERATED ALWAYS AS (left(fold_text(company_name), 100)) STORED;--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD COLUMN "has_email" boolean GENERATED ALWAYS AS (email is not null) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "linkedin_profiles" ADD COLUMN "is_complete" boolean GENERATED ALWAYS AS (sections @> '{"profile":"complete","counts":"complete","experience":"complete","education":"complete","about":"complete","contact":"complete"}'::jsonb) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "linkedin_companies_words" ON "linkedin_companies" USING gin ("words");--> statement-breakpoint
CREATE INDEX "linkedin_companies_shared_words" ON "linkedin_companies" USING gin ("shared_words");--> statement-breakpoint
CREATE INDEX "linkedin_companies_name" ON "linkedin_companies" USING btree (name_key collate "C","company_id","account_id");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_list" ON "linkedin_profiles" USING btree ("account_id","id","collected_at","updated_at","follower_count","is_complete","has_email","country","name_key","company_key","company_id");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_country" ON "linkedin_profiles" USING btree ("account_id","country");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_words" ON "linkedin_profiles" USING gin ("words");--> statement-breakpoint
CREATE INDEX "linkedin_profiles_numbered" ON "linkedin_profiles" USING btree ("account_id","company_id") WHERE company_name is null;--> statement-breakpoint
CREATE INDEX "linkedin_profile_tags_account" ON "linkedin_profile_tags" USING btree ("account_id","folded","tag","profile_id");--> statement-breakpoint
-- Companies an operator loaded under the network's number, for the lookup of companies by name.
CREATE INDEX "companies_numbered" ON "companies" USING gin (scoped_words('', "name")) WHERE "linkedin_url" ~ '/company/[0-9]{1,20}/?$';
--> statement-breakpoint
CREATE INDEX "companies_numbered_name" ON "companies" USING btree ((left(fold_text("name"), 100) collate "C")) WHERE "linkedin_url" ~ '/company/[0-9]{1,20}/?$';
