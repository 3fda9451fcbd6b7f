/**
 * How fast one key, and all keys of one workspace together, may call, and all keys of one member in whatever workspaces. Calls
 * are counted for all servers together. A call refused by one limit is not counted by those after it, so a burst does not use
 * up the minute.
 */
import type { KeyLimits } from '../../config.ts';
import type { SpeedReading } from '../../http/limit-headers.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import type { Speed } from '../../limits/speed.ts';

interface Holder {
  readonly keyId: string;
  readonly workspaceId: WorkspaceId;
  /** The member who made the key. */
  readonly accountId: number;
}

interface Policy extends Pick<SpeedReading, 'name' | 'quota' | 'windowSeconds'> {
  /** Those for whom the call counts. */
  readonly callersOf: (holder: Holder) => readonly string[];
}

interface SpeedReadings {
  readonly readings: readonly SpeedReading[];
  /** The limit that refuses this call; null: it is admitted. */
  readonly exceeded: { readonly reading: SpeedReading; readonly retryAfterSeconds: number } | null;
}

export type CountSpeed = (holder: Holder) => Promise<SpeedReadings>;

export function createKeySpeed(speed: Speed, limits: KeyLimits): CountSpeed {
  const policies = policiesOf(limits);
  return async (holder) => {
    const counted = policies.flatMap((policy) => policy.callersOf(holder).map((caller) => ({ policy, caller })));
    const states = await speed.takeAll(
      counted.map(({ policy: { name, quota: max, windowSeconds }, caller }) => ({
        limit: { name: `keys by ${name}`, max, windowSeconds },
        caller,
      })),
    );
    const readings = new Map<string, SpeedReading>();
    let exceeded: SpeedReadings['exceeded'] = null;
    for (const [index, { policy }] of counted.entries()) {
      const { name, quota, windowSeconds } = policy;
      const state = states[index];
      if (state === undefined) throw new Error('every policy has a state');
      const reading = { name, quota, windowSeconds, remaining: state.remaining, resetSeconds: seconds(state.resetMilliseconds) };
      const known = readings.get(name);
      if (known === undefined || reading.remaining < known.remaining) readings.set(name, reading);
      if (exceeded === null && !state.isAllowed)
        exceeded = { reading, retryAfterSeconds: Math.max(1, seconds(state.waitMilliseconds)) };
    }
    return { readings: [...readings.values()], exceeded };
  };
}

/** Whole seconds, rounded up, so that a client that waits is never early. */
function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}

function policiesOf({ keyPerSecond, keyPerMinute, accountPerMinute }: KeyLimits): readonly Policy[] {
  return [
    { name: 'second', quota: keyPerSecond, windowSeconds: 1, callersOf: ({ keyId }) => [keyId] },
    { name: 'minute', quota: keyPerMinute, windowSeconds: 60, callersOf: ({ keyId }) => [keyId] },
    {
      name: 'account',
      quota: accountPerMinute,
      windowSeconds: 60,
      // A personal workspace has the id of its account, and no other workspace has that of an account.
      callersOf: ({ workspaceId, accountId }) => [...new Set([workspaceId, accountId])].map(String),
    },
  ];
}
