/**
 * One key per purpose, derived from the server's secret, so that a value signed for one purpose can
 * never pass for another. Replacing the secret ends every session and every device cookie, and leaves
 * owners with a second factor only their recovery codes.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface TokenKeys {
  readonly accessToken: Buffer;
  readonly refreshToken: Buffer;
  readonly xsrf: Buffer;
  readonly device: Buffer;
  /** Encrypts; the others sign. */
  readonly secondFactor: Buffer;
}

export function deriveTokenKeys(secret: Buffer): TokenKeys {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `leadloom ${purpose} v1`, 32));
  return {
    accessToken: derive('access token'),
    refreshToken: derive('refresh token'),
    xsrf: derive('xsrf token'),
    device: derive('device cookie'),
    secondFactor: derive('second factor'),
  };
}

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
