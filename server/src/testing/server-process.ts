/** The server as the process an operator runs, for tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVER_NODE_OPTIONS } from '../process/node-options.ts';
import { inheritedEnvironment } from './inherited-environment.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const READY_LIMIT_MILLISECONDS = 60_000;
/** With a shorter pause, a server that starts would spend a tenth of its time on answers. */
const READY_PAUSE_MILLISECONDS = 100;

export interface ServerProcess {
  readonly process: ChildProcess;
  readonly url: string;
  /** Standard output and error so far. */
  output(): string;
  /** Resolves once `/health` answers 200; rejects when the process ends before. */
  ready(): Promise<void>;
  /** Sends the signal, and resolves with the exit code once the process is gone; null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** The exit code of a process that ends by itself. */
  exited(): Promise<number | null>;
}

export interface ProcessOptions {
  /** The working directory; this process's where absent. */
  readonly cwd?: string;
  /** Files and connections it may have open; as many as we where absent. Not on Windows. */
  readonly descriptors?: number;
}

/** @param environment settings; PORT and DATA_DIR belong among them */
export function startServerProcess(
  environment: Readonly<Record<string, string>>,
  { descriptors, ...place }: ProcessOptions = {},
): ServerProcess {
  const command = [process.execPath, ...SERVER_NODE_OPTIONS, MAIN];
  const [program = '', ...args] =
    descriptors === undefined ? command : ['sh', '-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, ...command];
  const child = spawn(program, args, {
    ...place,
    env: { ...inheritedEnvironment(), LOG_LEVEL: 'info', SAMPLE_DATA: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  const closed = once(child, 'close');
  const url = `http://127.0.0.1:${environment.PORT}`;
  const exited = async () => {
    await closed;
    return child.exitCode;
  };

  return {
    process: child,
    url,
    output: () => chunks.join(''),
    exited,
    ready: async () => {
      const deadline = Date.now() + READY_LIMIT_MILLISECONDS;
      while (Date.now() < deadline) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended: ${chunks.join('')}`);
        const response = await fetch(`${url}/health`).catch(() => null);
        if (response?.status === 200) return;
        await sleep(READY_PAUSE_MILLISECONDS);
      }
      throw new Error(`the server is not ready: ${chunks.join('')}`);
    },
    end: async (signal) => {
      child.kill(signal);
      return exited();
    },
  };
}
