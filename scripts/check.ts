/** `pnpm check`: types, lint, import rules, dead code, unit and server tests. Run it before every commit. */
import { checkSteps, everyCore, runSteps } from './lib/steps.ts';

process.exitCode = await runSteps([
  ...checkSteps,
  { name: 'unit and server tests', command: 'vitest', args: ['run', everyCore] },
]);
