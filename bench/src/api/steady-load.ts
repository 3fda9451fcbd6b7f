/** Connections that ask as fast as they are answered, and end with an answer: every request that was begun is counted. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SteadyLoad {
  /** Without a path. */
  readonly url: string;
  /** The header. */
  readonly authorization: string;
  readonly connections: number;
  readonly seconds: number;
  /** In rotation; every connection begins at another one. */
  readonly paths: readonly string[];
}

export interface SteadyResult {
  readonly answered: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and broken connections; the first in words. */
  readonly errors: number;
  readonly firstError: string | null;
}

export async function runSteadyLoad(load: SteadyLoad): Promise<SteadyResult> {
  const child = fork(fileURLToPath(new URL('./steady-load-process.ts', import.meta.url)));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the load ended with ${code}`);
  });
  const told: Promise<SteadyResult[]> = once(child, 'message');
  child.send(load);
  try {
    const [result] = await Promise.race([told, ended]);
    if (result === undefined) throw new Error('the load told no result');
    return result;
  } finally {
    ended.catch(() => undefined);
    child.kill();
  }
}
