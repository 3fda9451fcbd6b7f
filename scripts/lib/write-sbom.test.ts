import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './run.ts';
import { reproducible, SBOM, writeSbom } from './write-sbom.ts';

const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.object({ component: z.object({ name: z.string(), type: z.string() }) }),
  components: z.array(z.object({ purl: z.string(), version: z.string(), hashes: z.array(z.unknown()).optional() })),
});
const packageSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the bill of materials', () => {
  let first: string;
  beforeAll(async () => {
    await writeSbom(() => undefined);
    first = read(SBOM);
  }, 60_000);

  it('it lists each package that the server, the web app and the extension depend on, with its version and hash', () => {
    const { metadata, components } = sbomSchema.parse(JSON.parse(first));
    expect(metadata.component).toEqual({ ...metadata.component, name: 'leadloom', type: 'application' });
    const listed = new Map(components.map(({ purl, hashes }) => [decodeURIComponent(purl), hashes]));
    for (const room of ['server', 'web', 'extension', 'shared']) {
      const { dependencies, optionalDependencies = {} } = packageSchema.parse(JSON.parse(read(`${room}/package.json`)));
      for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
        if (version.startsWith('workspace:')) continue;
        expect(listed.get(`pkg:npm/${name}@${version}`), name).toBeDefined();
      }
    }
  });

  it('tools that only build and test are not in it', () => {
    const { components } = sbomSchema.parse(JSON.parse(first));
    const names = components.map(({ purl }) => decodeURIComponent(purl));
    for (const tool of ['vite', 'vitest', 'typescript', 'knip', 'happy-dom', 'msw'])
      expect(names.filter((name) => name.startsWith(`pkg:npm/${tool}@`))).toEqual([]);
  });

  it('it is the same again, and names neither a time nor a registry', async () => {
    await writeSbom(() => undefined);
    expect(read(SBOM)).toBe(first);
    expect(first).not.toMatch(/"timestamp"|"serialNumber"|https?:\/\/registry/);
  }, 60_000);

  it('what pnpm wrote in another order, from another registry, is the same', () => {
    const component = (name: string, host: string) => ({
      name,
      version: '1.0.0',
      'bom-ref': `pkg:npm/${name}@1.0.0`,
      externalReferences: [
        { type: 'distribution', url: `https://${host}/${name}.tgz`, hashes: [{ alg: 'SHA-512', content: name }] },
      ],
    });
    const dependencies = [{ ref: 'b', dependsOn: ['z', 'y'] }, { ref: 'a' }];
    const one = {
      serialNumber: '1',
      metadata: { timestamp: '1' },
      components: ['a', 'b'].map((name) => component(name, 'one.example')),
      dependencies,
    };
    const other = {
      serialNumber: '2',
      metadata: { timestamp: '2' },
      components: ['b', 'a'].map((name) => component(name, 'other.example')),
      dependencies: [
        { ref: 'a', dependsOn: [] },
        { ref: 'b', dependsOn: ['y', 'z'] },
      ],
    };
    expect(reproducible(JSON.stringify(one))).toEqual(reproducible(JSON.stringify(other)));
  });
});
