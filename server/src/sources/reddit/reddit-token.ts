/**
 * The access token for Reddit's API: requested with the app's credentials, kept in memory only, and renewed before it
 * expires.
 */
import { z } from 'zod';
import type { RedditSettings } from '../../config.ts';
import { parseJsonAnswer } from '../http/parse-json-answer.ts';
import { SourceError } from '../source-error.ts';
import type { Priority } from './reddit-pace.ts';
import type { RedditRequests } from './reddit-requests.ts';
import { refuseAnswer } from './refuse-answer.ts';

const RENEWED_BEFORE_SECONDS = 60;
const WHAT = 'the token';

const tokenSchema = z.object({
  /** Becomes part of a header. */
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
});
/** Reddit responds to some wrong credentials with 200. */
const errorSchema = z.object({ error: z.union([z.string(), z.number()]), error_description: z.string().nullish().catch(null) });

export interface RedditToken {
  /** @throws {SourceError} */
  read(haste: Priority, signal: AbortSignal): Promise<string>;
  /** Called when Reddit refused the token; the next call requests another one. */
  forget(token: string): void;
}

export interface RedditTokenOptions {
  readonly settings: RedditSettings;
  readonly requests: RedditRequests;
  readonly now: () => Date;
  readonly userAgent: string;
}

export function createRedditToken({ settings, requests, now, userAgent }: RedditTokenOptions): RedditToken {
  let kept: { readonly token: string; readonly renewAt: number } | null = null;
  const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');

  async function ask(haste: Priority, signal: AbortSignal): Promise<string> {
    const answer = await requests.send({
      method: 'POST',
      url: `${settings.authUrl}/api/v1/access_token`,
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': userAgent,
      },
      body: 'grant_type=client_credentials',
      signal,
      haste,
      isPaced: false,
    });
    const refusal = refuseAnswer(answer, { what: WHAT, isName: false });
    if (refusal !== null) throw answer.status === 400 ? refused(answer.text.slice(0, 200)) : ofNetwork(refusal);
    const { access_token: token, expires_in: seconds } = readToken(answer.text);
    // A short-lived token is used for half of its lifetime.
    const lifetime = Math.max(seconds - RENEWED_BEFORE_SECONDS, seconds / 2);
    kept = { token, renewAt: now().getTime() + lifetime * 1000 };
    return token;
  }

  return {
    read: async (haste, signal) => (kept !== null && now().getTime() < kept.renewAt ? kept.token : ask(haste, signal)),
    forget: (token) => {
      if (kept?.token === token) kept = null;
    },
  };
}

function readToken(text: string): z.infer<typeof tokenSchema> {
  const body = parseToken(text);
  const token = tokenSchema.safeParse(body);
  if (token.success) return token.data;
  const error = errorSchema.safeParse(body);
  if (error.success) throw refused(`${error.data.error} ${error.data.error_description ?? ''}`.trim().slice(0, 200));
  throw new SourceError('failed', `${WHAT}: the response contains none`, { isOfNetwork: true });
}

function parseToken(text: string): unknown {
  try {
    return parseJsonAnswer(text, WHAT);
  } catch (error) {
    throw error instanceof SourceError ? ofNetwork(error) : error;
  }
}

function refused(said: string): SourceError {
  return new SourceError('refused', `${WHAT}: Reddit does not accept the credentials: ${JSON.stringify(said)}`, {
    isOfNetwork: true,
  });
}

/** The same error for the whole network: without a token no request is possible. */
function ofNetwork({ fault, message, retryAt, cause }: SourceError): SourceError {
  return new SourceError(fault, message, { isOfNetwork: true, retryAt, cause });
}
