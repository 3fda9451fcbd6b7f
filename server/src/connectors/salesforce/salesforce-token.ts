/**
 * Access tokens of a connected app, for the refresh token that it got when somebody allowed it. Source: help.salesforce.com,
 * "OAuth 2.0 Refresh Token Flow for Renewed Sessions".
 */
import { z } from 'zod';
import type { SourceHttp } from '../../sources/http/source-http.ts';
import { parseJson } from '../answer-text.ts';
import { BusyDestination, RefusedByDestination } from '../connector.ts';

const BUSY_MILLISECONDS = 60_000;

/** The token becomes part of a header. */
const tokenSchema = z.object({ access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/) });
const errorSchema = z.object({ error: z.string() });

/** What only somebody at Salesforce can change. */
const refusals: ReadonlyMap<string, string> = new Map([
  ['invalid_grant', 'Salesforce does not accept the refresh token any more.'],
  ['inactive_user', 'The user who allowed the app is not active in Salesforce any more.'],
  ['inactive_org', 'The Salesforce organization is locked or closed.'],
  ['invalid_client_id', 'Salesforce does not know the consumer key.'],
  ['invalid_client', 'Salesforce does not accept the consumer secret.'],
  ['invalid_client_credentials', 'Salesforce does not accept the consumer secret.'],
  ['invalid_app_access', 'Salesforce does not let the user use the connected app.'],
]);

export interface SalesforceSecrets {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

export interface SalesforceToken {
  /** @throws {RefusedByDestination} when the refresh token or the app is not accepted */
  read(signal: AbortSignal): Promise<string>;
  /** The next read asks for another token than this one. */
  forget(token: string): void;
}

interface TokenParts {
  readonly http: SourceHttp;
  readonly url: string;
  readonly secrets: SalesforceSecrets;
  readonly now: () => Date;
}

export function createSalesforceToken({ http, url, secrets, now }: TokenParts): SalesforceToken {
  let kept: string | null = null;

  async function ask(signal: AbortSignal): Promise<string> {
    const { status, text } = await http.send({
      method: 'POST',
      url: `${url}/services/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: secrets.clientId,
        client_secret: secrets.clientSecret,
        refresh_token: secrets.refreshToken,
      }).toString(),
      signal,
    });
    const answer = parseJson(text);
    const code = errorSchema.safeParse(answer).data?.error ?? '';
    const refusal = refusals.get(code);
    if (refusal !== undefined) throw new RefusedByDestination(refusal);
    if (code === 'rate_limit_exceeded' || status === 429)
      throw new BusyDestination('Salesforce gives no more access tokens for now.', new Date(now().getTime() + BUSY_MILLISECONDS));
    const token = tokenSchema.safeParse(answer).data;
    if (status !== 200 || token === undefined) throw new Error(`Salesforce gave no access token (${status}).`);
    kept = token.access_token;
    return kept;
  }

  return {
    read: async (signal) => kept ?? ask(signal),
    forget: (token) => {
      if (kept === token) kept = null;
    },
  };
}
