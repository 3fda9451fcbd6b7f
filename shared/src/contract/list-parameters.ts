/** Parameters of everything that is walked: cursors, and moments to begin at. */
import * as z from 'zod/mini';

/** No cursor is longer. */
export const MAX_CURSOR_LENGTH = 8_000;

/** A moment as ISO 8601 with its zone; what comes out is UTC's, so that equal moments are equal text. */
export const momentSchema = z.pipe(
  z.iso
    .datetime({ offset: true, error: 'must be a moment such as 2026-03-31T12:00:00Z' })
    .check(z.refine(isInRange, 'is out of range')),
  z.transform((text: string) => new Date(text).toISOString()),
);

/** Years that are written with four digits. Text that is no moment has been refused already. */
function isInRange(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return !(year < 1 || year > 9999);
}

/** As an earlier answer gave it; empty: the beginning. */
export const cursorSchema = z
  .string()
  .check(z.maxLength(MAX_CURSOR_LENGTH), z.regex(/^[\w-]*$/, 'is not a cursor from a previous response'));
