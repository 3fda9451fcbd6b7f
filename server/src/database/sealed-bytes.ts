/**
 * Encrypts secrets that must be read again: AES-256-GCM with keys derived from the server's secrets, bound to their
 * owner. A copy of the database alone reveals nothing, and the bytes of one row cannot be used in another.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '../crypto/secret-ring.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts with the newest key. @param owner what the bytes belong to; only the same owner decrypts them */
export function sealBytes([key]: KeyRing, owner: string, content: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** null when it was not encrypted with one of these keys for this owner, or was changed since. */
export function openBytes(keys: KeyRing, owner: string, sealed: Buffer): Buffer | null {
  for (const key of keys) {
    const content = openWith(key, owner, sealed);
    if (content !== null) return content;
  }
  return null;
}

function openWith(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  if (sealed.length <= NONCE_BYTES + TAG_BYTES) return null;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    // The tag does not fit: whatever the reason, there is nothing to read.
    return null;
  }
}
