import { companies } from '@leadloom/shared/tables/companies';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrateDatabase } from '../migrate/migrate.ts';
import { createVerifiedAccount, type TestAccount } from '../testing/accounts.ts';
import { createKeyHolder, type KeyHolder } from '../testing/key-holder.ts';
import { findPostgres, startCluster, type TestCluster } from '../testing/postgres-cluster.fixture.ts';
import { addRows } from '../testing/table-rows.ts';
import { databaseUrl, execute } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { connect, connectAll } from './connect.ts';

const programs = await findPostgres();
if (programs === null) process.stdout.write('not tested: replicas, because PostgreSQL is not installed\n');

const DATABASE = 'replicated';
const pageSchema = z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })), total: z.int() });
const limits = { KEY_REQUESTS_PER_SECOND: '100000', KEY_REQUESTS_PER_MINUTE: '1000000', ACCOUNT_REQUESTS_PER_MINUTE: '1000000' };

describe.skipIf(programs === null)('a server with a replica', () => {
  let primary: TestCluster;
  let replica: TestCluster;
  let server: TestServer;
  let account: TestAccount;
  let holder: KeyHolder;
  /** Of the replica. */
  let watcher: pg.Client;
  const failures: Error[] = [];
  let stored = 0;

  const add = async (count = 1) => {
    const names = Array.from({ length: count }, (_, at) => ({ name: `Company ${stored + at}` }));
    stored += count;
    return addRows(server.database, companies, names);
  };
  const ask = (path: string, headers = account.headers) => server.app.inject({ url: `/api/v1/table/companies${path}`, headers });
  const list = async (query = '') => {
    const answer = await ask(query);
    expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200);
    return pageSchema.parse(answer.json());
  };
  const openWatcher = async () => {
    const client = new pg.Client({ connectionString: databaseUrl(replica.url, DATABASE) });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  /** How many connections of ours to the replica began a statement like this since the last call, about companies where absent. */
  const countQueries = async (pattern = '%"companies"%') => {
    const { rows } = await watcher.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where application_name = 'leadloom' and query like $2 and query_start > coalesce($1::timestamptz, '-infinity')`,
      [since, pattern],
    );
    const { rows: now } = await watcher.query<{ now: string }>('select clock_timestamp()::text as now');
    since = now[0]?.now ?? null;
    return rows[0]?.count ?? 0;
  };
  let since: string | null = null;
  /** Until it has all rows, and is asked again. */
  const untilRequested = () =>
    expect
      .poll(
        async () => {
          await list(`?search_query=company&page=${1 + (Math.floor(performance.now()) % 1000)}`);
          return countQueries();
        },
        { timeout: 40_000, interval: 50 },
      )
      .toBeGreaterThan(0);

  beforeAll(async () => {
    if (programs === null) return;
    primary = await startCluster(programs);
    await execute(primary.url, `create database ${DATABASE}`);
    const url = databaseUrl(primary.url, DATABASE);
    const database = connect(url, { onIdleError: () => undefined });
    await migrateDatabase(database);
    await database.$client.end();
    replica = await startCluster(programs, { primary });
    watcher = await openWatcher();
    const databases = connectAll(url, {
      onIdleError: () => undefined,
      replicaUrls: [databaseUrl(replica.url, DATABASE)],
      onReplicaFailure: (error) => void failures.push(error),
    });
    server = await startTestServer({ databases, environment: limits });
    account = await createVerifiedAccount(server);
    holder = await createKeyHolder(server, account);
    await add(300);
  });
  afterAll(async () => {
    await server.close();
    await watcher.end();
    await replica.remove();
    await primary.remove();
  });
  beforeEach(() => {
    failures.length = 0;
  });

  it('lists, totals, rows and exports are read from the replica', async () => {
    await untilRequested();
    const { data } = await list('?per_page=25&page=3');
    expect(await countQueries()).toBeGreaterThan(0);
    const [first] = data;
    expect((await ask(`/${first?.id}`)).json()).toMatchObject({ data: { id: first?.id, name: first?.name } });
    expect(await countQueries()).toBeGreaterThan(0);
    expect((await ask('?include_total=false', holder.headers)).statusCode).toBe(200);
    expect(await countQueries()).toBeGreaterThan(0);
    const file = await ask('/export');
    expect(file.payload.trim().split('\n')).toHaveLength(stored + 1);
    // The end of its snapshot.
    expect(await countQueries('rollback')).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  it('every write is visible at once while the replica follows', async () => {
    for (let round = 0; round < 200; round += 1) {
      const [id] = await add();
      const { total, data } = await list(round % 2 === 0 ? '' : '?search_query=company');
      expect({ total, newest: data[0]?.id }).toEqual({ total: stored, newest: id });
      expect((await ask(`/${id}`)).statusCode).toBe(200);
    }
    expect(failures).toEqual([]);
  });

  it('every write is visible at once while the replica lags, and the replica is used again later', async () => {
    await watcher.query('select pg_wal_replay_pause()');
    for (let round = 0; round < 50; round += 1) {
      const [id] = await add();
      const { total, data } = await list();
      expect({ total, newest: data[0]?.id }).toEqual({ total: stored, newest: id });
    }
    const file = await ask('/export');
    expect(file.payload.trim().split('\n')).toHaveLength(stored + 1);
    await watcher.query('select pg_wal_replay_resume()');
    await untilRequested();
    expect(failures).toEqual([]);
  });

  it('every request succeeds while the replica dies and comes back, and this is logged', async () => {
    await untilRequested();
    const asked = Array.from({ length: 60 }, async (_, at) => {
      if (at === 20) await replica.kill();
      return list(`?page=${(at % 10) + 1}&search_query=${'company'.slice(0, 3 + (at % 4))}`);
    });
    for (const { total } of await Promise.all(asked)) expect(total).toBe(stored);
    expect(await list(`?page=2`)).toMatchObject({ total: stored });
    const file = await ask('/export');
    expect(file.payload.trim().split('\n')).toHaveLength(stored + 1);
    const [id] = await add();
    expect((await list()).data[0]?.id).toBe(id);
    expect(failures.length).toBeGreaterThan(0);
    await replica.restart();
    watcher = await openWatcher();
    await untilRequested();
  });

  it('every request succeeds while the replica hangs', async () => {
    await untilRequested();
    await replica.signal('SIGSTOP');
    const asked = Array.from({ length: 8 }, (_, at) => list(`?page=${at + 1}&search_query=comp`));
    for (const { total } of await Promise.all(asked)) expect(total).toBe(stored);
    expect(failures.length).toBeGreaterThan(0);
    const file = await ask('/export');
    expect(file.payload.trim().split('\n')).toHaveLength(stored + 1);
    await replica.signal('SIGCONT');
    await untilRequested();
  });

  it('every request succeeds when the replica closes its connections', async () => {
    await untilRequested();
    const { rows } = await watcher.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'leadloom'`);
    await Promise.all(rows.map(({ pid }) => watcher.query('select pg_terminate_backend($1)', [pid])));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => list(`?page=${at + 1}&search_query=compan`)));
    for (const { total } of answers) expect(total).toBe(stored);
  });
});
