/**
 * Permits for calls, given out by the database to all servers. A server that needs one fetches some ahead, a twentieth of
 * the limit, so that few calls ask the database. Every permit counts for a whole window from when it was fetched.
 */
import { createHmac } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import type { Database } from '../database/database.ts';
import { permits } from '../schema/limits.table.ts';
import type { SpeedLimit } from './window.ts';

/** A limit is used up by this many fetches. */
const PARTS = 20;
/** Limits that one statement locks: more would keep others waiting for the first of them. */
const LIMITS_AT_ONCE = 60;
/** Keys whose hash is remembered. */
const HASHES_LIMIT = 20_000;

export interface PermitRequest {
  readonly key: string;
  readonly limit: SpeedLimit;
  /** Calls that this server let through while it was alone, and that nobody else knows of. */
  readonly spent: number;
}

export interface Grant {
  /** 0: none is left. */
  readonly granted: number;
  /** Permits that nobody has fetched. */
  readonly left: number;
  readonly resetMilliseconds: number;
  /** Milliseconds until a permit is left; 0 where one is. */
  readonly waitMilliseconds: number;
}

export interface Permits {
  /**
   * Fetches permits under one or more limits. What is asked for in one turn of the event loop, or while a statement runs, is
   * fetched by the next statement.
   * @returns a grant for each request, in their order
   */
  fetch(requests: readonly PermitRequest[]): Promise<readonly Grant[]>;
  /** Deletes the rows of limits whose window is over. */
  deleteOld(): Promise<void>;
}

/** Ages are in milliseconds, by the database's clock; `at` is the position in the statement's arrays, from 1. */
const answerSchema = z.object({
  at: z.coerce.number(),
  granted: z.int(),
  total: z.int(),
  newest: z.number(),
  oldest: z.number(),
});

/** All statements lock their limits in the order of their keys. */
const STATEMENT = `select asked.at, taken.* from unnest($1::bytea[], $2::int[], $3::int[], $4::int[], $5::int[])
  with ordinality as asked(key, most, seconds, want, spent, at),
  lateral take_permits(asked.key, asked.most, asked.seconds, asked.want, asked.spent) as taken`;

interface Waiting {
  readonly requests: readonly PermitRequest[];
  readonly resolve: (grants: readonly Grant[]) => void;
  readonly reject: (cause: unknown) => void;
}

export function createPermits(database: Database, secret: Buffer): Permits {
  const waiting: Waiting[] = [];
  const hashes = createBoundedCache<Buffer>(HASHES_LIMIT);
  let isFetching = false;

  /** Serves until nobody waits. Never rejects. */
  async function serve(): Promise<void> {
    isFetching = true;
    while (waiting.length > 0) {
      // The calls that arrived with the first one are read only after it.
      await turn();
      const batch = takeBatch(waiting);
      try {
        const grants = await fetchAll(batch.flatMap(({ requests }) => requests));
        let from = 0;
        for (const { requests, resolve } of batch) {
          resolve(grants.slice(from, from + requests.length));
          from += requests.length;
        }
      } catch (cause) {
        for (const { reject } of batch) reject(cause);
      }
    }
    isFetching = false;
  }

  async function fetchAll(requests: readonly PermitRequest[]): Promise<readonly Grant[]> {
    const asked = requests
      .map((request, index) => ({ ...request, index, hash: hashOf(request.key) }))
      .sort((one, other) => Buffer.compare(one.hash, other.hash));
    const { rows } = await database.$client.query({
      name: 'take_permits',
      text: STATEMENT,
      values: [
        asked.map(({ hash }) => hash),
        asked.map(({ limit }) => limit.max),
        asked.map(({ limit }) => limit.windowSeconds),
        asked.map(({ limit }) => Math.max(1, Math.floor(limit.max / PARTS))),
        asked.map(({ spent }) => spent),
      ],
    });
    const answers = new Map(
      z
        .array(answerSchema)
        .length(asked.length)
        .parse(rows)
        .map((answer) => [asked[answer.at - 1]?.index, answer]),
    );
    return requests.flatMap(({ limit }, index) => {
      const answer = answers.get(index);
      return answer === undefined ? [] : [readGrant(limit, answer)];
    });
  }

  function hashOf(key: string): Buffer {
    const known = hashes.get(key);
    if (known !== undefined) return known;
    const hash = createHmac('sha256', secret).update(`leadloom permits v1 ${key}`).digest().subarray(0, 16);
    hashes.set(key, hash);
    return hash;
  }

  return {
    fetch: (requests) => {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Grant[]>();
      waiting.push({ requests, resolve, reject });
      if (!isFetching) void serve();
      return promise;
    },
    deleteOld: async () => {
      await database.delete(permits).where(lt(permits.endsAt, sql`clock_timestamp()`));
    },
  };
}

/** Takes the requests that have waited longest, at least one of them. */
function takeBatch(waiting: Waiting[]): readonly Waiting[] {
  let count = 1;
  let limits = waiting[0]?.requests.length ?? 0;
  for (const { requests } of waiting.slice(1)) {
    limits += requests.length;
    if (limits > LIMITS_AT_ONCE) break;
    count += 1;
  }
  return waiting.splice(0, count);
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
