/**
 * The part of a session that scripts cannot read: `<session>.<32 random bytes>`, in an HttpOnly cookie. The
 * database stores only its SHA-256. A refresh token is useless without it.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/;

export function createBinding(sessionId: string): string {
  return `${sessionId}.${randomBytes(32).toString('base64url')}`;
}

export function hashBinding(binding: string): Buffer {
  return createHash('sha256').update(binding).digest();
}

/** The session that a binding claims to belong to. Its hash must still be checked. */
export function sessionOfBinding(binding: string): string | null {
  return shape.exec(binding)?.[1] ?? null;
}

export function isBoundTo(binding: string, hash: Buffer): boolean {
  const presented = hashBinding(binding);
  return presented.length === hash.length && timingSafeEqual(presented, hash);
}
