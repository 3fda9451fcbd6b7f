/**
 * Recovery codes for a lost authenticator: 80 random bits each, in four groups of four characters. Only their
 * SHA-256 is stored; with 80 random bits and few attempts no slower hash is needed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { toBase32 } from './base32.ts';

export const RECOVERY_CODES = 10;
const CODE_BYTES = 10;

/** Distinct codes as they are shown: `ABCD-EFGH-IJKL-MNOP`. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(toBase32(randomBytes(CODE_BYTES)).replace(/.{4}(?=.)/g, '$&-'));
  return [...codes];
}

/** Hashes a code as typed: case, spaces and hyphens are ignored. */
export function hashRecoveryCode(code: string): Buffer {
  const plain = code.replace(/[\s-]/g, '').toUpperCase();
  return createHash('sha256').update(plain).digest();
}
