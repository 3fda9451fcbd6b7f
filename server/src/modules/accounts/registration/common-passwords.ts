/**
 * The passwords that attackers try first: about 49,000 words of published leaks, as the first five bytes of their SHA-256,
 * sorted. `scripts/common-passwords.ts` makes the file (record 0075). Of texts that are not on the list, one in 22 million is
 * taken for one.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const HASH_BYTES = 5;
const filter = readFileSync(new URL('common-passwords.bin', import.meta.url));

export function hashPassword(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, HASH_BYTES);
}

/** @param text in lower case, of four characters or more */
export function isCommonPassword(text: string): boolean {
  const hash = hashPassword(text);
  for (let [from, to] = [0, filter.length / HASH_BYTES - 1]; from <= to; ) {
    const middle = (from + to) >> 1;
    const found = filter.readUIntBE(middle * HASH_BYTES, HASH_BYTES);
    if (found === hash) return true;
    if (found < hash) from = middle + 1;
    else to = middle - 1;
  }
  return false;
}
