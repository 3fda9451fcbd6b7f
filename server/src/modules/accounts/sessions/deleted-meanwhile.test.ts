import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classifyError } from '../../../http/classify-error.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import type { Answer } from '../../../testing/browser.ts';
import { companyAnswer, personAnswer } from '../../../testing/linkedin-answers.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const LOCK_WAIT_MILLISECONDS = 10_000;
const member = { memberId: 'ACoAAMaren01', slug: 'maren-holt' };
const profileUrl = `https://www.linkedin.com/in/${member.slug}`;
const company = { id: '90210', slug: 'nordlys-freight', name: 'Nordlys Freight' };
const companyUrl = `https://www.linkedin.com/company/${company.slug}`;

type Send = (account: TestAccount) => Promise<Answer>;
const post =
  (path: string, body: object = {}): Send =>
  ({ browser, accessToken: bearer }) =>
    browser.call('POST', path, { bearer, body });
const signIn: Send = ({ browser, email, password }) => browser.call('POST', '/login', { body: { email, password } });
const saveCountry = post('/update-profile', { country: 'DE' });
const saveProfile = post('/parse/profile', { content: { url: profileUrl, p1: personAnswer(member) } });
const nothing: Send = ({ browser, accessToken: bearer }) => browser.call('GET', '/me', { bearer });

/** The name of each write, the calls needed before it, and the write itself. */
const writes: readonly (readonly [name: string, before: Send, write: Send])[] = [
  ['its profile', nothing, saveCountry],
  ['an API key', nothing, post('/create-api-key')],
  ['a session', nothing, signIn],
  ['a checkout', saveCountry, post('/create-checkout-session')],
  ['rows of the collector', nothing, post('/linkedin/jobs/users', { users: [{ id: randomUUID(), url: profileUrl }] })],
  ['a collected profile', nothing, saveProfile],
  ['a profile collected again', saveProfile, saveProfile],
  [
    'sections of a profile',
    saveProfile,
    post('/parse/components', { content: { profile_id: member.memberId, p: personAnswer(member) } }),
  ],
  ['a company', nothing, post('/parse/company', { url: companyUrl, companyResponse: companyAnswer(company) })],
];

describe('a write under way while its account is deleted', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each(writes)('writing %s while the account is deleted asks to sign in again', async (_, before, write) => {
    const account = await createVerifiedAccount(server);
    expect((await before(account)).status).toBe(200);
    const deletion = new pg.Client({ connectionString: server.databaseUrl });
    await deletion.connect();
    try {
      await deletion.query('begin');
      await deletion.query('delete from accounts where id = $1', [await accountIdOf(server, account.email)]);
      const answer = write(account);
      await untilItWaits();
      await deletion.query('commit');
      expect((await answer).status).toBe(401);
    } finally {
      await deletion.end();
    }
  });

  it.each(['accounts', 'workspaces'])(
    'every reference to %s has a constraint name that the error plugin knows',
    async (table) => {
      const { rows } = await server.database.$client.query(
        'select conname as name from pg_constraint where confrelid = $1::regclass',
        [table],
      );
      expect(rows.length).toBeGreaterThan(10);
      for (const { name } of rows) {
        const error = Object.assign(new Error(name), { code: '23503', constraint: name });
        expect(classifyError(error).code, name).toBe('AUTH.SESSION_EXPIRED');
      }
    },
  );

  /** Waits until the request waits for the account's row, which the deletion has locked. */
  async function untilItWaits(): Promise<void> {
    const deadline = performance.now() + LOCK_WAIT_MILLISECONDS;
    while (performance.now() < deadline) {
      if ((await countLockWaits(server.database)) > 0) return;
      await sleep(5);
    }
    throw new Error('the write did not wait for the deletion');
  }
});
