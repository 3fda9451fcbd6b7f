/**
 * An authenticator's secret at rest: AES-256-GCM under a key derived from the server's secret, bound to its
 * account. A copy of the database alone makes no codes, and one account's row opens for no other.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function sealSecret(key: Buffer, accountId: number, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(boundTo(accountId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** null when it was not sealed by this server for this account, or was changed since. */
export function openSecret(key: Buffer, accountId: number, sealed: Buffer): Buffer | null {
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo(accountId)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    // The tag does not fit: whatever the reason, there is no secret.
    return null;
  }
}

function boundTo(accountId: number): Buffer {
  return Buffer.from(`account ${accountId}`);
}
