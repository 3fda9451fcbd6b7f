/** `pnpm jobs failed` and `pnpm jobs again`: lists the jobs that were given up, and runs them again. */
import '../server/src/process/compile-cache.ts';

const { jobCommands } = await import('./lib/jobs/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(jobCommands);
