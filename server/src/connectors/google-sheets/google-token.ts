/**
 * Access tokens of a service account: an assertion signed with its key, exchanged for a token (RFC 7523, Google's "OAuth 2.0 for
 * Server to Server Applications"). The address of the exchange is a setting of the server: the one that a key file names could
 * lead anywhere.
 */
import { z } from 'zod';
import type { SourceHttp } from '../../sources/http/source-http.ts';
import { RefusedByDestination } from '../connector.ts';

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
const ASSERTION_SECONDS = 3_600;
/** Before its end, a token is renewed, so that it does not end on the way. */
const SPARE_MILLISECONDS = 60_000;
const MAX_SAID = 200;

const tokenSchema = z.object({
  /** Becomes part of a header. */
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  expires_in: z.number().positive(),
});
const errorSchema = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

/** The fields of a key file that are used. */
export interface ServiceAccount {
  readonly client_email: string;
  /** In PEM. */
  readonly private_key: string;
  readonly private_key_id?: unknown;
}

export interface GoogleToken {
  /** @throws {RefusedByDestination} when Google does not accept the key */
  read(signal: AbortSignal): Promise<string>;
  /** The next read asks for another token. */
  forget(): void;
}

export function createGoogleToken(http: SourceHttp, tokenUrl: string, account: ServiceAccount): GoogleToken {
  const audience = `${tokenUrl}/token`;
  let kept: { readonly token: string; readonly until: number } | null = null;

  async function ask(signal: AbortSignal): Promise<string> {
    const { status, text } = await http.send({
      method: 'POST',
      url: audience,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await signAssertion(account, audience),
      }).toString(),
      signal,
    });
    const answer = parseJson(text);
    if (status === 400 || status === 401 || status === 403) throw refusal(errorSchema.safeParse(answer).data);
    const token = tokenSchema.safeParse(answer).data;
    if (status !== 200 || token === undefined) throw new Error(`Google gave no access token (${status}).`);
    kept = { token: token.access_token, until: Date.now() + token.expires_in * 1000 - SPARE_MILLISECONDS };
    return token.access_token;
  }

  return {
    read: async (signal) => (kept !== null && Date.now() < kept.until ? kept.token : ask(signal)),
    forget: () => {
      kept = null;
    },
  };
}

async function signAssertion(account: ServiceAccount, audience: string): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose');
  const key = await importPKCS8(account.private_key, 'RS256').catch(() => {
    // The cause is left out: it could quote the key.
    throw new RefusedByDestination('The private key of the service account cannot be read. Enter the whole key file again.');
  });
  const { private_key_id: keyId } = account;
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(typeof keyId === 'string' ? { kid: keyId } : {}) })
    .setIssuer(account.client_email)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_SECONDS}s`)
    .sign(key);
}

function refusal(said: z.infer<typeof errorSchema> | undefined): Error {
  const reason = (said?.error_description ?? said?.error ?? 'without a reason').slice(0, MAX_SAID);
  // Google refuses a key for a clock that is wrong with the same code: the key is good once the clock is right.
  if (/\biat\b/.test(reason)) return new Error('Google does not accept the time of this server: its clock is wrong.');
  return new RefusedByDestination(`Google does not accept the key of the service account: ${reason}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
