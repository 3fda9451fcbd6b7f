import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isRunning, processStamp } from './process-stamp.ts';

describe('the stamp of a process', () => {
  it('the stamp of a process stays the same while it runs', () => {
    expect(processStamp(process.pid)).not.toBeNull();
    expect(processStamp(process.pid)).toBe(processStamp(process.pid));
  });

  it('the stamp is null once the process is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const pid = child.pid ?? 0;
    await once(child, 'exit');
    expect(processStamp(pid)).toBeNull();
  });

  it('the stamp is null for numbers that are no process', () => {
    for (const pid of [0, -1, Number.NaN, 2 ** 30]) expect(isRunning(pid)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('the stamp is null for a zombie process', async () => {
    // The shell starts a process that ends at once, and turns into one that never asks for its end.
    const shell = spawn('sh', ['-c', 'true & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(shell.stdout, 'data');
    const pid = Number.parseInt(String(line), 10);
    await expect.poll(() => processStamp(pid)).toBeNull();
    shell.kill('SIGKILL');
  });
});
