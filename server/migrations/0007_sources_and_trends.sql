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
ALTER TABLE "tiktok_videos" ADD COLUMN "sound_id" text;--> statement-breakpoint
ALTER TABLE "tiktok_videos" ADD COLUMN "sound_title" text;--> statement-breakpoint
ALTER TABLE "tiktok_videos" ADD COLUMN "like_count" bigint;--> statement-breakpoint
ALTER TABLE "tiktok_videos" ADD COLUMN "share_count" bigint;--> statement-breakpoint
ALTER TABLE "tracked_sources" ADD CONSTRAINT "tracked_sources_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_sources" ADD CONSTRAINT "tracked_sources_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_tasks" ADD CONSTRAINT "analysis_tasks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trend_settings" ADD CONSTRAINT "trend_settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trend_videos" ADD CONSTRAINT "trend_videos_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trend_videos" ADD CONSTRAINT "trend_videos_trend_id_trends_id_fk" FOREIGN KEY ("trend_id") REFERENCES "public"."trends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trends" ADD CONSTRAINT "trends_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sources_name" ON "sources" USING btree ("network","key");--> statement-breakpoint
CREATE INDEX "sources_due" ON "sources" USING btree ("network","next_visit_at");--> statement-breakpoint
CREATE INDEX "tracked_sources_source" ON "tracked_sources" USING btree ("source_id");--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_tasks_running" ON "analysis_tasks" USING btree ("account_id") WHERE "analysis_tasks"."status" in ('PENDING', 'STARTED', 'PROGRESS');--> statement-breakpoint
CREATE INDEX "analysis_tasks_latest" ON "analysis_tasks" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "trend_settings_due" ON "trend_settings" USING btree ("next_run_at");--> statement-breakpoint
CREATE INDEX "trend_videos_newest" ON "trend_videos" USING btree ("trend_id","posted_at");--> statement-breakpoint
CREATE INDEX "trend_videos_video" ON "trend_videos" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "trends_latest" ON "trends" USING btree ("account_id","last_seen_at");--> statement-breakpoint
INSERT INTO networks (network) VALUES ('reddit'), ('tiktok');
