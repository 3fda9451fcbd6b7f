-- What the search finds of a text: its words. Marks and symbols are blanks first, since the parser keeps some of
-- them inside words; the class is WORD_BREAKS_SQL of search-words.ts. Its cost is what keeps the planner from
-- taking every row's words apart where the index knows them.
CREATE FUNCTION search_words(cells text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1500 AS $$
BEGIN
  RETURN to_tsvector('simple', regexp_replace(cells, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u3004\u3007-\u3030\ufe00-\ufe4f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+', ' ', 'g'));
END;
$$;
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
	"needs_escape" boolean DEFAULT true NOT NULL
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
	"needs_escape" boolean DEFAULT true NOT NULL
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
	"needs_escape" boolean DEFAULT true NOT NULL
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
	"needs_escape" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"review_title" text NOT NULL,
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
	"needs_escape" boolean DEFAULT true NOT NULL
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
	"needs_escape" boolean DEFAULT true NOT NULL
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
	"needs_escape" boolean DEFAULT true NOT NULL
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
	CONSTRAINT "table_dirty_chunks_table_name_chunk_pk" PRIMARY KEY("table_name","chunk")
);
--> statement-breakpoint
CREATE TABLE "table_versions" (
	"table_name" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"described_version" bigint DEFAULT 0 NOT NULL,
	"row_count" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "table_layouts" (
	"account_id" bigint NOT NULL,
	"table_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exported_rows" ADD CONSTRAINT "exported_rows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_exports" ADD CONSTRAINT "table_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_layouts" ADD CONSTRAINT "table_layouts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_views" ADD CONSTRAINT "table_views_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_key" ON "companies" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "companies_newest" ON "companies" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_sample" ON "companies" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "companies_by_name" ON "companies" USING btree (name,id);--> statement-breakpoint
CREATE INDEX "companies_by_search_query" ON "companies" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("website", '') || ' ' || coalesce("description", '')));--> statement-breakpoint
CREATE INDEX "companies_by_country" ON "companies" USING btree ("country","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_by_vertical" ON "companies" USING gin ("verticals");--> statement-breakpoint
CREATE INDEX "companies_by_last_financing_deal_type" ON "companies" USING btree ("last_financing_deal_type","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_by_domain" ON "companies" USING btree ("website_domain","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "companies_by_with_contact_info" ON "companies" USING btree ("updated_at" desc,id desc) WHERE "main_contact_email" is not null;--> statement-breakpoint
CREATE INDEX "companies_by_positive_revenue" ON "companies" USING btree ("updated_at" desc,id desc) WHERE "revenue" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "investors_key" ON "investors" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "investors_newest" ON "investors" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_sample" ON "investors" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "investors_by_name" ON "investors" USING btree (name,id);--> statement-breakpoint
CREATE INDEX "investors_by_search_query" ON "investors" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("primary_contact_name", '') || ' ' || coalesce("website", '')));--> statement-breakpoint
CREATE INDEX "investors_by_country" ON "investors" USING btree ("country","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_by_city" ON "investors" USING btree (lower("city"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_by_primary_investor_type" ON "investors" USING btree ("primary_investor_type","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "investors_by_preferred_investment_type" ON "investors" USING gin ("preferred_investment_types");--> statement-breakpoint
CREATE INDEX "investors_by_last_investment_company_name" ON "investors" USING gin (search_words(coalesce("last_investment_company_name", '')));--> statement-breakpoint
CREATE INDEX "investors_by_with_contact_info" ON "investors" USING btree ("updated_at" desc,id desc) WHERE "primary_contact_email" is not null or "phone" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "people_key" ON "people" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "people_newest" ON "people" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_sample" ON "people" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "people_by_name" ON "people" USING btree (name,id);--> statement-breakpoint
CREATE INDEX "people_by_country" ON "people" USING btree ("country","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_by_search_query" ON "people" USING gin (search_words(coalesce("name", '') || ' ' || coalesce("company_name", '') || ' ' || coalesce("biography", '')));--> statement-breakpoint
CREATE INDEX "people_by_website" ON "people" USING btree ("company_website_domain","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_by_is_investor" ON "people" USING btree ("updated_at" desc,id desc) WHERE "is_investor";--> statement-breakpoint
CREATE UNIQUE INDEX "reddit_posts_key" ON "reddit_posts" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "reddit_posts_newest" ON "reddit_posts" USING btree ("posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reddit_posts_sample" ON "reddit_posts" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "reddit_posts_by_author" ON "reddit_posts" USING btree (lower("author"),"posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reddit_posts_by_subreddit" ON "reddit_posts" USING btree ("subreddit_name","posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reddit_posts_by_search_query" ON "reddit_posts" USING gin (search_words(coalesce("title", '') || ' ' || coalesce("text", '')));--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_key" ON "reviews" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reviews_sample" ON "reviews" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "reviews_by_reviewer_country" ON "reviews" USING btree ("reviewer_country","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reviews_by_domain" ON "reviews" USING btree ("product_url_domain","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "reviews_by_search_query" ON "reviews" USING gin (search_words(coalesce("review_title", '')));--> statement-breakpoint
CREATE UNIQUE INDEX "shopify_key" ON "shopify" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "shopify_newest" ON "shopify" USING btree ("updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "shopify_sample" ON "shopify" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "shopify_by_topics" ON "shopify" USING gin ("topics");--> statement-breakpoint
CREATE INDEX "shopify_by_currency" ON "shopify" USING btree ("currency","updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "shopify_by_with_email" ON "shopify" USING btree ("updated_at" desc,id desc) WHERE "emails" is not null;--> statement-breakpoint
CREATE INDEX "shopify_by_with_youtube" ON "shopify" USING btree ("updated_at" desc,id desc) WHERE "youtube_channel" is not null;--> statement-breakpoint
CREATE INDEX "shopify_by_with_linkedin" ON "shopify" USING btree ("updated_at" desc,id desc) WHERE "linkedin" is not null;--> statement-breakpoint
CREATE INDEX "shopify_by_search_query" ON "shopify" USING gin (search_words(coalesce("merchant_name", '') || ' ' || coalesce("url", '') || ' ' || coalesce("description", '')));--> statement-breakpoint
CREATE UNIQUE INDEX "tiktok_videos_key" ON "tiktok_videos" USING btree (canonical_key);--> statement-breakpoint
CREATE INDEX "tiktok_videos_newest" ON "tiktok_videos" USING btree ("posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "tiktok_videos_sample" ON "tiktok_videos" USING btree (id) WHERE source = 'sample';--> statement-breakpoint
CREATE INDEX "tiktok_videos_by_author" ON "tiktok_videos" USING btree ("author_unique_id","posted_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "tiktok_videos_by_hashtag" ON "tiktok_videos" USING gin ("hashtags");--> statement-breakpoint
CREATE INDEX "tiktok_videos_by_search_query" ON "tiktok_videos" USING gin (search_words(coalesce("summary", '')));--> statement-breakpoint
CREATE INDEX "table_exports_account" ON "table_exports" USING btree ("account_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "table_views_name" ON "table_views" USING btree ("account_id","table_name",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "table_views_default" ON "table_views" USING btree ("account_id","table_name") WHERE "table_views"."is_default";--> statement-breakpoint
CREATE INDEX "table_views_account" ON "table_views" USING btree ("account_id");