/**
 * How often something may be called in a second or a minute. A server that is alone counts in memory. Servers beside each
 * other take permits from the database, some ahead: what one of them has left is at most a twentieth of the limit.
 */
import { createBoundedCache } from '../cache/bounded-cache.ts';
import type { Permits } from './permits.ts';
import type { Presence } from './presence.ts';
import { type CallWindow, createCallWindow, type SpeedLimit, type SpeedState } from './window.ts';

/** Callers that a server remembers. */
const CALLERS_LIMIT = 20_000;

export interface NamedSpeedLimit extends SpeedLimit {
  /** The same on all servers, and of no other limit. */
  readonly name: string;
}

export interface Speed {
  /** Counts a call, if it is allowed. @param isCounted false: only looks */
  take(limit: NamedSpeedLimit, caller: string, isCounted?: boolean): Promise<SpeedState>;
}

interface SpeedParts {
  readonly permits: Permits;
  readonly presence: Pick<Presence, 'isAlone'>;
  /** Whole milliseconds that never go back. */
  readonly time?: () => number;
}

interface Caller {
  /** Calls while alone that nobody else knows of. */
  window: CallWindow;
  /** Fetched and not used yet. */
  permits: number;
  permitsEnd: number;
  /** As the database said last. */
  left: number;
  fullAt: number;
  /** Until then the database would refuse. */
  refusedUntil: number;
  fetching: Promise<void> | null;
}

export function createSpeed({ permits, presence, time = () => Math.floor(performance.now()) }: SpeedParts): Speed {
  const callers = createBoundedCache<Caller>(CALLERS_LIMIT);

  function find(limit: NamedSpeedLimit, caller: string): Caller {
    const key = `${limit.name} ${caller}`;
    const known = callers.get(key);
    if (known !== undefined) return known;
    const made: Caller = {
      window: createCallWindow(limit),
      permits: 0,
      permitsEnd: 0,
      left: limit.max,
      fullAt: 0,
      refusedUntil: 0,
      fetching: null,
    };
    callers.set(key, made);
    return made;
  }

  async function fetch(of: Caller, limit: NamedSpeedLimit, caller: string): Promise<void> {
    const spent = of.window.count(time());
    const grant = await permits.fetch(`${limit.name} ${caller}`, limit, spent);
    const now = time();
    if (grant.granted > 0) {
      of.window = createCallWindow(limit);
      of.permits = grant.granted;
      of.permitsEnd = now + limit.windowSeconds * 1_000;
    }
    of.left = grant.left;
    of.fullAt = now + grant.resetMilliseconds;
    // Where one is left all the same, this server's own calls of before are too many.
    of.refusedUntil = grant.granted > 0 ? 0 : now + (grant.waitMilliseconds || of.window.take(now, false).waitMilliseconds);
  }

  function stateOf(of: Caller, isAllowed: boolean): SpeedState {
    const now = time();
    return {
      isAllowed,
      remaining: of.left + of.permits,
      resetMilliseconds: Math.max(0, of.fullAt - now),
      waitMilliseconds: isAllowed ? 0 : Math.max(1, of.refusedUntil - now),
    };
  }

  async function takePermit(limit: NamedSpeedLimit, caller: string, isCounted: boolean): Promise<SpeedState> {
    const of = find(limit, caller);
    for (;;) {
      const now = time();
      if (of.permits > 0 && of.permitsEnd <= now) of.permits = 0;
      if (of.permits > 0) {
        if (isCounted) of.permits -= 1;
        return stateOf(of, true);
      }
      if (of.refusedUntil > now) return stateOf(of, false);
      if (!isCounted) return stateOf(of, of.left > 0);
      // Calls that come at once share what is fetched.
      of.fetching ??= fetch(of, limit, caller).finally(() => {
        of.fetching = null;
      });
      await of.fetching;
    }
  }

  return {
    async take(limit, caller, isCounted = true) {
      if (presence.isAlone()) return find(limit, caller).window.take(time(), isCounted);
      // Without the database no call gets far. What does is still counted.
      return takePermit(limit, caller, isCounted).catch(() => find(limit, caller).window.take(time(), isCounted));
    },
  };
}
