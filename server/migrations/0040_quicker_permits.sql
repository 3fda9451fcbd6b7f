DROP INDEX "permits_ended";--> statement-breakpoint
-- Room in each page for the next version of its rows: without it, and with an index of a column that changes each time,
-- every fetch would add to the indexes.
ALTER TABLE "permits" SET (fillfactor = 50);--> statement-breakpoint
-- The same permits as before, see server/src/limits/permits.ts, at less cost: the entries of a limit are few and in order, so
-- no query gathers them, and nothing of an unlogged table waits for the disk.
CREATE OR REPLACE FUNCTION take_permits(of_key bytea, most integer, seconds integer, want integer, spent integer)
RETURNS TABLE (granted integer, total integer, newest double precision, oldest double precision)
LANGUAGE plpgsql AS $$
DECLARE
	held permits;
	moment bigint;
	ended integer := 0;
	calls integer;
BEGIN
	SELECT * INTO held FROM permits WHERE key = of_key FOR UPDATE;
	IF NOT FOUND THEN
		INSERT INTO permits VALUES (of_key, '{}', '{}', clock_timestamp()) ON CONFLICT DO NOTHING;
		SELECT * INTO held FROM permits WHERE key = of_key FOR UPDATE;
	END IF;
	-- Only now: others may have taken theirs while this waited.
	moment := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
	WHILE held.times[ended + 1] <= moment - seconds * 1000000::bigint LOOP
		ended := ended + 1;
	END LOOP;
	IF ended > 0 THEN
		held.times := held.times[ended + 1:];
		held.counts := held.counts[ended + 1:];
	END IF;
	total := 0;
	FOREACH calls IN ARRAY held.counts LOOP
		total := total + calls;
	END LOOP;
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
