/**
 * Whether a request is one that the server signed, by the Standard Webhooks specification: an HMAC of id, time and body with the
 * secret of the webhook. It refuses requests without these headers, with another signature, and from more than five minutes ago
 * or ahead.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
const VERSION = 'v1,';
const TOLERANCE_SECONDS = 5 * 60;

export interface SignedRequest {
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came, before it was read as JSON. */
  readonly body: Buffer;
}

/**
 * @param secret as the server gave it: `whsec_` and base64
 * @returns the id of the event; null if the request is refused
 */
export function verifySignature({ headers, body }: SignedRequest, secret: string, now: Date): string | null {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return null;
  if (!secret.startsWith(PREFIX) || !/^\d{1,12}$/.test(timestamp)) return null;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return null;
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // There are two while an old secret still signs beside the new one.
  const isSigned = signatures.split(' ').some((signature) => signature.startsWith(VERSION) && isSame(signature, expected));
  return isSigned ? id : null;
}

function isSame(signature: string, expected: Buffer): boolean {
  const given = Buffer.from(signature.slice(VERSION.length), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
