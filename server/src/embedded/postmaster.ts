/**
 * The running PostgreSQL of one data directory: found by its pid file, started, stopped. It is detached
 * from this process, so that Ctrl-C reaches the server first and a killed server loses no database.
 */
import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, readlink, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isGone, processState } from '../process/process-state.ts';
import { hasCode, nullIfMissing, readIfThere } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';
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
/** An empty pid file that is older was left by a crash of the machine. */
const YOUNG_FILE_MILLISECONDS = 10_000;

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Directory of the socket, or 127.0.0.1. */
  readonly host: string;
  readonly isReady: boolean;
}

/** It could not be found out whether the database runs. Code that catches this error must not change anything. */
export class UnknownPostmasterError extends StartError {
  constructor(home: DatabaseHome, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Whether the database in ${home.cluster} runs cannot be found out now: ${reason}`, { cause });
  }
}

/** The live postmaster of this home, or null. @throws {UnknownPostmasterError} */
export async function findPostmaster(home: DatabaseHome): Promise<Postmaster | null> {
  try {
    return await readPostmaster(home);
  } catch (cause) {
    throw new UnknownPostmasterError(home, cause);
  }
}

async function readPostmaster(home: DatabaseHome): Promise<Postmaster | null> {
  const text = await readIfThere(pidFile(home));
  if (text === null) return null;
  const [pid, , , port, socketDirectory, address, , status] = text
    .toString()
    .split('\n')
    .map((line) => line.trim());
  if (pid === undefined || pid === '') {
    await refuseYoung(pidFile(home));
    return null;
  }
  if (!(await serves(Number(pid), home))) return null;
  return {
    pid: Number(pid),
    port: Number(port),
    host: socketDirectory ? socketDirectory : (address ?? '127.0.0.1'),
    isReady: status === 'ready',
  };
}

/**
 * Starts PostgreSQL and resolves once it accepts connections. The caller has made sure that none runs.
 * @throws {StartError} with the reason from its log, or because it is not known whether one runs
 */
export async function startPostmaster(
  home: DatabaseHome,
  binaries: Binaries,
  listening: Listening,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  // The pid in a file left behind may be somebody else's by now, and PostgreSQL would refuse to start for it. The file of a
  // postmaster that may live must stay, because one whose file is gone ends within a minute.
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

/** A postmaster that is still starting is waited for; one that is shutting down is not adopted. */
export async function adoptPostmaster(home: DatabaseHome): Promise<Postmaster | null> {
  const found = await findPostmaster(home);
  if (found === null || found.isReady) return found;
  return untilReady(home, () => isGone(found.pid)).catch((error: unknown) => {
    if (isGone(found.pid)) return null;
    throw error;
  });
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
    const postmaster = await findPostmaster(home).catch(nullIfUnknown);
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
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return true;
    throw error;
  }
  while (!isGone(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MILLISECONDS);
  }
  return true;
}

/** A postmaster's working directory is its data directory, which no other process has by accident. */
async function serves(pid: number, home: DatabaseHome): Promise<boolean> {
  const state = processState(pid);
  if (state.kind === 'gone') return false;
  if (state.kind === 'unknown') throw state.cause;
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') return (await workingDirectory(pid, home)) === home.cluster;
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
  return stdout.includes(home.cluster);
}

/** The working directory of a process; null: the process has ended, or belongs to somebody else. */
async function workingDirectory(pid: number, home: DatabaseHome): Promise<string | null> {
  try {
    return await readlink(`/proc/${pid}/cwd`);
  } catch (error) {
    if (isGone(pid)) return null;
    // The kernel shows it to its user alone, and the postmaster's user is that of its file.
    if (hasCode(error, 'EACCES') && (await stat(`/proc/${pid}`)).uid !== (await stat(pidFile(home))).uid) return null;
    throw error;
  }
}

/**
 * Throws while the file may still be incomplete: PostgreSQL creates it and writes into it a moment later. @throws {Error}
 * if that may be now
 */
async function refuseYoung(path: string): Promise<void> {
  const found = await stat(path).catch(nullIfMissing);
  if (found !== null && Date.now() - found.mtimeMs < YOUNG_FILE_MILLISECONDS) throw new Error(`${path} is being written`);
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof UnknownPostmasterError) return null;
  throw error;
}

/** Opens the log for appending, so that it can be rotated while PostgreSQL writes. */
async function openLog(home: DatabaseHome) {
  await rotateLog(home);
  const log = await open(home.logFile, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o600);
  await giveTo(home.logFile, home.user);
  return log;
}
