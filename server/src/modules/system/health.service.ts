/**
 * Checks whether the server's parts work. Health checks are frequent and public, so requests within a second share one check.
 */
import type { Health } from '@leadloom/shared/contract/system';
import manifest from '../../../package.json' with { type: 'json' };

const PART_LIMIT_MILLISECONDS = 800;
/** For this long, all requests share one check. */
const SHARED_MILLISECONDS = 1_000;

/** The error of a part that is down. */
export class PartDown extends Error {}

/**
 * Rejects if the part is down; may resolve with a note for the operator, or reject with a `PartDown` that says it. Nothing
 * secret: the note is public.
 */
export type PartCheck = () => Promise<string | undefined>;

export function createHealth(checks: Readonly<Record<string, PartCheck>>): () => Promise<Health> {
  let asking: Promise<Health> | null = null;
  return () => {
    asking ??= ask(checks).finally(() => {
      setTimeout(() => {
        asking = null;
      }, SHARED_MILLISECONDS).unref();
    });
    return asking;
  };
}

/** The response of `/health` before the parts exist. */
export const startingHealth: Health = { status: 'starting', version: manifest.version, parts: {} };

/** The response of `/health` once the server is leaving, although its parts still work. */
export const leavingHealth: Health = { status: 'down', version: manifest.version, parts: {} };

async function ask(checks: Readonly<Record<string, PartCheck>>): Promise<Health> {
  const entries = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await askPart(check)] as const));
  const isReady = entries.every(([, part]) => part.status === 'up');
  return { status: isReady ? 'ready' : 'down', version: manifest.version, parts: Object.fromEntries(entries) };
}

async function askPart(check: PartCheck): Promise<Health['parts'][string]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), PART_LIMIT_MILLISECONDS);
  });
  try {
    const detail = await Promise.race([check(), timeout]);
    return { status: 'up', ...(detail === undefined ? {} : { detail }) };
  } catch (error) {
    return { status: 'down', ...(error instanceof PartDown ? { detail: error.message } : {}) };
  } finally {
    clearTimeout(timer);
  }
}
