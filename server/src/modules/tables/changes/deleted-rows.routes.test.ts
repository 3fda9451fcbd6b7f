import { listDeletedRows } from '@leadloom/shared/contract/data-api';
import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseName } from '../../../schema/data-table.ts';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { removeRows } from '../tables.service.ts';
import { forgetOldDeletions } from './deleted-rows.service.ts';

const DAY = 24 * 3600 * 1000;
const { body: bodySchema } = listDeletedRows.success;

describe('deleted rows', () => {
  let server: TestServer;
  let holder: KeyHolder;
  const ask = (query: Record<string, string> = {}) =>
    server.app.inject({ url: `/api/v1/deleted?${new URLSearchParams(query)}`, headers: holder.headers });
  async function list(query: Record<string, string> = {}) {
    const answer = await ask(query);
    expect(answer.statusCode, answer.payload).toBe(200);
    return bodySchema.parse(answer.json());
  }
  const namesOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ table, id }) => `${table} ${id}`);
  const add = async (table: TableName, count: number) => {
    const definition = tableByName(table);
    const filled = definition.columns.filter(({ field, isRequired }) => isRequired || field === definition.needsOneOf?.[0]);
    const cells = Object.fromEntries(filled.map(({ field, kind }) => [field, kind === 'time' ? '2026-01-01T00:00:00Z' : 'x']));
    return addRows(
      server.database,
      definition,
      Array.from({ length: count }, () => cells),
    );
  };
  const deleteIds = async (table: TableName, ids: readonly number[]) => {
    await server.database.execute(
      sql`delete from ${sql.identifier(databaseName(tableByName(table)))} where id = any(${sql.param(ids)}::bigint[])`,
    );
  };

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '10000', ACCOUNT_REQUESTS_PER_MINUTE: '10000' },
    });
    holder = await createKeyHolder(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.execute(sql`truncate deleted_rows`);
  });

  it.each(tableNames)('deleted rows of %s are in the feed, whoever deleted them', async (table) => {
    const ids = await add(table, 4);
    const [removed = 0, deleted = 0, sample = 0] = ids;
    await removeRows(server.platform, tableByName(table), [removed]);
    await deleteIds(table, [deleted]);
    await server.database.transaction(async (transaction) => {
      await transaction.execute(sql`select set_config('leadloom.delete_reason', 'sample', true)`);
      await transaction.execute(sql`delete from ${sql.identifier(databaseName(tableByName(table)))} where id = ${sample}`);
    });
    await deleteIds(table, [deleted]);
    const { data } = await list({ table });
    expect(data.map(({ deleted_at: _, ...row }) => row)).toEqual([
      { table, id: removed, reason: 'removed' },
      { table, id: deleted, reason: 'removed' },
      { table, id: sample, reason: 'sample' },
    ]);
    expect(await list({ table: table === 'people' ? 'reviews' : 'people' })).toMatchObject({ data: [], next_cursor: null });
  });

  it('the feed has pages, and a cursor continues behind the last one at any later time', async () => {
    const ids = await add('companies', 25);
    await deleteIds('companies', ids.slice(0, 20));
    const first = await list({ per_page: '8' });
    const second = await list({ per_page: '8', cursor: first.next_cursor ?? '' });
    const third = await list({ per_page: '8', cursor: second.next_cursor ?? '' });
    expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids.slice(0, 20));
    expect([first.cursor, second.cursor, third.next_cursor]).toEqual([first.next_cursor, second.next_cursor, null]);
    const nothing = await list({ cursor: third.cursor });
    expect(nothing).toMatchObject({ data: [], next_cursor: null });
    await deleteIds('companies', ids.slice(20));
    for (const cursor of [third.cursor, nothing.cursor])
      expect((await list({ cursor })).data.map(({ id }) => id)).toEqual(ids.slice(20));
  });

  it('deletions before the given time are left out', async () => {
    const ids = await add('people', 3);
    for (const id of ids) await deleteIds('people', [id]);
    const [, second] = (await list()).data;
    const times = (await list()).data.map(({ deleted_at: time }) => time);
    expect(times).toEqual(times.toSorted());
    expect((await list({ since: second?.deleted_at ?? '' })).data.length).toBeGreaterThanOrEqual(2);
    const later = new Date(Date.now() + DAY).toISOString();
    const empty = await list({ since: later });
    expect(empty).toMatchObject({ data: [], next_cursor: null });
    expect((await list({ since: later, cursor: empty.cursor })).data).toEqual([]);
  });

  it('a deletion that is committed later never gets a position that a reader has passed', async () => {
    const [one = 0] = await add('companies', 1);
    const [other = 0] = await add('people', 1);
    const slow = await server.database.$client.connect();
    try {
      await slow.query('begin');
      await slow.query('delete from companies where id = $1', [one]);
      // Its position is after the slow one's, so it must wait until that one is visible.
      const quick = deleteIds('people', [other]);
      await vi.waitFor(
        async () => {
          const { rows } = await server.database.execute(
            sql`select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
          );
          expect(rows).toHaveLength(1);
        },
        { timeout: 10_000 },
      );
      const before = await list();
      expect(before.data).toEqual([]);
      await slow.query('commit');
      await quick;
      expect(namesOf(await list({ cursor: before.cursor }))).toEqual([`companies ${one}`, `people ${other}`]);
    } finally {
      slow.release();
    }
  });

  it('a reader that only moves forward meets all deletions of many simultaneous writers', async () => {
    const ids = await add('companies', 120);
    const others = await add('people', 120);
    let isOver = false;
    const seen: string[] = [];
    const reading = (async () => {
      for (let cursor = ''; ; ) {
        const wasOver = isOver;
        const page = await list({ cursor, per_page: '7' });
        seen.push(...namesOf(page));
        cursor = page.cursor;
        if (wasOver && page.data.length === 0) return;
      }
    })();
    const writers = [0, 1, 2, 3].map(async (writer) => {
      for (let at = writer; at < 120; at += 4) {
        await removeRows(server.platform, companies, [ids[at] ?? 0]);
        await removeRows(server.platform, people, [others[at] ?? 0]);
      }
    });
    await Promise.all(writers);
    isOver = true;
    await reading;
    expect(seen.toSorted()).toEqual([...ids.map((id) => `companies ${id}`), ...others.map((id) => `people ${id}`)].toSorted());
  });

  it('deletions stay in the feed for 180 days, and a reader that comes later must start again', async () => {
    const ids = await add('reviews', 2);
    await deleteIds('reviews', ids);
    const { cursor } = await list({ per_page: '1' });
    const resting = (await list()).cursor;
    const [oldest = 0] = ids;
    await server.database.execute(
      sql`update deleted_rows set deleted_at = deleted_at - interval '181 days' where row_id = ${oldest}`,
    );
    await forgetOldDeletions({ ...server.platform, now: () => new Date() });
    expect((await list()).data.map(({ id }) => id)).toEqual(ids.slice(1));

    const early = await ask({ since: new Date(server.clock.now().getTime() - 181 * DAY).toISOString() });
    expect(early.json()).toMatchObject({ status: 400, code: 'REQUEST.INVALID', errors: [{ parameter: 'since' }] });
    const before = server.platform.now().getTime();
    server.clock.advance(181 * DAY - (before - Date.now()));
    const login = await createKeyHolder(server);
    for (const old of [cursor, resting]) {
      const url = `/api/v1/deleted?cursor=${old}`;
      const answer = await server.app.inject({ url, headers: login.headers });
      expect(answer.json()).toMatchObject({ status: 400, errors: [{ parameter: 'cursor' }] });
      expect(answer.json().msg).toMatch(/180 days/);
    }
  });

  it('the feed refuses cursors of other lists, and its calls are not counted', async () => {
    const { cursor } = await list({ table: 'people' });
    for (const query of [
      { cursor, table: 'companies' },
      { cursor, since: new Date().toISOString() },
      { cursor: `${cursor}A` },
      { cursor: 'x' },
    ])
      expect((await ask(query)).json(), JSON.stringify(query)).toMatchObject({ status: 400, errors: [{ parameter: 'cursor' }] });
    for (const query of [{ per_page: '101' }, { table: 'accounts' }, { since: 'yesterday' }, { sinse: '1' }])
      expect((await ask(query)).statusCode).toBe(400);
    const usage = await server.app.inject({ url: '/api/v1/usage', headers: holder.headers });
    expect(usage.json().request_count).toBe(0);
  });
});
