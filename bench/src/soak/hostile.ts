/**
 * One account that requests as much as it can, in a thread of its own: otherwise its calls would be felt in the measured
 * times only because both share an event loop. It is bounded: one burst a second, each of at most 60 calls.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Credentials } from './session.ts';

export interface HostileOptions {
  readonly origins: readonly string[];
  readonly credentials: Credentials;
}

/** Answers of a kind of call by their status; 0: the connection was cut off. */
const reportSchema = z.map(z.string(), z.map(z.int(), z.int()));
type HostileReport = z.infer<typeof reportSchema>;

/** @returns what it was answered, once it is over */
export async function beHostile(options: HostileOptions, isOver: () => boolean): Promise<HostileReport> {
  const worker = new Worker(new URL('hostile-worker.ts', import.meta.url), { workerData: options });
  const answered = once(worker, 'message');
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 200));
  worker.postMessage('end');
  const [report] = await answered;
  await worker.terminate();
  return reportSchema.parse(report);
}

/** `the list of entries 200 12 times, 429 48 times`. */
export function sayHostile(report: HostileReport): string {
  return [...report]
    .map(([name, answers]) => {
      const counts = [...answers].map(([status, times]) => `${status} ${times} times`);
      return `${name} ${counts.join(', ')}`;
    })
    .join('; ');
}
