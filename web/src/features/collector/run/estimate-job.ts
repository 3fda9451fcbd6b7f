/** How long a job takes, by what the extension allows today and how it paces its requests. */
import type { Meter } from '@leadloom/shared/messages/allowance';
import { formatCount } from '../../../lib/format-count.ts';
import type { CollectorRunState } from './collector-run.types.ts';

/**
 * The days until the last profile can be read, if every day allows as many as today; 0: today. null: never.
 * @param meter of profiles
 */
export function daysFor(profiles: number, { used, limit, continuesAt }: Meter): number | null {
  const left = continuesAt === null ? Math.max(0, limit - used) : 0;
  if (profiles <= left) return 0;
  return limit === 0 ? null : Math.ceil((profiles - left) / limit);
}

/** "50 profiles: about 3 days at today's allowance"; null: there is nothing to read, or no allowance. */
export function estimateJob(profiles: number, meter: Meter): string | null {
  const days = daysFor(profiles, meter);
  if (profiles === 0 || days === null) return null;
  return `${formatCount(profiles)} ${profiles === 1 ? 'profile' : 'profiles'}: ${sayDays(days)}`;
}

function sayDays(days: number): string {
  if (days === 0) return 'today';
  return `about ${formatCount(days)} ${days === 1 ? 'day' : 'days'} at today's allowance`;
}

/** Requests that a usual profile takes, in the mean. */
const REQUESTS_A_PROFILE = 3.2;
/** The mean pause between the starts of two requests, which the extension draws from 3 to 9. */
const SECONDS_A_REQUEST = 6;
const MINUTES_AN_HOUR = 60;

/** "1 of 10 · about 4 minutes": how far the job that runs is. null: none runs. @param meter of profiles; null: not known */
export function jobLine({ phase, progress }: Pick<CollectorRunState, 'phase' | 'progress'>, meter: Meter | null): string | null {
  if (phase === 'idle' || progress === null) return null;
  const left = progress.remaining.length;
  const state = phase === 'running' ? timeFor(left, meter) : phase;
  return `${formatCount(progress.total - left)} of ${formatCount(progress.total)} · ${state}`;
}

function timeFor(profiles: number, meter: Meter | null): string {
  const days = meter === null ? 0 : daysFor(profiles, meter);
  if (days === null) return 'no allowance left';
  if (days > 0) return about(days, 'day', 'days');
  const minutes = Math.max(1, Math.ceil((profiles * REQUESTS_A_PROFILE * SECONDS_A_REQUEST) / 60));
  if (minutes < MINUTES_AN_HOUR) return about(minutes, 'minute', 'minutes');
  return about(Math.round(minutes / MINUTES_AN_HOUR), 'hour', 'hours');
}

function about(count: number, one: string, several: string): string {
  return `about ${formatCount(count)} ${count === 1 ? one : several}`;
}
