/** What "Changed" is set to, in words of the reader's language and time zone. Pure. */
import { isCalendarDay } from '@leadloom/shared/domain/calendar-day';
import { changedPresets } from '../../lib/changed/changed-choice.ts';
import { LAST_VISIT } from '../../lib/last-visit.ts';
import { createCellFormat } from '../data-grid/body/cell-format.ts';

const DAY_MS = 86_400_000;
/** A weekday alone is clear for so many days. */
const CLEAR_DAYS = 6;

/** @param locale default: the browser's own */
export function changedText(changed: string, locale?: string): string {
  if (changed === LAST_VISIT) return 'since my last visit';
  const preset = changedPresets.find(({ value }) => value === changed);
  if (preset !== undefined) return `last ${preset.label}`;
  const { day, time } = createCellFormat(locale);
  return `since ${isCalendarDay(changed) ? day(changed) : time(changed)}`;
}

/** When a visit was, as short as it is clear: `09:14`, `Friday`, `12 Mar 2026`. */
export function sinceText(since: string, now: Date, locale?: string): string {
  const then = new Date(since);
  const written = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(then);
  if (then.toDateString() === now.toDateString()) return written({ timeStyle: 'short' });
  return now.getTime() - then.getTime() < CLEAR_DAYS * DAY_MS ? written({ weekday: 'long' }) : written({ dateStyle: 'medium' });
}
