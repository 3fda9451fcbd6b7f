/**
 * `pnpm collector reparse|catalogue`: the collector's kept answers and its endpoint catalogue, with or without a running
 * server. Exit code 0 when everything was done, otherwise 1.
 */
import '../server/src/process/compile-cache.ts';

const { collectorCommands } = await import('./lib/collector/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(collectorCommands);
