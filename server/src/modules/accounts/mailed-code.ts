/** The codes in mails: 32 random bytes. Only their SHA-256 is stored; with 256 bits no slower hash is needed. */
import { createHash, randomBytes } from 'node:crypto';

/** Hours a verification link works. */
export const VERIFY_CODE_HOURS = 24;
/** Hours a password reset link works. */
export const RESET_CODE_HOURS = 1;
/** Hours a link to confirm a new address works. */
export const EMAIL_CODE_HOURS = 24;

export function createCode(): string {
  return randomBytes(32).toString('base64url');
}

export function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
