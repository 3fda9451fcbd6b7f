CREATE INDEX "investors_linked_by_name" ON "investors" USING btree (lower("name"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_linked_by_email" ON "people" USING btree (lower("email"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "people_linked_by_name" ON "people" USING btree (lower("name"),"updated_at" desc,id desc);--> statement-breakpoint
CREATE INDEX "shopify_linked_by_name" ON "shopify" USING btree (lower("merchant_name"),"updated_at" desc,id desc);