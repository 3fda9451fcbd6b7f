import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../../database/connect.ts';
import type { Database } from '../../../database/database.ts';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const MANY = 24;
/** Shorter than any limit on waiting for a lock. */
const WAIT_MILLISECONDS = 8_000;
/** Any further ones would have arrived by then. */
const SETTLE_MILLISECONDS = 500;

describe('lists of a table that answers nobody for a while', () => {
  let server: TestServer;
  let origin: string;
  let locks: Database;
  let account: TestAccount;
  let other: TestAccount;
  let unlock = async () => {};

  /** Makes every statement that reads the table wait until it is unlocked, like a very slow one. */
  async function lockCompanies(): Promise<void> {
    const client = await locks.$client.connect();
    await client.query('begin; lock table companies in access exclusive mode');
    unlock = async () => {
      unlock = async () => {};
      await client.query('rollback');
      client.release();
    };
  }
  const waitingReads = () => countLockWaits(locks);
  async function untilReads(count: number): Promise<void> {
    for (const deadline = Date.now() + WAIT_MILLISECONDS; (await waitingReads()) !== count; await sleep(20))
      if (Date.now() > deadline) throw new Error(`${await waitingReads()} reads wait, and not ${count}`);
  }
  const ask = (path: string, { headers }: TestAccount = account) => server.app.inject({ url: `/api/v1${path}`, headers });
  const askMany = (path: (index: number) => string) => Array.from({ length: MANY }, (_, index) => ask(path(index + 1)));
  /** Over a separate socket, which can be closed. */
  function call(path: string) {
    const request = get(`${origin}/api/v1${path}`, { headers: account.headers, agent: false });
    request.on('error', () => undefined);
    const answer: Promise<IncomingMessage[]> = once(request, 'response');
    answer.catch(() => undefined);
    return { hangUp: () => request.destroy(), status: async () => (await answer)[0]?.statusCode };
  }

  beforeAll(async () => {
    server = await startTestServer();
    locks = connect(server.databaseUrl, { onIdleError: () => undefined, poolSize: 2 });
    await addRows(server.database, companies, [{ name: 'Alder Works', city: 'Oslo' }, { name: 'Birch Works' }]);
    await addRows(server.database, people, [{ name: 'Maren Holt' }]);
    account = await createVerifiedAccount(server);
    other = await createVerifiedAccount(server);
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => unlock());
  afterAll(async () => {
    await locks.$client.end();
    await server.close();
  });

  it.each([
    ['sorts no index serves, two of them at once', 2, (index: number) => `/table/companies?sort=city&per_page=${index}`],
    [
      'other lists, four of them at once, each with its total',
      8,
      (index: number) => `/table/companies?per_page=${index}&domain=d${index}.example`,
    ],
  ])('an account reads %s and leaves room for others', async (_, reads, path) => {
    await lockCompanies();
    const asked = askMany(path);
    await untilReads(reads);
    await sleep(SETTLE_MILLISECONDS);
    expect(await waitingReads()).toBe(reads);
    expect((await ask('/me')).statusCode).toBe(200);
    expect((await ask('/me', other)).statusCode).toBe(200);
    expect((await ask('/table/people', other)).json().total).toBe(1);
    expect((await ask('/table/people?sort=city', other)).json().total).toBe(1);
    await unlock();
    for (const answer of await Promise.all(asked)) expect(answer.statusCode).toBe(200);
  });

  it.each([
    ['a sort', '/table/companies?sort=city&per_page=31', 1],
    ['a page and its total', '/table/companies?domain=one.example', 2],
    ['a search', '/table/companies?search_query=works', 1],
    ['a preview', '/table/companies/export/preview', 1],
    ['an export', '/table/companies/export', 1],
  ])('the query of %s ends in the database when the client disconnects', async (_, path, reads) => {
    await lockCompanies();
    const { hangUp } = call(path);
    await untilReads(reads);
    hangUp();
    await untilReads(0);
  });

  it('a total is counted once for all callers, until the last one has left', async () => {
    await lockCompanies();
    const path = (page: number) => `/table/companies?domain=two.example&page=${page}`;
    const [first, second] = [call(path(1)), call(path(2))];
    await untilReads(3);
    first.hangUp();
    await untilReads(2);
    const third = call(path(3));
    await untilReads(3);
    second.hangUp();
    await untilReads(2);
    await unlock();
    expect(await third.status()).toBe(200);
    await lockCompanies();
    const fourth = call('/table/companies?domain=three.example');
    await untilReads(2);
    fourth.hangUp();
    await untilReads(0);
  });

  it('a list ends after five seconds with a sentence', async () => {
    await lockCompanies();
    const [list, sort] = await Promise.all([
      ask('/table/companies?domain=four.example'),
      ask('/table/companies?sort=city&per_page=77'),
    ]);
    for (const answer of [list, sort]) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ code: 'LIST.TOO_SLOW', msg: expect.stringMatching(/^This list takes too long/) });
    }
    await untilReads(0);
  });

  it('neither lists nor anything else use up the connections for authentication', async () => {
    const pool = server.database.$client;
    const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    expect((await ask('/me')).statusCode).toBe(200);
    expect((await ask('/table/people?sort=company_name', other)).statusCode).toBe(200);
    for (const client of clients) client.release();
  });
});
