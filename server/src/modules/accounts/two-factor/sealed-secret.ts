/**
 * The stored secret of an authenticator, encrypted and bound to its account, so that it cannot be used for
 * another one.
 */
import type { KeyRing } from '../../../crypto/secret-ring.ts';
import { openBytes, sealBytes } from '../../../database/sealed-bytes.ts';

export function sealSecret(keys: KeyRing, accountId: number, secret: Buffer): Buffer {
  return sealBytes(keys, boundTo(accountId), secret);
}

/** The secret; null if this server did not encrypt it for this account, or it was changed. */
export function openSecret(keys: KeyRing, accountId: number, sealed: Buffer): Buffer | null {
  return openBytes(keys, boundTo(accountId), sealed);
}

function boundTo(accountId: number): string {
  return `account ${accountId}`;
}
