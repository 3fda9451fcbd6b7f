/**
 * Whether a process runs: yes, no, or unknown. Unknown is an answer of its own, because a check that could not be made, such
 * as without file descriptors, must not be taken for the end of a process (record 0070). The stamp distinguishes a process
 * from a later one with the same number: process numbers are reused, within seconds in a restarted container.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hasCode } from './read-if-there.ts';

export type ProcessState =
  /** `stamp`: its identity for as long as it runs. */
  | { readonly kind: 'running'; readonly stamp: string }
  /** The kernel says that there is no such process, or that it has ended and nobody has asked for its end (a zombie). */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unknown'; readonly cause: unknown };

const GONE: ProcessState = { kind: 'gone' };

export function processState(pid: number): ProcessState {
  if (!Number.isInteger(pid) || pid <= 0) return GONE;
  try {
    // Needs no descriptor, so it answers when nothing else does.
    if (!answersSignals(pid)) return GONE;
    if (process.platform === 'linux') return linuxState(pid);
    return process.platform === 'win32' ? { kind: 'running', stamp: 'running' } : psState(pid);
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
}

/** Whether the process has ended; false also where that is unknown. */
export function isGone(pid: number): boolean {
  return processState(pid).kind === 'gone';
}

function linuxState(pid: number): ProcessState {
  const stat = readOrGone(`/proc/${pid}/stat`);
  // The process ended meanwhile, or the kernel hides it from this user.
  if (stat === null) return answersSignals(pid) ? { kind: 'unknown', cause: new Error(`/proc shows no ${pid}`) } : GONE;
  // The name in parentheses may contain spaces, so fields are counted after it: 3 is the state, 22 the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const startTime = fields[22 - 3];
  if (startTime === undefined) return { kind: 'unknown', cause: new Error(`/proc/${pid}/stat is not complete`) };
  if (state === 'Z' || state === 'X') return GONE;
  return { kind: 'running', stamp: `${readOrGone('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${startTime}` };
}

function psState(pid: number): ProcessState {
  const [state, ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  return state === undefined || state === '' || state.startsWith('Z') ? GONE : { kind: 'running', stamp: started.join(' ') };
}

/** @throws {Error} where the kernel answers neither way */
function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process runs, under another user.
    if (hasCode(error, 'EPERM')) return true;
    if (hasCode(error, 'ESRCH')) return false;
    throw error;
  }
}

/** The text of a file; null: there is no such file, or its process ended while it was read. */
function readOrGone(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return null;
    throw error;
  }
}
