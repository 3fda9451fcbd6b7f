/** Starts a hostile network beside a test and controls it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export interface HostileOrder {
  /** One of `behaviours`. */
  readonly behaviour: string;
  readonly isOfToken: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HostileUpstream {
  readonly origin: string;
  /** @returns how many requests came since the last order */
  order(order: HostileOrder): Promise<number>;
  close(): Promise<void>;
}

const startedSchema = z.object({ port: z.int().positive() });
const orderedSchema = z.object({ requests: z.int() });

export async function startHostileUpstream(): Promise<HostileUpstream> {
  const child = fork(fileURLToPath(new URL('./run.ts', import.meta.url)), { execArgv: [], stdio: 'inherit' });
  const ended = once(child, 'exit');
  const heard = async (): Promise<unknown> => (await once(child, 'message'))[0];
  const { port } = startedSchema.parse(await heard());
  return {
    origin: `http://127.0.0.1:${port}`,
    order: async ({ behaviour, isOfToken, headers = {} }) => {
      const answer = heard();
      child.send({ behaviour, isOfToken, headers });
      return orderedSchema.parse(await answer).requests;
    },
    close: async () => {
      child.disconnect();
      await ended;
    },
  };
}
