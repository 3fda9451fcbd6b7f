/**
 * Access tokens: JWTs that name an account and a session for 15 minutes. A valid signature is not enough: every
 * request also checks the session's row. Refuses every algorithm except HS256, every header that is not our
 * own, and non-canonical spellings of a signature. The library is loaded with the first token.
 */
import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { KeyRing } from '../../../crypto/secret-ring.ts';

/**
 * How long an access token is valid, in seconds. A longer time makes refreshes rarer and a stolen token worth
 * more.
 */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
const TOKEN_TYPE = 'at+jwt';
const ALGORITHM = 'HS256';
/** Clock tolerance that accepts any age, used only to find the session. */
const ANY_AGE_SECONDS = 10 * 366 * 24 * 3600;

/** How many verified tokens are cached; a token takes about a kilobyte. */
const REMEMBERED_TOKENS = 2000;

const claimsSchema = z.object({
  sub: z.string().regex(/^[1-9]\d{0,14}$/),
  sid: z.uuid(),
  jti: z.uuid(),
  gen: z.int().nonnegative().optional(),
});

export interface AccessTokenClaims {
  readonly accountId: number;
  readonly sessionId: string;
  /** The generation of the refresh token issued with it; absent if there was none before. */
  readonly generation?: number;
}

export interface AccessTokens {
  issue(claims: AccessTokenClaims): Promise<string>;
  /** The claims of a token; null for anything but a valid token of ours. */
  read(token: string): Promise<AccessTokenClaims | null>;
  /** The same for a token of any age, to sign out. */
  readExpired(token: string): Promise<AccessTokenClaims | null>;
}

export function createAccessTokens([newest, ...older]: KeyRing, publicUrl: string, now: () => Date): AccessTokens {
  const signingKey = createSecretKey(newest);
  const knownKeys = [signingKey, ...older.map((key) => createSecretKey(key))];
  const audience = `${publicUrl}/api/v1`;

  async function verify(token: string, clockTolerance: number): Promise<AccessTokenClaims | null> {
    if (!isCanonicalToken(token)) return null;
    for (const key of knownKeys) {
      const claims = await verifyWith(key, token, clockTolerance);
      if (claims !== null) return claims;
    }
    return null;
  }

  async function verifyWith(key: KeyObject, token: string, clockTolerance: number): Promise<AccessTokenClaims | null> {
    const { jwtVerify } = await import('jose');
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: publicUrl,
        audience,
        requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
        currentDate: now(),
        clockTolerance,
      });
      if (Object.keys(protectedHeader).length !== 2) return null;
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success) return null;
      const { sub, sid, gen } = claims.data;
      return { accountId: Number(sub), sessionId: sid, ...(gen === undefined ? {} : { generation: gen }) };
    } catch {
      // The bearer only learns that the token was refused, not why.
      return null;
    }
  }

  /** The same token comes with every request for 15 minutes, so a verified signature is cached. */
  const remembered = new Map<string, { readonly claims: AccessTokenClaims; readonly expiresAt: number }>();

  async function read(token: string): Promise<AccessTokenClaims | null> {
    const known = remembered.get(token);
    if (known !== undefined) {
      if (now().getTime() < known.expiresAt) return known.claims;
      remembered.delete(token);
    }
    const claims = await verify(token, 0);
    if (claims === null) return null;
    const { decodeJwt } = await import('jose');
    const oldest = remembered.keys().next().value;
    if (remembered.size >= REMEMBERED_TOKENS && oldest !== undefined) remembered.delete(oldest);
    remembered.set(token, { claims, expiresAt: (decodeJwt(token).exp ?? 0) * 1000 });
    return claims;
  }

  return {
    async issue({ accountId, sessionId, generation }) {
      const { SignJWT } = await import('jose');
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ sid: sessionId, ...(generation === undefined ? {} : { gen: generation }) })
        .setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE })
        .setSubject(String(accountId))
        .setJti(randomUUID())
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(signingKey);
    },
    read,
    readExpired: (token) => verify(token, ANY_AGE_SECONDS),
  };
}

/** Base64url has spare bits in the last character, so one signature has several spellings. Only one is accepted. */
function isCanonicalToken(token: string): boolean {
  if (token.length > 2048) return false;
  const parts = token.split('.');
  return (
    parts.length === 3 && parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}
