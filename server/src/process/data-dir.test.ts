import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataDir, readOrCreateSecret } from './data-dir.ts';
import { StartError } from './start-error.ts';

describe('the data directory', () => {
  let parent: string;
  let dataDir: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'leadloom-data-'));
    dataDir = join(parent, 'a/b');
    await openDataDir(dataDir);
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('is made with the directories above it, and shows nothing to others', async () => {
    expect((await stat(dataDir)).mode & 0o066).toBe(0);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is refused in one line when a file is in its place', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    await expect(openDataDir(file)).rejects.toThrow(/^DATA_DIR: .*file cannot be written \(\w+\)\.$/);
  });

  it('holds one secret of 32 bytes, for the owner alone', async () => {
    const secret = await readOrCreateSecret(dataDir);
    expect(secret).toHaveLength(32);
    expect(await readOrCreateSecret(dataDir)).toEqual(secret);
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['secret']);
  });

  it('gives the same secret to all who start at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, () => readOrCreateSecret(dataDir)));
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secret']);
  });

  it('closes a secret that others could read', async () => {
    await readOrCreateSecret(dataDir);
    await chmod(join(dataDir, 'secret'), 0o644);
    await readOrCreateSecret(dataDir);
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  });

  it('never replaces a secret it does not understand', async () => {
    await writeFile(join(dataDir, 'secret'), 'short');
    await expect(readOrCreateSecret(dataDir)).rejects.toThrow(StartError);
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('short');
  });
});
