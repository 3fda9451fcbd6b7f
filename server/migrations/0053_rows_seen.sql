ALTER TABLE "accounts" ADD COLUMN "rows_seen_at" timestamp with time zone;--> statement-breakpoint
-- What was ticked off stays so.
UPDATE "accounts" SET "rows_seen_at" = visited.at
  FROM (SELECT account_id, min(started_at) AS at FROM table_visits GROUP BY account_id) visited
  WHERE visited.account_id = "accounts".id;
