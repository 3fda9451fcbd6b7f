/** Waits for a database that is still starting beside us, as in a group of containers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { causes, classifyError, codeOf } from '../http/classify-error.ts';
import { StartError } from '../process/start-error.ts';
import type { Database } from './database.ts';

const LIMIT_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 250;

/** @throws {StartError} when it refuses us, or does not answer in time */
export async function untilReachable(database: Database, log: { warn(message: string): void }): Promise<void> {
  const deadline = Date.now() + LIMIT_MILLISECONDS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await database.execute(sql`select 1`);
      return;
    } catch (error) {
      const mayPass = classifyError(error).code === 'SERVER.UNAVAILABLE';
      if (!mayPass || Date.now() > deadline) throw new StartError(`DATABASE_URL: ${explain(error)}`, { cause: error });
      if (attempt === 0) log.warn('the database does not answer yet; waiting');
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

/** The driver's message names the role and the host, never the password. */
function explain(error: unknown): string {
  const root = causes(error).at(-1);
  return root === undefined
    ? String(error)
    : `the database cannot be used (${[codeOf(root), root.message].filter(Boolean).join(', ')}).`;
}
