/** An authenticator's secret at rest, bound to its account: one account's row opens for no other. */
import { openBytes, sealBytes } from '../../../database/sealed-bytes.ts';

export function sealSecret(key: Buffer, accountId: number, secret: Buffer): Buffer {
  return sealBytes(key, boundTo(accountId), secret);
}

/** null when it was not sealed by this server for this account, or was changed since. */
export function openSecret(key: Buffer, accountId: number, sealed: Buffer): Buffer | null {
  return openBytes(key, boundTo(accountId), sealed);
}

function boundTo(accountId: number): string {
  return `account ${accountId}`;
}
