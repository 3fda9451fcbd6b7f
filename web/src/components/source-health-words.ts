/** The state of a tracked name or a whole network, in a few words; the server's message has the details. */
import type { SourceHealth, SourceState } from '@leadloom/shared/contract/sources';
import { formatDayAndTime } from '../lib/format-date.ts';

interface HealthWords {
  readonly label: string;
  readonly tone: 'default' | 'info' | 'warning' | 'error';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A later time is shown as a day. */
const LONGEST_IN_HOURS_MS = 24 * HOUR_MS;

export const healthWords: Readonly<Record<SourceState, HealthWords>> = {
  not_configured: { label: 'Not set up', tone: 'default' },
  waiting: { label: 'Waiting for first visit', tone: 'info' },
  visiting: { label: 'Visit in progress', tone: 'info' },
  ok: { label: 'Up to date', tone: 'default' },
  rate_limited: { label: 'Paused', tone: 'warning' },
  refused: { label: 'Access refused', tone: 'error' },
  blocked: { label: 'Blocked', tone: 'error' },
  not_found: { label: 'Not found', tone: 'error' },
  banned: { label: 'Banned', tone: 'error' },
  private: { label: 'Private', tone: 'warning' },
  quarantined: { label: 'Quarantined', tone: 'warning' },
  gated: { label: 'Gated', tone: 'warning' },
  restricted: { label: 'Restricted', tone: 'warning' },
  failed: { label: 'Visit failed', tone: 'error' },
};

/** How severe a network's notice is; states without an entry show none. */
export const networkSeverities: Partial<Record<SourceState, 'info' | 'warning'>> = {
  not_configured: 'info',
  rate_limited: 'info',
  refused: 'warning',
  blocked: 'warning',
  failed: 'warning',
};

/** Whether the network's notice already says what a name on it would say. @param network null: not known */
export function isCoveredByNetworkNotice(network: SourceHealth | null, { state }: SourceHealth): boolean {
  return network !== null && network.state === state && networkSeverities[state] !== undefined;
}

/** @param now in milliseconds @returns such as "next try in 12 min"; null: nothing is planned, or it is under way */
export function nextTryText({ state, next_visit_at: next }: SourceHealth, now: number): string | null {
  if (next === null || state === 'visiting' || state === 'not_configured') return null;
  const what = state === 'waiting' ? 'first visit' : state === 'ok' ? 'next visit' : 'next try';
  return `${what} ${whenText(next, now)}`;
}

function whenText(time: string, now: number): string {
  const left = Date.parse(time) - now;
  if (left <= 0) return 'any moment now';
  if (left < HOUR_MS) return `in ${Math.ceil(left / MINUTE_MS)} min`;
  if (left < LONGEST_IN_HOURS_MS) return `in ${Math.round(left / HOUR_MS)} h`;
  return `on ${formatDayAndTime(time)}`;
}
