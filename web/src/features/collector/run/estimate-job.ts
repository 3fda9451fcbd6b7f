/** How long a job takes, by what the extension allows today. */
import type { Meter } from '@leadloom/shared/messages/allowance';
import { formatCount } from '../../../lib/format-count.ts';

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
