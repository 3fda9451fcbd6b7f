import { cellFormat } from '../data-grid/body/cell-format.ts';

/** A range of days in words; null without an end. @param after,before `YYYY-MM-DD`, or empty */
export function rangeOfDays(after: string, before: string): string | null {
  if (after === '' && before === '') return null;
  if (before === '') return `since ${cellFormat.day(after)}`;
  if (after === '') return `until ${cellFormat.day(before)}`;
  return `${cellFormat.day(after)} – ${cellFormat.day(before)}`;
}
