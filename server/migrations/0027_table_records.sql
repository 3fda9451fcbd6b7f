-- The page of a company or school in an address at LinkedIn, as records are linked by it; null: there is none.
CREATE FUNCTION linkedin_key(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(substring(address from '(?i)^(?:https?://)?(?:[a-z]+\.)?linkedin\.com/((?:company|school|showcase)/[^/?#[:space:]]+)'))
$$;
--> statement-breakpoint
-- Columns are added without a value, so that rows that are there do not claim to have come today.
ALTER TABLE "companies" ADD COLUMN "added_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "companies" ALTER COLUMN "added_at" SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE "investors" ADD COLUMN "added_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "investors" ALTER COLUMN "added_at" SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "added_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "people" ALTER COLUMN "added_at" SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE "reddit_posts" ADD COLUMN "added_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "reddit_posts" ALTER COLUMN "added_at" SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "added_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "reviews" ALTER COLUMN "added_at" SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE "shopify" ADD COLUMN "url_domain" text;
--> statement-breakpoint
ALTER TABLE "shopify" ADD COLUMN "added_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "shopify" ALTER COLUMN "added_at" SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE "tiktok_videos" ADD COLUMN "added_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "tiktok_videos" ALTER COLUMN "added_at" SET DEFAULT now();
--> statement-breakpoint
-- The hosts of stores that are there, without the triggers: nobody who follows the table is told. Hosts with letters
-- beyond ASCII follow at the next import of their rows.
ALTER TABLE "shopify" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "shopify" SET url_domain = found.host FROM (
  SELECT id, regexp_replace(regexp_replace(lower(
    substring(btrim(url) from '^(?:[a-zA-Z][a-zA-Z0-9+.-]*://|//)?(?:[^/?#@]*@)?([^/?#:[:space:]]+)')), '\.$', ''), '^www[0-9]?\.', '') AS host
  FROM "shopify"
) found WHERE "shopify".id = found.id AND found.host ~ '^[a-z0-9_-]+([.][a-z0-9_-]+)+$';
--> statement-breakpoint
ALTER TABLE "shopify" ENABLE TRIGGER USER;
--> statement-breakpoint
SELECT track_table('shopify');
