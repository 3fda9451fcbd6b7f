/**
 * `pnpm test:databases [--only icu|pgbouncer] [vitest arguments]`: the server's tests on the system's PostgreSQL with an ICU
 * collation, and on the same behind PgBouncer in transaction mode. Ends with 2 and one line where one of the two is not
 * installed.
 */
import { databases, runDatabaseTests } from './lib/database-tests.ts';

try {
  const [first, second, ...others] = process.argv.slice(2);
  const wanted = first === '--only' ? databases.filter((name) => name === second) : databases;
  if (wanted.length === 0) throw new Error(`--only: must be one of ${databases.join(', ')}`);
  const vitestArguments = first === '--only' ? others : process.argv.slice(2);
  process.exitCode = await runDatabaseTests(wanted, vitestArguments, console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
