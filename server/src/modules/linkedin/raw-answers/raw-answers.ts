/**
 * LinkedIn's answers, packed to be kept. Owns what is worth keeping of a post that was accepted: the answers that
 * could be read, not the sign-in page or the error that came in another field of the same post, and of each answer
 * what is LinkedIn's.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { PayloadReport } from '@leadloom/shared/linkedin/parse/parse-profile';
import { trimAnswer } from './trim-answer.ts';

/** Both work in threads of their own: packing megabytes would hold every other caller up. */
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** In characters. LinkedIn's answers have 50,000 to 500,000. */
const MAX_TEXT = 2 * 1024 * 1024;
/** UTF-8 takes three bytes for one of UTF-16 at most. */
const MAX_TEXT_BYTES = 3 * MAX_TEXT;
/** Beyond this, packing takes longer and saves little: answers shrink to a tenth. */
const LEVEL = 4;

export interface SlottedAnswer {
  /** The field it was posted in: p1, p2, p, ex, ed, c or i. */
  readonly slot: string;
  /** Text as fetched, or a value already parsed from JSON. */
  readonly content: unknown;
}

export interface PackedAnswer {
  readonly slot: string;
  /** Gzip of UTF-8. */
  readonly content: Buffer;
  /** SHA-256 of the text. */
  readonly digest: Buffer;
}

/**
 * @param reports what the parser took each answer for, in the same order
 * @returns null where one of them is too large to be kept: without it the others would have a hole
 */
export async function packAnswers(
  answers: readonly SlottedAnswer[],
  reports: readonly PayloadReport[],
): Promise<readonly PackedAnswer[] | null> {
  const texts = answers
    .filter((_, position) => reports[position]?.kind === 'json')
    .map(({ slot, content }) => ({
      slot,
      text: trimAnswer(typeof content === 'string' ? content : JSON.stringify(content)),
    }));
  if (texts.some(({ text }) => text.length > MAX_TEXT)) return null;
  return Promise.all(
    texts.map(async ({ slot, text }) => {
      const digest = createHash('sha256').update(text).digest();
      return { slot, content: await pack(text, { level: LEVEL }), digest };
    }),
  );
}

/** @throws {Error} for bytes that are no gzip, or a text longer than any that was packed */
export async function unpackAnswer(content: Buffer): Promise<string> {
  return (await unpack(content, { maxOutputLength: MAX_TEXT_BYTES })).toString('utf8');
}
