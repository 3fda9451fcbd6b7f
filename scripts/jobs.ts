/** `pnpm jobs failed` and `pnpm jobs again`: shows what the queue gave up, and has it done again. */
import '../server/src/process/quick-load.ts';

const { jobCommands } = await import('./lib/jobs/commands.ts');
const { runCommand } = await import('./lib/run-command.ts');

await runCommand(jobCommands);
