import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('preferences', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const call = (method: Method, account: TestAccount, payload?: object) =>
    callApi(server, account, method, '/preferences', payload);
  const first = { layout: 'specified', layout_offer: 'open' };

  it('an account that chose nothing has the specified layout, and is offered the other', async () => {
    const account = await createVerifiedAccount(server);
    expect(await call('GET', account)).toEqual({ status: 200, body: first });
    expect(await call('PATCH', account, {})).toEqual({ status: 200, body: first });
  });

  it('a change keeps what it leaves out, and belongs to its account alone', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    expect((await call('PATCH', owner, { layout: 'work' })).body).toEqual({ ...first, layout: 'work' });
    const both = { layout: 'work', layout_offer: 'closed' };
    expect((await call('PATCH', owner, { layout_offer: 'closed' })).body).toEqual(both);
    expect((await call('GET', owner)).body).toEqual(both);
    expect((await call('GET', stranger)).body).toEqual(first);
  });

  it.each([{ layout: 'airy' }, { layout_offer: true }, { layout: null }, { theme: 'dark' }])(
    'what is not offered is refused, and changes nothing: %j',
    async (body) => {
      const account = await createVerifiedAccount(server);
      await call('PATCH', account, { layout: 'work' });
      expect(await call('PATCH', account, body)).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
      expect((await call('GET', account)).body).toEqual({ ...first, layout: 'work' });
    },
  );

  it('a value of another version counts as not chosen', async () => {
    const account = await createVerifiedAccount(server);
    await call('PATCH', account, { layout: 'work', layout_offer: 'closed' });
    const owner = sql`(select id from accounts where email = ${account.email})`;
    await server.database.execute(sql`update account_preferences set layout = 'cards' where account_id = ${owner}`);
    expect((await call('GET', account)).body).toEqual({ layout: 'specified', layout_offer: 'closed' });
  });
});
