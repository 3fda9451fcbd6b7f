import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const room = join(import.meta.dirname, '..');
const manifestSchema = z.looseObject({
  keywords: z.array(z.string()),
  n8n: z.object({ nodes: z.array(z.string()), credentials: z.array(z.string()) }),
});

describe('the built package', () => {
  let folder: string;
  let manifest: z.output<typeof manifestSchema>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-n8n-package-'));
    const vite = join(room, '..', '..', 'node_modules', 'vite', 'bin', 'vite.js');
    const words = ['build', '--config', join(room, 'vite.config.ts'), '--logLevel', 'warn', '--outDir', join(folder, 'dist')];
    await promisify(execFile)(process.execPath, [vite, ...words]);
    manifest = manifestSchema.parse(JSON.parse(await readFile(join(room, 'package.json'), 'utf8')));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('n8n finds nodes and credentials where the package says, with their icon and what they are found by', () => {
    expect(manifest.keywords).toContain('n8n-community-node-package');
    const { nodes, credentials } = manifest.n8n;
    for (const file of [...nodes, ...credentials, 'dist/nodes/leadloom.svg', 'dist/credentials/leadloom.svg'])
      expect(existsSync(join(folder, file)), file).toBe(true);
    for (const file of nodes) expect(existsSync(join(folder, `${file}on`)), file).toBe(true);
  });

  it('the package needs nothing but n8n and Node', async () => {
    expect(manifest).not.toHaveProperty('dependencies');
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const needed = texts.flatMap((text) => [...text.matchAll(/\brequire\("([^".][^"]*)"\)/g)].map(([, name]) => name));
    expect([...new Set(needed)].sort()).toEqual(['n8n-workflow', 'node:crypto']);
  });
});
