import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { refreshBitmaps } from '../totals/refresh-bitmaps.ts';

describe('totals that take long', () => {
  let server: TestServer;
  let account: TestAccount;
  let holder: KeyHolder;
  beforeAll(async () => {
    server = await startTestServer({ platform: { totalPatience: 50 } });
    account = await createVerifiedAccount(server);
    holder = await createKeyHolder(server);
    await addRows(
      server.database,
      companies,
      Array.from({ length: 36 }, (_, at) => ({ name: `Company ${at}`, country: ['Norway', 'Sweden', 'Finland'][at % 3] })),
    );
    await refreshBitmaps(server.database);
  });
  afterAll(() => server.close());

  /** Counting reads the bitmaps, which somebody holds; reading rows does not. */
  async function whileCountingWaits<Result>(run: () => Promise<Result>): Promise<Result> {
    const client = await server.database.$client.connect();
    try {
      await client.query('begin; lock table chunk_bitmaps in access exclusive mode');
      return await run();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  const get = (path: string, headers: Record<string, string>) =>
    server.app.inject({ url: `/api/v1/table/companies${path}`, headers });

  it('a screen gets its page at once, and the total from an endpoint of its own', async () => {
    const page = await whileCountingWaits(() => get('?country=Norway&per_page=10', account.headers));
    expect(page.json()).toMatchObject({ total: null, page: 1, per_page: 10 });
    expect(page.json().data).toHaveLength(10);
    expect((await get('/total?country=Norway', account.headers)).json()).toEqual({ total: 12 });
    expect((await get('?country=Norway&per_page=10', account.headers)).json().total).toBe(12);
  });

  it('a program waits for the total unless it asks not to', async () => {
    const fast = await whileCountingWaits(() => get('?country=Sweden&per_page=5&include_total=fast&sort=name', holder.headers));
    expect(fast.json()).toMatchObject({ total: null, next_cursor: expect.any(String) });
    const next = await get(`?country=Sweden&per_page=5&sort=name&cursor=${fast.json().next_cursor}`, holder.headers);
    expect(next.json().data).toHaveLength(5);
    let isDone = false;
    const patient = await whileCountingWaits(async () => {
      const answer = get('?country=Finland&per_page=6', holder.headers).finally(() => {
        isDone = true;
      });
      await get('?country=Finland&per_page=7', account.headers);
      expect(isDone).toBe(false);
      return { answer };
    });
    expect((await patient.answer).json().total).toBe(12);
  });

  it('totals follow the filters, and other parameters are refused', async () => {
    expect((await get('/total', account.headers)).json()).toEqual({ total: 36 });
    expect((await get('/total?country=Norway&search_query=company', account.headers)).json()).toEqual({ total: 12 });
    expect((await get('/total?country=Denmark', account.headers)).json()).toEqual({ total: 0 });
    expect((await get('/total?page=2', account.headers)).statusCode).toBe(400);
  });
});
