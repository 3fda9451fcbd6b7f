/** Runs named steps one after another, tells how long each took, and stops the script at the first that fails. */
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
    const began = performance.now();
    process.stdout.write(`\n▸ ${step.name}\n`);
    const { code, output } = await run(step.command, step.args, step.options);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (code !== 0) {
      if (output !== '') process.stdout.write(output);
      process.stdout.write(`✘ ${step.name} failed after ${seconds} s\n`);
      return code ?? 1;
    }
    process.stdout.write(`✔ ${step.name} (${seconds} s)\n`);
  }
  return 0;
}

export const rooms = ['shared', 'web', 'extension', 'server', 'client', 'tests', 'bench'] as const;

/** For Vitest, which leaves one core to its own process by itself. Here, and not in its configuration, where projects would differ in it. */
export const everyCore = '--maxWorkers=100%';

export const checkSteps: readonly Step[] = [
  { name: 'types: scripts', command: 'tsc', args: ['-p', '.'] },
  ...rooms.map((room) => ({ name: `types: ${room}`, command: 'tsc', args: ['-p', room] })),
  { name: 'lint', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  {
    name: 'imports between rooms',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.mjs', 'shared/src', 'web/src', 'extension/src', 'server/src', 'client/src'],
    options: { quiet: true },
  },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
];
