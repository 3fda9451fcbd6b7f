import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CATALOGUE_FILE_NAME, type CatalogueSource, createCatalogueSource } from './catalogue.ts';
import { defaultCatalogue } from './default-catalogue.ts';

const operatorCatalogue = {
  ...defaultCatalogue,
  version: 7,
  contact: [{ kind: 'rest' as const, decorationId: 'com.linkedin.voyager.dash.deco.identity.profile.ProfileContactInfo-9' }],
};

describe('built-in catalogue', () => {
  test('matches the grammar the extension enforces', () => {
    expect(catalogueSchema.parse(defaultCatalogue)).toEqual(defaultCatalogue);
  });

  test('has another version whenever it is another: extensions take one text under each', () => {
    const digest = createHash('sha256').update(JSON.stringify(defaultCatalogue)).digest('hex').slice(0, 16);
    expect({ version: defaultCatalogue.version, digest }).toEqual({ version: 1, digest: '4c8df9d493165fec' });
  });

  test('names no candidate twice in a list', () => {
    for (const [name, candidates] of Object.entries(defaultCatalogue)) {
      if (!Array.isArray(candidates)) continue;
      const ids = candidates.map((candidate) => (candidate.kind === 'rest' ? candidate.decorationId : candidate.queryId));
      expect(new Set(ids).size, name).toBe(ids.length);
    }
  });
});

describe("operator's catalogue file", () => {
  let folder: string;
  let path: string;
  let warnings: string[];
  let source: CatalogueSource;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-catalogue-'));
    path = join(folder, CATALOGUE_FILE_NAME);
    warnings = [];
    source = createCatalogueSource(path, (message) => warnings.push(message));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('is not needed: without it the built-in one is in force and nothing is logged', async () => {
    expect(await source.current()).toEqual(defaultCatalogue);
    expect(warnings).toEqual([]);
  });

  test('replaces the built-in one', async () => {
    await writeFile(path, JSON.stringify(operatorCatalogue));
    expect(await source.current()).toEqual(operatorCatalogue);
  });

  test('is read again when it changed, and forgotten when it is gone', async () => {
    await writeFile(path, JSON.stringify(operatorCatalogue));
    await source.current();
    await writeFile(path, JSON.stringify({ ...operatorCatalogue, version: 8 }));
    await utimes(path, new Date(), new Date(Date.now() + 5000));
    expect((await source.current()).version).toBe(8);
    await rm(path);
    expect(await source.current()).toEqual(defaultCatalogue);
  });

  test.each([
    ['is not JSON', '{"version": 1,'],
    ['lacks a list', JSON.stringify({ version: 2 })],
    [
      'names an id off the grammar',
      JSON.stringify({ ...operatorCatalogue, contact: [{ kind: 'rest', decorationId: 'com.example.Messages-1' }] }),
    ],
    ['has an unknown member', JSON.stringify({ ...operatorCatalogue, messages: [] })],
    ['is far too large', `${JSON.stringify(operatorCatalogue)}${' '.repeat(300 * 1024)}`],
  ])('is refused with one warning when it %s', async (_, content) => {
    await writeFile(path, content);
    expect(await source.current()).toEqual(defaultCatalogue);
    expect(await source.current()).toEqual(defaultCatalogue);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(CATALOGUE_FILE_NAME);
  });

  test('that becomes broken leaves the one before in force, with its limits', async () => {
    const limited = { ...operatorCatalogue, limits: { profiles: 10 } };
    await writeFile(path, JSON.stringify(limited));
    await source.current();
    await writeFile(path, JSON.stringify({ ...limited, version: 8, limits: { profiles: 10_000 } }));
    expect(await source.current()).toEqual(limited);
    expect(warnings).toEqual([expect.stringContaining('limits.profiles')]);
    expect(warnings[0]).toContain('using the previous version');
  });

  test('that changes under the same version is used, and named', async () => {
    await writeFile(path, JSON.stringify(operatorCatalogue));
    await source.current();
    const changed = { ...operatorCatalogue, limits: { searchPages: 5 } };
    await writeFile(path, JSON.stringify(changed));
    expect(await source.current()).toEqual(changed);
    expect(warnings).toEqual([expect.stringContaining('"version" is not higher than 7')]);
  });

  test('that did not change is the same object, so that it is signed once', async () => {
    await writeFile(path, JSON.stringify(operatorCatalogue));
    expect(await source.current()).toBe(await source.current());
  });

  test('that is broken is used once it is mended', async () => {
    await writeFile(path, 'broken');
    await source.current();
    await writeFile(path, JSON.stringify(operatorCatalogue));
    expect(await source.current()).toEqual(operatorCatalogue);
  });
});
