/** Signing in with the OpenID Connect provider under attack: hostile providers, and answers that belong to somebody else. */
import type { ServerResponse } from 'node:http';
import { createVerifiedAccount, type TestAccount } from '@leadloom/server/testing/accounts';
import { type Answer, type Browser, openBrowser } from '@leadloom/server/testing/browser';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { type OidcIssuer, type OidcLies, startOidcIssuer } from '@leadloom/tests/stand-ins/oidc/issuer';
import { beginAtIssuer, signInAtIssuer } from '@leadloom/tests/stand-ins/oidc/sign-in-by-issuer';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tell } from './testing/security.fixture.ts';

const MINUTE = 60_000;
const DISCOVERY = '/.well-known/openid-configuration';
const inSeconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

/** Each of them alone makes an ID token worthless. */
const wrongTokens: readonly (readonly [what: string, OidcLies])[] = [
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['no issuer', { claims: { iss: undefined } }],
  ['another audience', { claims: { aud: 'another client' } }],
  ['several audiences and another authorised party', { claims: { aud: ['leadloom', 'other'], azp: 'other' } }],
  ['an audience in another case', { claims: { aud: 'LEADLOOM' } }],
  ['an end in the past', { claims: { exp: inSeconds(-3600), iat: inSeconds(-7200) } }],
  ['no end', { claims: { exp: undefined } }],
  ['no time of issue', { claims: { iat: undefined } }],
  ['a beginning in the future', { claims: { nbf: inSeconds(3600) } }],
  ['another nonce', { claims: { nonce: 'A'.repeat(43) } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['no subject', { claims: { sub: undefined } }],
  ['an empty subject', { claims: { sub: '' } }],
  ['no signature', { algorithm: 'none' }],
  ['a signature by the secret of the client', { algorithm: 'HS256' }],
  ['a signature by a key that is not published', { isForged: true }],
];

const json =
  (body: string, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const redirect = (response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end();

/** A provider that is broken or hostile before anybody has signed in there. */
const brokenDiscoveries: readonly (readonly [what: string, OidcLies])[] = [
  ['10 MB', { answers: { [DISCOVERY]: json(`{"issuer":"${'x'.repeat(10 * 1024 * 1024)}"}`) } }],
  ['no JSON', { answers: { [DISCOVERY]: json('<html>') } }],
  ['an error', { answers: { [DISCOVERY]: json('{}', 500) } }],
  ['a redirect', { answers: { [DISCOVERY]: redirect } }],
  ['a connection that ends', { answers: { [DISCOVERY]: (response) => void response.destroy() } }],
  ['another issuer', { metadata: { issuer: 'https://evil.example' } }],
  ['a page of another host', { metadata: { authorization_endpoint: 'https://evil.example/authorize' } }],
  ['a script as its page', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }],
];

describe('signing in with the provider under attack', () => {
  let issuer: OidcIssuer;
  let server: TestServer;
  let account: TestAccount;
  const counts = { attacks: 0, 'sessions given': 0 };
  const browse = () => openBrowser(server.app);
  const login = (browser: Browser, answer: string) => browser.call('POST', '/login/oidc', { body: { answer } });

  function expectRefused(answer: Answer, code: string, status = 403): void {
    counts.attacks += 1;
    if (answer.status < 300) counts['sessions given'] += 1;
    expect(answer).toMatchObject({ status, body: { code }, setCookies: [] });
  }

  beforeAll(async () => {
    issuer = await startOidcIssuer();
    server = await startTestServer({ environment: issuer.settings });
    account = await createVerifiedAccount(server);
    issuer.person = { sub: 'honest', email: account.email, email_verified: true };
  });
  afterAll(async () => {
    tell('OpenID Connect', counts);
    await server.close();
    await issuer.close();
  });
  afterEach(() => {
    issuer.lies = {};
  });

  it('the honest answer signs in, before and after the provider has changed its key', async () => {
    expect((await signInAtIssuer(browse(), issuer)).status).toBe(200);
    await issuer.changeKey();
    expect((await signInAtIssuer(browse(), issuer)).status).toBe(200);
  });

  it.each(wrongTokens)('an ID token with %s signs nobody in', async (_, lies) => {
    issuer.lies = lies;
    expectRefused(await signInAtIssuer(browse(), issuer), 'OIDC.REFUSED');
  });

  it.each(brokenDiscoveries)('a provider that describes itself with %s gets no visit and gives no session', async (_, lies) => {
    const other = await startTestServer({ environment: issuer.settings, beside: server });
    try {
      issuer.lies = lies;
      expectRefused(await openBrowser(other.app).call('POST', '/login/oidc/start'), 'OIDC.PROVIDER_FAILED', 503);
      issuer.lies = {};
      // It is asked again once it is well.
      expect((await openBrowser(other.app).call('POST', '/login/oidc/start')).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it.each([
    ['token_endpoint', 'http://127.0.0.1:9/token'],
    ['jwks_uri', 'http://169.254.169.254/latest'],
    ['token_endpoint', 'http://localhost:9/token'],
  ])('a %s at %s is never connected to', async (name, address) => {
    issuer.lies = { metadata: { [name]: address } };
    const other = await startTestServer({ environment: issuer.settings, beside: server });
    try {
      const answer = await signInAtIssuer(openBrowser(other.app), issuer);
      expectRefused(answer, 'OIDC.PROVIDER_FAILED', 503);
    } finally {
      await other.close();
    }
  });

  it.each([
    ['tokens of 10 MB', { '/token': json(`{"id_token":"${'x'.repeat(10 * 1024 * 1024)}"}`) }],
    ['a failing token endpoint', { '/token': json('{}', 503) }],
    ['a redirected token endpoint', { '/token': redirect }],
    ['keys of 10 MB', { '/keys': json(`{"keys":["${'x'.repeat(10 * 1024 * 1024)}"]}`) }],
    ['keys without a key', { '/keys': json('{"keys":[]}') }],
    ['redirected keys', { '/keys': redirect }],
  ] as const)('%s give no session', async (_, answers) => {
    issuer.lies = { answers };
    const answer = await signInAtIssuer(browse(), issuer);
    counts.attacks += 1;
    if (answer.status < 300) counts['sessions given'] += 1;
    expect(['OIDC.PROVIDER_FAILED', 'OIDC.REFUSED']).toContain(answer.body.code);
    expect(answer.setCookies).toEqual([]);
  });

  it('an answer works once, however many requests carry it at once', async () => {
    const browser = browse();
    const answer = issuer.agree(await beginAtIssuer(browser));
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(browser, answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const late of answers.filter(({ status }) => status !== 200)) expectRefused(late, 'OIDC.REFUSED');
    expectRefused(await login(browser, answer), 'OIDC.REFUSED');
  });

  it('an attacker’s answer signs no other browser in to the attacker’s account', async () => {
    const answer = issuer.agree(await beginAtIssuer(browse()));
    expectRefused(await login(browse(), answer), 'OIDC.REFUSED');
    const victim = browse();
    await beginAtIssuer(victim);
    expectRefused(await login(victim, answer), 'OIDC.REFUSED');
  });

  it('a code of one sign-in does not work with the state of another', async () => {
    const victim = new URLSearchParams(issuer.agree(await beginAtIssuer(browse())));
    const browser = browse();
    const own = new URLSearchParams(issuer.agree(await beginAtIssuer(browser)));
    own.set('code', victim.get('code') ?? '');
    // The verifier of PKCE is that of the browser that started it.
    expectRefused(await login(browser, own.toString()), 'OIDC.REFUSED');
  });

  it.each([
    ['of another issuer', (answer: URLSearchParams) => answer.set('iss', 'https://evil.example')],
    ['without an issuer', (answer: URLSearchParams) => answer.delete('iss')],
    ['without a state', (answer: URLSearchParams) => answer.delete('state')],
    ['with two states', (answer: URLSearchParams) => answer.append('state', 'A'.repeat(43))],
    ['with two codes', (answer: URLSearchParams) => answer.append('code', 'another')],
    ['without a code', (answer: URLSearchParams) => answer.delete('code')],
    ['with tokens in it', (answer: URLSearchParams) => answer.append('id_token', 'a.b.c')],
  ])('an answer %s signs nobody in', async (_, tamper) => {
    const browser = browse();
    const answer = new URLSearchParams(issuer.agree(await beginAtIssuer(browser)));
    tamper(answer);
    expectRefused(await login(browser, answer.toString()), 'OIDC.REFUSED');
  });

  it('an answer does not work after ten minutes', async () => {
    const browser = browse();
    const answer = issuer.agree(await beginAtIssuer(browser));
    server.clock.advance(10 * MINUTE + 1000);
    expectRefused(await login(browser, answer), 'OIDC.REFUSED');
  });

  it('a sign-in proves no owner, and a proof signs nobody in', async () => {
    const { browser } = account;
    const { body } = await signInAtIssuer(browser, issuer);
    const bearer = String(body.access_token);
    const toSignIn = issuer.agree(await beginAtIssuer(browser));
    const refused = await browser.call('POST', '/prove/oidc', { bearer, body: { answer: toSignIn } });
    expectRefused(refused, 'OIDC.REFUSED');
    const begun = await browser.call('POST', '/prove/oidc/start', { bearer });
    expectRefused(await login(browser, issuer.agree(String(begun.body.url))), 'OIDC.REFUSED');
  });
});
