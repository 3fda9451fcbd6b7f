import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { createLog } from '../../../log.ts';
import { codeIn, createVerifiedAccount, signIn, uniqueEmail, waitForMail } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { startSecondFactor } from '../../../testing/second-factor.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('the log', () => {
  let server: TestServer;
  beforeAll(async () => {
    // The application of each test has a log of its own, and sends the mails.
    server = await startTestServer({ doesJobs: false });
  });
  afterAll(() => server.close());

  it('the log contains no password, token, cookie or code, whatever succeeds or fails', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    let isMailDown = false;
    const mailer = {
      send: async (mail: (typeof server.mails)[number]) => {
        if (isMailDown) throw new Error('the mail server is away');
        server.mails.push(mail);
      },
    };
    const config = { ...server.platform.config, serverRole: 'all' as const };
    const app = await buildApp({ ...server.platform, config, mailer }, { log });
    await app.ready();
    const browser = openBrowser(app);
    const email = uniqueEmail();
    const password = 'canary password one';
    const nextPassword = 'canary password two';
    const wrongPassword = 'canary password three';

    await browser.call('POST', '/register', { body: { email, password } });
    const verification = codeIn(await waitForMail(server, email, /verify/i));
    await browser.call('GET', `/verify/${verification}`);
    await browser.call('POST', '/login', { body: { email, password: wrongPassword } });
    const account = await signIn(browser, email, password);
    const refreshed = await browser.call('POST', '/refresh', { bearer: account.refreshToken });
    await browser.call('POST', '/reset-password', { body: { email } });
    const reset = codeIn(await waitForMail(server, email, /reset/i));
    const cookies = [...browser.cookies.values()].map(({ value }) => value);
    isMailDown = true;
    await browser.call('POST', '/new-password', { body: { password: nextPassword, password_code: reset } });
    await expect.poll(() => lines.join()).toContain('the mail server is away');
    await server.database.execute(sql`alter table sessions rename to sessions_gone`);
    const broken = await browser.call('POST', '/login', { body: { email, password: nextPassword } });
    await server.database.execute(sql`alter table sessions_gone rename to sessions`);
    await app.close();

    expect(broken).toMatchObject({ status: 500, body: { code: 'SERVER.INTERNAL' } });
    expect(JSON.stringify(broken.body)).not.toMatch(/sessions|insert|select/i);
    expect(lines.length).toBeGreaterThan(8);
    const canaries = [
      ...[password, nextPassword, wrongPassword, verification, reset, ...cookies],
      ...[account.accessToken, account.refreshToken, String(refreshed.body.access_token), String(refreshed.body.refresh_token)],
    ];
    const leaked = canaries.filter((canary) => lines.some((line) => line.includes(canary)));
    expect(leaked).toEqual([]);
    for (const line of lines) expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true);
  });

  it('the log contains no API key, authenticator secret or second factor', async () => {
    const lines: string[] = [];
    const config = { ...server.platform.config, serverRole: 'all' as const };
    const app = await buildApp(
      { ...server.platform, config },
      { log: createLog('trace', { write: (line) => void lines.push(line) }) },
    );
    const account = await createVerifiedAccount({ ...server, app });
    const { browser, accessToken: bearer, password } = account;
    const key = await browser.call('GET', '/create-api-key', { bearer });
    const { code, answer } = await startSecondFactor({ ...server, app }, account);
    const enabled = await browser.call('POST', '/two-factor/enable', { bearer, body: { code: code() } });
    const recoveryCodes = [enabled.body.recovery_codes ?? []].flat().map(String);
    await browser.call('POST', '/login', { body: { email: account.email, password, code: recoveryCodes[0] } });
    for (const table of ['recovery_codes', 'api_keys']) {
      const gone = `${table}_gone`;
      await server.database.execute(sql`alter table ${sql.identifier(table)} rename to ${sql.identifier(gone)}`);
      const body = { email: account.email, password, code: recoveryCodes[1] };
      await browser.call('POST', '/login', { body });
      await browser.call('GET', '/create-api-key', { bearer });
      await server.database.execute(sql`alter table ${sql.identifier(gone)} rename to ${sql.identifier(table)}`);
    }
    await app.close();

    expect(lines.filter((line) => line.includes('"statusCode":500') || line.includes('"level":50')).length).toBeGreaterThan(0);
    const canaries = [String(key.body.api_key), String(key.body.api_key).slice(16), String(answer.body.secret), ...recoveryCodes];
    expect(canaries.filter((canary) => canary.length < 15)).toEqual([]);
    expect(canaries.filter((canary) => lines.some((line) => line.includes(canary)))).toEqual([]);
  });
});
