/**
 * The numbers TikTok gives videos and sounds: 64 bits, always handled as text, since a number of JavaScript
 * loses their end. The upper half of a video's is the second it was made in.
 */

const DIGITS = /^[1-9]\d{0,18}$/;
const LARGEST = 2n ** 63n - 1n;
/** Before there was the network; numbers from then tell no time. */
const FIRST_SECOND = Date.UTC(2014, 0, 1) / 1000;

/** The digits of an id in text, or in a number that is small enough to be exact; null: it is none. */
export function readId(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') return null;
  const digits = text.trim();
  return DIGITS.test(digits) && BigInt(digits) <= LARGEST ? digits : null;
}

/** Whether this is what is left of an id after some program took it for a number: `7.5e+18`, or zeros where its last digits were. */
export function isRuinedId(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  const text = value.trim();
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(text) || /^\d{16,}\.0*$/.test(text)) return true;
  return DIGITS.test(text) && !Number.isSafeInteger(Number(text)) && String(Number(text)) === text;
}

/** When a video was made, in seconds since 1970; null: its number does not tell. @param id digits */
export function secondOfId(id: string): number | null {
  const second = Number(BigInt(id) >> 32n);
  return second < FIRST_SECOND ? null : second;
}
