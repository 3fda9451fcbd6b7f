import { companies } from '@leadloom/shared/tables/companies';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readVersion } from '../tables.repository.ts';
import { createJudgedChanges } from './judged-changes.ts';
import { nameChoice } from './named-choice.ts';
import { createRecentChanges } from './recent-changes.ts';
import { settleOrder } from './row-order.ts';

const search = (words: string, filters: TableFilters = {}) =>
  nameChoice({ definition: companies, filters: { search_query: words, ...filters }, order: settleOrder(companies, {}) });

describe('changes of rows as a list sees them', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    await server.database.execute(sql`delete from companies`);
  });
  afterAll(() => server.close());

  /** Adds rows, changes them, and judges all changes. */
  async function judgeChanges(change: (round: number) => ReturnType<typeof sql>, rounds = 1) {
    const { database } = server;
    const names = Array.from({ length: 40 }, (_, at) => ({ name: at % 4 === 0 ? `Alder ${at}` : `Birch ${at}` }));
    const recent = createRecentChanges(database);
    const start = await readVersion(database, companies);
    await recent.catchUp(companies, start);
    await addRows(database, companies, names);
    for (let round = 0; round < rounds; round += 1) await database.execute(change(round));
    const end = await readVersion(database, companies);
    await recent.catchUp(companies, end);
    const judged = createJudgedChanges(recent);
    const execute = vi.spyOn(database, 'execute');
    const between = async (choice: ReturnType<typeof search>) => {
      execute.mockClear();
      const changes = (await judged.between(choice, start, end)) ?? [];
      const growth = changes.reduce((sum, { was, is }) => sum + Number(is) - Number(was), 0);
      return { changes: changes.length, growth, statements: execute.mock.calls.length };
    };
    return between;
  }

  it('asks the database about the words of all changes at once, and not again', async () => {
    const between = await judgeChanges(() => sql`update companies set name = 'Cedar ' || id`);
    expect(await between(search('alder'))).toEqual({ changes: 80, growth: 0, statements: 1 });
    expect(await between(search('alder'))).toEqual({ changes: 80, growth: 0, statements: 0 });
    expect(await between(search('cedar'))).toEqual({ changes: 80, growth: 40, statements: 1 });
  });

  it('tells lists with the same words and other filters apart', async () => {
    const between = await judgeChanges((round) => sql`update companies set country = 'Norway', employee_count = ${round}`, 3);
    expect(await between(search('alder', { country: ['Norway'] }))).toMatchObject({ growth: 10, statements: 1 });
    expect(await between(search('alder', { country: ['Sweden'] }))).toMatchObject({ growth: 0, statements: 0 });
    expect(await between(search('alder'))).toMatchObject({ changes: 160, growth: 10, statements: 1 });
  });

  it('asks again after a failure', async () => {
    const between = await judgeChanges(() => sql`update companies set name = 'Cedar ' || id`);
    await server.database.execute(sql`alter table companies rename to companies_away`);
    await expect(between(search('cedar'))).rejects.toThrow();
    await server.database.execute(sql`alter table companies_away rename to companies`);
    expect(await between(search('cedar'))).toMatchObject({ growth: 40, statements: 1 });
  });
});
