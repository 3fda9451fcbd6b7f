/** Waits for a database that is still starting at the same time, as in a group of containers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { causes, classifyError, codeOf } from '../http/classify-error.ts';
import { StartError } from '../process/start-error.ts';

const LIMIT_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 250;

interface ReachOptions {
  /** The setting that leads to the database, for the error. */
  readonly setting?: string;
  readonly log: { warn(message: string): void };
}

/**
 * @param ask a question to the database, which is asked again while no connection is possible
 * @throws {StartError} when it refuses us, or does not answer in time
 */
export async function untilReachable(
  ask: () => Promise<unknown>,
  { setting = 'DATABASE_URL', log }: ReachOptions,
): Promise<void> {
  const deadline = Date.now() + LIMIT_MILLISECONDS;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      const mayPass = classifyError(error).code === 'SERVER.UNAVAILABLE';
      if (!mayPass || Date.now() > deadline) throw new StartError(`${setting}: ${explain(error)}`, { cause: error });
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
