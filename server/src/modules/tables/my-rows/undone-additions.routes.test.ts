/** What one call adds to lists and tags is counted, and can be taken back exactly. */
import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const MANY = 10_000;

describe('what one call adds to lists and tags', () => {
  let server: TestServer;
  let account: TestAccount;
  let stranger: TestAccount;
  let companies: number[];

  const call = (method: Method, path: string, payload?: object, as = account) => callApi(server, as, method, path, payload);
  const createList = async (name: string): Promise<number> =>
    (await call('POST', '/lists', { name, table: 'companies' })).body.id;
  const put = async (list: number, body: object) => (await call('POST', `/lists/${list}/rows`, body)).body;
  const takeBack = async (list: number, addition: number, as = account) =>
    (await call('DELETE', `/lists/${list}/rows`, { addition }, as)).body;
  const onList = async (list: number): Promise<number[]> => {
    const { rows } = await server.database.execute<{ id: string }>(
      sql`select row_id as id from row_list_rows where list_id = ${list} order by row_id`,
    );
    return rows.map(({ id }) => Number(id));
  };
  const tagsOf = async (id: number) => (await call('GET', `/table/companies/${id}/tags`)).body.tags;

  beforeAll(async () => {
    server = await startTestServer();
    [account, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const company = (index: number) => ({ name: `Company ${index}`, country: index < 40 ? 'Norway' : 'Japan' });
    companies = await addRows(
      server.database,
      tableByName('companies'),
      Array.from({ length: 60 }, (_, at) => company(at)),
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    for (const table of ['row_lists', 'row_tags', 'row_notes']) await server.database.execute(sql.raw(`delete from ${table}`));
  });

  it('rows that were on the list before are counted apart, and stay when the addition is taken back', async () => {
    const list = await createList('Q1 outreach');
    await put(list, { ids: companies.slice(0, 2) });
    const added = await put(list, { filters: { country: ['Norway'] } });
    expect(added).toMatchObject({ id: list, count: 40, added: 38, already_on_it: 2 });
    await put(list, { ids: companies.slice(50, 53) });
    expect(await takeBack(list, added.addition)).toMatchObject({ count: 5, removed: 38 });
    expect(await onList(list)).toEqual([...companies.slice(0, 2), ...companies.slice(50, 53)]);
    expect(await takeBack(list, added.addition)).toMatchObject({ count: 5, removed: 0 });
  });

  it('an id that is named twice counts once', async () => {
    const list = await createList('Twice');
    const [first, second] = companies;
    expect(await put(list, { ids: [first, first, second] })).toMatchObject({ added: 2, already_on_it: 0 });
  });

  it('ten thousand rows that match are taken back, and none of those from before', async () => {
    const list = await createList('Many');
    const many = await addRows(
      server.database,
      tableByName('companies'),
      Array.from({ length: MANY }, (_, at) => ({ name: `Many ${at}`, country: 'Chile' })),
    );
    const before = many.filter((_, at) => at % 7 === 0);
    await put(list, { ids: before });
    const added = await put(list, { filters: { country: ['Chile'] } });
    expect(added).toMatchObject({ added: MANY - before.length, already_on_it: before.length });
    expect(await takeBack(list, added.addition)).toMatchObject({ count: before.length, removed: MANY - before.length });
    expect(await onList(list)).toEqual(before);
    const [tagged] = [
      (await call('POST', '/tags', { table: 'companies', tags: ['many'], filters: { country: ['Chile'] } })).body,
    ];
    expect(tagged).toMatchObject({ rows: MANY, tagged: MANY });
    const undone = await call('DELETE', '/tags', { table: 'companies', addition: tagged.addition });
    expect(undone.body).toEqual({ rows: MANY });
    expect((await call('GET', '/tags?table=companies')).body.data).toEqual([]);
  });

  it('a row that was taken off and put on again by another call stays', async () => {
    const list = await createList('Again');
    const [first = 0, second = 0] = companies;
    const { addition } = await put(list, { ids: [first, second] });
    await call('DELETE', `/lists/${list}/rows`, { ids: [first] });
    await put(list, { ids: [first] });
    expect(await takeBack(list, addition)).toMatchObject({ removed: 1 });
    expect(await onList(list)).toEqual([first]);
  });

  it('notes that were written with the rows go with them, but for those that were changed since', async () => {
    const list = await createList('Noted');
    const [first = 0, second = 0, third = 0] = companies;
    const notesOf = async (id: number) => (await call('GET', `/table/companies/${id}/notes`)).body.data;
    await call('POST', `/table/companies/${first}/notes`, { text: 'From before' });
    const { addition } = await put(list, { ids: [first, second, third], note: 'Call in May' });
    await call('PATCH', `/notes/${(await notesOf(third))[0].id}`, { text: 'Call in June' });
    await takeBack(list, addition);
    const texts = await Promise.all([first, second, third].map(notesOf));
    expect(texts.map((notes) => notes.map(({ text }: { text: string }) => text))).toEqual([
      ['From before'],
      [],
      ['Call in June'],
    ]);
  });

  it('tags are taken back from the rows that did not have them, also where some had one of several', async () => {
    const [first = 0, second = 0, third = 0] = companies;
    const tag = async (body: object) => (await call('POST', '/tags', { table: 'companies', ...body })).body;
    await tag({ tags: ['Fintech', 'Oslo'], ids: [first] });
    await tag({ tags: ['Fintech'], ids: [second] });
    const added = await tag({ tags: ['fintech', 'oslo'], ids: [first, second, third] });
    expect(added).toMatchObject({ rows: 3, tagged: 2 });
    const undo = { table: 'companies', addition: added.addition };
    expect((await call('DELETE', '/tags', undo, stranger)).body).toEqual({ rows: 0 });
    expect((await call('DELETE', '/tags', undo)).body).toEqual({ rows: 2 });
    expect([await tagsOf(first), await tagsOf(second), await tagsOf(third)]).toEqual([['Fintech', 'Oslo'], ['Fintech'], []]);
    expect((await call('GET', `/table/companies?tag=oslo`)).body.total).toBe(1);
  });

  it('whatever was done before and after, an addition takes back what it added and is still there', async () => {
    const place = fc.integer({ min: 0, max: companies.length - 1 });
    const places = fc.uniqueArray(place, { minLength: 1, maxLength: 12 });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(places, places, places, places, async (before, chosen, off, after) => {
        number += 1;
        const list = await createList(`Model ${number}`);
        const at = (some: readonly number[]) => some.map((one) => companies[one] ?? 0);
        const held = new Map<number, string>();
        const hold = (some: readonly number[], why: string) => {
          for (const one of some) if (!held.has(one)) held.set(one, why);
        };
        await put(list, { ids: at(before) });
        hold(before, 'before');
        const { addition } = await put(list, { ids: at(chosen) });
        hold(chosen, 'chosen');
        await call('DELETE', `/lists/${list}/rows`, { ids: at(off) });
        for (const one of off) held.delete(one);
        await put(list, { ids: at(after) });
        hold(after, 'after');
        await takeBack(list, addition);
        const expected = [...held].filter(([, why]) => why !== 'chosen').map(([one]) => one);
        expect(await onList(list)).toEqual(at(expected).sort((one, other) => one - other));
        await call('DELETE', `/lists/${list}`);
      }),
      { numRuns: 12 },
    );
  });

  it('an addition of another account, or beside other choices, takes nothing back', async () => {
    const list = await createList('Mine');
    const { addition } = await put(list, { ids: companies.slice(0, 3) });
    expect((await call('DELETE', `/lists/${list}/rows`, { addition }, stranger)).status).toBe(404);
    expect((await call('DELETE', `/lists/${list}/rows`, { addition, ids: [1] })).status).toBe(400);
    expect((await call('DELETE', `/lists/${list}/rows`, {})).status).toBe(400);
    expect((await call('DELETE', `/lists/${list}/rows`, { addition: 0 })).status).toBe(400);
    expect(await onList(list)).toHaveLength(3);
  });
});
