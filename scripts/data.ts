/**
 * `pnpm data import|sample|export`: rows in and out of the data tables, while the server runs or not. Ends
 * with 0 when it did what was asked, with 2 when a file had rows and none was good, else with 1.
 */
import '../server/src/process/quick-load.ts';

const { dataCommands } = await import('./lib/data/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(dataCommands);
