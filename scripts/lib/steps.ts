/** Runs named steps and prints how long each took: one after another up to the first that fails, or side by side. */
import { availableParallelism } from 'node:os';
import { type RunOptions, run } from './run.ts';

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly options?: RunOptions;
}

/** @returns the exit code: 0 when every step ended with 0 */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  for (const step of steps) {
    process.stdout.write(`\n▸ ${step.name}\n`);
    const code = await runStep(step);
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * Runs independent steps: as many at once as there are cores, each printed when it has ended. @returns the exit code: 0
 * when every step ended with 0
 */
export async function runTogether(steps: readonly Step[]): Promise<number> {
  const codes: number[] = [];
  const left = steps.values();
  const runLeft = async (): Promise<void> => {
    for (const step of left) codes.push(await runStep({ ...step, options: { ...step.options, quiet: true } }));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runLeft));
  return codes.find((code) => code !== 0) ?? 0;
}

async function runStep({ name, command, args, options }: Step): Promise<number> {
  const began = performance.now();
  const { code, output } = await run(command, args, options);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (code === 0) {
    process.stdout.write(`✔ ${name} (${seconds} s)\n`);
    return 0;
  }
  process.stdout.write(`${output}✘ ${name} failed after ${seconds} s\n`);
  return code ?? 1;
}

/**
 * Tests of screens wait for keys and timers more than half of their time, so there may be more workers than cores. As a number,
 * because Vitest takes a share of more than all cores for all of them. Set here, because in the configuration each project
 * would need it.
 */
export const busyWorkers = `--maxWorkers=${Math.ceil(availableParallelism() * 1.5)}`;
/** The option for tests that run next to others. Vitest would leave a core to itself. */
export const allCores = `--maxWorkers=${availableParallelism()}`;

/**
 * Programs are checked side by side, so each needs one checker alone: several would each determine the types they share. And
 * memory is collected less often, because a check ends within seconds. Both together take half of the processor time.
 */
function typesOf(name: string, project: string): Step {
  return {
    name: `types: ${name}`,
    command: 'tsc',
    args: ['-p', project, '--checkers', '1'],
    options: { environment: { GOGC: '400' } },
  };
}

/**
 * Static checks, independent of each other. Rooms that import the server are checked as one program, so that its types are
 * determined twice and not five times: without the browser's types, and with them. Their own configurations serve editors.
 */
export const checkSteps: readonly Step[] = [
  typesOf('scripts and server', '.'),
  typesOf('client, integrations, tests and bench', 'tsconfig.callers.json'),
  typesOf('web', 'web'),
  ...['extension', 'shared'].map((room) => typesOf(room, room)),
  { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  {
    name: 'imports between rooms',
    command: 'depcruise',
    args: [
      '--config',
      '.dependency-cruiser.mjs',
      ...['shared', 'web', 'extension', 'server', 'client', 'integrations/n8n'].map((room) => `${room}/src`),
    ],
    options: { quiet: true },
  },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
];
