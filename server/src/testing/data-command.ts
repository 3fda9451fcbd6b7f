/** `pnpm data` as the process an operator runs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../scripts/data.ts', import.meta.url));

export interface DataCommand {
  readonly process: ChildProcess;
  /** Standard output and error so far. */
  output(): string;
  errors(): string;
  /** The exit code once it has ended; null when a signal ended it. */
  ended(): Promise<number | null>;
}

/** @param environment DATABASE_URL or DATA_DIR belongs into it */
export function startDataCommand(args: readonly string[], environment: Readonly<Record<string, string>>): DataCommand {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...environment }, stdio: 'pipe' });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => errors.push(chunk));
  // Killed, it takes no more of what is written to it.
  child.stdin.on('error', () => undefined);
  const closed = once(child, 'close');
  return {
    process: child,
    output: () => output.join(''),
    errors: () => errors.join(''),
    ended: async () => {
      await closed;
      return child.exitCode;
    },
  };
}

export interface DataResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** @param input written to its standard input */
export async function runData(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<DataResult> {
  const command = startDataCommand(args, environment);
  command.process.stdin?.end(input);
  const code = await command.ended();
  return { code, output: command.output(), errors: command.errors() };
}
