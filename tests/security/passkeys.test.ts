/** Passkeys under attack: answers that are not what the person's authenticator made for this server, now, in this browser. */
import { createVerifiedAccount, type TestAccount } from '@leadloom/server/testing/accounts';
import { openBrowser } from '@leadloom/server/testing/browser';
import { type AddedPasskey, addPasskey, offerPasskey, signInByPasskey } from '@leadloom/server/testing/passkeys';
import { createSoftwareAuthenticator, type Lies } from '@leadloom/server/testing/software-authenticator';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from './testing/security.fixture.ts';

const PUBLIC_URL = 'https://leads.example.com';
const MINUTE = 60_000;

/** Each of them alone makes an answer worthless. */
const lies: readonly (readonly [what: string, Lies])[] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['http in place of https', { origin: 'http://leads.example.com' }],
  ['another port', { origin: 'https://leads.example.com:8443' }],
  ['a host below ours', { origin: 'https://x.leads.example.com' }],
  ['a host above ours', { origin: 'https://example.com' }],
  ['a host that begins like ours', { origin: 'https://leads.example.com.evil.example' }],
  ['another case of our host', { origin: 'https://Leads.example.com' }],
  ['no origin', { origin: 'null' }],
  ['a frame of another site', { crossOrigin: true }],
  ['the hash of another host', { rpId: 'evil.example' }],
  ['the hash of a host above ours', { rpId: 'example.com' }],
  ['a challenge of its own', { challenge: 'A'.repeat(43) }],
  ['an empty challenge', { challenge: '' }],
  ['the other kind of answer', { type: 'webauthn.unknown' }],
  ['a person who was not verified', { isVerified: false }],
];

const onlyAtSignIn: readonly (readonly [what: string, Lies])[] = [
  ['the signature of another key', { isForged: true }],
  ['no account', { userHandle: null }],
  ['another account', { userHandle: 'B'.repeat(43) }],
  ['the kind of answer that creates a passkey', { type: 'webauthn.create' }],
];

describe('passkeys under attack', () => {
  let server: TestServer;
  let account: TestAccount;
  let passkey: AddedPasskey;
  const counts = { attacks: 0, 'attacks that got through': 0 };
  const browse = () => openBrowser(server.app);
  const login = (browser: ReturnType<typeof browse>, credential: object) =>
    browser.call('POST', '/login/passkey', { body: { credential } });

  function expectRefused(answer: Awaited<ReturnType<typeof login>>): void {
    counts.attacks += 1;
    if (answer.status < 300) counts['attacks that got through'] += 1;
    expect(answer).toMatchObject({ status: 403, body: { code: 'PASSKEY.REFUSED' }, setCookies: [] });
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { PUBLIC_URL, TRUST_PROXY: 'loopback' } });
    account = await createVerifiedAccount(server);
    passkey = await addPasskey(server, account);
  });
  afterAll(async () => {
    tell('passkeys', counts);
    await server.close();
  });

  it.each([...lies, ...onlyAtSignIn])('%s does not sign in', async (_, lie) => {
    expectRefused(await signInByPasskey(browse(), passkey.authenticator, lie));
  });

  it.each(lies)('%s adds no passkey', async (_, lie) => {
    expectRefused(await offerPasskey(account, createSoftwareAuthenticator(PUBLIC_URL), { lies: lie }));
  });

  it('the honest answer signs in', async () => {
    expect((await signInByPasskey(browse(), passkey.authenticator)).status).toBe(200);
  });

  it('an unknown passkey gets the same answer as a wrong one', async () => {
    const unknown = createSoftwareAuthenticator(PUBLIC_URL);
    const answers = [
      await signInByPasskey(browse(), unknown, { userHandle: 'B'.repeat(43) }),
      await signInByPasskey(browse(), passkey.authenticator, { isForged: true }),
    ];
    for (const answer of answers) expectRefused(answer);
    const [one, other] = answers.map(({ body }) => ({ ...body, request_id: '' }));
    expect(one).toEqual(other);
  });

  it('an answer works once, however many requests carry it at once', async () => {
    const browser = browse();
    const { body } = await browser.call('POST', '/login/passkey/options');
    const credential = passkey.authenticator.get(body);
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(browser, credential)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer);
    expectRefused(await login(browser, credential));
  });

  it('an answer that was refused does not work later', async () => {
    const browser = browse();
    const { body } = await browser.call('POST', '/login/passkey/options');
    expectRefused(await login(browser, passkey.authenticator.get(body, { isForged: true })));
    expectRefused(await login(browser, passkey.authenticator.get(body)));
  });

  it('an answer does not work in another browser, with another cookie, or after five minutes', async () => {
    const browser = browse();
    const begin = async () => (await browser.call('POST', '/login/passkey/options')).body;
    expectRefused(await login(browse(), passkey.authenticator.get(await begin())));
    const stranger = browse();
    await stranger.call('POST', '/login/passkey/options');
    expectRefused(await login(stranger, passkey.authenticator.get(await begin())));
    const late = passkey.authenticator.get(await begin());
    server.clock.advance(5 * MINUTE + 1000);
    expectRefused(await login(browser, late));
  });

  it('a challenge to sign in proves no owner, and a challenge to prove the owner signs nobody in', async () => {
    const { browser, accessToken: bearer } = account;
    const toSignIn = await browser.call('POST', '/login/passkey/options');
    const body = { credential: passkey.authenticator.get(toSignIn.body) };
    expectRefused(await browser.call('POST', '/prove/passkey', { bearer, body }));
    const toProve = await browser.call('POST', '/prove/passkey/options', { bearer });
    expectRefused(await login(browser, passkey.authenticator.get(toProve.body)));
  });

  it("a challenge of one account adds no passkey to another's", async () => {
    const victim = await createVerifiedAccount(server);
    const begun = await account.browser.call('POST', '/passkeys/options', { bearer: account.accessToken });
    const credential = createSoftwareAuthenticator(PUBLIC_URL).create(begun.body);
    const body = { name: 'Theirs', credential };
    expectRefused(await account.browser.call('POST', '/passkeys', { bearer: victim.accessToken, body }));
  });

  it('a copy of an authenticator that counts is refused when its count does not grow', async () => {
    const counted = await addPasskey(server, account);
    for (const counter of [7, 8]) {
      expect((await signInByPasskey(browse(), counted.authenticator, { counter })).status).toBe(200);
    }
    for (const counter of [8, 7, 0]) expectRefused(await signInByPasskey(browse(), counted.authenticator, { counter }));
    expect((await signInByPasskey(browse(), counted.authenticator, { counter: 9 })).status).toBe(200);
  });

  it('neither the database nor an answer keeps what could be replayed', async () => {
    const browser = browse();
    const { body } = await browser.call('POST', '/login/passkey/options');
    const { rows } = await server.database.$client.query('select to_jsonb(c) as row from passkey_challenges c');
    const secret = browser.cookies.get('__Host-leadloom_passkey')?.value ?? '';
    expect(secret).not.toBe('');
    expect(JSON.stringify(rows)).not.toContain(String(body.challenge));
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
