/**
 * Remembers that an account signed in from this browser before. A browser that shows the cookie is
 * throttled on its own, so whoever guesses at an account from elsewhere, or from behind the same
 * address, cannot lock its owner out. It proves nothing else and never replaces the password.
 */
import { randomBytes } from 'node:crypto';
import { isSignedBy, sign } from './token-keys.ts';

export const DEVICE_COOKIE_DAYS = 180;
const shape = /^([\w-]{22})\.([\w-]{43})$/;

export function createDeviceCookie(key: Buffer, email: string): string {
  const device = randomBytes(16).toString('base64url');
  return `${device}.${sign(key, `${device}.${email}`)}`;
}

/** The device's name when the cookie was given to this account, else null. */
export function readDeviceCookie(key: Buffer, cookie: string, email: string): string | null {
  const [, device, signature] = shape.exec(cookie) ?? [];
  if (device === undefined || signature === undefined) return null;
  return isSignedBy(key, `${device}.${email}`, signature) ? device : null;
}
