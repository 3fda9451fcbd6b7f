import { randomBytes } from 'node:crypto';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestImports, type TestImports } from '../../../testing/test-import.ts';
import type { LoadOptions } from '../load-records.ts';
import { compareBefore, readState } from '../merge/compare-before.ts';
import { createMerge } from '../merge/merge-statements.ts';

const ROWS = 300;
const HEADER = 'name,city,website\n';
const early = { replacingRows: 3, partBytes: 1 };

const line = (at: number, city = 'Oslo') => `Company ${at},${city},c${at}.example\n`;
const file = (cityOf: (at: number) => string = () => 'Oslo', count = ROWS) =>
  HEADER + Array.from({ length: count }, (_, at) => line(at, cityOf(at))).join('');

describe('an import that is compared while it is read', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(async () => {
    await imports.database.$client.query('delete from companies; delete from shared_keys');
    await imports.load('companies', file());
  });

  const shown = async () => (await imports.rows('companies')).map(({ name, city }) => `${name} ${city}`).toSorted();
  const write = (statement: string) => imports.database.$client.query(statement);

  /** Loads the file both ways, each into the same stored rows. */
  async function loadBothWays(content: string, options: Partial<LoadOptions> = {}) {
    const load = async (more: Partial<LoadOptions>) => {
      const { report } = await imports.load('companies', content, { ...options, ...more });
      return { report, rows: await shown() };
    };
    const compared = await load(early);
    await write('delete from companies; delete from shared_keys');
    await imports.load('companies', file());
    expect(await load({ replacingRows: 3 })).toEqual(compared);
    return compared.report;
  }

  it.each([
    { what: 'the same rows', content: file(), counts: { added: 0, changed: 0, unchanged: 300, duplicates: 0 } },
    {
      what: 'some changed rows and some new ones',
      content: file((at) => (at % 10 === 0 ? 'Rom' : 'Oslo'), ROWS + 20),
      counts: { added: 20, changed: 30, unchanged: 270, duplicates: 0, changed_columns: { city: 30 } },
    },
    {
      what: 'rows that are folded into later ones',
      content: `${file((at) => (at < 5 ? 'Rom' : 'Oslo'))}${line(0)}${line(1, 'Bonn')}`,
      counts: { added: 0, changed: 4, unchanged: 296, duplicates: 2 },
    },
    {
      what: 'addresses that turn out to be shared',
      content: `${file()}${['North', 'South', 'East', 'West', 'Mid'].map((name) => `${name},Rom,c7.example\n`).join('')}`,
      counts: { added: 5, changed: 0, unchanged: 300 },
    },
    {
      what: 'nothing but columns that stay blank',
      content: file().replaceAll('Oslo', ''),
      options: { keepsKnown: true },
      counts: { added: 0, changed: 0, unchanged: 300 },
    },
  ])('finds the same as one that is compared at its end: $what', async ({ content, options = {}, counts }) => {
    expect(await loadBothWays(content, options)).toMatchObject(counts);
  });

  it('finds rows that the database stored in the room that earlier ones left', async () => {
    // The lengths are mixed and cannot be compressed, so that pages end with room that later, shorter rows fit into.
    const rows = Array.from({ length: ROWS }, (_, at) => {
      const description = randomBytes(1_250)
        .toString('hex')
        .slice(0, at % 3 === 0 ? 2_500 : 40 + at);
      return `Company ${at},c${at}.example,${description}\n`;
    });
    const content = `name,website,description\n${rows.join('')}`;
    await imports.load('companies', content);
    const { report } = await imports.load('companies', content, early);
    expect(report).toMatchObject({ added: 0, changed: 0, unchanged: ROWS });
  });

  it.each([
    {
      written: 'cells',
      statement: "update companies set city = 'Bonn' where name = 'Company 3'",
      counts: { changed: 1, unchanged: 299 },
    },
    { written: 'deletions', statement: "delete from companies where name = 'Company 3'", counts: { added: 1, unchanged: 299 } },
    {
      written: 'keys',
      statement: `begin; select set_config('leadloom.keys_only', 'on', true);
        update companies set canonical_key = 'website:somebody.example' where name = 'Company 3'; commit`,
      counts: { added: 1, unchanged: 299 },
    },
  ])('$written of others that were written meanwhile are compared again', async ({ statement, counts }) => {
    let isWritten = false;
    const onProgress = async ({ rows }: { readonly rows: number }) => {
      if (rows < ROWS / 2 || isWritten) return;
      isWritten = true;
      await write(statement);
    };
    const { report } = await imports.load('companies', file(), { ...early, onProgress });
    expect(isWritten).toBe(true);
    expect(report).toMatchObject(counts);
    expect((await shown()).filter((row) => row === 'Company 3 Oslo')).not.toEqual([]);
  });

  it('takes what it noted where the table is as it was, and compares again where it is not', async () => {
    const { database: connection } = imports;
    const counted = { staged: 1, added: 0, changed: 0, unchanged: 1, changedColumns: {} };
    const merge = {
      ...createMerge(companies, { columns: ['name'], source: 'test', now: new Date(), keepsKnown: false }),
      count: vi.fn(async () => counted),
      countNoted: vi.fn(async () => counted),
    };
    const calls = () => [merge.count, merge.countNoted].map(({ mock }) => mock.calls.length);
    const state = await readState(connection, companies);
    const compare = (noted: typeof state) =>
      compareBefore({ connection }, companies, {
        merge,
        staged: 1,
        areAllStaged: true,
        early: { state: noted, columns: ['name'] },
      });
    await compare(state);
    expect(calls()).toEqual([0, 1]);
    await compare({ ...state, version: state.version - 1 });
    expect(calls()).toEqual([1, 1]);
    await compare({ ...state, keys: '0' });
    expect(calls()).toEqual([2, 1]);
  });
});
