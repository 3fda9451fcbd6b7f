/** `pnpm check`: types, lint, import rules, dead code, unit and server tests. Run it before every commit. */
import { busyWorkers, checkSteps, runSteps, runTogether } from './lib/steps.ts';

const checked = await runTogether(checkSteps);
process.exitCode =
  checked === 0 ? await runSteps([{ name: 'unit and server tests', command: 'vitest', args: ['run', busyWorkers] }]) : checked;
