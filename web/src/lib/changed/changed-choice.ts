/**
 * What "Changed" can be set to, as the address and views keep it: a time that reaches to now, the account's last visit, a
 * day, or a moment. The first two stay what they are in a saved view and in a link; each request names the moment they
 * mean. Pure.
 */
import { momentSchema } from '@leadloom/shared/contract/list-parameters';
import { isCalendarDay } from '@leadloom/shared/domain/calendar-day';
import { LAST_VISIT } from '../last-visit.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The last 24 hours. */
export const LAST_DAY = '24h';

interface ChangedPreset {
  readonly value: string;
  readonly label: string;
  readonly hours: number;
}

export const changedPresets: readonly ChangedPreset[] = [
  { value: LAST_DAY, label: '24 hours', hours: 24 },
  { value: '7d', label: '7 days', hours: 7 * 24 },
  { value: '30d', label: '30 days', hours: 30 * 24 },
];

/** null: it says nothing */
export function readChanged(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (value === LAST_VISIT || changedPresets.some((preset) => preset.value === value) || isCalendarDay(value)) return value;
  return momentSchema.safeParse(value).data ?? null;
}

export interface KnownMoments {
  readonly now: Date;
  /** When the visit before began; null: not known. */
  readonly since: string | null;
}

/** The moment that a choice means; null where it is not known. Days begin in UTC, as in the data. */
export function momentOf(changed: string, { now, since }: KnownMoments): string | null {
  if (changed === LAST_VISIT) return since;
  const preset = changedPresets.find(({ value }) => value === changed);
  if (preset === undefined) return isCalendarDay(changed) ? `${changed}T00:00:00.000Z` : changed;
  // The moment is cut to the minute, so that the same list has the same name for a while.
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(minute - preset.hours * HOUR_MS).toISOString();
}
