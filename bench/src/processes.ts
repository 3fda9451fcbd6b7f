/** Reads about processes from Linux's `/proc`. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

type MemoryFile = 'status' | 'smaps_rollup';

/** A figure of a process in kilobytes; 0 for one that has ended. */
export async function kilobytes(pid: number, file: MemoryFile, name: string): Promise<number> {
  return (await kilobytesOf(pid, file, [name]))[0] ?? 0;
}

/** Figures of one moment. */
async function kilobytesOf(pid: number, file: MemoryFile, names: readonly string[]): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  return names.map((name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0));
}

export async function childrenOf(pid: number): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(processes.map(async (each) => [each, Number((await statOf(each))[1])] as const));
  return parents.filter(([, parent]) => parent === pid).map(([each]) => each);
}

/** Processor time of a process and those it has waited for, in seconds. */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await statOf(pid);
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(stat[field] ?? 0), 0);
  return ticks / TICKS_PER_SECOND;
}

/** Processor time of the processes this one has started and waited for, in seconds. */
export async function endedChildrenSeconds(): Promise<number> {
  const stat = await statOf(process.pid);
  return [13, 14].reduce((sum, field) => sum + Number(stat[field] ?? 0), 0) / TICKS_PER_SECOND;
}

/** Processor seconds of a database server, its processes and those that have ended. */
export async function databaseSeconds(postmaster: number): Promise<number> {
  const processes = [postmaster, ...(await childrenOf(postmaster))];
  const seconds = await Promise.all(processes.map(processorSeconds));
  return seconds.reduce((sum, each) => sum + each, 0);
}

/** Memory of a database server, in kilobytes; what its processes share, above all its buffers, counts once. */
export async function databaseMemory(postmaster: number): Promise<{ readonly own: number; readonly shared: number }> {
  const processes = [postmaster, ...(await childrenOf(postmaster))];
  const figures = await Promise.all(processes.map((pid) => kilobytesOf(pid, 'smaps_rollup', ['Pss', 'Pss_Shmem'])));
  const [all = 0, shared = 0] = [0, 1].map((at) => figures.reduce((sum, each) => sum + (each[at] ?? 0), 0));
  return { own: all - shared, shared };
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The fields of `/proc/<pid>/stat` after the name, the state first. */
async function statOf(pid: number): Promise<readonly string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
