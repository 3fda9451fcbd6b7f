/**
 * Directories of databases that last as long as the process that made them. Their names say which process that was, so the
 * next run finds what a killed one left behind.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processState } from '../process/process-state.ts';

const PAUSE_MILLISECONDS = 20;
const STOP_LIMIT_MILLISECONDS = 5_000;

/** @param prefix of the names of all directories of this kind @param name distinguishes several of one process */
export async function makeThrowAwayDirectory(prefix: string, name = ''): Promise<string> {
  const own = processState(process.pid);
  if (own.kind !== 'running') throw new Error('the system does not say which process this is');
  const directory = join(tmpdir(), nameOf(prefix, process.pid, own.stamp) + name);
  await mkdir(directory, { recursive: true });
  return directory;
}

/** Directories of this kind whose process is gone. */
export async function findAbandonedDirectories(prefix: string): Promise<string[]> {
  // Other directories may begin alike, such as those of test servers, which another run may be using.
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix) && /^\d+-/.test(name.slice(prefix.length)));
  const abandoned = names.filter((name) => {
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    const state = processState(pid);
    return state.kind === 'gone' || (state.kind === 'running' && !name.startsWith(nameOf(prefix, pid, state.stamp)));
  });
  return abandoned.map((name) => join(tmpdir(), name));
}

/** Ends every process that works in the directory, and removes it. Linux only, as are the programs that tests start. */
export async function removeWithProcesses(directory: string): Promise<void> {
  await endProcesses(directory, 'SIGQUIT', STOP_LIMIT_MILLISECONDS);
  await endProcesses(directory, 'SIGKILL', STOP_LIMIT_MILLISECONDS);
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** Resolves once no process works in the directory any more. */
export async function killProcesses(directory: string): Promise<void> {
  await endProcesses(directory, 'SIGKILL', STOP_LIMIT_MILLISECONDS);
}

/** Sends a signal to every process that works in the directory. */
export async function signalProcesses(directory: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await processesIn(directory)) send(pid, signal);
}

async function endProcesses(directory: string, signal: NodeJS.Signals, limit: number): Promise<void> {
  const deadline = Date.now() + limit;
  for (let asked = new Set<number>(); ; ) {
    const found = await processesIn(directory);
    if (found.length === 0 || Date.now() > deadline) return;
    for (const pid of found) if (!asked.has(pid)) send(pid, signal);
    asked = new Set(found);
    await sleep(PAUSE_MILLISECONDS);
  }
}

async function processesIn(directory: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const place = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (`${place}/`.startsWith(`${directory}/`)) found.push(Number(name));
  }
  return found;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended by itself.
  }
}

/** Names the process it belongs to, and not a later one with the same number. */
function nameOf(prefix: string, pid: number, stamp: string): string {
  return `${prefix}${pid}-${createHash('sha256').update(stamp).digest('hex').slice(0, 12)}`;
}
