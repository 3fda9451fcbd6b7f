/**
 * The lower bound for a list over HTTP: one route that runs a page's SQL on a pool like the server's and returns the rows,
 * without keys, counts, limits or totals. It has a process of its own, as the server has.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Login } from '@leadloom/server/embedded/embedded-database';

export interface BareOptions {
  readonly login: Login;
  /** Statements, each of which is one page, requested by its index: `/rows/0`. */
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

export interface BareRoute {
  /** An address without a path. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function startBareRoute(options: BareOptions): Promise<BareRoute> {
  const child = fork(fileURLToPath(new URL('./bare-route-process.ts', import.meta.url)));
  const told: Promise<string[]> = once(child, 'message');
  child.send(options);
  const ended = once(child, 'exit');
  const [url] = await Promise.race([
    told,
    ended.then(([code]) => {
      throw new Error(`the bare route ended with ${code}`);
    }),
  ]);
  if (url === undefined) throw new Error('the bare route told no address');
  return {
    url,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
