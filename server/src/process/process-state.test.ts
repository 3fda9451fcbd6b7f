import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isGone, processState } from './process-state.ts';

describe('the state of a process', () => {
  it('the stamp of a process stays the same while it runs', () => {
    const state = processState(process.pid);
    expect(state.kind).toBe('running');
    expect(processState(process.pid)).toEqual(state);
  });

  it('a process that has ended is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const pid = child.pid ?? 0;
    await once(child, 'exit');
    expect(processState(pid)).toEqual({ kind: 'gone' });
  });

  it('numbers that are no process are gone', () => {
    for (const pid of [0, -1, Number.NaN, 2 ** 30]) expect(isGone(pid)).toBe(true);
  });

  it.skipIf(process.platform !== 'linux')('a zombie process is gone', async () => {
    // The shell starts a process that ends at once, and turns into one that never asks for its end.
    const shell = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(shell.stdout, 'data');
    const pid = Number.parseInt(String(line), 10);
    await expect.poll(() => isGone(pid)).toBe(true);
    shell.kill('SIGKILL');
  });
});
