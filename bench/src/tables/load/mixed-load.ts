/** Many connections that ask as fast as they are answered, from a process of their own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface LoadOptions {
  /** Without a path. */
  readonly url: string;
  readonly authorization: string;
  readonly connections: number;
  readonly seconds: number;
  /** In rotation; every connection begins at another one. */
  readonly paths: readonly string[];
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 2xx, broken connections and requests that took too long. */
  readonly errors: number;
}

export async function runMixedLoad(options: LoadOptions): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('./mixed-load-process.ts', import.meta.url)));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the load ended with ${code}`);
  });
  const told: Promise<LoadResult[]> = once(child, 'message');
  child.send(options);
  try {
    const [result] = await Promise.race([told, ended]);
    if (result === undefined) throw new Error('the load told no result');
    return result;
  } finally {
    ended.catch(() => undefined);
    child.kill();
  }
}
