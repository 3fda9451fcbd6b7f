/**
 * The running PostgreSQL of one data directory: found by its pid file, started, stopped. It is detached
 * from this process, so that Ctrl-C reaches the server first and a killed server loses no database.
 */
import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isRunning } from '../../process/process-stamp.ts';
import { StartError } from '../../process/start-error.ts';
import type { Binaries } from './binaries.ts';
import { databaseProcess } from './create-cluster.ts';
import { type DatabaseHome, giveTo } from './database-home.ts';
import type { Listening } from './listening.ts';
import { rotateLog } from './rotate-log.ts';
import { isBlocked, startFailure } from './start-failure.ts';

const run = promisify(execFile);
const POLL_MILLISECONDS = 10;
/** Replaying the log after a crash comes before the first connection and can take its time. */
const READY_LIMIT_MILLISECONDS = 10 * 60_000;
/** A postmaster looks for its pid file once a minute, and ends when it is gone. */
const LEFTOVERS_LIMIT_MILLISECONDS = 75_000;
const FAST_STOP_MILLISECONDS = 2_200;
const IMMEDIATE_STOP_MILLISECONDS = 500;

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Directory of the socket, or 127.0.0.1. */
  readonly host: string;
  readonly isReady: boolean;
}

/** The live postmaster of this home, or null. */
export async function findPostmaster(home: DatabaseHome): Promise<Postmaster | null> {
  const text = await readFile(pidFile(home), 'utf8').catch(() => null);
  if (text === null) return null;
  const [pid, , , port, socketDirectory, address, , status] = text.split('\n').map((line) => line.trim());
  if (!(await serves(Number(pid), home.cluster))) return null;
  return {
    pid: Number(pid),
    port: Number(port),
    host: socketDirectory ? socketDirectory : (address ?? '127.0.0.1'),
    isReady: status === 'ready',
  };
}

/**
 * Starts PostgreSQL and resolves once it accepts connections. The caller has made sure that none runs.
 * @throws {StartError} with the reason from its log
 */
export async function startPostmaster(
  home: DatabaseHome,
  binaries: Binaries,
  listening: Listening,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  // The pid in a file left behind may be somebody else's by now, and PostgreSQL would refuse to start for it. A postmaster
  // whose file is gone ends within a minute.
  if ((await findPostmaster(home)) === null) await rm(pidFile(home), { force: true });
  const log = await openLog(home);
  const begin = (await log.stat()).size;
  const child = spawn(
    binaries.postgres,
    [
      ...['-D', home.cluster, '-h', listening.address, '-k', listening.socketDirectory, '-p', String(listening.port)],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...databaseProcess(home), detached: true, stdio: ['ignore', log.fd, log.fd], windowsHide: true },
  );
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  child.unref();
  await log.close();
  try {
    return await untilReady(home, () => failure !== null || child.exitCode !== null || child.signalCode !== null);
  } catch (cause) {
    const said = (await readFile(home.logFile, 'utf8').catch(() => '')).slice(begin);
    const reason = startFailure(said) ?? String(failure ?? cause);
    throw new StartError(`The database did not start: ${reason} (see ${home.logFile})`, { cause });
  }
}

/** One that is still starting is waited for; one that is going away is not adopted. */
export async function adoptPostmaster(home: DatabaseHome): Promise<Postmaster | null> {
  const found = await findPostmaster(home);
  if (found === null || found.isReady) return found;
  return untilReady(home, () => !isRunning(found.pid)).catch(() => null);
}

/**
 * The same, but waits for the sessions of a killed postmaster, which notice its death within a moment: until then their
 * memory blocks a new one. So does a postmaster that a killed server had just started, which is adopted once it says so.
 */
export async function startPatiently(
  home: DatabaseHome,
  binaries: Binaries,
  listening: Listening,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const deadline = Date.now() + LEFTOVERS_LIMIT_MILLISECONDS;
  for (;;) {
    try {
      return await startPostmaster(home, binaries, listening, settings);
    } catch (error) {
      if (!(error instanceof StartError && isBlocked(error.message))) throw error;
      const running = await adoptPostmaster(home);
      if (running !== null) return running;
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** Waits until a postmaster that is starting accepts connections. Rejects when it goes away instead. */
export async function untilReady(home: DatabaseHome, hasFailed: () => boolean): Promise<Postmaster> {
  const deadline = Date.now() + READY_LIMIT_MILLISECONDS;
  while (Date.now() < deadline) {
    if (hasFailed()) throw new Error('the process ended');
    const postmaster = await findPostmaster(home);
    if (postmaster?.isReady) return postmaster;
    await sleep(POLL_MILLISECONDS);
  }
  throw new Error('no connection accepted in time');
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster(home: DatabaseHome): Promise<void> {
  const postmaster = await findPostmaster(home);
  if (postmaster === null) return;
  if (await endsWith(postmaster.pid, 'SIGINT', FAST_STOP_MILLISECONDS)) return;
  // Immediate: the next start replays the log. Nothing committed is lost.
  await endsWith(postmaster.pid, 'SIGQUIT', IMMEDIATE_STOP_MILLISECONDS);
}

function pidFile(home: DatabaseHome): string {
  return join(home.cluster, 'postmaster.pid');
}

async function endsWith(pid: number, signal: NodeJS.Signals, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit;
  if (isRunning(pid)) process.kill(pid, signal);
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MILLISECONDS);
  }
  return true;
}

/** A postmaster's working directory is its data directory, which no other process has by accident. */
async function serves(pid: number, cluster: string): Promise<boolean> {
  if (!isRunning(pid)) return false;
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster;
  if (process.platform === 'win32') return true;
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes(cluster);
}

/** Appends, so that it can be rotated while PostgreSQL writes. */
async function openLog(home: DatabaseHome) {
  await rotateLog(home);
  const log = await open(home.logFile, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o600);
  await giveTo(home.logFile, home.user);
  return log;
}
