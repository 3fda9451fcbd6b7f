/**
 * The secret half of a session that scripts cannot read: `<session>.<32 random bytes>`, kept in an
 * HttpOnly cookie. The database knows its SHA-256 alone. A refresh token without it is worth nothing.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/;

export function createBinding(sessionId: string): string {
  return `${sessionId}.${randomBytes(32).toString('base64url')}`;
}

export function hashBinding(binding: string): Buffer {
  return createHash('sha256').update(binding).digest();
}

/** The session a binding claims to be of; the claim is proved by its hash. */
export function sessionOfBinding(binding: string): string | null {
  return shape.exec(binding)?.[1] ?? null;
}

export function isBoundTo(binding: string, hash: Buffer): boolean {
  const presented = hashBinding(binding);
  return presented.length === hash.length && timingSafeEqual(presented, hash);
}
