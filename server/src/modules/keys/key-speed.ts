/**
 * How fast one key, and all keys of one account together, may call. Calls are counted for all servers together. A call
 * refused by one limit is not counted by those after it, so a burst does not use up the minute.
 */
import type { KeyLimits } from '../../config.ts';
import type { SpeedReading } from '../../http/limit-headers.ts';
import type { WorkspaceId } from '../../http/workspace.ts';
import type { Speed } from '../../limits/speed.ts';

interface Holder {
  readonly keyId: string;
  readonly workspaceId: WorkspaceId;
}

interface Policy extends Pick<SpeedReading, 'name' | 'quota' | 'windowSeconds'> {
  readonly callerOf: (holder: Holder) => string;
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
    const states = await speed.takeAll(
      policies.map(({ callerOf, name, quota, windowSeconds }) => ({
        limit: { name: `keys by ${name}`, max: quota, windowSeconds },
        caller: callerOf(holder),
      })),
    );
    const readings: SpeedReading[] = [];
    let exceeded: SpeedReadings['exceeded'] = null;
    for (const [index, { name, quota, windowSeconds }] of policies.entries()) {
      const state = states[index];
      if (state === undefined) throw new Error('every policy has a state');
      const reading = { name, quota, windowSeconds, remaining: state.remaining, resetSeconds: seconds(state.resetMilliseconds) };
      readings.push(reading);
      if (exceeded === null && !state.isAllowed)
        exceeded = { reading, retryAfterSeconds: Math.max(1, seconds(state.waitMilliseconds)) };
    }
    return { readings, exceeded };
  };
}

/** Whole seconds, rounded up, so that a client that waits is never early. */
function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}

function policiesOf({ keyPerSecond, keyPerMinute, accountPerMinute }: KeyLimits): readonly Policy[] {
  return [
    { name: 'second', quota: keyPerSecond, windowSeconds: 1, callerOf: ({ keyId }) => keyId },
    { name: 'minute', quota: keyPerMinute, windowSeconds: 60, callerOf: ({ keyId }) => keyId },
    { name: 'account', quota: accountPerMinute, windowSeconds: 60, callerOf: ({ workspaceId }) => String(workspaceId) },
  ];
}
