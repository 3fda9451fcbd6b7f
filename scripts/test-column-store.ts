/**
 * `pnpm test:column-store [--long] [vitest arguments]`: the tests of a server with a column store, on a ClickHouse in a process of
 * its own, or on the server of CLICKHOUSE_URL, which must serve tests alone. `--long` runs those that take an hour, too. Whatever
 * they need beside the workspace is installed into the user's cache by the first run.
 */
import { installEngine } from '../tests/column-store/engine/install-engine.ts';
import { run } from './lib/run.ts';

try {
  const isLong = process.argv.includes('--long');
  const vitestArguments = process.argv.slice(2).filter((argument) => argument !== '--long');
  await installEngine(console.log);
  const args = ['run', '--config', 'tests/vitest.column-store.config.ts', ...vitestArguments];
  const { code } = await run('vitest', args, { environment: isLong ? { COLUMN_STORE_TESTS: 'long' } : {} });
  process.exitCode = code ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
