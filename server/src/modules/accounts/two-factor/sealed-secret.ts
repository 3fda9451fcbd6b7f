/** An authenticator's secret at rest, bound to its account: one account's row opens for no other. */
import type { KeyRing } from '../../../crypto/secret-ring.ts';
import { openBytes, sealBytes } from '../../../database/sealed-bytes.ts';

export function sealSecret(keys: KeyRing, accountId: number, secret: Buffer): Buffer {
  return sealBytes(keys, boundTo(accountId), secret);
}

/** null when it was not sealed by this server for this account, or was changed since. */
export function openSecret(keys: KeyRing, accountId: number, sealed: Buffer): Buffer | null {
  return openBytes(keys, boundTo(accountId), sealed);
}

function boundTo(accountId: number): string {
  return `account ${accountId}`;
}
