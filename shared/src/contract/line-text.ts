/**
 * Text that people give and others read on one line, such as a name or an address. Without control characters, which forge
 * lines in files, logs and mails; without the characters that reverse what follows them, which make a name look like
 * another one; and without halves of characters, which the database cannot store.
 */
import * as z from 'zod/mini';

const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

/** A text of one line. Surrounding spaces are removed. @param min of characters; 0 where it may be empty */
export function lineText(max: number, min = 1) {
  return z
    .string()
    .check(z.trim(), z.minLength(min), z.maxLength(max), z.regex(ONE_LINE, 'must be one line without control characters'));
}
