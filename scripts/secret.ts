/** `pnpm secret rotate`: a new secret in front of those of the installation. */
import '../server/src/process/compile-cache.ts';

const { secretCommands } = await import('./lib/secret/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(secretCommands);
