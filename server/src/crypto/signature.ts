/** Signatures of short texts, such as tokens and cookies, with a secret key. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './secret-ring.ts';

/** HMAC-SHA-256 with the newest key in base64url, 43 characters. */
export function sign([newest]: KeyRing, text: string): string {
  return signWith(newest, text);
}

/** Whether any of the keys made it. Compares the text of the signature, so that no second spelling of the same bytes passes. */
export function isSignedBy(keys: KeyRing, text: string, signature: string): boolean {
  const presented = Buffer.from(signature);
  return keys.some((key) => {
    const expected = Buffer.from(signWith(key, text));
    return expected.length === presented.length && timingSafeEqual(expected, presented);
  });
}

function signWith(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
