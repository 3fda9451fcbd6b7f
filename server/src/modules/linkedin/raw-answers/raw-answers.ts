/**
 * Compresses LinkedIn's answers for storage. Of an accepted post, only answers that could be parsed are kept, not a sign-in
 * page or an error in another field, and of each answer only LinkedIn's own data.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { PayloadReport } from '@leadloom/shared/linkedin/parse/parse-profile';
import { trimAnswer } from './trim-answer.ts';

/** Both functions run outside the main thread: compressing megabytes there would block all other requests. */
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Characters of a response. LinkedIn's have 50,000 to 500,000. */
const MAX_TEXT = 2 * 1024 * 1024;
/** UTF-8 takes at most three bytes for one UTF-16 unit. */
const MAX_TEXT_BYTES = 3 * MAX_TEXT;
/** Answers shrink to a tenth. A higher level takes longer and saves little. */
const LEVEL = 4;

export interface SlottedAnswer {
  /** The field it was posted in: p1, p2, positions, educations, p, ex, ed, c or i. */
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
 * @param reports the parser's verdict on each answer, in the same order
 * @returns null if one of them is too large to keep, since the others would have a gap without it
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
  const digested = texts.map((answer) => ({ ...answer, digest: createHash('sha256').update(answer.text).digest() }));
  // A page of a section that was sent twice is one answer.
  const distinct = [...new Map(digested.map((answer) => [answer.slot + answer.digest.toString('hex'), answer])).values()];
  return Promise.all(
    distinct.map(async ({ slot, text, digest }) => ({ slot, content: await pack(text, { level: LEVEL }), digest })),
  );
}

/** @throws {Error} for bytes that are not gzip, or a text longer than any that was packed */
export async function unpackAnswer(content: Buffer): Promise<string> {
  return (await unpack(content, { maxOutputLength: MAX_TEXT_BYTES })).toString('utf8');
}
