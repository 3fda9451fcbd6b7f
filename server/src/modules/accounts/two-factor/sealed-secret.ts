/**
 * The stored secret of an authenticator, encrypted and bound to its account, so that it cannot be used for
 * another one.
 */
import { openBytes, sealBytes } from '../../../database/sealed-bytes.ts';

export function sealSecret(key: Buffer, accountId: number, secret: Buffer): Buffer {
  return sealBytes(key, boundTo(accountId), secret);
}

/** null if this server did not encrypt it for this account, or it was changed. */
export function openSecret(key: Buffer, accountId: number, sealed: Buffer): Buffer | null {
  return openBytes(key, boundTo(accountId), sealed);
}

function boundTo(accountId: number): string {
  return `account ${accountId}`;
}
