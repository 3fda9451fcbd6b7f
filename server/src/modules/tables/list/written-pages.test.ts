import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createLists } from './list-rows.ts';
import { createRecentChanges } from './recent-changes.ts';
import type { PassedRow } from './walk-cursor.ts';
import { createWrittenPages } from './written-pages.ts';

const wanted = { definition: companies, filters: {}, page: 1, perPage: 10 } as const;

describe('pages that were written before', () => {
  let server: TestServer;
  let pages: ReturnType<typeof createWrittenPages>;
  beforeEach(async () => {
    server = await startTestServer();
    const { database } = server;
    const recent = createRecentChanges(database);
    const nextCursor = (_: unknown, last: PassedRow | null) => last && `after ${last.id}`;
    pages = createWrittenPages({ database, lists: createLists(database, recent), recent, nextCursor });
  });
  afterEach(() => server.close());

  const read = async (more: Partial<Parameters<typeof pages.page>[0]> = {}) =>
    (await pages.page({ ...wanted, ...more }, pages.versionNow(companies))).text;
  const names = async (more = {}) => {
    const { data, total }: { data: { name: string }[]; total: number } = JSON.parse(await read(more));
    return { names: data.map(({ name }) => name), total };
  };

  it('a page is sent again until the table changes', async () => {
    await addRows(server.database, companies, [{ name: 'Alder Works' }]);
    expect(await names()).toEqual({ names: ['Alder Works'], total: 1 });
    expect(await read()).toBe(await read());
    await server.database.execute(sql`update companies set name = 'Birch Works'`);
    expect(await names()).toEqual({ names: ['Birch Works'], total: 1 });
    await addRows(server.database, companies, [{ name: 'Cedar Works' }]);
    expect(await names()).toMatchObject({ total: 2 });
    await server.database.execute(sql`delete from companies`);
    expect(await names()).toEqual({ names: [], total: 0 });
  });

  it('a cached page needs no query but the one for the version', async () => {
    await addRows(server.database, companies, [{ name: 'Alder Works' }]);
    await read();
    const version = await pages.versionNow(companies);
    await server.database.execute(sql`alter table companies rename to companies_away`);
    expect(JSON.parse((await pages.page(wanted, Promise.resolve(version))).text)).toMatchObject({ total: 1 });
    await expect(pages.page({ ...wanted, sort: 'name' }, Promise.resolve(version))).rejects.toThrow();
  });

  it('pages differ by filters, order, page and length', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({
      name: `Firm ${String(at).padStart(2, '0')}`,
      city: at % 2 ? 'Oslo' : 'Rom',
    }));
    await addRows(server.database, companies, rows);
    for (let round = 0; round < 2; round += 1) {
      expect((await names({ sort: 'name' })).names).toEqual(rows.slice(0, 10).map(({ name }) => name));
      expect((await names({ sort: 'name', order: 'desc', perPage: 1 })).names).toEqual(['Firm 11']);
      expect((await names({ sort: 'name', page: 2 })).names).toEqual(['Firm 10', 'Firm 11']);
      expect(await names({ sort: 'name', filters: { domain: ['nowhere.example'] } })).toEqual({ names: [], total: 0 });
    }
  });

  it('a page is cached separately for screens and for programs', async () => {
    await addRows(server.database, companies, [{ name: 'Alder Works' }, { name: 'Birch Works' }]);
    const asked = { ...wanted, perPage: 1, sort: 'id', order: 'asc', hasCursor: true } as const;
    const first = await pages.page(asked, pages.versionNow(companies));
    expect(await pages.page(asked, pages.versionNow(companies))).toEqual(first);
    expect(first.next).toMatch(/^after \d+$/);
    expect(JSON.parse(first.text)).toMatchObject({ total: 2, next_cursor: first.next });
    expect(await pages.page({ ...asked, page: 2 }, pages.versionNow(companies))).toMatchObject({ next: null });
    const forScreen = await pages.page({ ...asked, hasCursor: false }, pages.versionNow(companies));
    expect(JSON.parse(forScreen.text)).not.toHaveProperty('next_cursor');
  });

  it('a page is read again where the version is unknown', async () => {
    await addRows(server.database, companies, [{ name: 'Alder Works' }]);
    await read();
    await server.database.execute(sql`update companies set name = 'Birch Works'`);
    const { text } = await pages.page(wanted, Promise.resolve(undefined));
    expect(JSON.parse(text)).toMatchObject({ data: [{ name: 'Birch Works' }] });
  });
});
