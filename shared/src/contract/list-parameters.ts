/** Parameters of lists, and of files: sizes of pages, cursors, days, start times, formats. */
import * as z from 'zod/mini';
import { isCalendarDay } from '../domain/calendar-day.ts';
import { fileFormats } from '../domain/file-format.ts';

/** Page sizes of the screens of rows; the API accepts any size up to the maximum. */
export const PAGE_SIZES = [10, 15, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;

/** Longest cursor the server issues. */
export const MAX_CURSOR_LENGTH = 8_000;

/** A day of the calendar, which the database knows: `2026-03-31`. */
export const daySchema = z.iso
  .date('must be a day such as 2026-03-31')
  .check(z.refine(isCalendarDay, 'must be a day such as 2026-03-31'));

/** A time in ISO 8601 with a zone. The output is in UTC, so that equal times are equal text. */
export const momentSchema = z.pipe(
  z.iso
    .datetime({ offset: true, error: 'must be a moment such as 2026-03-31T12:00:00Z' })
    .check(z.refine(isInRange, 'is out of range')),
  z.transform((text: string) => new Date(text).toISOString()),
);

/** Years with four digits. Text that is not a time has already been refused. */
function isInRange(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return !(year < 1 || year > 9999);
}

/** The format of a file with rows; csv by default. */
export const fileFormat = z.optional(z.enum(fileFormats));

/** Ids of rows, sent several times or separated by commas; sorted, without duplicates. @param max the most ids */
export const rowIdsSchema = (max: number) => {
  const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be ids of rows'));
  const ids = z.array(id).check(z.minLength(1), z.maxLength(max, { error: `must be ${max} ids at most` }));
  const sent = z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',')),
    ),
  ]);
  return z.pipe(
    z.pipe(sent, ids),
    z.transform((known) => [...new Set(known)].sort()),
  );
};

/** A cursor that a previous response gave; empty: the start. */
export const cursorSchema = z
  .string()
  .check(z.maxLength(MAX_CURSOR_LENGTH), z.regex(/^[\w-]*$/, 'is not a cursor from a previous response'));
