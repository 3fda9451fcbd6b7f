/**
 * How fast one key, and all keys of one account together, may call. Counted in memory per server, like all
 * other rate limits. A call refused by one limit is not counted by those after it, so a burst does not use up
 * the minute.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyLimits } from '../../config.ts';
import type { SpeedReading } from '../../http/limit-headers.ts';

interface Holder {
  readonly keyId: string;
  readonly accountId: number;
}

interface Policy extends Pick<SpeedReading, 'name' | 'quota' | 'windowSeconds'> {
  readonly counterOf: (holder: Holder) => string;
}

interface Speed {
  readonly readings: readonly SpeedReading[];
  /** The limit that refuses this call; null: it is admitted. */
  readonly exceeded: SpeedReading | null;
}

export type CountSpeed = (request: FastifyRequest, holder: Holder) => Promise<Speed>;

export function createKeySpeed(app: FastifyInstance, limits: KeyLimits): CountSpeed {
  // The limiter only passes the request when it needs the name of a counter.
  const holders = new WeakMap<FastifyRequest, Holder>();
  const policies = policiesOf(limits).map(({ counterOf, ...policy }) => ({
    ...policy,
    count: app.createRateLimit({
      max: policy.quota,
      timeWindow: policy.windowSeconds * 1000,
      keyGenerator: (request) => {
        const holder = holders.get(request);
        if (holder === undefined) throw new Error('a request without a key has no speed of one');
        return counterOf(holder);
      },
    }),
  }));

  return async (request, holder) => {
    holders.set(request, holder);
    const readings: SpeedReading[] = [];
    let exceeded: SpeedReading | null = null;
    for (const { count, ...policy } of policies) {
      const result = await count(request, { increment: exceeded === null });
      // Only called for callers on an allow-list, which is empty.
      if (result.isAllowed) continue;
      const reading = { ...policy, remaining: result.remaining, resetSeconds: result.ttlInSeconds };
      readings.push(reading);
      if (exceeded === null && result.isExceeded) exceeded = reading;
    }
    return { readings, exceeded };
  };
}

function policiesOf({ keyPerSecond, keyPerMinute, accountPerMinute }: KeyLimits): readonly Policy[] {
  return [
    { name: 'second', quota: keyPerSecond, windowSeconds: 1, counterOf: ({ keyId }) => keyId },
    { name: 'minute', quota: keyPerMinute, windowSeconds: 60, counterOf: ({ keyId }) => keyId },
    { name: 'account', quota: accountPerMinute, windowSeconds: 60, counterOf: ({ accountId }) => String(accountId) },
  ];
}
