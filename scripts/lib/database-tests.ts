/** The tests of the server and of operators' commands, on databases other than the embedded one. */
import { findPgBouncer, startPgBouncer } from '../../server/src/testing/pgbouncer.fixture.ts';
import { findPostgres, startCluster } from '../../server/src/testing/postgres-cluster.fixture.ts';
import { run } from './run.ts';

/** Tests that start an embedded database by themselves, so that they would only test it once more. */
const EMBEDDED_ALONE = [
  { file: 'src/embedded/embedded-database.test.ts', reason: 'tests the embedded database' },
  { file: 'src/main.test.ts', reason: 'starts servers on the embedded database' },
  { file: 'src/database/pooler.test.ts', reason: 'puts a pooler of its own before the database' },
] as const;

/** A server under test has as many connections, so that none of its pools can use up those of another. */
const POOL_SIZE = 40;
const TERMINATED = 130;

export const databases = ['icu', 'pgbouncer'] as const;
export type TestedDatabase = (typeof databases)[number];

/**
 * Runs them on a new PostgreSQL with an ICU collation, then on the same behind PgBouncer in transaction mode.
 * @param vitestArguments such as paths of tests; all where empty
 * @returns the exit code: 0 when all passed, 2 when a program is missing
 */
export async function runDatabaseTests(
  wanted: readonly TestedDatabase[],
  vitestArguments: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const postgres = await findPostgres();
  const pgBouncer = await findPgBouncer();
  if (postgres === null || pgBouncer === null) {
    const missing = [postgres === null ? 'PostgreSQL 15 or newer' : '', pgBouncer === null ? 'PgBouncer' : ''].filter(Boolean);
    say(`Nothing was tested: ${missing.join(' and ')} must be installed, on Debian by the packages postgresql and pgbouncer.`);
    return 2;
  }
  const cleanups: (() => Promise<void>)[] = [];
  const clean = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void clean().finally(() => process.exit(TERMINATED)));
  }
  const excluded = EMBEDDED_ALONE.flatMap(({ file }) => ['--exclude', file]);
  const test = async (environment: Readonly<Record<string, string>>) => {
    const args = ['run', '--project', 'server', '--project', 'scripts', ...excluded, ...vitestArguments];
    return (await run('vitest', args, { environment })).code ?? 1;
  };
  try {
    for (const { file, reason } of EMBEDDED_ALONE) say(`left out: server/${file} ${reason}`);
    const cluster = await startCluster(postgres);
    cleanups.push(() => cluster.remove());
    let direct = 0;
    if (wanted.includes('icu')) {
      say(`▸ on PostgreSQL ${postgres.major} with an ICU collation`);
      direct = await test({ TEST_DATABASE_URL: cluster.url });
    }
    if (!wanted.includes('pgbouncer')) return direct;
    say(`▸ on PostgreSQL ${postgres.major} with an ICU collation, behind PgBouncer in transaction mode`);
    const pooler = await startPgBouncer(pgBouncer, cluster.url, { poolSize: POOL_SIZE });
    cleanups.push(() => pooler.remove());
    const pooled = await test({ TEST_DATABASE_URL: pooler.urlOf(cluster.url), TEST_DATABASE_DIRECT_URL: cluster.url });
    return direct === 0 ? pooled : direct;
  } finally {
    await clean();
  }
}
