/** Signatures of short texts, such as tokens and cookies, with a secret key. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 in base64url, 43 characters. */
export function sign(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares the text of the signature, so that no second spelling of the same bytes passes. */
export function isSignedBy(key: Buffer, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, text));
  const presented = Buffer.from(signature);
  return expected.length === presented.length && timingSafeEqual(expected, presented);
}
