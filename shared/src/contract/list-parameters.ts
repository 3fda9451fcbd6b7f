/** Parameters of lists that are paged by cursor: cursors, and start times. */
import * as z from 'zod/mini';

/** Longest cursor the server issues. */
export const MAX_CURSOR_LENGTH = 8_000;

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

/** As given by a previous response; empty: the start. */
export const cursorSchema = z
  .string()
  .check(z.maxLength(MAX_CURSOR_LENGTH), z.regex(/^[\w-]*$/, 'is not a cursor from a previous response'));
