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

const grantSchema = z.tuple([z.object({ granted: z.int(), total: z.int(), newest: z.number(), oldest: z.number() })]);

export function createPermits(database: Database, secret: Buffer): Permits {
  return {
    async fetch(key, { max, windowSeconds }, spent) {
      const hash = createHmac('sha256', secret).update(`leadloom permits v1 ${key}`).digest().subarray(0, 16);
      const want = Math.max(1, Math.floor(max / PARTS));
      // Ages are in milliseconds, by the database's clock.
      const { rows } = await database.$client.query('select * from take_permits($1, $2, $3, $4, $5)', [
        hash,
        max,
        windowSeconds,
        want,
        spent,
      ]);
      const [{ granted, total, newest, oldest }] = grantSchema.parse(rows);
      const left = Math.max(0, max - total);
      const until = (age: number) => Math.max(0, windowSeconds * 1_000 - age);
      return {
        granted,
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
