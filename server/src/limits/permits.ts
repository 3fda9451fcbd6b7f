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

export interface PermitRequest {
  readonly key: string;
  readonly limit: SpeedLimit;
  /** Calls that this server let through while it was alone, and that nobody else knows of. */
  readonly spent: number;
}

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
   * Fetches permits under one or more limits in one statement. Callers name their limits in the same order everywhere:
   * the statement locks them in that order.
   * @returns a grant for each request, in their order
   */
  fetch(requests: readonly PermitRequest[]): Promise<readonly Grant[]>;
  /** Those whose window is over. */
  deleteOld(): Promise<void>;
}

/** Ages are in milliseconds, by the database's clock. */
const answerSchema = z.object({ granted: z.int(), total: z.int(), newest: z.number(), oldest: z.number() });

export function createPermits(database: Database, secret: Buffer): Permits {
  return {
    async fetch(requests) {
      const values = requests.flatMap(({ key, limit: { max, windowSeconds }, spent }) => {
        const hash = createHmac('sha256', secret).update(`leadloom permits v1 ${key}`).digest().subarray(0, 16);
        return [hash, max, windowSeconds, Math.max(1, Math.floor(max / PARTS)), spent];
      });
      const { rows } = await database.$client.query(statementFor(requests.length), values);
      const answers = z.array(answerSchema).length(requests.length).parse(rows);
      return requests.flatMap(({ limit }, index) => answers.slice(index, index + 1).map((answer) => readGrant(limit, answer)));
    },
    deleteOld: async () => {
      await database.delete(permits).where(lt(permits.endsAt, sql`clock_timestamp()`));
    },
  };
}

function statementFor(requests: number): string {
  const calls = Array.from({ length: requests }, (_, index) => {
    const places = [1, 2, 3, 4, 5].map((value) => `$${index * 5 + value}`);
    return `select * from take_permits(${places.join(', ')})`;
  });
  return calls.join(' union all ');
}

function readGrant({ max, windowSeconds }: SpeedLimit, { granted, total, newest, oldest }: z.infer<typeof answerSchema>): Grant {
  const left = Math.max(0, max - total);
  const until = (age: number) => Math.max(0, windowSeconds * 1_000 - age);
  return {
    granted,
    left,
    resetMilliseconds: until(newest),
    waitMilliseconds: left > 0 ? 0 : Math.max(1, until(oldest)),
  };
}
