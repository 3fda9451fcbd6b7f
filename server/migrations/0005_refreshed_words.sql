-- The stored words of names and texts whose words are others now: those with signs, spelled-out letters, or letters of scripts without
-- blanks. Only these rows are written, without a lock on their tables.
UPDATE "linkedin_profiles" SET "words" = DEFAULT
WHERE concat_ws(' ', "full_name", "headline", "company_name", "location", "email") ~ '[#%&äöüøåÄÖÜØÅ\u0308\u030a\uff00-\uffef\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ec0-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1780-\u17d3\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\U00020000-\U0003ffff]|[[:alnum:]][+]|(?:^|[ (,/;])\.[A-Za-z]';
--> statement-breakpoint
UPDATE "linkedin_companies" SET "words" = DEFAULT, "shared_words" = DEFAULT WHERE "name" ~ '[#%&äöüøåÄÖÜØÅ\u0308\u030a\uff00-\uffef\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ec0-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1780-\u17d3\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\U00020000-\U0003ffff]|[[:alnum:]][+]|(?:^|[ (,/;])\.[A-Za-z]';
--> statement-breakpoint
UPDATE "linkedin_known_places" SET "words" = DEFAULT, "shared_words" = DEFAULT WHERE "name" ~ '[#%&äöüøåÄÖÜØÅ\u0308\u030a\uff00-\uffef\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0eba\u0ec0-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1780-\u17d3\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u3131-\u318e\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb\uf900-\ufaff\U00020000-\U0003ffff]|[[:alnum:]][+]|(?:^|[ (,/;])\.[A-Za-z]';
--> statement-breakpoint
-- The new indexes have no statistics until their tables are analysed, and the planner would misjudge searches.
ANALYZE "companies";
--> statement-breakpoint
ANALYZE "investors";
--> statement-breakpoint
ANALYZE "people";
--> statement-breakpoint
ANALYZE "reddit_posts";
--> statement-breakpoint
ANALYZE "reviews";
--> statement-breakpoint
ANALYZE "shopify";
--> statement-breakpoint
ANALYZE "tiktok_videos";
