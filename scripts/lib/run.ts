/** Runs child processes for the scripts: bounded, with their output passed through or captured. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');
const binaries = join(root, 'node_modules', '.bin');

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Print the output only when the command fails. */
  readonly quiet?: boolean;
  readonly timeoutMs?: number;
}

export interface RunResult {
  /** null when ended by a signal or by the time limit. */
  readonly code: number | null;
  /** Empty unless `quiet`. */
  readonly output: string;
}

/** The PATH of a workspace script: our own tools first, then the Node that runs this script. */
export function toolEnvironment(extra: Readonly<Record<string, string | undefined>> = {}): NodeJS.ProcessEnv {
  const path = [binaries, dirname(process.execPath), process.env.PATH]
    .filter(Boolean)
    .join(process.platform === 'win32' ? ';' : ':');
  return { ...process.env, PATH: path, ...extra };
}

export function start(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(command, [...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: toolEnvironment(),
    ...options,
  });
}

/** Resolves when the command ends; never rejects. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = start(command, args, {
    cwd: options.cwd ?? root,
    env: toolEnvironment(options.environment),
    stdio: options.quiet === true ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), options.timeoutMs);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('error', (error) => {
    chunks.push(Buffer.from(`${error.message}\n`));
    resolve(127);
  });
  child.once('close', (code) => resolve(code));
  const code = await promise;
  clearTimeout(timer);
  return { code, output: Buffer.concat(chunks).toString('utf8') };
}
