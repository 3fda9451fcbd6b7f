/**
 * `pnpm collector reparse|catalogue`: the collector's kept answers and its endpoint catalogue, while the server
 * runs or not. Ends with 0 when it did what was asked, else with 1.
 */
import '../server/src/process/quick-load.ts';

const { collectorCommands } = await import('./lib/collector/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(collectorCommands);
