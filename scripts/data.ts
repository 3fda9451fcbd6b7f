/**
 * `pnpm data import|imports|undo|sample|export|erase|suppressions|sources|source|column-store|where`: rows in and out of the data tables, with or without a running server. Exit code 0 when
 * everything was done, 2 when a file had rows and none was valid, otherwise 1.
 */
import '../server/src/process/compile-cache.ts';

const { dataCommands } = await import('./lib/data/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(dataCommands);
