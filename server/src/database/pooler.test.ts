import { join } from 'node:path';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { storeRecords } from '../modules/imports/store-records.service.ts';
import { findFreePort } from '../testing/loopback.ts';
import { findPgBouncer, type PoolerOptions, startPgBouncer, type TestPooler } from '../testing/pgbouncer.fixture.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { makeTemporaryDirectory, removeDirectory } from '../testing/temporary-directory.ts';
import { cloneTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { runAbortably } from './abortable-reads.ts';
import { connect, connectAll, type Databases } from './connect.ts';
import { connectDirectly } from './connect-directly.ts';
import { refusePooler } from './refuse-pooler.ts';
import { adaptToTransactionPooling } from './transaction-pooling.ts';

const storing = { source: 'test', now: new Date('2026-01-01T00:00:00Z'), alongside: async () => undefined };
const program = await findPgBouncer();
if (program === null) process.stdout.write('not tested: connection poolers, because PgBouncer is not installed\n');

describe.skipIf(program === null)('behind PgBouncer', () => {
  let clone: TestDatabase;
  const poolers: TestPooler[] = [];
  beforeAll(async () => {
    clone = await cloneTestDatabase(inject('databaseUrl'));
  });
  afterAll(async () => {
    await Promise.all(poolers.map((pooler) => pooler.remove()));
    await clone.drop();
  });

  const pooledUrl = async (options?: PoolerOptions) => {
    const pooler = await startPgBouncer(program ?? '', clone.url, options);
    poolers.push(pooler);
    return pooler.urlOf(clone.url);
  };

  describe('the check at the start', () => {
    const check = (databaseUrl: string, databaseDirectUrl: string | null = null) =>
      refusePooler({ databaseUrl, databaseDirectUrl });

    it('the check at the start accepts PostgreSQL itself, however often it is asked', async () => {
      for (let attempt = 0; attempt < 20; attempt += 1) await check(clone.url);
    });

    it.each([1, 2, 20])(
      'a pooler in transaction mode with %i connections is refused with a line that names the setting',
      async (poolSize) => {
        const pooled = await pooledUrl({ poolSize });
        await expect(check(pooled)).rejects.toThrow(
          /^DATABASE_DIRECT_URL: must be set.*DATABASE_URL leads to a connection pooler[^\n]*$/,
        );
        await expect(check(clone.url, pooled)).rejects.toThrow(/^DATABASE_DIRECT_URL: leads to a connection pooler[^\n]*$/);
        await check(pooled, clone.url);
      },
    );

    it('a pooler in session mode is accepted', async () => {
      const pooled = await pooledUrl({ mode: 'session' });
      await check(pooled);
      const database = connect(pooled, { onIdleError: () => undefined });
      const { rows } = await database.execute(sql`select current_setting('statement_timeout') as limit`);
      await database.$client.end();
      expect(rows).toEqual([{ limit: '30s' }]);
    });
  });

  describe('the connections', () => {
    let pooled: string;
    let databases: Databases;
    beforeAll(async () => {
      pooled = await pooledUrl({ poolSize: 4 });
      databases = connectAll(pooled, { onIdleError: () => undefined, directUrl: clone.url });
    });
    afterAll(() => databases.end());

    const limits = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`;

    it("each transaction has its time limits, and none are left in the pooler's sessions", async () => {
      const { database } = databases;
      const inside = await database.transaction((transaction) => transaction.execute(limits));
      expect(inside.rows).toEqual([{ statement: '30s', lock: '10s', idle: '1min' }]);
      const others = await Promise.all(Array.from({ length: 12 }, () => database.execute(limits)));
      for (const { rows } of others) expect(rows).toEqual([{ statement: '0', lock: '0', idle: '0' }]);
    });

    it('a transaction may choose its own time limit when it begins', async () => {
      const client = await databases.database.$client.connect();
      await client.query('begin read only; set local statement_timeout = 0');
      const { rows } = await client.query('show statement_timeout');
      await client.query('rollback');
      client.release();
      expect(rows).toEqual([{ statement_timeout: '0' }]);
    });

    it('work that needs a session does not run through the pooler', async () => {
      await expect(connectDirectly(databases.database)).rejects.toThrow(/past the pooler/);
      await expect(storeRecords(databases.database, companies, [{ name: 'Loom' }], storing)).rejects.toThrow(/past the pooler/);
      for (let round = 0; round < 2; round += 1)
        expect(await storeRecords(databases.direct, companies, [{ name: `Loom ${round}` }], storing)).toMatchObject({ added: 1 });
    });

    it('no named statement is prepared through the pooler', async () => {
      const named = (text: string) => databases.database.$client.query<{ n: number }>({ name: 'same_name', text, values: [1] });
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => named(`select $1::int + ${n} as n`)));
      expect(answers.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
      const { rows } = await databases.database.execute(sql`select count(*)::int as count from pg_prepared_statements`);
      expect(rows).toEqual([{ count: 0 }]);
    });

    const running = async (text: string) => {
      const { rows } = await databases.direct.$client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where state = 'active' and datname = current_database() and query like $1`,
        [`%${text}%`],
      );
      return rows[0]?.count;
    };

    it('cancelling a request cancels its statement and no other', async () => {
      const reading = (text: string, signal: AbortSignal) =>
        runAbortably(signal, async () => databases.lists.execute(sql`select pg_sleep(20), ${sql.raw(`'${text}'`)}`));
      const [left, stays] = [new AbortController(), new AbortController()];
      const unwanted = reading('nobody', left.signal);
      const wanted = reading('somebody', stays.signal);
      wanted.catch(() => undefined);
      await expect.poll(() => Promise.all(['nobody', 'somebody'].map(running))).toEqual([1, 1]);
      left.abort(new Error('left'));
      await expect(unwanted).rejects.toMatchObject({ cause: { message: 'left' } });
      await expect.poll(() => running('nobody')).toBe(0);
      expect(await running('somebody')).toBe(1);
      stays.abort(new Error('ended'));
      await expect(wanted).rejects.toMatchObject({ cause: { message: 'ended' } });
    });

    it('a statement outside a transaction is cancelled at its time limit, and the next one succeeds', async () => {
      const pool = new pg.Pool({
        connectionString: pooled,
        max: 1,
        onConnect: (client) => adaptToTransactionPooling(client, { statement: 300, lock: 100, idle: 1_000 }),
      });
      await expect(pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
      const client = await pool.connect();
      await expect(client.query('select pg_sleep($1)', [20])).rejects.toMatchObject({ code: '57014' });
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      client.release();
      await pool.end();
    });

    it('a statement fails when the pooler has no connection for it in time', async () => {
      const narrow = await pooledUrl({ poolSize: 1 });
      const holder = new pg.Client({ connectionString: narrow });
      await holder.connect();
      await holder.query('begin');
      const pool = new pg.Pool({
        connectionString: narrow,
        max: 1,
        onConnect: (client) => {
          client.on('error', () => undefined);
          adaptToTransactionPooling(client, { statement: 300, lock: 100, idle: 10_000 });
        },
      });
      pool.on('error', () => undefined);
      await expect(pool.query('select 1')).rejects.toThrow();
      await holder.query('rollback');
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await Promise.all([holder.end(), pool.end()]);
    });
  });

  describe('a server', () => {
    let directory: string;
    beforeAll(async () => {
      directory = await makeTemporaryDirectory('pooled');
    });
    afterAll(() => removeDirectory(directory));

    const settings = async () => ({
      DATABASE_URL: await pooledUrl(),
      DATA_DIR: join(directory, 'data'),
      PORT: String(await findFreePort()),
    });

    it('a server behind a pooler without DATABASE_DIRECT_URL does not start, and says so in one line', async () => {
      const server = startServerProcess(await settings());
      expect(await server.exited()).toBe(1);
      const lines = server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('leadloom:'));
      expect(lines).toEqual([expect.stringMatching(/^leadloom: DATABASE_DIRECT_URL: must be set/)]);
    });

    it('a server behind a pooler with DATABASE_DIRECT_URL starts, serves and stops', async () => {
      const server = startServerProcess({ ...(await settings()), DATABASE_DIRECT_URL: clone.url });
      await server.ready();
      expect(await server.end('SIGTERM')).toBe(0);
    });
  });
});
