/**
 * Refresh tokens: `<session>.<generation>.<HMAC>`. They are derived, never stored, so the successor of a
 * generation is the same for every tab that requests it.
 */
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
