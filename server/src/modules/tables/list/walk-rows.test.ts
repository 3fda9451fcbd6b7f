import { companies } from '@leadloom/shared/tables/companies';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnStore } from '../../../column-store/column-store.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readTextOrder } from '../../../testing/text-order.ts';
import { isThorough, thoroughOr } from '../../../testing/thorough.ts';
import { type CompareTexts, matchingRows, orderedRows } from '../filters/table-model.ts';
import type { Total } from './count-rows.ts';
import { createJudgedChanges } from './judged-changes.ts';
import { createKnownTotals } from './known-totals.ts';
import { createLists } from './list-rows.ts';
import { nameChoice } from './named-choice.ts';
import { createRecentChanges } from './recent-changes.ts';
import { settleOrder } from './row-order.ts';
import type { PassedRow } from './walk-cursor.ts';
import { createWalk } from './walk-rows.ts';

/** So small that searches are gathered, walked, and walked without success. */
const limits = { far: 12, longSkip: 20, gathered: 5, worthwhile: 3, wholeRows: 4, among: 20 };
const SEED = 77;
const TAKES = isThorough() ? [1, 4, 50] : [4, 50];
const ROWS = thoroughOr(300, 100);

describe('walks of what a search finds', () => {
  let server: TestServer;
  let compareTexts: CompareTexts;
  let rows: readonly TableRow[];
  const lists = () => createLists(server.database, createRecentChanges(server.database), limits);

  beforeAll(async () => {
    server = await startTestServer();
    const arbitrary = fc.sample(arbitraryRow(companies), { numRuns: ROWS, seed: SEED });
    // No row in the middle has the word, for longer than a walk reads.
    const made = arbitrary.map((row, at) => ({
      ...row,
      name: at > ROWS / 5 && at < (ROWS * 4) / 5 ? 'Nothing' : 'Loom',
      website: null,
      description: null,
    }));
    const ids = await addRows(server.database, companies, made);
    rows = made.map((row, at) => ({ ...row, id: ids[at] ?? 0 }));
    compareTexts = await readTextOrder(server.database, rows);
  });
  afterAll(() => server.close());

  it.each([
    ['id', 'asc'],
    ['id', 'desc'],
    ['updated_at', 'asc'],
    ['updated_at', 'desc'],
    ['employee_count', 'asc'],
    ['name', 'desc'],
  ] as const)('a walk by %s %s meets each row once, wherever the rows are', async (sort, direction) => {
    for (const words of ['loom', 'lo', 'nothing', 'loom nothing', 'zzz']) {
      const expected = orderedRows(
        companies,
        matchingRows(companies, { search_query: words }, rows),
        { sort, order: direction },
        compareTexts,
      );
      for (const take of TAKES) {
        const { walk } = lists();
        const met: number[] = [];
        const totals = new Set<number | null>();
        for (let passed: PassedRow | null = null; ; ) {
          const order = settleOrder(companies, { sort, order: direction });
          const part = { passed, skip: 0, take, isTotalRequested: true };
          const walked: Awaited<ReturnType<typeof walk>> = await walk({
            definition: companies,
            filters: { search_query: words },
            order,
            ...part,
          });
          met.push(...walked.rows.map((cells) => Number(cells[companies.columns.length])));
          totals.add(walked.total);
          passed = walked.last;
          if (walked.isEnd) break;
        }
        expect(met, `${words}, ${take} at a time`).toEqual(expected.map(({ id }) => id));
        expect([...totals]).toEqual([expected.length]);
      }
    }
  });

  it('a walk caches totals and no rows', async () => {
    const kept = new Map<string, Total>();
    const recent = createRecentChanges(server.database);
    const totals = createKnownTotals(server.database, createJudgedChanges(recent), null, kept);
    const never = async () => null;
    const walk = createWalk({
      database: server.database,
      recent,
      totals,
      gathered: 1_000,
      rowsToWalk: never,
      readSortedPage: never,
    });
    const order = settleOrder(companies, { sort: 'id' });
    const choice = nameChoice({ definition: companies, filters: { search_query: 'loom' }, order });
    const walked = await walk(choice, { passed: null, skip: 0, take: 30, isTotalRequested: true });
    expect(walked.rows).toHaveLength(30);
    expect([...kept.values()]).toEqual([{ total: walked.total, version: expect.any(Number) }]);
    const told = { total: 7, version: 9, rows: walked.rows };
    totals.note({ ...choice, rowsName: 'others' }, told);
    expect(kept.get('others')).toEqual({ total: 7, version: 9 });
  });

  it.each([
    ['id', 'asc'],
    ['updated_at', 'desc'],
  ] as const)('a page by %s %s of frequent words is read among the next rows, without a total', async (sort, direction) => {
    const order = settleOrder(companies, { sort, order: direction });
    const read = async (words: string, passed: PassedRow | null, among: number) => {
      const kept = new Map<string, Total>();
      const recent = createRecentChanges(server.database);
      const totals = createKnownTotals(server.database, createJudgedChanges(recent), null, kept);
      const never = async () => null;
      const walk = createWalk({
        ...{ database: server.database, recent, totals, gathered: 5, rowsToWalk: never },
        readSortedPage: never,
      });
      const choice = nameChoice({
        definition: companies,
        filters: { search_query: words, where: 'city is not blank and not people(name is not blank)' },
        order,
      });
      const walked = await walk(choice, { passed, skip: 1, take: 3, isTotalRequested: false }, among);
      return { ids: walked.rows.map((cells) => Number(cells[companies.columns.length])), last: walked.last, counts: kept.size };
    };
    for (const [words, among, counts] of [
      ['loom', ROWS, 0],
      ['loom', 2, 1],
      ['zzz', ROWS, 1],
    ] as const) {
      const matching = matchingRows(companies, { search_query: words }, rows).filter(({ city }) => city != null && city !== '');
      const expected = orderedRows(companies, matching, { sort, order: direction }, compareTexts);
      const first = await read(words, null, among);
      expect(first.ids).toEqual(expected.slice(1, 4).map(({ id }) => id));
      expect(first.counts > 0).toBe(counts > 0);
      if (first.last === null) continue;
      expect((await read(words, first.last, among)).ids).toEqual(expected.slice(5, 8).map(({ id }) => id));
    }
  });

  it('a column store that leaves a search to the database is asked once for each answer', async () => {
    const search = { definition: companies, filters: { search_query: 'loom' } };
    const read = async (list: (lists: ReturnType<typeof createLists>) => Promise<unknown>) => {
      const asked: string[] = [];
      const store: ColumnStore = {
        read: async (kind) => {
          asked.push(kind);
          return null;
        },
      };
      await list(createLists(server.database, createRecentChanges(server.database), limits, store));
      return asked.filter((kind) => kind === 'total');
    };
    expect(await read((from) => from.list({ ...search, sort: 'id', order: 'asc', page: 1, perPage: 3 }))).toHaveLength(1);
    const order = settleOrder(companies, { sort: 'id' });
    const part = { passed: null, skip: 0, take: 3, isTotalRequested: true };
    expect(await read((from) => from.walk({ ...search, order, ...part }))).toHaveLength(1);
  });

  it('a walk may skip rows first', async () => {
    const expected = orderedRows(companies, matchingRows(companies, { search_query: 'loom' }, rows), { sort: 'id' });
    const order = settleOrder(companies, { sort: 'id' });
    for (const skip of [0, 3, ROWS / 5, expected.length - 2, expected.length + 5]) {
      const part = { passed: null, skip, take: 3, isTotalRequested: false };
      const walked = await lists().walk({ definition: companies, filters: { search_query: 'loom' }, order, ...part });
      expect(walked.rows.map((cells) => Number(cells[companies.columns.length]))).toEqual(
        expected.slice(skip, skip + 3).map(({ id }) => id),
      );
      expect(walked).toMatchObject({ total: null, isEnd: skip + 3 >= expected.length });
    }
  });
});
