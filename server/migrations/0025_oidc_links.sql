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
ALTER TABLE "accounts" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "oidc_flows" ADD CONSTRAINT "oidc_flows_link_id_oidc_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."oidc_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_links" ADD CONSTRAINT "oidc_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oidc_flows_expiry" ON "oidc_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oidc_flows_link" ON "oidc_flows" USING btree ("link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "oidc_links_subject" ON "oidc_links" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "oidc_links_account" ON "oidc_links" USING btree ("account_id");