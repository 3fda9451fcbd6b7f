/**
 * Runs of an open source that are ended before one of their statements, and the next run, which continues. Either the server is
 * gone from that statement on, or the database ends all connections at it, as when it is killed and recovers.
 */
import { connect } from '@leadloom/server/database/connect';
import type { Database } from '@leadloom/server/database/database';
import { createSourceRunner } from '@leadloom/server/modules/open-sources/runs/source-runner';
import type { OpenSource } from '@leadloom/server/open-sources/open-source';
import { openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import type { TestServer } from '@leadloom/server/testing/test-server';
import { expect } from 'vitest';

/** What killed runs left in the tables. */
export function createSourceCounts() {
  return { 'kill points': 0, 'rows lost': 0, 'rows doubled': 0 };
}
export type SourceCounts = ReturnType<typeof createSourceCounts>;

const steps = [
  { companies: ['Aa', 'Bb', 'Cc'], people: ['Ada', 'Bea', 'Cleo'] },
  { companies: ['Cc', 'Dd'], people: [] },
] as const;
const EXPECTED = { companies: 4, people: 3 } as const;

/** Two parts: one is two loads, and the second has a row of the first again. */
const source: OpenSource = {
  manifest: {
    ...{
      id: 'sec-form-d',
      title: 'Small Register',
      publisher: 'The Register of Small Companies',
      tables: ['companies', 'people'],
    },
    ...{
      countries: [],
      licence: 'none',
      attribution: 'none',
      needs: null,
      isOnByDefault: false,
      everyHours: 24,
      every: '',
      size: '',
    },
    ...{ requestsPerSecond: 1_000, hosts: ['register.example'], weight: 'register', options: {}, isUntried: false },
  },
  async *read(checkpoint, run) {
    for (const [index, { companies, people }] of steps.entries()) {
      if (index < Number(checkpoint ?? 0)) continue;
      await run.get(`https://register.example/${index}`);
      const ofTable = (table: 'companies' | 'people', names: readonly string[]) => ({
        table,
        fields: ['name'],
        records: async function* () {
          for (const name of names) yield { cells: { name }, url: `https://register.example/${name}`, asOf: '2026-03-31' };
        },
      });
      const loads = [ofTable('companies', companies), ...(people.length > 0 ? [ofTable('people', people)] : [])];
      yield { title: `part ${index + 1}`, loads, checkpoint: index + 1, isFull: false };
    }
  },
  tryOut: async () => ({ url: '', records: [], missing: [] }),
};

async function runOnce({ platform }: TestServer, database: Database): Promise<void> {
  const runner = createSourceRunner(
    { ...platform, database, direct: database },
    {
      sources: [source],
      createHttp: ({ pace }) => ({
        get: async (url) => {
          await pace('register.example');
          return { status: 200, headers: new Map(), url, bytes: Buffer.alloc(0) };
        },
        download: () => Promise.reject(new Error('nothing is downloaded')),
        removeFiles: async () => undefined,
        close: async () => undefined,
      }),
      onFailure: () => undefined,
    },
  );
  await runner.startDue().catch(() => undefined);
  await runner.settled();
  await runner.close();
}

/** What the connections of the shaken database are called; those of who judges stay. */
const SHAKEN = 'shaken';

/** A database that ends all its connections when a statement of this number is sent. */
function openShakenDatabase(url: string, admin: Database, shakeAt: number) {
  const named = new URL(url);
  named.searchParams.set('application_name', SHAKEN);
  const database = connect(named.href, { onIdleError: () => undefined, poolSize: 10 });
  let sent = 0;
  let shaken: Promise<{ readonly rowCount: number | null }> | null = null;
  database.$client.on('connect', (client) => {
    client.on('error', () => undefined);
    const { query } = client;
    const counted = (...given: readonly unknown[]): unknown => {
      sent += 1;
      if (sent === shakeAt)
        shaken = admin.$client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${SHAKEN}'`,
        );
      return Reflect.apply(query, client, given);
    };
    Object.defineProperty(client, 'query', { value: counted });
  });
  return {
    database,
    /** @returns how many connections were ended; null: no such statement was sent */
    close: async () => {
      const ended = await shaken;
      await database.$client.end();
      return ended === null ? null : (ended.rowCount ?? 0);
    },
  };
}

/**
 * Runs until one is not ended any more.
 * @param step 1: a run is ended before every statement; 3: before every third
 * @returns how many were ended
 */
export async function killSources(
  server: TestServer,
  victim: 'server' | 'database',
  { counts, step }: { readonly counts: SourceCounts; readonly step: number },
): Promise<number> {
  const query = (statement: string) => server.database.$client.query(statement);
  for (let statement = 1, killed = 0; ; statement += step) {
    for (const table of ['companies', 'people', 'row_sources', 'imports', 'open_sources']) await query(`delete from ${table}`);
    await query(`insert into open_sources (id, next_run_at) values ('sec-form-d', now() - interval '1 hour')`);
    const ended = await (victim === 'server' ? killServer(server, statement) : shakeDatabase(server, statement));
    await query(`update open_sources set lease_until = now() - interval '1 second', next_run_at = now() - interval '1 hour'`);
    await runOnce(server, server.database);
    await expectEveryRowOnce(server.database, counts);
    if (ended === null) return killed;
    // Between two connections of the run, there may be none to end.
    if (ended === 0) continue;
    killed += 1;
    counts['kill points'] += 1;
  }
}

/** How many connections a run lost; null: it ended before the statement. */
type Ended = number | null;

async function killServer(server: TestServer, statement: number): Promise<Ended> {
  const { database, sent, bury } = openDoomedDatabase(server.databaseUrl, statement);
  await runOnce(server, database);
  const isDead = sent.length + 1 >= statement;
  await bury();
  return isDead ? 1 : null;
}

async function shakeDatabase(server: TestServer, statement: number): Promise<Ended> {
  const admin = connect(server.databaseUrl, { onIdleError: () => undefined, poolSize: 1 });
  try {
    const { database, close } = openShakenDatabase(server.databaseUrl, admin, statement);
    await runOnce(server, database);
    return await close();
  } finally {
    await admin.$client.end();
  }
}

async function expectEveryRowOnce(database: Database, counts: SourceCounts): Promise<void> {
  for (const [table, expected] of Object.entries(EXPECTED)) {
    const { rows } = await database.$client.query<{
      rows: number;
      things: number;
      counted: number;
      sources: number;
      added: number;
    }>(
      `select count(*)::int as rows, count(distinct name)::int as things,
        (select row_count::int from table_versions where table_name = '${table}') as counted,
        (select count(*)::int from row_sources where table_name = '${table}' and fields = '{name}') as sources,
        (select sum(added)::int from imports where table_name = '${table}' and state = 'done') as added from ${table}`,
    );
    counts['rows lost'] += expected - Number(rows[0]?.things);
    counts['rows doubled'] += Number(rows[0]?.rows) - Number(rows[0]?.things);
    expect(rows).toEqual([{ rows: expected, things: expected, counted: expected, sources: expected, added: expected }]);
  }
  const { rows } = await database.$client.query<{ checkpoint: number; error: string | null; lease_token: string | null }>(
    'select checkpoint, error, lease_token from open_sources',
  );
  expect(rows).toEqual([{ checkpoint: steps.length, error: null, lease_token: null }]);
}
