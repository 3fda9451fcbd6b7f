/** Sums up the usage log of each key for the screen. Pure. */
import type { KeyUsage } from '@leadloom/shared/contract/keys';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface UseCount {
  readonly calls: number;
  /** How many were answered with 4xx: the call was invalid or not allowed. */
  readonly refused: number;
  /** How many were answered with 5xx: the server failed. */
  readonly failed: number;
}

export interface EndpointUse extends UseCount {
  readonly endpoint: string;
}

export interface KeyUse extends UseCount {
  readonly keyId: string;
  readonly prefix: string;
  /** The uses, most frequent first. */
  readonly endpoints: readonly EndpointUse[];
  /** Calls on each requested day. */
  readonly daily: readonly number[];
}

/** The last days in UTC, today last, as `YYYY-MM-DD`. */
export function lastDays(count: number, now: Date): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * The most used key first.
 * @param days calls on other days are left out
 */
export function summarizeUsage(log: readonly KeyUsage[], days: readonly string[]): readonly KeyUse[] {
  const inDays = log.filter(({ day }) => days.includes(day));
  return [...Map.groupBy(inDays, (entry) => entry.key_id)]
    .map(([keyId, entries]) => ({
      keyId,
      prefix: entries[0]?.prefix ?? '',
      ...countOf(entries),
      endpoints: [...Map.groupBy(entries, (entry) => entry.endpoint)]
        .map(([endpoint, ofEndpoint]) => ({ endpoint, ...countOf(ofEndpoint) }))
        .sort((one, other) => other.calls - one.calls || one.endpoint.localeCompare(other.endpoint)),
      daily: days.map((day) => sum(entries.filter((entry) => entry.day === day))),
    }))
    .sort((one, other) => other.calls - one.calls || one.keyId.localeCompare(other.keyId));
}

function countOf(entries: readonly KeyUsage[]): UseCount {
  return {
    calls: sum(entries),
    refused: sum(entries.filter(({ status }) => status === '4xx')),
    failed: sum(entries.filter(({ status }) => status === '5xx')),
  };
}

function sum(entries: readonly KeyUsage[]): number {
  return entries.reduce((total, { count }) => total + count, 0);
}
