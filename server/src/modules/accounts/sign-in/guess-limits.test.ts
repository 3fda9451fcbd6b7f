import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, signIn, type TestAccount, uniqueEmail } from '../../../testing/accounts.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createAccountParts } from '../account-parts.ts';
import { createSessions } from '../sessions/sessions.service.ts';
import { PASSWORD_DAY_LIMIT } from './throttle.ts';

const { max } = PASSWORD_DAY_LIMIT;

describe('the guesses an account takes in a day', () => {
  let server: TestServer;
  const guess = (email: string) => openBrowser(server.app).call('POST', '/login', { body: { email, password: 'a wrong guess' } });
  const statuses = async (calls: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status);
  const setCount = (email: string, kind: string, count: number) =>
    server.database.execute(
      sql`insert into failed_attempts (account_id, kind, count) select id, ${kind}, ${count} from accounts where email = ${email}
        on conflict (account_id, kind) do update set count = excluded.count`,
    );
  const counts = async ({ email }: Pick<TestAccount, 'email'>) => {
    const { rows } = await server.database.execute(
      sql`select kind, count from failed_attempts join accounts on accounts.id = account_id where email = ${email} order by kind`,
    );
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
  };
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('parallel guesses are counted, and no more are checked than are left', async () => {
    const { email } = await createVerifiedAccount(server);
    await setCount(email, 'password', max - 7);
    const answers = await statuses(Array.from({ length: 40 }, () => guess(email)));
    expect(answers.filter((status) => status === 401)).toHaveLength(7);
    expect(answers.filter((status) => status === 429)).toHaveLength(33);
    expect(await counts({ email })).toEqual({ password: max });
  });

  it('correct guesses and unchecked ones are not counted', async () => {
    const { email, password } = await createVerifiedAccount(server);
    for (let times = 0; times < 3; times += 1) await signIn(openBrowser(server.app), email, password);
    expect(await counts({ email })).toEqual({ password: 0 });
    // More at once than the queue admits: the rest is refused before it is checked.
    const answers = await statuses(Array.from({ length: max }, () => guess(email)));
    const judged = answers.filter((status) => status === 401).length;
    expect(await counts({ email })).toEqual({ password: judged });
  });

  it('an address without an account has the same limit and response', async () => {
    const [unknown, { email }] = [uniqueEmail(), await createVerifiedAccount(server)];
    const answersOf = async (address: string) => {
      const answers: number[] = [];
      while (answers.length < max + 5) answers.push(...(await statuses(Array.from({ length: 15 }, () => guess(address)))));
      return answers.filter((status) => status === 401).length;
    };
    expect([await answersOf(unknown), await answersOf(email)]).toEqual([max, max]);
    const [one, other] = [await guess(unknown), await guess(email)];
    expect({ ...one.body, request_id: '' }).toEqual({ ...other.body, request_id: '' });
    for (const { headers } of [one, other]) expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 3600);
  });

  it('a guess for an account that was just deleted asks to sign in again', async () => {
    const { guesses } = createAccountParts(server.platform, createSessions(server.platform));
    const guessOf = (at: 'session' | 'stranger') =>
      guesses.judge({ what: 'password', email: uniqueEmail(), accountId: 2_000_000_000, by: { at } }, async () => true);
    for (const at of ['session', 'stranger'] as const)
      await expect(guessOf(at)).rejects.toMatchObject({ code: 'AUTH.SESSION_EXPIRED' });
  });

  it('the count restarts a day after the first guess', async () => {
    const { email } = await createVerifiedAccount(server);
    await setCount(email, 'password', max);
    expect((await guess(email)).status).toBe(429);
    await server.database.execute(sql`update failed_attempts set started_at = started_at - interval '24 hours'`);
    expect((await guess(email)).status).toBe(401);
    expect(await counts({ email })).toEqual({ password: 1 });
  });

  it('guesses in a session and by a device count too, and leave both their own limit', async () => {
    const account = await createVerifiedAccount(server);
    const { email, password, browser, accessToken: bearer } = account;
    const prove = (current: string) => browser.call('POST', '/two-factor/begin', { bearer, body: { password: current } });
    expect((await prove('a wrong guess')).status).toBe(403);
    expect((await browser.call('POST', '/login', { body: { email, password: 'a wrong guess' } })).status).toBe(401);
    expect(await counts(account)).toEqual({ password: 2, 'known password': 2 });
    await setCount(email, 'password', max);
    expect((await guess(email)).status).toBe(429);
    expect((await prove(password)).status).toBe(200);
    await expect(signIn(browser, email, password)).resolves.toBeDefined();
  });

  it('a session has its own limit, and a device loses its status with the next wrong guess', async () => {
    const account = await createVerifiedAccount(server);
    const { email, password, browser, accessToken: bearer } = account;
    await setCount(email, 'password', max);
    await setCount(email, 'known password', max);
    const answer = await browser.call('POST', '/two-factor/begin', { bearer, body: { password } });
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE.LIMITED' } });
    await expect(signIn(browser, email, password)).resolves.toBeDefined();
    expect((await browser.call('POST', '/login', { body: { email, password: 'a wrong guess' } })).status).toBe(401);
    expect((await browser.call('POST', '/login', { body: { email, password } })).status).toBe(429);
  });
});
