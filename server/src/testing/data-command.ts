/** `pnpm data` and the other commands as the processes an operator runs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from './inherited-environment.ts';

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
  return startCommand('data', args, environment);
}

/** @param name of a script an operator runs, as in package.json */
export function startCommand(
  name: 'data' | 'collector' | 'accounts' | 'backup' | 'restore',
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): DataCommand {
  const script = fileURLToPath(new URL(`../../../scripts/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { env: { ...inheritedEnvironment(), ...environment }, stdio: 'pipe' });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => errors.push(chunk));
  // A killed process takes no more of what is written to it.
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
  return finish(startDataCommand(args, environment), input);
}

export function runCollector(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<DataResult> {
  return finish(startCommand('collector', args, environment), '');
}

export function runAccounts(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<DataResult> {
  return finish(startCommand('accounts', args, environment), '');
}

export async function finish(command: DataCommand, input: string): Promise<DataResult> {
  command.process.stdin?.end(input);
  const code = await command.ended();
  return { code, output: command.output(), errors: command.errors() };
}
