/** `pnpm start`: builds what changed, and serves. */
import '../server/src/process/compile-cache.ts';

const { startCommand } = await import('./lib/start/start-command.ts');

await startCommand();
