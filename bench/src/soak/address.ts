/**
 * Two servers behind one address, as a proxy shows them: a request goes to a server whose `/health` answers 200, to the other
 * one where it refuses the connection, and a read that was cut off is sent once more. A write that was cut off may have been
 * carried out, so it is not repeated here: `status` is 0 then.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const HEALTH_EVERY_MILLISECONDS = 500;
/** How long a request waits for a server while none is up, as a proxy queues it. */
const QUEUE_MILLISECONDS = 20_000;
const ANSWER_MILLISECONDS = 60_000;
const LOOK_MILLISECONDS = 50;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** A path below the API's. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

export interface Reply {
  /** 0: the connection was cut off. */
  readonly status: number;
  readonly text: string;
}

export interface Address {
  send(call: Call): Promise<Reply>;
  /** Requests that were cut off, or met a server that was gone. */
  cutOff(): { readonly reads: number; readonly writes: number };
  close(): void;
}

const causeSchema = z.object({ cause: z.object({ code: z.string() }) });

export function openAddress(origins: readonly string[]): Address {
  const up = new Set(origins);
  let turn = 0;
  let [reads, writes] = [0, 0];
  let isOpen = true;

  async function watch(origin: string): Promise<void> {
    while (isOpen) {
      const health = await fetch(`${origin}/health`).catch(() => null);
      await health?.body?.cancel();
      if (health?.status === 200) up.add(origin);
      else up.delete(origin);
      await sleep(HEALTH_EVERY_MILLISECONDS);
    }
  }
  for (const origin of origins) void watch(origin);

  async function choose(): Promise<string> {
    const deadline = performance.now() + QUEUE_MILLISECONDS;
    for (;;) {
      turn += 1;
      const running = origins.filter((origin) => up.has(origin));
      const chosen = running[turn % Math.max(1, running.length)];
      if (chosen !== undefined) return chosen;
      if (performance.now() > deadline) throw new Error('no server is up');
      await sleep(LOOK_MILLISECONDS);
    }
  }

  async function send(call: Call, isRepeated = false): Promise<Reply> {
    const origin = await choose();
    try {
      return await sendTo(origin, call);
    } catch (error) {
      // The server gets no requests until its next health check succeeds: other connections to it may not be known to be
      // closed yet.
      up.delete(origin);
      const failure = causeSchema.safeParse(error);
      if (failure.success && failure.data.cause.code === 'ECONNREFUSED') return send(call, isRepeated);
      if (call.method !== 'GET') writes += 1;
      else reads += 1;
      return call.method === 'GET' && !isRepeated ? send(call, true) : { status: 0, text: String(error) };
    }
  }

  return {
    send,
    cutOff: () => ({ reads, writes }),
    close: () => {
      isOpen = false;
    },
  };
}

async function sendTo(origin: string, { method, path, headers, body }: Call): Promise<Reply> {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
  });
  return { status: answer.status, text: await answer.text() };
}
