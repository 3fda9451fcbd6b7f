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
ALTER TABLE "linkedin_known_places" ADD CONSTRAINT "linkedin_known_places_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "linkedin_known_places_id" ON "linkedin_known_places" USING btree ("account_id","place_id");--> statement-breakpoint
CREATE INDEX "linkedin_known_places_oldest" ON "linkedin_known_places" USING btree ("account_id","updated_at");--> statement-breakpoint
CREATE INDEX "linkedin_known_places_words" ON "linkedin_known_places" USING gin ("words");--> statement-breakpoint
CREATE INDEX "linkedin_known_places_shared_words" ON "linkedin_known_places" USING gin ("shared_words");--> statement-breakpoint
CREATE INDEX "linkedin_known_places_name" ON "linkedin_known_places" USING btree (name_key collate "C","place_id","account_id");--> statement-breakpoint
SELECT count_account_storage('linkedin_known_places');
