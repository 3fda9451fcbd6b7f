/** The real server in a process of its own, on a data directory with the journeys' secret and a free port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { outboxPath } from '@leadloom/server/modules/outbox/outbox-access';
import { SERVER_NODE_OPTIONS } from '@leadloom/server/process/node-options';
import { copyDirectory } from '@leadloom/server/testing/copy-directory';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { journeySecret } from './journey-secret.ts';

const entry = join(import.meta.dirname, '..', '..', '..', 'server', 'src', 'main.ts');
const READY_LIMIT_MS = 60_000;

/** Names a data directory on which a server with the usual settings was started once and stopped. */
export const FIRST_START_SETTING = 'JOURNEY_DATA_DIR';

export interface LeadloomProcess {
  readonly port: number;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Whether other journeys use it too, one after another. */
  readonly isShared: boolean;
  /** What opens the outbox, as `start` prints it, below the origin. */
  readonly outboxPath: string;
  /** Everything the server has printed so far. */
  readonly log: () => string;
  readonly stop: (options?: StopOptions) => Promise<void>;
}

interface StopOptions {
  readonly keepsData?: boolean;
}

/**
 * @param knownAs the public address; null is the one it listens at
 * @param environment settings beside PORT, DATA_DIR and PUBLIC_URL
 */
export async function startLeadloom(
  knownAs: string | null,
  environment: Readonly<Record<string, string>> = {},
): Promise<LeadloomProcess> {
  const port = await findFreePort();
  const publicUrl = knownAs ?? `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-journey-'));
  const { [FIRST_START_SETTING]: started } = process.env;
  // A start without sample rows is another first start.
  if (started !== undefined && environment.SAMPLE_DATA === undefined) await copyDirectory(started, dataDir);
  else await writeFile(join(dataDir, 'secret'), journeySecret, { mode: 0o600 });
  const child = spawn(process.execPath, [...SERVER_NODE_OPTIONS, entry], {
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      REGISTRATION: 'open',
      ...environment,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const log = (): string => Buffer.concat(chunks).toString('utf8');
  const stop = async ({ keepsData = false }: StopOptions = {}): Promise<void> => {
    await endProcess(child);
    if (!keepsData) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(child, `http://127.0.0.1:${port}/health`, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, publicUrl, dataDir, isShared: false, outboxPath: outboxPath([journeySecret]), log, stop };
}

async function untilReady(child: ChildProcess, url: string, log: () => string): Promise<void> {
  const deadline = performance.now() + READY_LIMIT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(50);
  }
  throw new Error(`the server did not become ready:\n${log()}`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
