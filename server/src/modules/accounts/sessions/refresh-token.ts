/**
 * Refresh tokens: `<session>.<generation>.<HMAC>`. They are derived, never stored, so the successor of a
 * generation is the same for every tab that requests it. Each works only together with the binding of its session.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '../../../crypto/secret-ring.ts';
import { isSignedBy, sign } from '../../../crypto/signature.ts';

export interface RefreshTokenClaims {
  readonly sessionId: string;
  readonly generation: number;
}

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(0|[1-9]\d{0,8})\.([\w-]{43})$/;

export function refreshTokenFor(keys: KeyRing, { sessionId, generation }: RefreshTokenClaims): string {
  const name = `${sessionId}.${generation}`;
  return `${name}.${sign(keys, name)}`;
}

/** The claims of a refresh token; null for anything that this server did not issue. */
export function readRefreshToken(keys: KeyRing, token: string): RefreshTokenClaims | null {
  const [, sessionId, generation, signature] = shape.exec(token) ?? [];
  if (sessionId === undefined || generation === undefined || signature === undefined) return null;
  if (!isSignedBy(keys, `${sessionId}.${generation}`, signature)) return null;
  return { sessionId, generation: Number(generation) };
}

/**
 * The part of a session that scripts cannot read: `<session>.<32 random bytes>`, in an HttpOnly cookie. The
 * database stores only its SHA-256. A refresh token is useless without it.
 */
const BINDING = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/;

export function createBinding(sessionId: string): string {
  return `${sessionId}.${randomBytes(32).toString('base64url')}`;
}

export function hashBinding(binding: string): Buffer {
  return createHash('sha256').update(binding).digest();
}

/** The session that a binding claims to belong to. Its hash must still be checked. */
export function sessionOfBinding(binding: string): string | null {
  return BINDING.exec(binding)?.[1] ?? null;
}

export function isBoundTo(binding: string, hash: Buffer): boolean {
  const presented = hashBinding(binding);
  return presented.length === hash.length && timingSafeEqual(presented, hash);
}
