/** How many requests a network got on a day in UTC, and what TikTok's thousand of them are for. */
import type { NetworkName } from '@leadloom/shared/contract/sources';

/** null: the network counts otherwise. */
export const REQUESTS_PER_DAY: Readonly<Record<NetworkName, number | null>> = { reddit: null, tiktok: 1_000 };
/** Left unused: one question may take several requests, and others may ask with the same client. */
const RESERVE = 20;

/**
 * What is asked for besides visits stops earlier in the day's count, so that visits always have what is left:
 * followers first, which are one request each, then the look for deleted videos.
 */
export const SHARES = { visits: 1, followers: 0.4, deletions: 0.7 } as const;
export type Purpose = keyof typeof SHARES;

interface Counted {
  readonly network: NetworkName;
  readonly requests: number;
  readonly requestsOn: string | null;
}

/** `2026-03-31` */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function requestsToday({ requests, requestsOn }: Counted, now: Date): number {
  return requestsOn === dayOf(now) ? requests : 0;
}

export function hasRequestsLeft(row: Counted, purpose: Purpose, now: Date): boolean {
  const most = REQUESTS_PER_DAY[row.network];
  return most === null || requestsToday(row, now) < (most - RESERVE) * SHARES[purpose];
}

/** When a new day's count begins. */
export function nextMidnight(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}
