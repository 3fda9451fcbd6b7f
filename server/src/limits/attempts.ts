/**
 * Counts attempts in windows of time, in the database: one count for all servers, which outlives their restarts. Of any
 * number of parallel attempts no more get through than the limit says.
 *
 * A count is written without waiting for the disk: a crash of the database may take the last half second from it.
 */
import { createHmac } from 'node:crypto';
import { inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { oldestOf } from '../crypto/secret-ring.ts';
import type { Connection } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { attempts } from '../schema/limits.table.ts';
import { sharedNow } from './shared-clock.ts';

export interface AttemptLimit {
  readonly max: number;
  /** Seconds that the window lasts, from the first attempt on. */
  readonly windowSeconds: number;
}

/** One attempt to be counted. */
export interface Attempt {
  /** Who or what is limited, such as an address. It is stored as a hash. */
  readonly key: string;
  readonly limit: AttemptLimit;
}

export interface Attempts {
  /**
   * Counts all of them, or none where one is refused.
   * @param transaction in which to count, where it should be undone with it
   * @returns null when they are allowed, else the seconds until they would be
   */
  take(wanted: readonly Attempt[], transaction?: Connection): Promise<number | null>;
  /** Takes back attempts that turned out to be none. */
  giveBack(keys: readonly string[]): Promise<void>;
  /** Forgets the attempts of these keys. */
  clear(keys: readonly string[]): Promise<void>;
  /** Counts whose window is over. */
  deleteOld(): Promise<void>;
}

type AttemptsPlatform = Pick<Platform, 'database' | 'databaseNow' | 'secrets'>;

const taken = z.array(z.object({ place: z.int(), is_taken: z.boolean(), seconds: z.int().nullable() }));
const quickly = sql`quick as materialized (select set_config('synchronous_commit', 'off', true))`;

export function createAttempts(platform: AttemptsPlatform): Attempts {
  const { database } = platform;
  // The oldest, so that a new secret in front does not start all counts again.
  const secret = oldestOf(platform.secrets);
  /** Keys are hashed, so that nobody who reads the table learns which addresses it is about. */
  const hash = (key: string): Buffer =>
    createHmac('sha256', secret).update(`leadloom attempts v1 ${key}`).digest().subarray(0, 16);

  async function giveBack(keys: readonly string[], connection: Connection = database): Promise<void> {
    const hashes = sql.param(keys.map(hash));
    await connection.execute(sql`
      with ${connection === database ? quickly : sql`quick as (select)`}
      update attempts set count = count - 1 from quick where key = any(${hashes}::bytea[]) and count > 0`);
  }

  async function take(wanted: readonly Attempt[], transaction: Connection = database): Promise<number | null> {
    const statement = takeStatement({
      hashes: wanted.map(({ key }) => hash(key)),
      limits: wanted.map(({ limit }) => limit),
      now: sharedNow(platform),
      // Such a write does not wait for the disk. It must be a transaction of its own: the caller's must wait.
      isQuick: transaction === database,
    });
    const rows = taken.parse((await transaction.execute(statement)).rows);
    const refused = rows.filter(({ is_taken }) => !is_taken);
    if (refused.length === 0) return null;
    const counted = rows.flatMap(({ is_taken, place }) => (is_taken ? (wanted[place - 1]?.key ?? []) : []));
    if (counted.length > 0) await giveBack(counted, transaction);
    return Math.max(...refused.map(({ seconds, place }) => seconds ?? wanted[place - 1]?.limit.windowSeconds ?? 1));
  }

  return {
    take,
    giveBack: (keys) => giveBack(keys),
    clear: async (keys) => {
      await database.delete(attempts).where(inArray(attempts.key, keys.map(hash)));
    },
    deleteOld: async () => {
      await database.delete(attempts).where(lt(attempts.endsAt, sharedNow(platform)));
    },
  };
}

interface Taking {
  readonly hashes: readonly Buffer[];
  readonly limits: readonly AttemptLimit[];
  readonly now: SQL;
  readonly isQuick: boolean;
}

/** Keys are locked in one order, so that two servers never wait for each other. */
function takeStatement({ hashes, limits, now, isQuick }: Taking): SQL {
  // A window that ends later than a new one would was begun by a clock that was ahead.
  const isOver = sql`(kept.ends_at <= (select now from moment) or kept.ends_at > excluded.ends_at)`;
  return sql`
    with ${isQuick ? quickly : sql`quick as (select)`}, moment as materialized (select ${now} as now),
    wanted as materialized (
      select * from unnest(
        ${sql.param(hashes)}::bytea[],
        ${sql.param(limits.map(({ max }) => max))}::int[],
        ${sql.param(limits.map(({ windowSeconds }) => windowSeconds))}::int[]
      ) with ordinality as wanted(key, max, seconds, place)
    ), counted as (
      insert into attempts as kept (key, count, ends_at)
      select wanted.key, 1, moment.now + make_interval(secs => wanted.seconds) from wanted, moment, quick order by wanted.key
      on conflict (key) do update set
        count = case when ${isOver} then 1 else kept.count + 1 end,
        ends_at = case when ${isOver} then excluded.ends_at else kept.ends_at end
      where ${isOver} or kept.count < (select max from wanted where wanted.key = kept.key)
      returning key
    )
    select wanted.place::int as place, counted.key is not null as is_taken,
      greatest(1, ceil(extract(epoch from kept.ends_at - (select now from moment))))::int as seconds
    from wanted left join counted using (key) left join attempts kept using (key)`;
}
