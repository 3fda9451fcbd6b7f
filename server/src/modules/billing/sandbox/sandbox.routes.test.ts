import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { openSandbox, type SandboxVisitor, subscribeInSandbox } from '../../../testing/sandbox-visitor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('the sandbox’s pages', () => {
  let server: TestServer;
  let account: TestAccount;
  let visitor: SandboxVisitor;
  let checkout: string;
  beforeAll(async () => {
    server = await startTestServer({ environment: { PLAN_NAME: '<b>Pro</b> & more' } });
    account = await createVerifiedAccount(server);
    await server.database.$client.query("update accounts set country = 'US' where email = $1", [account.email]);
    visitor = openSandbox(server, account);
    checkout = await begin(account);
  });
  afterAll(() => server.close());

  const begin = async ({ browser, accessToken: bearer }: TestAccount) => {
    const { body } = await browser.call('POST', '/create-checkout-session', { bearer });
    return new URL(String(body.url)).pathname;
  };
  const tokenIn = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const subscriptionOf = async ({ browser, accessToken: bearer }: TestAccount) =>
    (await browser.call('GET', '/me', { bearer })).body.subscription;

  it('the checkout page says that the money is test money, what it buys and for whom', async () => {
    const { payload, headers, statusCode } = await visitor.open(checkout);
    expect(statusCode).toBe(200);
    expect(payload).toContain('Test money only.');
    expect(payload).toContain('&lt;b&gt;Pro&lt;/b&gt; &amp; more');
    expect(payload).toContain('$49.00');
    expect(payload).toContain(account.email);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('the sandbox’s pages run no scripts, and load styles only from a file', async () => {
    const { payload, headers } = await visitor.open(checkout);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(payload).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i);
    const style = await visitor.open('/sandbox/style.css');
    expect(style.statusCode).toBe(200);
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it.each(['/sandbox/portal', '/sandbox/invoices/in_any', '/sandbox/checkout/cs_any'])(
    '%s asks strangers to sign in',
    async (page) => {
      for (const headers of [{}, { cookie: 'leadloom_sandbox=nonsense' }, account.headers]) {
        const { statusCode, payload } = await server.app.inject({ url: page, headers });
        expect(statusCode).toBe(401);
        expect(payload).toContain('href="/app/login"');
      }
    },
  );

  it('the sandbox’s pages show nothing of another account', async () => {
    const other = await createVerifiedAccount(server);
    const stranger = openSandbox(server, other);
    expect((await stranger.open(checkout)).statusCode).toBe(404);
    const token = tokenIn((await visitor.open(checkout)).payload);
    expect((await stranger.send(checkout, { token, action: 'pay' })).statusCode).toBe(403);
    expect((await stranger.open('/sandbox/portal')).statusCode).toBe(404);
    expect(await subscriptionOf(account)).toBeNull();
  });

  it('a form is refused without the token of its own page and session, or from elsewhere', async () => {
    const token = tokenIn((await visitor.open(checkout)).payload);
    const other = await createVerifiedAccount(server);
    await server.database.$client.query("update accounts set country = 'US' where email = $1", [other.email]);
    const ownOfOther = tokenIn((await openSandbox(server, other).open(await begin(other))).payload);
    const forged = [
      visitor.send(checkout, { action: 'pay' }),
      visitor.send(checkout, { action: 'pay', token: '' }),
      visitor.send(checkout, { action: 'pay', token: `${token.slice(1)}A` }),
      visitor.send(checkout, { action: 'pay', token: ownOfOther }),
      visitor.send(checkout, { action: 'pay', token }, { origin: 'https://evil.example' }),
      visitor.send(checkout, { action: 'pay', token }, { 'sec-fetch-site': 'cross-site' }),
      visitor.send('/sandbox/portal', { action: 'card-fails', token }),
    ];
    for (const { statusCode } of await Promise.all(forged)) expect(statusCode).toBe(403);
    expect(await subscriptionOf(account)).toBeNull();
  });

  it('a form of another type, or a long one, is refused', async () => {
    const headers = { cookie: `leadloom_sandbox=${account.browser.cookies.get('leadloom_sandbox')?.value}` };
    const json = await server.app.inject({ method: 'POST', url: checkout, headers, payload: { action: 'pay' } });
    expect(json.statusCode).toBe(415);
    expect((await visitor.send(checkout, { action: 'pay', token: 'x'.repeat(5000) })).statusCode).toBe(413);
  });

  it('the sandbox’s pages are closed when the session ends', async () => {
    const leaving = await createVerifiedAccount(server);
    const page = openSandbox(server, leaving);
    await subscribeInSandbox(server, leaving);
    expect((await page.open('/sandbox/portal')).statusCode).toBe(200);
    const cookie = leaving.browser.cookies.get('leadloom_sandbox')?.value;
    await leaving.browser.call('POST', '/logout', { bearer: leaving.accessToken });
    expect(leaving.browser.cookies.has('leadloom_sandbox')).toBe(false);
    const { statusCode } = await server.app.inject({ url: '/sandbox/portal', headers: { cookie: `leadloom_sandbox=${cookie}` } });
    expect(statusCode).toBe(401);
  });

  it('a checkout is charged once, however often and simultaneously the button is pressed', async () => {
    const token = tokenIn((await visitor.open(checkout)).payload);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => visitor.send(checkout, { token, action: 'pay' })));
    expect(answers.map(({ headers }) => String(headers.location))).toEqual(
      answers.map(() => expect.stringMatching(/^\/app\/success\?session_id=cs_sandbox_/)),
    );
    const { rows } = await server.database.$client.query(
      'select count(*)::int as invoices from sandbox_invoices join accounts on accounts.id = account_id where email = $1',
      [account.email],
    );
    expect(rows).toEqual([{ invoices: 1 }]);
    expect((await visitor.open(checkout)).payload).toContain('This checkout is paid.');
  });

  it('a checkout closes after a day', async () => {
    const late = await createVerifiedAccount(server);
    await server.database.$client.query("update accounts set country = 'US' where email = $1", [late.email]);
    const page = await begin(late);
    const token = tokenIn((await openSandbox(server, late).open(page)).payload);
    await server.database.$client.query(
      "update sandbox_checkouts set expires_at = now() - interval '1 minute' where status = 'open'",
    );
    const answer = await openSandbox(server, late).send(page, { token, action: 'pay' });
    expect(answer.headers.location).toBe(page);
    expect((await openSandbox(server, late).open(page)).payload).toContain('This checkout is no longer open.');
    expect(await subscriptionOf(late)).toBeNull();
    expect(await begin(late)).not.toBe(page);
  });

  it('the API leads the browser to the account’s checkout', async () => {
    const buyer = await createVerifiedAccount(server);
    await server.database.$client.query("update accounts set country = 'US' where email = $1", [buyer.email]);
    const page = await begin(buyer);
    const id = page.split('/').at(-1) ?? '';
    const answer = await buyer.browser.call('GET', `/checkout-session/${id}/redirect`);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`${server.platform.config.publicUrl}${page}`);
    await subscribeInSandbox(server, buyer);
    const after = await buyer.browser.call('GET', `/checkout-session/${id}/redirect`);
    expect(after.headers.location).toBe(`${server.platform.config.publicUrl}/app/success?session_id=${id}`);
  });
});
