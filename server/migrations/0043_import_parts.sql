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
ALTER TABLE "import_parts" ALTER COLUMN "rows" SET STORAGE EXTERNAL, ALTER COLUMN "notes" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "upload_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "starts" integer DEFAULT 1 NOT NULL;