/**
 * One key per purpose, derived from the server's secret, so that a value signed for one purpose is never valid
 * for another. Replacing the secret ends every session and every device cookie, and leaves owners with a second
 * factor only their recovery codes.
 */
import { hkdfSync } from 'node:crypto';

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
