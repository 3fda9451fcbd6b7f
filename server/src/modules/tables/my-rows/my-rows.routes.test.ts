/** Lists, tags and notes over HTTP. One file, because every test works on the same two accounts and sixty companies. */
import { MAX_NOTES_PER_ROW, MAX_ROWS_NOTED_AT_ONCE } from '@leadloom/shared/contract/my-row-changes';
import { MAX_ROW_TAGS } from '@leadloom/shared/contract/my-rows';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { makerOf } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createKey } from '../../keys/keys.service.ts';
import { deleteRows } from '../tables.repository.ts';
import { addTags } from './my-rows.repository.ts';

const COUNTRIES = ['Germany', 'Norway', 'Japan'];

describe('lists, tags and notes', () => {
  let server: TestServer;
  let account: TestAccount;
  let stranger: TestAccount;
  let companies: number[];
  let reviews: number[];

  const call = async (method: Method, path: string, payload?: object, as = account) => {
    const answer = await callApi(server, as, method, path, payload);
    return { ...answer, code: answer.body?.code ?? null };
  };
  const createList = async (name: string, table: TableName | 'collected-people' = 'companies', as = account): Promise<number> =>
    (await call('POST', '/lists', { name, table }, as)).body.id;
  const put = (list: number, ids: readonly number[], as = account) => call('POST', `/lists/${list}/rows`, { ids }, as);
  const rowsOf = async (query: string, as = account) => (await call('GET', `/table/companies?${query}`, undefined, as)).body;
  const idsOf = async (query: string, as = account) =>
    (await rowsOf(`${query}&per_page=100`, as)).data.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);

  beforeAll(async () => {
    server = await startTestServer();
    [account, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const company = (index: number) => ({ name: `Company ${index}`, country: COUNTRIES[index % 3] });
    companies = await addRows(
      server.database,
      tableByName('companies'),
      Array.from({ length: 60 }, (_, at) => company(at)),
    );
    reviews = await addRows(server.database, tableByName('reviews'), [{ review_title: 'A review' }]);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['row_lists', 'row_tags', 'row_notes']) await server.database.execute(sql.raw(`delete from ${table}`));
    await server.database.execute(sql`update my_row_versions set version = version + 1`);
  });

  it('a list is created, renamed, counted, and deleted', async () => {
    const created = await call('POST', '/lists', { name: ' Prospects ', table: 'companies' });
    expect(created).toMatchObject({ status: 201, body: { name: 'Prospects', table: 'companies', count: 0 } });
    const { id } = created.body;
    expect((await put(id, companies.slice(0, 3))).body).toMatchObject({ id, count: 3 });
    expect((await call('PATCH', `/lists/${id}`, { name: 'Customers' })).body).toMatchObject({ name: 'Customers', count: 3 });
    expect((await call('GET', '/lists?table=companies')).body).toMatchObject({ total: 1, data: [{ id, count: 3 }] });
    expect((await call('GET', '/lists?table=people')).body.total).toBe(0);
    const removed = await call('DELETE', `/lists/${id}/rows`, { ids: companies.slice(0, 1) });
    expect(removed.body.count).toBe(2);
    expect((await call('DELETE', `/lists/${id}`)).status).toBe(204);
    expect((await call('GET', `/table/companies?list=${id}`)).code).toBe('ROW_LIST.NOT_FOUND');
  });

  it('the lists that a row is on are listed by its table and id, those of the account alone', async () => {
    const [first = 0, second = 0] = companies;
    const [both, other, foreign] = [
      await createList('Both'),
      await createList('Other'),
      await createList('Theirs', 'companies', stranger),
    ];
    await put(both, [first, second]);
    await put(other, [second]);
    await put(foreign, [first], stranger);
    // A row of another table with the same id is another row.
    await put(await createList('Collected', 'reviews'), reviews);
    const listsOf = async (query: string) => {
      const { body } = await call('GET', `/lists?${query}`);
      return body.data.map(({ name, count }: { name: string; count: number }) => `${name} ${count}`);
    };
    expect(await listsOf(`table=companies&row=${first}`)).toEqual(['Both 2']);
    expect(await listsOf(`table=companies&row=${second}`)).toEqual(['Both 2', 'Other 1']);
    expect(await listsOf(`table=people&row=${first}`)).toEqual([]);
    const refused = await call('GET', `/lists?row=${first}`);
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('row needs its table')]);
    expect((await call('GET', '/lists?table=companies&row=none')).status).toBe(400);
  });

  it('the spelling of a tag is looked up once, however many rows are tagged', async () => {
    const rows = { workspaceId: await accountIdOf(server, account.email), tableName: 'companies' };
    await call('POST', '/tags', { table: 'companies', tags: ['Lost'], ids: companies.slice(0, 1) });
    const searches = await server.database.transaction(async (transaction) => {
      const chosen = sql`select id from companies where id = any(${sql.param(companies)}::bigint[])`;
      await addTags(transaction, rows, chosen, [{ folded: 'lost', tag: 'LOST' }], 1);
      const { rows: found } = await transaction.execute<{ searches: string }>(
        sql`select idx_scan + seq_scan as searches from pg_stat_xact_user_tables where relname = 'row_tags'`,
      );
      return Number(found[0]?.searches);
    });
    // Each row is looked for once, because it may carry the tag; 60 more searches were made for the spelling.
    expect(searches).toBeLessThan(2 * companies.length);
    expect((await call('GET', '/tags?table=companies')).body.data).toEqual([{ tag: 'Lost', count: companies.length }]);
  });

  it('two lists of a table cannot have the same name, whatever its case', async () => {
    await createList('Prospects');
    expect((await call('POST', '/lists', { name: 'PROSPECTS', table: 'companies' })).code).toBe('ROW_LIST.NAME_TAKEN');
    expect((await call('POST', '/lists', { name: 'Prospects', table: 'people' })).status).toBe(201);
  });

  it('a list filters the table, its total, its file and its preview, and a change is seen at once', async () => {
    const id = await createList('Shown');
    await put(id, companies.slice(0, 5));
    expect(await idsOf(`list=${id}`)).toEqual(companies.slice(0, 5));
    expect((await call('GET', `/table/companies/total?list=${id}`)).body).toEqual({ total: 5 });
    expect((await call('GET', `/table/companies/export/preview?list=${id}`)).body.rows).toBe(5);
    const file = await call('GET', `/table/companies/export?list=${id}&columns=name`);
    expect(String(file.body).trim().split('\n')).toHaveLength(6);
    await call('DELETE', `/lists/${id}/rows`, { ids: companies.slice(0, 1) });
    expect(await idsOf(`list=${id}`)).toEqual(companies.slice(1, 5));
    expect((await rowsOf(`list=${id}`)).total).toBe(4);
  });

  it('rows that match filters are put on a list, also rows of another list', async () => {
    const [germany, both] = [await createList('Germany'), await createList('Both')];
    expect((await call('POST', `/lists/${germany}/rows`, { filters: { country: ['Germany'] } })).body.count).toBe(20);
    expect((await call('POST', `/lists/${both}/rows`, { filters: { list: String(germany) } })).body.count).toBe(20);
    for (const [filters, name] of [
      [{ planet: 'Mars' }, 'planet'],
      [{ where: 'country = ' }, 'where'],
      [{ revenue_from: '2', revenue_to: '1' }, 'revenue_from'],
    ] as const) {
      const refused = await call('POST', `/lists/${both}/rows`, { filters });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, `/filters/${name}`]);
    }
    expect((await call('POST', `/lists/${both}/rows`, { filters: {}, ids: [1] })).status).toBe(400);
  });

  it('a note is written on each of the rows that are put on a list by their ids, or on none', async () => {
    const id = await createList('Noted');
    const path = `/lists/${id}/rows`;
    const [first, second] = companies;
    const notes = async (row: number | undefined) =>
      (await call('GET', `/table/companies/${row}/notes`)).body.data.map(({ text }: { text: string }) => text);
    expect((await call('POST', path, { ids: [first, second, second], note: ' Call in May ' })).body.count).toBe(2);
    expect([await notes(first), await notes(second)]).toEqual([['Call in May'], ['Call in May']]);
    expect((await call('POST', path, { ids: [first, 999_999_999], note: 'Lost' })).code).toBe('ROWS.NOT_FOUND');
    expect((await call('POST', path, { filters: { country: ['Germany'] }, note: 'All' })).status).toBe(400);
    const many = Array.from({ length: MAX_ROWS_NOTED_AT_ONCE + 1 }, () => first);
    expect((await call('POST', path, { ids: many, note: 'Many' })).status).toBe(400);
    await server.database.execute(sql`insert into row_notes (account_id, table_name, row_id, text, created_at, updated_at)
      select account_id, table_name, row_id, text, created_at, updated_at from row_notes, generate_series(2, ${MAX_NOTES_PER_ROW}) where row_id = ${second}`);
    expect((await call('POST', path, { ids: [first, second, companies[2]], note: 'Too much' })).code).toBe('NOTE.LIMIT_REACHED');
    expect([await notes(first), (await call('GET', '/lists')).body.data[0].count]).toEqual([['Call in May'], 2]);
  });

  it('a row that does not exist puts none of the rows on the list', async () => {
    const id = await createList('Careful');
    expect((await put(id, [...companies.slice(0, 2), 999_999_999])).code).toBe('ROWS.NOT_FOUND');
    expect((await call('GET', '/lists')).body.data[0].count).toBe(0);
  });

  it('more than 100,000 rows are refused with their number, and nothing is added', async () => {
    const id = await createList('Large');
    await server.database.execute(sql`insert into row_list_rows (list_id, row_id)
      select ${id}::bigint, 10000000 + given from generate_series(1, 99999) given`);
    const refused = await put(id, companies.slice(0, 2));
    expect(refused).toMatchObject({ status: 400, code: 'ROW_LIST.TOO_MANY_ROWS' });
    expect(JSON.stringify(refused.body)).toContain('100,001');
    expect((await put(id, companies.slice(0, 1))).body.count).toBe(100_000);
  });

  it('a list of another table is refused, and one of another account is not found, wherever it is named', async () => {
    const [own, foreign] = [await createList('Mine', 'reviews'), await createList('Theirs', 'companies', stranger)];
    await put(foreign, companies.slice(0, 2), stranger);
    for (const path of ['', '/total', '/export', '/export/preview']) {
      expect(await call('GET', `/table/companies${path}?list=${own}`)).toMatchObject({
        status: 400,
        code: 'ROW_LIST.OTHER_TABLE',
      });
      expect(await call('GET', `/table/companies${path}?list=${foreign}`)).toMatchObject({ status: 404 });
      expect(await call('GET', `/table/companies${path}?list=987654321`)).toMatchObject({ status: 404 });
    }
    expect((await put(foreign, companies)).code).toBe('ROW_LIST.NOT_FOUND');
    expect((await call('DELETE', `/lists/${foreign}/rows`, { ids: companies })).code).toBe('ROW_LIST.NOT_FOUND');
    expect((await call('PATCH', `/lists/${foreign}`, { name: 'Taken' })).code).toBe('ROW_LIST.NOT_FOUND');
    expect((await call('DELETE', `/lists/${foreign}`)).code).toBe('ROW_LIST.NOT_FOUND');
    const target = await createList('Target');
    const stolen = await call('POST', `/lists/${target}/rows`, { filters: { list: String(foreign) } });
    expect(stolen.code).toBe('ROW_LIST.NOT_FOUND');
    expect((await call('GET', `/linkedin/users?list=${foreign}`)).status).toBe(404);
    expect((await call('GET', `/linkedin/users/export?list=${foreign}`)).status).toBe(404);
    expect(await idsOf(`list=${foreign}`, stranger)).toEqual(companies.slice(0, 2));
  });

  it('tags are replaced, keep the spelling used first, and filter', async () => {
    const [first = 0, second = 0] = companies;
    expect((await call('PUT', `/table/companies/${first}/tags`, { tags: ['Hot  lead', 'hot LEAD', 'Berlin'] })).body).toEqual({
      tags: ['Berlin', 'Hot lead'],
    });
    expect((await call('PUT', `/table/companies/${second}/tags`, { tags: ['HOT LEAD'] })).body.tags).toEqual(['Hot lead']);
    expect((await call('GET', '/tags?table=companies')).body.data).toEqual([
      { tag: 'Berlin', count: 1 },
      { tag: 'Hot lead', count: 2 },
    ]);
    expect(await idsOf('tag=hot%20lead')).toEqual([first, second]);
    expect(await idsOf('tag=hot%20lead', stranger)).toEqual([]);
    for (const [query, total] of [
      ['tag=berlin', 1],
      ['tag=hot%20lead', 2],
      ['tag=hot%20lead&tag=Berlin', 2],
    ] as const)
      expect((await rowsOf(query)).total).toBe(total);
    await call('PUT', `/table/companies/${first}/tags`, { tags: [] });
    expect(await idsOf('tag=hot%20lead')).toEqual([second]);
    const many = Array.from({ length: MAX_ROW_TAGS + 1 }, (_, at) => `tag ${at}`);
    expect((await call('PUT', `/table/companies/${first}/tags`, { tags: many })).status).toBe(400);
    expect((await call('PUT', `/table/companies/${first}/tags`, { tags: ['x'.repeat(41)] })).status).toBe(400);
    expect((await call('PUT', '/table/companies/999999999/tags', { tags: [] })).code).toBe('ROWS.NOT_FOUND');
  });

  it('notes carry their author and times, and belong to their account', async () => {
    const [id = 0] = companies;
    const note = (await call('POST', `/table/companies/${id}/notes`, { text: 'Call on Monday.' })).body;
    expect(note).toMatchObject({ text: 'Call on Monday.', author: account.email });
    expect((await call('PATCH', `/notes/${note.id}`, { text: 'Call on Friday.' })).body.text).toBe('Call on Friday.');
    expect((await call('GET', `/table/companies/${id}/notes`)).body).toMatchObject({
      total: 1,
      data: [{ text: 'Call on Friday.' }],
    });
    expect((await call('GET', `/table/companies/${id}/notes`, undefined, stranger)).body.total).toBe(0);
    expect((await call('PATCH', `/notes/${note.id}`, { text: 'x' }, stranger)).code).toBe('NOTE.NOT_FOUND');
    expect((await call('DELETE', `/notes/${note.id}`, undefined, stranger)).code).toBe('NOTE.NOT_FOUND');
    expect((await call('POST', `/table/companies/${id}/notes`, { text: 'x'.repeat(10_001) })).status).toBe(400);
    expect((await call('DELETE', `/notes/${note.id}`)).status).toBe(204);
  });

  it('rows of lists carry what their account keeps about them, and of no other account', async () => {
    const [id = 0] = companies;
    const list = await createList('Marked');
    const query = 'sort=id&order=asc';
    const none = { tags: [], lists: [], notes: 0 };
    expect((await rowsOf(query)).data[0].my).toEqual(none);
    await put(list, [id]);
    await call('PUT', `/table/companies/${id}/tags`, { tags: ['a'] });
    await call('POST', `/table/companies/${id}/notes`, { text: 'n' });
    const [marked, unmarked] = (await rowsOf(query)).data;
    expect(marked).toMatchObject({ id, my: { tags: ['a'], lists: [list], notes: 1 } });
    expect(unmarked.my).toEqual(none);
    expect((await rowsOf(query, stranger)).data[0].my).toEqual(none);
    expect((await rowsOf(`${query}&include_total=false`)).data[0].my).toEqual(marked.my);
    await call('PUT', `/table/companies/${id}/tags`, { tags: [] });
    expect((await rowsOf(query)).data[0].my).toEqual({ ...marked.my, tags: [] });
  });

  it('a page asked for again shows every change of lists, tags and notes, whichever it was', async () => {
    const [id = 0] = companies;
    const list = await createList('Changing');
    const mine = async () => {
      const first = (await rowsOf('sort=id&order=asc')).data[0].my;
      expect((await rowsOf('sort=id&order=asc')).data[0].my).toEqual(first);
      return first;
    };
    await put(list, [id]);
    expect(await mine()).toEqual({ tags: [], lists: [list], notes: 0 });
    await call('POST', '/tags', { table: 'companies', tags: ['b'], ids: [id] });
    expect(await mine()).toEqual({ tags: ['b'], lists: [list], notes: 0 });
    await call('PUT', `/table/companies/${id}/tags`, { tags: ['c', 'd'] });
    expect(await mine()).toEqual({ tags: ['c', 'd'], lists: [list], notes: 0 });
    const note = (await call('POST', `/table/companies/${id}/notes`, { text: 'n' })).body;
    expect(await mine()).toEqual({ tags: ['c', 'd'], lists: [list], notes: 1 });
    await call('DELETE', `/lists/${list}/rows`, { ids: [id] });
    expect(await mine()).toEqual({ tags: ['c', 'd'], lists: [], notes: 1 });
    await call('DELETE', `/notes/${note.id}`);
    await put(list, [id]);
    expect(await mine()).toEqual({ tags: ['c', 'd'], lists: [list], notes: 0 });
    expect((await rowsOf(`list=${list}`)).total).toBe(1);
    await call('DELETE', `/lists/${list}`);
    expect((await rowsOf(`list=${list}`)).code).toBe('ROW_LIST.NOT_FOUND');
    expect(await mine()).toEqual({ tags: ['c', 'd'], lists: [], notes: 0 });
  });

  it('a key filters by lists, and a response it has is not called unchanged once a list has changed', async () => {
    const workspaceId = await accountIdOf(server, account.email);
    const { api_key: key = '' } = await createKey(server.platform, makerOf(workspaceId));
    const id = await createList('By key');
    await put(id, companies.slice(0, 2));
    const ask = (tag?: string) =>
      server.app.inject({
        url: `/api/v1/table/companies?list=${id}`,
        headers: { authorization: `Bearer ${key}`, ...(tag !== undefined && { 'if-none-match': tag }) },
      });
    const first = await ask();
    expect(first.json().total).toBe(2);
    const tag = String(first.headers.etag);
    expect((await ask(tag)).statusCode).toBe(304);
    await put(id, companies.slice(2, 3));
    const later = await ask(tag);
    expect([later.statusCode, later.json().total]).toEqual([200, 3]);
  });

  it('deleting a row deletes what every account keeps about it', async () => {
    const [gone = 0] = await addRows(server.database, tableByName('companies'), [{ name: 'Soon gone' }]);
    const list = await createList('Kept');
    await put(list, [gone]);
    await call('PUT', `/table/companies/${gone}/tags`, { tags: ['a'] });
    await call('POST', `/table/companies/${gone}/notes`, { text: 'n' });
    await deleteRows(server.database, tableByName('companies'), [gone]);
    expect((await call('GET', '/lists')).body.data[0].count).toBe(0);
    for (const table of ['row_tags', 'row_notes', 'row_list_rows'])
      expect((await server.database.execute(sql.raw(`select 1 from ${table} where row_id = ${gone}`))).rows).toEqual([]);
    expect((await rowsOf(`list=${list}`)).total).toBe(0);
  });

  it('changes at the same time keep the limits', async () => {
    const id = await createList('Raced');
    await server.database.execute(sql`insert into row_list_rows (list_id, row_id)
      select ${id}::bigint, 10000000 + given from generate_series(1, 99995) given`);
    const answers = await Promise.all(companies.slice(0, 10).map((row) => put(id, [row])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await call('GET', '/lists')).body.data[0].count).toBe(100_000);
    const [row = 0] = companies;
    const sets = Array.from({ length: 6 }, (_, at) => [`one ${at}`, `two ${at}`]);
    await Promise.all(sets.map((tags) => call('PUT', `/table/companies/${row}/tags`, { tags })));
    expect(sets).toContainEqual((await call('GET', `/table/companies/${row}/tags`)).body.tags);
  });

  it('totals of lists, tags and other filters together equal those of a plain model', async () => {
    const list = await createList('Model');
    const place = fc.integer({ min: 0, max: companies.length - 1 });
    const step = fc.record({
      on: fc.uniqueArray(place, { maxLength: 8 }),
      off: fc.uniqueArray(place, { maxLength: 4 }),
      tagged: place,
    });
    const held = new Set<number>();
    const tagged = new Set<number>();
    const at = (places: readonly number[]) => places.map((one) => companies[one] ?? 0);
    await fc.assert(
      fc.asyncProperty(step, fc.constantFrom('', ...COUNTRIES), async ({ on, off, tagged: one }, country) => {
        if (on.length > 0) await put(list, at(on));
        if (off.length > 0) await call('DELETE', `/lists/${list}/rows`, { ids: at(off) });
        for (const added of on) held.add(added);
        for (const removed of off) held.delete(removed);
        await call('PUT', `/table/companies/${at([one])[0]}/tags`, { tags: tagged.has(one) ? [] : ['Model'] });
        if (!tagged.delete(one)) tagged.add(one);
        const isIn = (index: number) => country === '' || COUNTRIES[index % 3] === country;
        const filter = country === '' ? '' : `&country=${country}`;
        expect((await rowsOf(`list=${list}${filter}`)).total).toBe([...held].filter(isIn).length);
        expect(await idsOf(`list=${list}&tag=model${filter}`)).toEqual(
          at([...held].filter((index) => tagged.has(index) && isIn(index))).sort((a, b) => a - b),
        );
      }),
      { numRuns: 12 },
    );
  });

  it('tags are added to the chosen rows, beside those they have', async () => {
    const [first = 0, second = 0] = companies;
    await call('PUT', `/table/companies/${first}/tags`, { tags: ['Warm'] });
    const add = (body: object) => call('POST', '/tags', { table: 'companies', ...body });
    expect((await add({ tags: ['WARM', 'Oslo'], ids: [first, second] })).body).toMatchObject({ rows: 2, tagged: 2 });
    const tagsOf = async (id: number) => (await call('GET', `/table/companies/${id}/tags`)).body.tags;
    expect([await tagsOf(first), await tagsOf(second)]).toEqual([
      ['Oslo', 'Warm'],
      ['Oslo', 'Warm'],
    ]);
    expect((await add({ tags: ['Nordic'], filters: { country: ['Norway'] } })).body).toMatchObject({ rows: 20, tagged: 20 });
    expect((await rowsOf('tag=nordic')).total).toBe(20);
    expect((await add({ tags: ['Late'], filters: { updated_after: '2098-01-01T00:00:00Z' } })).body).toMatchObject({
      rows: 0,
      tagged: 0,
    });
    expect((await rowsOf('tag=nordic&country=Norway')).data[0].my.tags).toContain('Nordic');
    expect((await call('GET', '/tags?table=companies', undefined, stranger)).body.total).toBe(0);
  });

  it('tags are added to all chosen rows or to none', async () => {
    const [first = 0, second = 0] = companies;
    const add = (body: object) => call('POST', '/tags', { table: 'companies', ...body });
    const many = Array.from({ length: MAX_ROW_TAGS }, (_, index) => `tag ${index}`);
    await call('PUT', `/table/companies/${first}/tags`, { tags: many });
    expect((await add({ tags: ['one more'], ids: [second, first] })).code).toBe('ROW_TAGS.TOO_MANY_TAGS');
    expect((await add({ tags: ['a'], ids: [second, 999_999_999] })).code).toBe('ROWS.NOT_FOUND');
    expect((await add({ tags: ['a'], ids: [second], filters: {} })).status).toBe(400);
    expect((await add({ tags: [], ids: [second] })).status).toBe(400);
    const foreign = await createList('Theirs', 'companies', stranger);
    expect((await add({ tags: ['a'], filters: { list: String(foreign) } })).code).toBe('ROW_LIST.NOT_FOUND');
    expect((await call('GET', `/table/companies/${second}/tags`)).body.tags).toEqual([]);
  });

  it('a list takes the rows that changed after a moment', async () => {
    const list = await createList('Changed');
    const put = (moment: string) =>
      call('POST', `/lists/${list}/rows`, { filters: { country: ['Japan'], updated_after: moment } });
    expect((await put('2098-01-01T00:00:00Z')).body.count).toBe(0);
    expect((await put('2020-01-01T00:00:00Z')).body.count).toBe(20);
    expect((await put('yesterday')).status).toBe(400);
  });

  it('a row of another table is no row of the list, and its tags are not theirs', async () => {
    const list = await createList('Reviews', 'reviews');
    expect((await put(list, reviews)).body.count).toBe(1);
    expect((await put(list, [companies.at(-1) ?? 0])).code).toBe('ROWS.NOT_FOUND');
  });
});
