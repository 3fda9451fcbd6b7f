import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Candidate, catalogueSchema } from '@leadloom/shared/linkedin/catalogue';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CATALOGUE_FILE_NAME, type CatalogueSource, createCatalogueSource } from './catalogue.ts';
import { defaultCatalogue } from './default-catalogue.ts';

const operatorCatalogue = {
  ...defaultCatalogue,
  version: 7,
  contact: [{ kind: 'rest' as const, decorationId: 'com.linkedin.voyager.dash.deco.identity.profile.ProfileContactInfo-9' }],
};

/** What extensions of version 0.1.0 accept. */
const FIRST_DECORATION =
  /^com\.linkedin\.voyager\.(?:dash\.)?deco\.(?:identity\.profile|web\.mynetwork|search(?:\.typeahead)?|organization\.web)\.[A-Z][A-Za-z]{2,60}-\d{1,4}$/;
const FIRST_QUERY =
  /^voyager(?:IdentityDashProfile(?:s|Cards|Components)|SearchDash(?:Clusters|ReusableTypeahead)|OrganizationDashCompanies)\.[0-9a-f]{32}$/;

describe('built-in catalogue', () => {
  test('the built-in catalogue matches the grammar that the extension enforces', () => {
    expect(catalogueSchema.parse(defaultCatalogue)).toEqual(defaultCatalogue);
  });

  test('the built-in catalogue has a new version whenever it changes', () => {
    const digest = createHash('sha256').update(JSON.stringify(defaultCatalogue)).digest('hex').slice(0, 16);
    expect({ version: defaultCatalogue.version, digest }).toEqual({ version: 2, digest: '1e30d66f152aa3d3' });
  });

  const { version: _version, limits: _limits, ...kinds } = defaultCatalogue;

  test('no list of the built-in catalogue has more than four candidates', () => {
    for (const [name, candidates] of Object.entries(kinds)) expect(candidates.length, name).toBeLessThanOrEqual(4);
  });

  test('candidates of the built-in catalogue are in the order of their dates, those without one last', () => {
    for (const [name, candidates] of Object.entries(kinds)) {
      // A top card without counts is last, whatever its date.
      const isWhole = (candidate: Candidate) =>
        candidate.kind === 'graphql' || !candidate.decorationId.includes('WebTopCardCore');
      expect(candidates.map(isWhole), name).toEqual(
        candidates.map(isWhole).toSorted((one, other) => Number(other) - Number(one)),
      );
      const dates = candidates.filter(isWhole).map(({ capturedAt = '' }) => capturedAt);
      expect(dates, name).toEqual(dates.toSorted().toReversed());
    }
  });

  // Written out, so that a wider schema of today does not hide it: an extension checks a catalogue by the one it was built
  // with, and refuses the whole of one that does not match.
  test('the built-in catalogue has the form that extensions of version 0.1.0 accept', () => {
    const capturedAt = z.iso.date().optional();
    const decorationId = z.string().regex(FIRST_DECORATION);
    const rest = z.strictObject({ kind: z.literal('rest'), decorationId, capturedAt });
    const query = z.strictObject({
      kind: z.literal('graphql'),
      queryId: z.string().regex(FIRST_QUERY),
      plain: z.boolean().optional(),
      capturedAt,
    });
    const upToEight = <Each extends z.ZodType>(each: Each) => z.array(each).min(1).max(8);
    const either = z.union([rest, query]);
    const first = z.strictObject({
      ...{ version: z.int().min(1), limits: z.undefined().optional() },
      ...{ profile: upToEight(rest), topCard: upToEight(rest), contact: upToEight(rest) },
      ...{ components: upToEight(query), componentsPage: upToEight(query), cards: upToEight(query) },
      ...{ connections: upToEight(rest), search: upToEight(either), company: upToEight(rest), typeahead: upToEight(either) },
    });
    expect(first.parse(defaultCatalogue)).toEqual(defaultCatalogue);
    expect(defaultCatalogue.version).toBeGreaterThan(1);
    expect(JSON.stringify(defaultCatalogue).length).toBeLessThan(64 * 1024);
  });

  test('ids that LinkedIn was seen to refuse are not in the built-in catalogue', () => {
    const written = JSON.stringify(defaultCatalogue);
    for (const id of ['b0928897b71bd00a5a7291755dcd64f0', '79eb2eecf0510d076d4b7b25b7a3fcde', '9117695ef207012719e3e0681c667e14'])
      expect(written).not.toContain(id);
  });

  test('a file with eight candidates of a kind, as older ones may have, stays valid', () => {
    const eight = [101, 102, 103, 104, 105, 106, 107, 108].map((number) => ({
      kind: 'rest' as const,
      decorationId: `com.linkedin.voyager.dash.deco.identity.profile.TopCardSupplementary-${number}`,
    }));
    expect(catalogueSchema.safeParse({ ...operatorCatalogue, topCard: eight }).success).toBe(true);
  });

  test('no list of the built-in catalogue has a duplicate', () => {
    for (const [name, candidates] of Object.entries(kinds)) {
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

  test('without a file the built-in catalogue is used and nothing is logged', async () => {
    expect(await source.current()).toEqual(defaultCatalogue);
    expect(warnings).toEqual([]);
  });

  test('a catalogue file replaces the built-in one', async () => {
    await writeFile(path, JSON.stringify(operatorCatalogue));
    expect(await source.current()).toEqual(operatorCatalogue);
  });

  test('a changed catalogue file is read again, and a removed one is no longer used', async () => {
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
  ])('a catalogue file that %s is refused with one warning', async (_, content) => {
    await writeFile(path, content);
    expect(await source.current()).toEqual(defaultCatalogue);
    expect(await source.current()).toEqual(defaultCatalogue);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(CATALOGUE_FILE_NAME);
  });

  test('a file that becomes invalid leaves the previous catalogue active, with its limits', async () => {
    const limited = { ...operatorCatalogue, limits: { profiles: 10 } };
    await writeFile(path, JSON.stringify(limited));
    await source.current();
    await writeFile(path, JSON.stringify({ ...limited, version: 8, limits: { profiles: 10_000 } }));
    expect(await source.current()).toEqual(limited);
    expect(warnings).toEqual([expect.stringContaining('limits.profiles')]);
    expect(warnings[0]).toContain('using the previous version');
  });

  test('a file that changed under the same version is used, with a warning', async () => {
    await writeFile(path, JSON.stringify(operatorCatalogue));
    await source.current();
    const changed = { ...operatorCatalogue, limits: { searchPages: 5 } };
    await writeFile(path, JSON.stringify(changed));
    expect(await source.current()).toEqual(changed);
    expect(warnings).toEqual([expect.stringContaining('"version" is not higher than 7')]);
  });

  test('an unchanged catalogue is the same object, so that it is signed once', async () => {
    await writeFile(path, JSON.stringify(operatorCatalogue));
    expect(await source.current()).toBe(await source.current());
  });

  test('an invalid file is used once it is fixed', async () => {
    await writeFile(path, 'broken');
    await source.current();
    await writeFile(path, JSON.stringify(operatorCatalogue));
    expect(await source.current()).toEqual(operatorCatalogue);
  });
});
