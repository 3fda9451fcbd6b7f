/**
 * Ids of videos and sounds: 64-bit numbers, handled as text because JavaScript's numbers lose their last digits. The upper
 * half of a video's id is the second of its creation.
 */

/** The part before the id in the key of a video's row, as imports and visits write it. */
export const VIDEO_KEY = 'video:tiktok.com/video/';

const DIGITS = /^[1-9]\d{0,18}$/;
const LARGEST = 2n ** 63n - 1n;
/** Earlier times are from before TikTok existed, so such ids have no time. */
const FIRST_SECOND = Date.UTC(2014, 0, 1) / 1000;
/** `7.5e+18` as programs and spreadsheets of several countries write it. */
const POWER_OF_TEN = /^\d(?:[.,]\d+)?e\+?\d+$/i;
const FRACTION = /^\d{16,}[.,]0*$/;
/** Digits that programs keep whole, although they treated them as a number. */
const SHORT_FRACTION = /^([1-9]\d{0,14})\.0+$/;

/**
 * A long id from a file. One that ends in zeros was either rounded by a program or is genuine, as about 1 in 440 are. Only
 * the other ids of the file can tell.
 */
export interface LongId {
  /** Ids from one field went through the same programs. */
  readonly place: 'id' | 'address' | 'sound';
  readonly written: string;
  /** Whether its digits are lost, or it ends in zeros as a rounded one would. */
  readonly looksRounded: boolean;
  /** What the row loses without this id: the video, or its sound. null: the id is known from elsewhere. */
  readonly settles: 'video' | 'sound_id' | null;
}

/** The digits of an id in text, or in a number that is small enough to be exact; null: not an id. */
export function readId(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') return null;
  const digits = text.trim().replace(SHORT_FRACTION, '$1');
  return DIGITS.test(digits) && BigInt(digits) <= LARGEST ? digits : null;
}

/** Whether this is an id that a program certainly rounded: `7.5e+18`, or a fraction. */
export function isLostId(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  if (typeof value !== 'string') return false;
  const text = value.trim();
  return POWER_OF_TEN.test(text) || FRACTION.test(text);
}

/** Whether the digits end in the zeros a number of JavaScript or of a spreadsheet would leave. */
export function looksRounded(digits: string): boolean {
  return !Number.isSafeInteger(Number(digits)) && String(Number(digits)) === digits;
}

/** Whether digits can have become what is written, by rounding or by cutting. @param written a lost id, or a rounded one */
export function mayHaveBecome(digits: string, written: unknown): boolean {
  const text = String(written).trim().replace(',', '.');
  const known = (text.replace(/e.*$/i, '').replace(/\.0*$/, '').replace('.', '').replace(/0+$/, '').length || 1) - 1;
  return Math.abs(Number(digits) / Number(text) - 1) <= 10 ** -known;
}

/** When a video was made, in seconds since 1970; null: its number does not tell. @param id digits */
export function secondOfId(id: string): number | null {
  const second = Number(BigInt(id) >> 32n);
  return second < FIRST_SECOND ? null : second;
}
