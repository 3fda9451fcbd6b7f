/**
 * Detects when the command that launched this process is gone. `pnpm start` runs it as a grandchild; when somebody kills
 * only the outer command, it would otherwise keep running and hold the port and the data directory.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { processState } from '../../server/src/process/process-state.ts';

const PACKAGE_MANAGER = /^(pnpm|npm|npx|corepack)/;
const POLL_MS = 500;

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Distinguishes a later process with the same number. */
  readonly stamp: string;
  readonly words: readonly string[];
}

/** Calls `onGone` once, when any launcher above us has ended. Does nothing where /proc is missing. */
export function watchLauncher(onGone: () => void): void {
  const launchers = findLaunchers();
  if (launchers.length === 0) return;
  const timer = setInterval(() => {
    if (!launchers.some(hasEnded)) return;
    clearInterval(timer);
    onGone();
  }, POLL_MS);
  timer.unref();
}

/**
 * Whether the process has ended. Where that is unknown it counts as running: without file descriptors, the server must not
 * stop itself.
 */
function hasEnded({ pid, stamp }: Process): boolean {
  const state = processState(pid);
  return state.kind === 'gone' || (state.kind === 'running' && state.stamp !== stamp);
}

/** Our ancestors up to the outermost package manager, shells between them included. */
function findLaunchers(): Process[] {
  const chain: Process[] = [];
  for (let process_ = readProcess(process.ppid); process_ !== null && process_.pid > 1; process_ = readProcess(process_.parent)) {
    chain.push(process_);
  }
  const outermost = chain.findLastIndex((ancestor) =>
    ancestor.words.slice(0, 2).some((word) => PACKAGE_MANAGER.test(basename(word))),
  );
  return chain.slice(0, outermost + 1);
}

function readProcess(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name may contain spaces and parentheses; the fields after the last one do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const state = processState(pid);
    return state.kind === 'running' ? { pid, parent: Number(fields[1]), stamp: state.stamp, words } : null;
  } catch {
    return null;
  }
}
