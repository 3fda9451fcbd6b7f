/** `pnpm backup <folder|->` and `pnpm backup --verify <file>`: the whole installation in one file, while the server runs or not. */
import '../server/src/process/compile-cache.ts';

const { backupCommand, backupUsage } = await import('./lib/backup/backup-command.ts');
const { runSingleCommand } = await import('./lib/run-command.ts');

await runSingleCommand({ name: 'pnpm backup', command: backupCommand, usage: backupUsage });
