/** What the client reads from an access token: when it ends and whose it is. Nothing here is trusted for access. */
import * as z from 'zod/mini';

export interface TokenClaims {
  /** Milliseconds, by the server's clock. */
  readonly expiresAt: number | null;
  readonly issuedAt: number | null;
  /** Tells one account from another, when the token says. */
  readonly subject: string | null;
}

const payloadSchema = z.object({
  exp: z.optional(z.number()),
  iat: z.optional(z.number()),
  sub: z.optional(z.union([z.string(), z.number()])),
});

const unknownClaims: TokenClaims = { expiresAt: null, issuedAt: null, subject: null };

/** Reads the payload of a JWT; a token of any other form has no known claims. */
export function readTokenClaims(token: string): TokenClaims {
  const payload = token.split('.')[1];
  if (payload === undefined) return unknownClaims;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const parsed = payloadSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    if (!parsed.success) return unknownClaims;
    const { exp, iat, sub } = parsed.data;
    return {
      expiresAt: exp === undefined ? null : exp * 1000,
      issuedAt: iat === undefined ? null : iat * 1000,
      subject: sub === undefined ? null : String(sub),
    };
  } catch {
    return unknownClaims;
  }
}
