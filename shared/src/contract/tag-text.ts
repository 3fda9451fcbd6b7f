/** A tag, as accounts write it on rows and on collected profiles. */
import * as z from 'zod/mini';

export const MAX_TAG_LENGTH = 40;

/** A tag. Surrounding spaces are removed and runs of spaces become one. Tags that differ only in case are the same. */
export const tagText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim()),
  ),
  z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(MAX_TAG_LENGTH),
      z.regex(/^[^\p{C},]*$/u, 'must not contain commas or control characters'),
    ),
);
