/**
 * `pnpm data import|sample|export`: rows in and out of the data tables, while the server runs or not. Ends
 * with 0 when it did what was asked, with 2 when a file had rows and none was good, else with 1.
 */
import { exportCommand } from './lib/data/export-command.ts';
import { importCommand } from './lib/data/import-command.ts';
import { sampleCommand } from './lib/data/sample-command.ts';
import { usage } from './lib/data/usage.ts';
import { runCommand } from './lib/run-command.ts';

await runCommand({
  name: 'pnpm data',
  commands: { import: importCommand, sample: sampleCommand, export: exportCommand },
  usage,
});
