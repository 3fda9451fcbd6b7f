/**
 * Permits for calls, given out by the database to all servers. A server that needs one fetches some ahead, a twentieth of
 * the limit, so that few calls ask the database. Every permit counts for a whole window from when it was fetched.
 */
import { createHmac } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { permits } from './limits.table.ts';
import type { SpeedLimit } from './window.ts';

/** So many fetches use a limit up. */
const PARTS = 20;

export interface Grant {
  /** 0: none is left. */
  readonly granted: number;
  /** That nobody has fetched. */
  readonly left: number;
  readonly resetMilliseconds: number;
  /** Until one is left; 0 where one is. */
  readonly waitMilliseconds: number;
}

export interface Permits {
  /**
   * Fetches permits.
   * @param spent calls that this server let through while it was alone, and that nobody else knows of
   */
  fetch(key: string, limit: SpeedLimit, spent: number): Promise<Grant>;
  /** Those whose window is over. */
  deleteOld(): Promise<void>;
}

const grantSchema = z.tuple([
  z.object({
    granted: z.int().nullable(),
    total: z.coerce.number(),
    newest: z.coerce.number(),
    oldest: z.coerce.number(),
  }),
]);

export function createPermits(database: Database, secret: Buffer): Permits {
  return {
    async fetch(key, { max, windowSeconds }, spent) {
      const hash = createHmac('sha256', secret).update(`leadloom permits v1 ${key}`).digest().subarray(0, 16);
      const want = Math.max(1, Math.floor(max / PARTS));
      const { rows } = await database.execute(fetchStatement({ hash, max, windowSeconds, want, spent }));
      const [{ granted, total, newest, oldest }] = grantSchema.parse(rows);
      const left = Math.max(0, max - total);
      const until = (ago: number) => Math.max(0, windowSeconds * 1_000 - ago);
      return {
        granted: granted ?? 0,
        left,
        resetMilliseconds: until(newest),
        waitMilliseconds: left > 0 ? 0 : Math.max(1, until(oldest)),
      };
    },
    deleteOld: async () => {
      await database.delete(permits).where(lt(permits.endsAt, sql`clock_timestamp()`));
    },
  };
}

interface Fetch extends SpeedLimit {
  readonly hash: Buffer;
  readonly want: number;
  readonly spent: number;
}

/** Ages are in milliseconds. The window is that of the database's clock. */
function fetchStatement({ hash, max, windowSeconds, want, spent }: Fetch) {
  const running = sql`unnest(kept.times, kept.counts) as running(time, count) where running.time > moment.now - ${windowSeconds}::bigint * 1000000`;
  return sql`
    with quick as materialized (select set_config('synchronous_commit', 'off', true)),
    moment as materialized (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now),
    fetched as (
      insert into permits as kept (key, times, counts, ends_at)
      select ${hash}, array[moment.now], array[${spent}::int + least(${want}::int, ${max}::int - ${spent}::int)],
        clock_timestamp() + make_interval(secs => ${windowSeconds})
      from moment, quick where ${spent}::int < ${max}::int
      on conflict (key) do update set (times, counts, ends_at) = (
        select coalesce(array_agg(time order by time) filter (where time is not null), '{}') || moment.now,
          coalesce(array_agg(count order by time) filter (where time is not null), '{}')
            || (${spent}::int + least(${want}::int, ${max}::int - ${spent}::int - coalesce(sum(count), 0)))::int,
          excluded.ends_at
        from moment left join lateral (select time, count from ${running}) of_window on true
        group by moment.now
      )
      where (select coalesce(sum(count), 0) from moment, ${running}) + ${spent}::int < ${max}::int
      returning times, counts
    ),
    standing as (
      select times, counts from fetched
      union all
      select times, counts from permits where key = ${hash} and not exists (select from fetched)
    )
    select
      (select counts[cardinality(counts)] - ${spent}::int from fetched) as granted,
      coalesce((select sum(count) from standing kept, moment, ${running}), 0) as total,
      coalesce((select moment.now - max(time) from standing kept, moment, ${running} group by moment.now), 0) / 1000.0 as newest,
      coalesce((select moment.now - min(time) from standing kept, moment, ${running} group by moment.now), 0) / 1000.0 as oldest`;
}
