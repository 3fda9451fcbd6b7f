/** `pnpm accounts invite`: manages accounts without the console, with or without a running server. */
import '../server/src/process/compile-cache.ts';

const { accountCommands } = await import('./lib/accounts/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(accountCommands);
