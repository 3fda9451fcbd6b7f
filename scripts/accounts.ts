/** `pnpm accounts invite`: what an operator does about accounts without a console, while the server runs or not. */
import '../server/src/process/quick-load.ts';

const { accountCommands } = await import('./lib/accounts/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(accountCommands);
