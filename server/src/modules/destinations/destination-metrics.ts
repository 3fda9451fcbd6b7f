/** Metrics of deliveries to destinations for Prometheus. */
import { type DestinationKind, destinationKinds } from '@leadloom/shared/contract/destinations';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Platform } from '../../platform.ts';
import { countWaiting } from './queue.repository.ts';

/**
 * How a try ended: `busy` waits until a time that the other side names, `refused` disables the destination, `given_up` is not
 * tried again, `failed` is.
 */
const outcomes = ['delivered', 'busy', 'failed', 'refused', 'given_up'] as const;
export type TryOutcome = (typeof outcomes)[number];

export interface DestinationMetrics {
  readonly registry: Registry;
  tried(kind: DestinationKind, outcome: TryOutcome): void;
}

export function createDestinationMetrics({ database, now }: Pick<Platform, 'database' | 'now'>): DestinationMetrics {
  const registry = new Registry();
  const tries = new Counter({
    name: 'destination_tries_total',
    help: 'Tries of deliveries to destinations by their outcome',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  // An outcome that has not happened yet is 0, so that its first increase is seen.
  for (const kind of destinationKinds) for (const outcome of outcomes) tries.inc({ kind, outcome }, 0);
  const gauge = (name: string, help: string, figureOf: (waiting: { count: number; oldest: Date | null }) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        this.reset();
        // The other metrics are needed most when the database is away.
        const waiting = await countWaiting(database).catch(() => null);
        if (waiting === null) return;
        for (const kind of destinationKinds) this.set({ kind }, figureOf(waiting.get(kind) ?? { count: 0, oldest: null }));
      },
    });
  gauge('destination_deliveries_waiting', 'Deliveries that wait for active destinations', ({ count }) => count);
  gauge(
    'destination_delivery_oldest_seconds',
    'How long the oldest delivery to an active destination has waited; 0 where none waits',
    ({ oldest }) => (oldest === null ? 0 : Math.max(0, (now().getTime() - oldest.getTime()) / 1_000)),
  );
  return { registry, tried: (kind, outcome) => tries.inc({ kind, outcome }) };
}
