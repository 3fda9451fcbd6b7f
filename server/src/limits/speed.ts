/**
 * How often something may be called in a second or a minute. A server that is alone counts in memory. Several servers take
 * permits from the database, some in advance: what one of them has left is at most a twentieth of the limit.
 */
import { createBoundedCache } from '../cache/bounded-cache.ts';
import type { Grant, Permits } from './permits.ts';
import type { Presence } from './presence.ts';
import { type CallWindow, createCallWindow, type SpeedLimit, type SpeedState } from './window.ts';

/** Callers that a server remembers. */
const CALLERS_LIMIT = 20_000;

export interface NamedSpeedLimit extends SpeedLimit {
  /** The same on all servers, and of no other limit. */
  readonly name: string;
}

export interface CallerLimit {
  readonly limit: NamedSpeedLimit;
  readonly caller: string;
}

export interface Speed {
  /** Counts a call, if it is allowed. */
  take(limit: NamedSpeedLimit, caller: string): Promise<SpeedState>;
  /**
   * Counts a call under each of several limits. One that refuses it ends the counting; those after it are only looked at.
   * @returns how each limit stands, in their order
   */
  takeAll(limits: readonly CallerLimit[]): Promise<readonly SpeedState[]>;
}

interface SpeedParts {
  readonly permits: Permits;
  readonly presence: Pick<Presence, 'isAlone'>;
  /** A clock in whole milliseconds that never goes back. */
  readonly time?: () => number;
}

interface Caller {
  /** Calls while alone that nobody else knows of. */
  window: CallWindow;
  /** Permits that were fetched and not used yet. */
  permits: number;
  permitsEnd: number;
  /** Permits left, as the database last reported. */
  left: number;
  fullAt: number;
  /** The database would refuse calls until this moment. */
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

  /** Fetches permits under all of these limits at once; waits for those that another call is fetching. */
  async function fetch(wanted: readonly CallerLimit[]): Promise<void> {
    const callersOf = wanted.map(({ limit, caller }) => ({ limit, caller, of: find(limit, caller) }));
    const own = callersOf.filter(({ of }) => of.fetching === null);
    if (own.length > 0) {
      const fetching = fetchOwn(own).finally(() => {
        for (const { of } of own) of.fetching = null;
      });
      for (const { of } of own) of.fetching = fetching;
    }
    await Promise.all(callersOf.map(({ of }) => of.fetching));
  }

  async function fetchOwn(wanted: readonly (CallerLimit & { readonly of: Caller })[]): Promise<void> {
    const grants = await permits.fetch(
      wanted.map(({ limit, caller, of }) => ({ key: `${limit.name} ${caller}`, limit, spent: of.window.count(time()) })),
    );
    for (const [index, { limit, of }] of wanted.entries()) {
      const grant = grants[index];
      if (grant !== undefined) keep(of, limit, grant);
    }
  }

  function keep(of: Caller, limit: NamedSpeedLimit, grant: Grant): void {
    const now = time();
    if (grant.granted > 0) {
      of.window = createCallWindow(limit);
      of.permits = grant.granted;
      of.permitsEnd = now + limit.windowSeconds * 1_000;
    }
    of.left = grant.left;
    of.fullAt = now + grant.resetMilliseconds;
    // Where a permit is left all the same, it is this server's own earlier calls that are too many.
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

  /** @returns null: permits must be fetched first */
  function takeKnown({ limit, caller }: CallerLimit, isCounted: boolean): SpeedState | null {
    const of = find(limit, caller);
    const now = time();
    if (of.permits > 0 && of.permitsEnd <= now) of.permits = 0;
    if (of.permits > 0) {
      if (isCounted) of.permits -= 1;
      return stateOf(of, true);
    }
    if (of.refusedUntil > now) return stateOf(of, false);
    return isCounted ? null : stateOf(of, of.left > 0);
  }

  async function takePermits(limits: readonly CallerLimit[]): Promise<readonly SpeedState[]> {
    const states: SpeedState[] = [];
    for (const wanted of limits) {
      const isCounted = states.every(({ isAllowed }) => isAllowed);
      let state = takeKnown(wanted, isCounted);
      while (state === null) {
        // The permits that the next limits need are fetched along. Unused permits are there for the next call.
        await fetch(limits.slice(states.length).filter(needsPermits));
        state = takeKnown(wanted, isCounted);
      }
      states.push(state);
    }
    return states;
  }

  function needsPermits({ limit, caller }: CallerLimit): boolean {
    const { permits: held, permitsEnd, refusedUntil } = find(limit, caller);
    const now = time();
    return (held === 0 || permitsEnd <= now) && refusedUntil <= now;
  }

  function takeAlone(limits: readonly CallerLimit[]): readonly SpeedState[] {
    let isCounted = true;
    return limits.map(({ limit, caller }) => {
      const state = find(limit, caller).window.take(time(), isCounted);
      isCounted &&= state.isAllowed;
      return state;
    });
  }

  async function takeAll(limits: readonly CallerLimit[]): Promise<readonly SpeedState[]> {
    if (presence.isAlone()) return takeAlone(limits);
    // Without the database no call gets far. The calls that do are still counted.
    return takePermits(limits).catch(() => takeAlone(limits));
  }

  return {
    async take(limit, caller) {
      const [state] = await takeAll([{ limit, caller }]);
      if (state === undefined) throw new Error('every limit has a state');
      return state;
    },
    takeAll,
  };
}
