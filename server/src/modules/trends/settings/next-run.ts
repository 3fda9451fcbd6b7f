/** When a scheduled analysis is due, in UTC. Weekly ones run on Mondays. */
import type { TrendSettings } from '@leadloom/shared/contract/trends';

const DAY = 86_400_000;
const DAYS_A_WEEK = 7;
const MONDAY = 1;

/** @returns the next run after `now`; null: nothing is scheduled */
export function nextRunAt({ schedule, hour }: Pick<TrendSettings, 'schedule' | 'hour'>, now: Date): Date | null {
  if (schedule === 'off') return null;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  const daysAhead = schedule === 'weekly' ? (MONDAY - now.getUTCDay() + DAYS_A_WEEK) % DAYS_A_WEEK : 0;
  const next = today + daysAhead * DAY;
  return new Date(next > now.getTime() ? next : next + (schedule === 'weekly' ? DAYS_A_WEEK : 1) * DAY);
}
