CREATE INDEX "companies_linked_by_linkedin" ON "companies" USING btree (linkedin_key("linkedin_url"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "companies_linked_by_name" ON "companies" USING btree (lower("name"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "investors_by_last_investment_company" ON "investors" USING btree (lower("last_investment_company_name"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "people_linked_by_company_name" ON "people" USING btree (lower("company_name"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "shopify_by_domain" ON "shopify" USING btree ("url_domain","updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "shopify_linked_by_linkedin" ON "shopify" USING btree (linkedin_key("linkedin"),"updated_at" desc,id desc);
--> statement-breakpoint
CREATE INDEX "tiktok_videos_linked_by_sound" ON "tiktok_videos" USING btree ("sound_id","posted_at" desc,id desc);
