/** The codes in mails: 32 random bytes. Only their SHA-256 is stored; with 256 bits no slower hash is needed. */
import { createHash, randomBytes } from 'node:crypto';

/** How many hours a verification link is valid. */
export const VERIFY_CODE_HOURS = 24;
/** How many hours a password reset link is valid. */
export const RESET_CODE_HOURS = 1;
/** How many hours a link to confirm a new address is valid. */
export const EMAIL_CODE_HOURS = 24;

export function createCode(): string {
  return randomBytes(32).toString('base64url');
}

export function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
