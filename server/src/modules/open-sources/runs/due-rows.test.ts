import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSources } from '../../../schema/open-sources.table.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { markOldLooks } from '../clean-up.service.ts';
import { createDueRows } from './due-rows.repository.ts';

const NOW = new Date('2026-06-30T12:00:00Z');

describe('rows with a website', () => {
  let server: TestServer;
  const company = (name: string, cells: object = {}) => ({ name, website: `https://${name}.example`, ...cells });
  const namesOf = async (next: ReturnType<typeof createDueRows>, limit: number) => (await next(limit)).map(({ name }) => name);

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    for (const table of ['companies', 'investors', 'shopify']) await server.database.execute(sql.raw(`delete from ${table}`));
    await server.database.delete(openSources);
  });
  afterAll(() => server.close());

  it('come once each: those that were never looked at by table and id, then those whose look is too old', async () => {
    await addRows(server.database, tables.companies, [
      company('old', { website_checked_on: '2026-03-31' }),
      company('fresh', { website_checked_on: '2026-04-01' }),
      company('first'),
      company('second'),
      { name: 'without' },
    ]);
    await addRows(server.database, tables.investors, [company('capital')]);
    await addRows(server.database, tables.shopify, [{ merchant_name: 'store', url: 'https://store.example' }]);
    const next = createDueRows(server.database, () => NOW);
    expect(await namesOf(next, 2)).toEqual(['first', 'second']);
    expect(await namesOf(next, 1)).toEqual(['capital']);
    // The reader did not store its look, and the row does not come again.
    expect(await namesOf(next, 10)).toEqual(['store', 'old']);
    expect(await namesOf(next, 10)).toEqual([]);
  });

  it('have the key under which they are stored', async () => {
    const [id] = await addRows(server.database, tables.companies, [company('keyed')]);
    const { rows } = await server.database.execute<{ key: string }>(sql`select canonical_key as key from companies`);
    const [found] = await createDueRows(server.database, () => NOW)(5);
    expect(found).toEqual({ table: 'companies', id, key: rows[0]?.key, name: 'keyed', website: 'https://keyed.example' });
  });

  it('are never samples, whose sites do not exist', async () => {
    await addRows(server.database, tables.companies, [company('invented')]);
    await server.database.execute(sql`update companies set source = 'sample'`);
    expect(await createDueRows(server.database, () => NOW)(5)).toEqual([]);
  });

  it('say that they were not looked at for long, as changes of their table, while websites are looked at', async () => {
    await addRows(server.database, tables.companies, [
      company('old', { website_checked_on: '2026-03-31', website_state: 'unreachable' }),
      company('fresh', { website_checked_on: '2026-04-01', website_state: 'unreachable' }),
      company('never'),
    ]);
    const state = async () => {
      const { rows } = await server.database.execute<{ name: string; website_state: string | null }>(
        sql`select name, website_state from companies order by name`,
      );
      return Object.fromEntries(rows.map(({ name, website_state: of }) => [name, of]));
    };
    const version = async () =>
      Number(
        (
          await server.database.execute<{ version: string }>(
            sql`select version from table_versions where table_name = 'companies'`,
          )
        ).rows[0]?.version,
      );
    const platform = { database: server.database, now: () => NOW };
    const before = await version();
    await markOldLooks(platform, new AbortController().signal);
    expect(await state()).toEqual({ old: 'unreachable', fresh: 'unreachable', never: null });
    await server.database.insert(openSources).values({ id: 'websites', isOn: true });
    await markOldLooks(platform, new AbortController().signal);
    expect(await state()).toEqual({ old: 'not_checked', fresh: 'unreachable', never: null });
    const after = await version();
    expect(after).toBeGreaterThan(before);
    await markOldLooks(platform, new AbortController().signal);
    expect(await version(), 'nothing was left to mark').toBe(after);
  });
});
