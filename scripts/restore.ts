/** `pnpm restore <file>`: what `pnpm backup` wrote, into an empty installation. */
import '../server/src/process/compile-cache.ts';

const { restoreCommand, restoreUsage } = await import('./lib/backup/restore-command.ts');
const { runSingleCommand } = await import('./lib/run-command.ts');

await runSingleCommand({ name: 'pnpm restore', command: restoreCommand, usage: restoreUsage });
