/** Requests to a network per day in UTC, and how TikTok's daily limit is shared. */
import type { NetworkName } from '@leadloom/shared/contract/sources';

/** Requests a day; null: the network has no daily limit. */
export const REQUESTS_PER_DAY: Readonly<Record<NetworkName, number | null>> = { reddit: null, tiktok: 1_000 };
/** These requests are left unused, because one call may take several, and other programs may use the same client. */
const RESERVE = 20;

/**
 * The share of the daily limit up to which each purpose may send requests, so that visits always have requests left. Reading
 * followers, which takes one request each, stops first, then the check for deleted videos.
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
  const limit = REQUESTS_PER_DAY[row.network];
  return limit === null || requestsToday(row, now) < (limit - RESERVE) * SHARES[purpose];
}

/** When the next day's count starts. */
export function nextMidnight(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}
