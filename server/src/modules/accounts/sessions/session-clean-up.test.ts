import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { createAccount, waitForMail } from '../../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const DAY = 24 * 3600 * 1000;

describe('clean-up at start', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('the clean-up at start removes only sessions, codes, devices and counts that ended long ago', async () => {
    const old = await createAccount(server);
    await waitForMail(server, old.email, /verify/i);
    server.clock.advance(40 * DAY);
    const current = await createAccount(server);
    await waitForMail(server, current.email, /verify/i);
    const remaining = async () => {
      const { rows } = await server.database.execute(
        sql`select email from accounts where id in (select account_id from sessions) and id in (select account_id from mailed_codes) order by id`,
      );
      return rows.map(({ email }) => email);
    };
    expect(await remaining()).toEqual([old.email, current.email]);
    await server.database.execute(sql`update devices set last_used_at = now() - interval '181 days' from accounts
      where accounts.id = account_id and email = ${old.email}`);
    await server.database.execute(sql`insert into failed_attempts (account_id, kind, count, started_at)
      select id, 'password', 3, case when email = ${old.email} then now() - interval '25 hours' else now() end from accounts
      on conflict (account_id, kind) do update set started_at = excluded.started_at`);
    const holders = async (table: 'devices' | 'failed_attempts') => {
      const { rows } = await server.database.execute(
        sql`select email from accounts where id in (select account_id from ${sql.identifier(table)}) order by id`,
      );
      return rows.map(({ email }) => email);
    };
    for (const table of ['devices', 'failed_attempts'] as const) expect(await holders(table)).toEqual([old.email, current.email]);
    const restarted = await buildApp(server.platform, { cleanUpDelay: 0 });
    await restarted.ready();
    await restarted.close();
    expect(await remaining()).toEqual([current.email]);
    for (const table of ['devices', 'failed_attempts'] as const) expect(await holders(table)).toEqual([current.email]);
  });
});
