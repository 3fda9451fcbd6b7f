import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createWrittenPages } from './written-pages.ts';

const wanted = { definition: companies, filters: {}, page: 1, perPage: 10 } as const;

describe('pages that were written before', () => {
  let server: TestServer;
  let pages: ReturnType<typeof createWrittenPages>;
  beforeEach(async () => {
    server = await startTestServer();
    pages = createWrittenPages(server.database);
  });
  afterEach(() => server.close());

  const read = (more: Partial<Parameters<typeof pages.read>[0]> = {}) =>
    pages.read({ ...wanted, ...more }, pages.versionNow(companies));
  const names = async (more = {}) => {
    const { data, total }: { data: { name: string }[]; total: number } = JSON.parse(await read(more));
    return { names: data.map(({ name }) => name), total };
  };

  it('are sent again until the table changes, and not once more', async () => {
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

  it('need no question but for the version', async () => {
    await addRows(server.database, companies, [{ name: 'Alder Works' }]);
    await read();
    const version = await pages.versionNow(companies);
    await server.database.execute(sql`alter table companies rename to companies_away`);
    expect(JSON.parse(await pages.read(wanted, Promise.resolve(version)))).toMatchObject({ total: 1 });
    await expect(pages.read({ ...wanted, sort: 'name' }, Promise.resolve(version))).rejects.toThrow();
  });

  it('are told apart by filters, order, page and length', async () => {
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

  it('are read anew where the version cannot be told', async () => {
    await addRows(server.database, companies, [{ name: 'Alder Works' }]);
    await read();
    await server.database.execute(sql`update companies set name = 'Birch Works'`);
    const text = await pages.read(wanted, Promise.resolve(undefined));
    expect(JSON.parse(text)).toMatchObject({ data: [{ name: 'Birch Works' }] });
  });
});
