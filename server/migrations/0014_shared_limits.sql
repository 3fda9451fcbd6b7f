CREATE TABLE "attempts" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "permits" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"times" bigint[] NOT NULL,
	"counts" integer[] NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "present_servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slots" (
	"name" text PRIMARY KEY NOT NULL,
	"lease_token" uuid NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attempts_ended" ON "attempts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "permits_ended" ON "permits" USING btree ("ends_at");--> statement-breakpoint
-- Gives out permits of the running window, see server/src/limits/permits.ts. A function, because its plans are kept:
-- parsed anew, these statements would cost more than they do.
CREATE FUNCTION take_permits(of_key bytea, most integer, seconds integer, want integer, spent integer)
RETURNS TABLE (granted integer, total integer, newest double precision, oldest double precision)
LANGUAGE plpgsql AS $$
DECLARE
	held permits;
	moment bigint;
BEGIN
	PERFORM set_config('synchronous_commit', 'off', true);
	SELECT * INTO held FROM permits WHERE key = of_key FOR UPDATE;
	IF NOT FOUND THEN
		INSERT INTO permits VALUES (of_key, '{}', '{}', clock_timestamp()) ON CONFLICT DO NOTHING;
		SELECT * INTO held FROM permits WHERE key = of_key FOR UPDATE;
	END IF;
	-- Only now: others may have taken theirs while this waited.
	moment := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
	SELECT coalesce(array_agg(running.at ORDER BY running.at), '{}'), coalesce(array_agg(running.calls ORDER BY running.at), '{}'),
		coalesce(sum(running.calls), 0)
	INTO held.times, held.counts, total
	FROM unnest(held.times, held.counts) AS running(at, calls) WHERE running.at > moment - seconds * 1000000::bigint;
	granted := greatest(0, least(want, most - total - spent));
	IF granted > 0 THEN
		held.times := held.times || moment;
		held.counts := held.counts || (spent + granted);
		total := total + spent + granted;
		UPDATE permits SET times = held.times, counts = held.counts, ends_at = clock_timestamp() + make_interval(secs => seconds)
		WHERE key = of_key;
	END IF;
	newest := coalesce(moment - held.times[cardinality(held.times)], 0) / 1000.0;
	oldest := coalesce(moment - held.times[1], 0) / 1000.0;
	RETURN NEXT;
END $$;
