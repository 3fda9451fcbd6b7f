import {
  codeIn,
  createAccount,
  createVerifiedAccount,
  signIn,
  type TestAccount,
  uniqueEmail,
  waitForMail,
} from '@leadloom/server/testing/accounts';
import { type Answer, openBrowser } from '@leadloom/server/testing/browser';
import { switchOnSecondFactor } from '@leadloom/server/testing/second-factor';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type OidcIssuer, startOidcIssuer } from '../stand-ins/oidc/issuer.ts';
import { signInAtIssuer } from '../stand-ins/oidc/sign-in-by-issuer.ts';

const linksSchema = z.object({
  data: z.array(z.object({ id: z.string(), email: z.string() })),
  total: z.number(),
  has_password: z.boolean(),
});
const HOUR = 3_600_000;

describe('signing in with the OpenID Connect provider', () => {
  let issuer: OidcIssuer;
  let server: TestServer;
  let closed: TestServer;
  const browse = () => openBrowser(server.app);
  const bearerOf = ({ body }: Answer) => String(body.access_token);
  const links = async (browser: ReturnType<typeof browse>, bearer: string) =>
    linksSchema.parse((await browser.call('GET', '/oidc-links', { bearer })).body);
  const person = (email: string, sub = `sub of ${email}`) => ({ sub, email, email_verified: true });

  beforeAll(async () => {
    issuer = await startOidcIssuer();
    const environment = { ...issuer.settings, PROOF_SECONDS: '300' };
    server = await startTestServer({ environment });
    closed = await startTestServer({ environment: { ...issuer.settings, REGISTRATION: 'closed' }, beside: server });
  });
  afterAll(async () => {
    await closed.close();
    await server.close();
    await issuer.close();
  });
  afterEach(() => {
    issuer.lies = {};
  });

  it('a new person gets a verified account without a password, and the same account the next time', async () => {
    const email = uniqueEmail();
    issuer.person = person(email);
    const browser = browse();
    const first = await signInAtIssuer(browser, issuer);
    expect(first).toMatchObject({ status: 200, body: { msg: 'Authenticated' } });
    const me = await browser.call('GET', '/me', { bearer: bearerOf(first) });
    expect(me.body).toMatchObject({ email, verified: true, is_trial: true });
    expect(await links(browser, bearerOf(first))).toMatchObject({ data: [{ email }], total: 1, has_password: false });
    expect((await browser.call('POST', '/refresh', { bearer: String(first.body.refresh_token) })).status).toBe(200);
    const second = await signInAtIssuer(browse(), issuer);
    expect((await browse().call('GET', '/me', { bearer: bearerOf(second) })).body).toMatchObject({ email });
    expect((await browse().call('POST', '/login', { body: { email, password: '' } })).status).toBe(401);
  });

  it('a verified account is joined, keeps its password and sessions, and its owner is told', async () => {
    const account = await createVerifiedAccount(server);
    issuer.person = person(account.email);
    const joined = await signInAtIssuer(browse(), issuer);
    expect(joined.status).toBe(200);
    expect(await links(account.browser, account.accessToken)).toMatchObject({ total: 1, has_password: true });
    await waitForMail(server, account.email, /sign in to Leadloom with Warp ID/);
  });

  it('an account that was never verified loses its password and sessions before it is joined', async () => {
    const squatter = await createAccount(server);
    issuer.person = person(squatter.email);
    const owner = await signInAtIssuer(browse(), issuer);
    expect(owner.status).toBe(200);
    expect((await squatter.browser.call('GET', '/me', { bearer: squatter.accessToken })).status).toBe(401);
    const { email, password } = squatter;
    expect((await browse().call('POST', '/login', { body: { email, password } })).status).toBe(401);
    expect((await links(browse(), bearerOf(owner))).has_password).toBe(false);
  });

  it('an email that the provider has not verified joins nothing', async () => {
    const { email } = await createVerifiedAccount(server);
    for (const email_verified of [false, 'true', 1, undefined]) {
      issuer.person = { sub: 'unverified', email, email_verified };
      expect(await signInAtIssuer(browse(), issuer)).toMatchObject({ status: 403, body: { code: 'OIDC.EMAIL_UNVERIFIED' } });
    }
  });

  it('once joined the subject decides, and not an email that has changed at the provider', async () => {
    const [one, other] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    issuer.person = person(one.email, 'moving');
    await signInAtIssuer(browse(), issuer);
    issuer.person = person(other.email, 'moving');
    const answer = await signInAtIssuer(browse(), issuer);
    expect((await browse().call('GET', '/me', { bearer: bearerOf(answer) })).body).toMatchObject({ email: one.email });
  });

  it('under closed registration existing accounts get in, and nobody else', async () => {
    const { email } = await createVerifiedAccount(server);
    const visit = () => signInAtIssuer(openBrowser(closed.app), issuer);
    issuer.person = person(email);
    expect((await visit()).status).toBe(200);
    issuer.person = person(uniqueEmail());
    expect(await visit()).toMatchObject({ status: 403, body: { code: 'OIDC.NO_ACCOUNT' }, setCookies: [] });
  });

  it('a blocked account is refused as elsewhere', async () => {
    const { email } = await createVerifiedAccount(server);
    issuer.person = person(email);
    await server.database.$client.query('update accounts set blocked_at = now() where email = $1', [email]);
    expect(await signInAtIssuer(browse(), issuer)).toMatchObject({ status: 403, body: { code: 'AUTH.UNAUTHORIZED' } });
  });

  it('the second factor of the account is asked for all the same, and wrong codes keep the sign-in', async () => {
    const account = await createVerifiedAccount(server);
    const authenticator = await switchOnSecondFactor(server, account);
    issuer.person = person(account.email);
    const browser = browse();
    const begun = await browser.call('POST', '/login/oidc/start');
    const answer = issuer.agree(String(begun.body.url));
    const state = new URLSearchParams(answer).get('state');
    const asked = await browser.call('POST', '/login/oidc', { body: { answer } });
    expect(asked).toMatchObject({ status: 401, body: { code: 'TWO_FACTOR.CODE_REQUIRED' }, setCookies: [] });
    const show = (code: string, from = browser) => from.call('POST', '/login/oidc/code', { body: { state, code } });
    expect(await show('000000')).toMatchObject({ status: 403, body: { code: 'TWO_FACTOR.CODE_WRONG' } });
    const code = authenticator.nextCode();
    expect(await show(code, browse())).toMatchObject({ status: 403, body: { code: 'OIDC.REFUSED' } });
    expect((await show(code)).status).toBe(200);
    expect(await show(authenticator.nextCode())).toMatchObject({ body: { code: 'OIDC.REFUSED' } });
  });

  it('an account without a password proves its owner by a new sign-in, and by no older one', async () => {
    issuer.person = person(uniqueEmail());
    const browser = browse();
    const bearer = bearerOf(await signInAtIssuer(browser, issuer));
    server.clock.advance(HOUR / 10);
    const makeKey = () => browser.call('GET', '/create-api-key', { bearer });
    expect(await makeKey()).toMatchObject({ body: { code: 'AUTH.PROOF_NEEDED' } });
    const prove = async () => {
      const begun = await browser.call('POST', '/prove/oidc/start', { bearer });
      const answer = issuer.agree(String(begun.body.url));
      return browser.call('POST', '/prove/oidc', { bearer, body: { answer } });
    };
    const { person: owner } = issuer;
    // The test's clock stands beside that of the provider.
    const at = () => Math.floor(server.clock.now().getTime() / 1000);
    issuer.lies = { claims: { auth_time: at() - 120 } };
    expect(await prove()).toMatchObject({ status: 403, body: { code: 'OIDC.NOT_RECENT' } });
    issuer.lies = { claims: { auth_time: undefined } };
    expect(await prove()).toMatchObject({ status: 403, body: { code: 'OIDC.NOT_RECENT' } });
    issuer.lies = { claims: { auth_time: at() } };
    issuer.person = person(uniqueEmail());
    expect(await prove()).toMatchObject({ status: 403, body: { code: 'OIDC.NOT_OWNER' } });
    issuer.person = owner;
    expect((await prove()).status).toBe(204);
    expect((await makeKey()).status).toBe(200);
  });

  it('the last way to sign in cannot be removed until there is a password, which is set by mail', async () => {
    const email = uniqueEmail();
    issuer.person = person(email);
    const browser = browse();
    const bearer = bearerOf(await signInAtIssuer(browser, issuer));
    const [link] = (await links(browser, bearer)).data;
    const refused = await browser.call('DELETE', `/oidc-links/${link?.id}`, { bearer });
    expect(refused).toMatchObject({ status: 409, body: { code: 'OIDC.LINK_NEEDED' } });
    await browse().call('POST', '/reset-password', { body: { email } });
    const password_code = codeIn(await waitForMail(server, email, /reset/i));
    const password = 'a password set by mail';
    expect((await browse().call('POST', '/new-password', { body: { password, password_code } })).status).toBe(200);
    const account = await signIn(browse(), email, password);
    expect(await links(account.browser, account.accessToken)).toMatchObject({ total: 0, has_password: true });
  });

  it('removing a sign-in keeps the session that does it, and ends the others', async () => {
    const account: TestAccount = await createVerifiedAccount(server);
    issuer.person = person(account.email);
    const other = await signInAtIssuer(browse(), issuer);
    const [link] = (await links(account.browser, account.accessToken)).data;
    const remove = (bearer: string) => account.browser.call('DELETE', `/oidc-links/${link?.id}`, { bearer });
    const stranger = await createVerifiedAccount(server);
    expect((await remove(stranger.accessToken)).status).toBe(404);
    expect((await remove(account.accessToken)).status).toBe(204);
    expect((await browse().call('GET', '/me', { bearer: bearerOf(other) })).status).toBe(401);
    expect((await links(account.browser, account.accessToken)).total).toBe(0);
    await waitForMail(server, account.email, /Warp ID was removed/);
  });
});
