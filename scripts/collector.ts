/**
 * `pnpm collector reparse|catalogue`: the collector's kept answers and its endpoint catalogue, while the server
 * runs or not. Ends with 0 when it did what was asked, else with 1.
 */
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { catalogueCommand } from './lib/collector/catalogue-command.ts';
import { reparseCommand } from './lib/collector/reparse-command.ts';
import { usage } from './lib/collector/usage.ts';
import { type Command, UsageError } from './lib/data/usage.ts';
import { explainFailure } from './lib/explain-failure.ts';
import { root } from './lib/run.ts';
import { watchLauncher } from './lib/watch-launcher.ts';

const commands: ReadonlyMap<string, Command> = new Map([
  ['reparse', reparseCommand],
  ['catalogue', catalogueCommand],
]);

async function main([name = '', ...rest]: readonly string[]): Promise<number> {
  if (name === '' || name === 'help' || rest.includes('--help') || name === '--help' || name === '-h') {
    console.log(usage);
    return name === '' ? 1 : 0;
  }
  const command = commands.get(name);
  if (command === undefined) throw new UsageError(`there is no command "${name}"; there are reparse and catalogue`);
  process.env.DATA_DIR ||= join(root, '.data');
  return command(rest, readConfig(process.env));
}

// Whoever kills the command means all of it.
watchLauncher(() => process.kill(process.pid, 'SIGTERM'));
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`leadloom: ${explainFailure(error, 'pnpm collector')}`);
  process.exitCode = 1;
}
