/**
 * Distinguishes a process from a later one with the same number: process numbers are reused, within seconds in a restarted
 * container.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The identity of a running process for as long as it runs; null if no such process runs (a zombie does not). */
export function processStamp(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') return linuxStamp(pid);
  if (!answersSignals(pid)) return null;
  return process.platform === 'win32' ? 'running' : psStamp(pid);
}

export function isRunning(pid: number): boolean {
  return processStamp(pid) !== null;
}

function linuxStamp(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name in parentheses may contain spaces, so fields are counted after it: 3 is the state, 22 the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  const startTime = fields[22 - 3];
  if (startTime === undefined || state === 'Z' || state === 'X') return null;
  return `${readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${startTime}`;
}

function psStamp(pid: number): string | null {
  try {
    const [state, ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return state === undefined || state.startsWith('Z') ? null : started.join(' ');
  } catch {
    return null;
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
