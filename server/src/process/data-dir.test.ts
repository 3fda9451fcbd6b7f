import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDir } from './data-dir.ts';

describe('the data directory', () => {
  let parent: string;
  let dataDir: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'leadloom-data-'));
    dataDir = join(parent, 'a/b');
    await openDataDir(dataDir);
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('the data directory is created with its parents, and is readable by its owner only', async () => {
    expect((await stat(dataDir)).mode & 0o066).toBe(0);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('a file in place of the data directory is refused in one line', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    await expect(openDataDir(file)).rejects.toThrow(/^DATA_DIR: .*file cannot be written \(\w+\)\.$/);
  });
});
