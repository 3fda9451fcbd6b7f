import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { createLog } from '../../log.ts';
import { codeIn, inventEmail, signIn, waitForMail } from '../../testing/accounts.ts';
import { openBrowser } from '../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('the log', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('holds no password, token, cookie or code, whatever succeeds or fails', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line) => void lines.push(line) });
    let isMailDown = false;
    const mailer = {
      send: async (mail: (typeof server.mails)[number]) => {
        if (isMailDown) throw new Error('the mail server is away');
        server.mails.push(mail);
      },
    };
    const app = await buildApp({ ...server.platform, mailer }, { log });
    const browser = openBrowser(app);
    const email = inventEmail();
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
});
