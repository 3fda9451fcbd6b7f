/**
 * `pnpm test:databases [vitest arguments]`: the server's tests on the system's PostgreSQL with an ICU collation, and on the
 * same behind PgBouncer in transaction mode. Ends with 2 and one line where one of the two is not installed.
 */
import { runDatabaseTests } from './lib/database-tests.ts';

try {
  process.exitCode = await runDatabaseTests(process.argv.slice(2), console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
