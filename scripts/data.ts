/**
 * `pnpm data import|sample|export`: rows in and out of the data tables, while the server runs or not. Ends
 * with 0 when it did what was asked, with 2 when a file had rows and none was good, else with 1.
 */
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { exportCommand } from './lib/data/export-command.ts';
import { importCommand } from './lib/data/import-command.ts';
import { sampleCommand } from './lib/data/sample-command.ts';
import { type Command, UsageError, usage } from './lib/data/usage.ts';
import { explainFailure } from './lib/explain-failure.ts';
import { root } from './lib/run.ts';
import { watchLauncher } from './lib/watch-launcher.ts';

const commands: ReadonlyMap<string, Command> = new Map([
  ['import', importCommand],
  ['sample', sampleCommand],
  ['export', exportCommand],
]);

async function main([name = '', ...rest]: readonly string[]): Promise<number> {
  if (name === '' || name === 'help' || rest.includes('--help') || name === '--help' || name === '-h') {
    console.log(usage);
    return name === '' ? 1 : 0;
  }
  const command = commands.get(name);
  if (command === undefined) throw new UsageError(`there is no command "${name}"; there are import, sample and export`);
  process.env.DATA_DIR ||= join(root, '.data');
  return command(rest, readConfig(process.env));
}

// Whoever kills the command means all of it: unseen, the import would go on and load the file.
watchLauncher(() => process.kill(process.pid, 'SIGTERM'));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`leadloom: ${explainFailure(error, 'pnpm data')}`);
  process.exitCode = 1;
}
