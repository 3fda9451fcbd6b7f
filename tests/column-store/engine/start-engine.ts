/** Starts the engine of the tests in a process of its own, which can be killed and started again on the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const ENGINE_PASSWORD = 'a password: of tests/1';

export interface EngineOptions {
  /** From `installEngine`. */
  readonly home: string;
  /** As `clickhouse local` takes them, such as `--config-file=…`. */
  readonly engineArguments?: readonly string[];
  /** Where its data is, which may be that of an earlier engine. Otherwise in a temporary folder. */
  readonly folder?: string;
}

export interface RunningEngine {
  /** With user and password, as CLICKHOUSE_URL; the same after a restart. */
  readonly url: string;
  readonly processId: number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Once it was killed. */
  restart(): Promise<void>;
  /** Removes its data, too. */
  remove(): Promise<void>;
}

export async function startEngine({ home, engineArguments = [], folder: given }: EngineOptions): Promise<RunningEngine> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'leadloom-engine-')));
  await mkdir(folder, { recursive: true });
  let running = await launch(home, folder, 0, engineArguments);
  const { port } = running;
  const kill = async () => {
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    running.child.kill('SIGKILL');
    await once(running.child, 'exit');
  };
  return {
    url: `http://default:${encodeURIComponent(ENGINE_PASSWORD)}@127.0.0.1:${port}`,
    get processId() {
      return running.child.pid ?? 0;
    },
    kill,
    restart: async () => {
      running = await launch(home, folder, port, engineArguments);
    },
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(
  home: string,
  folder: string,
  port: number,
  engineArguments: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const given = ['--home', home, '--dir', folder, '--port', String(port), '--password', ENGINE_PASSWORD];
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'serve.ts'), ...given, ...engineArguments.map((argument) => `--engine-argument=${argument}`)],
    // A statement holds a thread of Node's pool while it runs.
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_OPTIONS: '', UV_THREADPOOL_SIZE: '32' } },
  );
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The engine of the tests ended with ${code} before it listened.`);
  });
  ended.catch(() => undefined);
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  return { child, port: Number(String(line).split(' ')[1]) };
}
