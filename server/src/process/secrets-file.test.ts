import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecrets, readSecrets, rotateSecrets } from './secrets-file.ts';
import { StartError } from './start-error.ts';

describe('the secrets of an installation', () => {
  let dataDir: string;
  let file: string;
  const open = () => openSecrets({ dataDir, secrets: null });
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'leadloom-secrets-'));
    file = join(dataDir, 'secrets');
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('the first start creates one secret of 32 bytes, as a hexadecimal line readable by its owner only', async () => {
    expect(await readSecrets(dataDir)).toBeNull();
    const ring = await open();
    expect(ring.map(({ length }) => length)).toEqual([32]);
    expect(await open()).toEqual(ring);
    expect(await readFile(file, 'utf8')).toBe(`${ring[0].toString('hex')}\n`);
    expect(await modeOf(file)).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['secrets']);
  });

  it('servers that start at the same time get the same secrets', async () => {
    const rings = await Promise.all(Array.from({ length: 10 }, open));
    expect(new Set(rings.map(([secret]) => secret.toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secrets']);
  });

  it('the setting takes precedence, and no file is written then', async () => {
    const secrets = [randomBytes(32)] as const;
    expect(await openSecrets({ dataDir, secrets })).toBe(secrets);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('the secret of an earlier version is used until there are others', async () => {
    const earlier = randomBytes(32);
    await writeFile(join(dataDir, 'secret'), earlier);
    expect(await open()).toEqual([earlier]);
    expect(await readdir(dataDir)).toEqual(['secret']);
    expect(await rotateSecrets(dataDir)).toBe(2);
    const ring = await open();
    expect(ring).toHaveLength(2);
    expect(ring[1]).toEqual(earlier);
    expect(await readdir(dataDir)).toEqual(['secrets']);
  });

  it('a rotation puts a new secret first and keeps the others', async () => {
    const [first] = await open();
    await rotateSecrets(dataDir);
    const [second] = await open();
    expect(await rotateSecrets(dataDir)).toBe(3);
    const ring = await open();
    expect(ring.slice(1)).toEqual([second, first]);
    expect(ring[0]).not.toEqual(second);
    expect(await modeOf(file)).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['secrets']);
  });

  it('a rotation before the first start is refused', async () => {
    await expect(rotateSecrets(dataDir)).rejects.toThrow(/holds no secret yet/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('a secrets file that others could read is made private', async () => {
    await open();
    await chmod(file, 0o644);
    await open();
    expect(await modeOf(file)).toBe(0o600);
  });

  it('a secrets file may have lines of either case and blank lines between them', async () => {
    const secrets = [randomBytes(32), randomBytes(32)];
    await writeFile(file, `\n${secrets[0]?.toString('hex').toUpperCase()}\r\n\n ${secrets[1]?.toString('hex')}`);
    expect(await open()).toEqual(secrets);
  });

  it.each([
    ['nothing', ''],
    ['a short line', `${'ab'.repeat(31)}\n`],
    ['a line of other letters', `${'ab'.repeat(32)}\n${'xy'.repeat(32)}\n`],
  ])('are never replaced where the file holds %s, and the error shows none', async (_, text) => {
    await writeFile(file, text);
    for (const attempt of [open, () => rotateSecrets(dataDir)]) {
      const error = await attempt().then(
        () => null,
        (cause: unknown) => cause,
      );
      expect(error).toBeInstanceOf(StartError);
      const message = error instanceof Error ? error.message : '';
      expect(message).toMatch(/^DATA_DIR: .*secrets is not usable \(entry \d is not 64 hexadecimal digits\)\.$/);
      expect(message).not.toMatch(/abab|xyxy/);
    }
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('a secret of an earlier version with another length is refused', async () => {
    await writeFile(join(dataDir, 'secret'), 'short');
    await expect(open()).rejects.toThrow(/secret is not usable \(5 bytes instead of 32\)\.$/);
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('short');
  });
});
