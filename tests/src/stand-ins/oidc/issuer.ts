/**
 * An OpenID Connect provider on loopback that really signs. It holds one person at a time, checks clients, redirect
 * addresses, codes and PKCE as a provider must, and lies where a test tells it to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';

export const OIDC_CLIENT_ID = 'leadloom';
export const OIDC_CLIENT_SECRET = 'a secret of the stand-in: & + %';
const TOKEN_SECONDS = 300;

export interface OidcPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  /** When the person signed in, in seconds; now, if a new sign-in is asked for. */
  readonly auth_time?: number;
}

export interface OidcLies {
  /** Claims of the ID token, in place of the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly algorithm?: 'none' | 'HS256';
  /** Signs with a key that is not published. */
  readonly isForged?: boolean;
  /** Fields of what the provider says of itself, in place of the right ones. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Puts another answer in the place of one of these paths. */
  readonly answers?: Readonly<Record<string, (response: ServerResponse) => void>>;
}

export interface OidcIssuer {
  readonly issuer: string;
  readonly settings: Readonly<Record<string, string>>;
  person: OidcPerson;
  lies: OidcLies;
  /** Has the person agree to what an address asks. @returns the query of the page that the browser is sent to */
  agree(address: string): string;
  /** Signs with a new key from now on, and publishes it alone. */
  changeKey(): Promise<void>;
  /** Paths that were asked for. */
  readonly requests: string[];
  close(): Promise<void>;
}

interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly person: OidcPerson;
}

interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' };
  return { privateKey, jwk };
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** @param name of the provider on the screens */
export async function startOidcIssuer(name = 'Warp ID'): Promise<OidcIssuer> {
  const grants = new Map<string, Grant>();
  const unpublished = await makeKey();
  let key = await makeKey();
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const { origin: issuer, close } = await listenOnLoopback(server);

  const self: OidcIssuer = {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: name },
    person: { sub: 'nobody' },
    lies: {},
    requests: [],
    agree(page) {
      return new URL(redirectFor(new URL(page).searchParams)).search.slice(1);
    },
    async changeKey() {
      key = await makeKey();
    },
    close,
  };

  function redirectFor(asked: URLSearchParams): string {
    const redirectUri = asked.get('redirect_uri') ?? '';
    const isRight =
      asked.get('client_id') === OIDC_CLIENT_ID &&
      asked.get('response_type') === 'code' &&
      asked.get('code_challenge_method') === 'S256' &&
      new URL(redirectUri).pathname === '/app/login/oidc';
    if (!isRight) throw new Error('the request of the client is not right');
    const code = randomBytes(16).toString('hex');
    const authTime = asked.get('prompt') === 'login' ? nowInSeconds() : nowInSeconds() - 3600;
    const person = { auth_time: authTime, ...self.person };
    grants.set(code, { redirectUri, challenge: asked.get('code_challenge') ?? '', nonce: asked.get('nonce'), person });
    const answer = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer });
    return `${redirectUri}?${answer.toString()}`;
  }

  async function sign({ nonce, person }: Grant): Promise<string> {
    const { claims: lie = {}, algorithm = 'RS256', isForged = false } = self.lies;
    const issuedAt = nowInSeconds();
    const claims = { iss: issuer, aud: OIDC_CLIENT_ID, iat: issuedAt, exp: issuedAt + TOKEN_SECONDS, nonce, ...person, ...lie };
    if (algorithm === 'none') return new UnsecuredJWT(claims).encode();
    if (algorithm === 'HS256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(OIDC_CLIENT_SECRET));
    const { privateKey } = isForged ? unpublished : key;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid ?? '' }).sign(privateKey);
  }

  async function giveTokens(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const [id = '', secret = ''] = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant !== undefined &&
      id === OIDC_CLIENT_ID &&
      secret === OIDC_CLIENT_SECRET &&
      grant.redirectUri === form.get('redirect_uri') &&
      grant.challenge === challenge;
    if (!isRight) return send(response, 400, { error: 'invalid_grant' });
    send(response, 200, { access_token: 'opaque', token_type: 'Bearer', id_token: await sign(grant) });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    self.requests.push(pathname);
    const lie = self.lies.answers?.[pathname];
    if (lie !== undefined) return lie(response);
    if (pathname === '/.well-known/openid-configuration') {
      return send(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
        ...self.lies.metadata,
      });
    }
    if (pathname === '/keys') return send(response, 200, { keys: [key.jwk] });
    if (pathname === '/token') return giveTokens(request, response);
    if (pathname === '/authorize') return sendPage(response, name, redirectFor(searchParams), self.person);
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    send(response, 404, {});
  }

  return self;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** What a person sees there. */
function sendPage(response: ServerResponse, name: string, next: string, { email = '' }: OidcPerson): void {
  const refusal = next.replace(/code=[^&]*/, 'error=access_denied').replaceAll('&', '&amp;');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><title>${name}</title><h1>${name}</h1>
<p><a href="${next.replaceAll('&', '&amp;')}">Continue as ${email}</a></p>
<p><a href="${refusal}">Cancel</a></p></html>`);
}
