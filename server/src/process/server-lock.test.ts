import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processState } from './process-state.ts';
import { takeServerLock } from './server-lock.ts';
import { StartError } from './start-error.ts';

describe('the lock on a data directory', () => {
  let dataDir: string;
  let claims: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'leadloom-lock-'));
    claims = join(dataDir, 'server.lock');
    await mkdir(claims);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const url = 'http://127.0.0.1:3000';
  const writeClaim = (owner: object) => writeFile(join(claims, 'before'), JSON.stringify({ url, isHeld: true, ...owner }));

  it('a second server is refused with a line that names the first', async () => {
    await takeServerLock(dataDir, url);
    const second = takeServerLock(dataDir, 'http://127.0.0.1:4000');
    await expect(second).rejects.toThrow(StartError);
    await expect(second).rejects.toThrow(new RegExp(`process ${process.pid} at ${url}`));
    expect(await readdir(claims)).toHaveLength(1);
  });

  it('a released lock is free again', async () => {
    await (await takeServerLock(dataDir, url)).release();
    await (await takeServerLock(dataDir, url)).release();
    expect(await readdir(claims)).toEqual([]);
  });

  it('the lock of a killed process is taken over', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await writeClaim({ pid: child.pid, ...processState(child.pid ?? 0) });
    await expect(takeServerLock(dataDir, url)).rejects.toThrow(StartError);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    await takeServerLock(dataDir, url);
    expect(await readdir(claims)).toHaveLength(1);
  });

  it('the lock is taken over when its process number belongs to another process', async () => {
    await writeClaim({ pid: process.pid, stamp: 'of an earlier process' });
    await expect(takeServerLock(dataDir, url)).resolves.toBeDefined();
  });

  it('an unreadable lock is taken over', async () => {
    await writeFile(join(claims, 'before'), '{"pid":');
    await expect(takeServerLock(dataDir, url)).resolves.toBeDefined();
  });

  it('a lock that cannot be written is refused in one line', async () => {
    await rm(claims, { recursive: true });
    await writeFile(claims, '');
    await expect(takeServerLock(dataDir, url)).rejects.toThrow(/^DATA_DIR: [^\n]+server\.lock [^\n]+$/);
  });

  it('of many that take over a stale lock at the same time, exactly one gets it', async () => {
    await writeClaim({ pid: process.pid, stamp: 'of an earlier process' });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeServerLock(dataDir, url)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(claims)).toHaveLength(1);
  });
});
