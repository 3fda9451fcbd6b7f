import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { people } from '@leadloom/shared/tables/people';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityTag } from '../../../http/entity-tag.ts';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { withoutMarks } from '../../../testing/without-marks.ts';
import { takeRequests } from '../../usage/usage.service.ts';
import { createAnswerState } from './answer-state.ts';

const LIMIT = 200;
const TAG = /^W\/"[\w-]{22}"$/;

describe('records, and answers a program has already', () => {
  let server: TestServer;
  let holder: KeyHolder;
  const get = (path: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url: `/api/v1${path}`, headers: { ...holder.headers, ...headers } });
  const usedNow = async () => Number((await get('/usage')).json().request_count);
  const tagOf = async (path: string) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ etag: expect.stringMatching(TAG), 'cache-control': 'private, no-cache' });
    return String(answer.headers.etag);
  };

  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        TRIAL_REQUEST_LIMIT: String(LIMIT),
        KEY_REQUESTS_PER_SECOND: '10000',
        KEY_REQUESTS_PER_MINUTE: '10000',
        ACCOUNT_REQUESTS_PER_MINUTE: '10000',
      },
    });
    holder = await createKeyHolder(server);
  });
  afterAll(() => server.close());

  it.each(tableNames)('%s: a record is the row of the list, whole or with the requested fields', async (name) => {
    const definition = tableByName(name);
    await addRows(server.database, definition, fc.sample(arbitraryRow(definition), { numRuns: 3, seed: 1 }));
    const before = await usedNow();
    const [listed] = (await get(`/table/${name}?per_page=1`)).json().data.map(withoutMarks);
    const answer = await get(`/table/${name}/${listed.id}`);
    expect(answer.json()).toEqual({ data: listed });
    const field = definition.columns[1]?.field ?? '';
    expect((await get(`/table/${name}/${listed.id}?fields=${field}`)).json()).toEqual({
      data: { id: listed.id, changed_in: listed.changed_in, [field]: listed[field] },
    });
    for (const path of [`/table/${name}/${listed.id}?fields=id`, `/table/${name}?per_page=1&fields=id`])
      expect([(await get(path)).json().data].flat()).toEqual([{ id: listed.id, changed_in: listed.changed_in }]);
    expect(await usedNow()).toBe(before + 5);
    const inSession = await server.app.inject({ url: `/api/v1/table/${name}/${listed.id}`, headers: holder.account.headers });
    expect(inSession.json()).toEqual({ data: listed });
    expect(inSession.headers).not.toHaveProperty('etag');
    expect(await usedNow()).toBe(before + 5);
  });

  it('a call for a missing record is not counted', async () => {
    const before = await usedNow();
    for (const id of ['999999999', '999999999999999'])
      expect((await get(`/table/companies/${id}`)).json()).toMatchObject({
        status: 404,
        code: 'ROWS.NOT_FOUND',
        msg: 'This row does not exist.',
      });
    for (const id of ['0', '-1', '1.5', 'x', '9999999999999999', '1%00'])
      expect((await get(`/table/companies/${id}`)).statusCode, id).toBe(400);
    expect((await get('/table/companies/1?filds=name')).statusCode).toBe(400);
    expect((await get('/table/companies/999999999')).headers).not.toHaveProperty('etag');
    expect(await usedNow()).toBe(before);
  });

  it.each(['', '/1', '?cursor=&per_page=2', '?include_total=false', '?fields=name'])(
    '/table/companies%s that did not change is 304, and free',
    async (rest) => {
      const path = `/table/companies${rest}`;
      const tag = await tagOf(path);
      const before = await usedNow();
      for (const known of [tag, tag.slice(2), `"other", ${tag}`, `W/"x",${tag}`]) {
        const answer = await get(path, { 'if-none-match': known });
        expect(answer).toMatchObject({ statusCode: 304, payload: '' });
        expect(answer.headers).toMatchObject({
          etag: tag,
          'cache-control': 'private, no-cache',
          'x-usage-request-count': String(before),
        });
      }
      expect(await usedNow()).toBe(before);
      for (const known of ['"other"', '*', tag.slice(0, -2)])
        expect((await get(path, { 'if-none-match': known })).statusCode).toBe(200);
      expect(await usedNow()).toBe(before + 3);
    },
  );

  it('an answer is sent again once any row of its table has changed', async () => {
    const [list, record] = ['/table/companies?per_page=1', '/table/companies/1'];
    for (const change of [
      "update companies set name = 'Another' where id = 2",
      "insert into companies (name, canonical_key, source) values ('New', 'new', 'test')",
      'delete from companies where id = 3',
    ]) {
      const tags = [await tagOf(list), await tagOf(record)];
      const reviews = await tagOf('/table/reviews');
      await server.database.execute(sql.raw(change));
      for (const [at, path] of [list, record].entries())
        expect((await get(path, { 'if-none-match': tags[at] ?? '' })).statusCode).toBe(200);
      expect((await get('/table/reviews', { 'if-none-match': reviews })).statusCode).toBe(304);
    }
  });

  it.each(['?per_page=1', '/1'])('/table/companies%s is sent again once the table’s definition has changed', async (rest) => {
    const { rows } = await server.database.execute<{ version: string }>(
      sql`select version from table_versions where table_name = 'companies'`,
    );
    const version = Number(rows[0]?.version);
    const tagAfter = (definition: TableDefinition) =>
      entityTag([`/api/v1/table/companies${rest}`, createAnswerState(definition)(version) ?? '']);
    expect(await tagOf(`/table/companies${rest}`)).toBe(tagAfter(companies));
    const newer = { ...companies, columns: companies.columns.slice(1) };
    expect((await get(`/table/companies${rest}`, { 'if-none-match': tagAfter(newer) })).statusCode).toBe(200);
  });

  it('each request has a tag of its own', async () => {
    const paths = ['', '?per_page=2', '?page=2', '?sort=name', '?country=Kenya', '?fields=name', '?cursor=', '/1', '/2'];
    const tags = await Promise.all(paths.map((rest) => tagOf(`/table/companies${rest}`)));
    expect(new Set(tags).size).toBe(paths.length);
  });

  it('a 304 reads no rows', async () => {
    const tag = await tagOf('/table/people');
    await server.database.execute(sql`alter table people rename to people_away`);
    expect((await get('/table/people', { 'if-none-match': tag })).statusCode).toBe(304);
    expect((await get('/table/people?per_page=7')).statusCode).toBe(500);
    await server.database.execute(sql`alter table people_away rename to people`);
  });

  it('an unchanged answer is still 304 when the month’s calls are used up', async () => {
    const tag = await tagOf('/table/companies?per_page=3');
    const other = await createKeyHolder(server);
    const before = await takeRequests(server.platform, holder.workspaceId, null, LIMIT);
    expect(before).not.toBeNull();
    expect((await get('/table/companies?per_page=3')).json()).toMatchObject({ status: 429, code: 'QUOTA.REQUESTS_EXHAUSTED' });
    expect((await get('/table/companies?per_page=3', { 'if-none-match': tag })).statusCode).toBe(304);
    holder = other;
  });

  it('collected profiles have tags too', async () => {
    for (const path of ['/linkedin/users', '/linkedin/users?per_page=1']) {
      const tag = await tagOf(path);
      const before = await usedNow();
      expect(await get(path, { 'if-none-match': tag })).toMatchObject({ statusCode: 304, payload: '' });
      expect(await usedNow()).toBe(before);
    }
    expect((await get('/linkedin/users/1')).json()).toMatchObject({ status: 404, code: 'PROFILE.NOT_FOUND' });
    expect((await get('/linkedin/users/1?x=1')).statusCode).toBe(400);
    const inSession = await server.app.inject({ url: '/api/v1/linkedin/users', headers: holder.account.headers });
    expect(inSession.headers).not.toHaveProperty('etag');
  });

  it('HEAD answers the tag, and 304', async () => {
    const url = '/api/v1/table/companies?per_page=2';
    const answer = await server.app.inject({ method: 'HEAD', url, headers: holder.headers });
    expect(answer.headers.etag).toMatch(TAG);
    const again = await server.app.inject({
      method: 'HEAD',
      url,
      headers: { ...holder.headers, 'if-none-match': String(answer.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('a list by linked rows changes with them, though its own table stays as it is', async () => {
    const [company] = await addRows(server.database, companies, [
      { name: 'Alder', country: 'Linkland', website: 'alder.example', website_domain: 'alder.example' },
    ]);
    await addRows(server.database, people, [
      { name: 'Ada Alder', company_website: 'alder.example', company_website_domain: 'alder.example' },
      { name: 'Bo Birch', company_website: 'birch.example', company_website_domain: 'birch.example' },
    ]);
    const path = '/table/people?company.country=linkland&per_page=10';
    const inSession = async (asked: string) =>
      (await server.app.inject({ url: `/api/v1${asked}`, headers: holder.account.headers })).json();
    const tag = await tagOf(path);
    expect((await get(path, { 'if-none-match': tag })).statusCode).toBe(304);
    for (let time = 0; time < 2; time += 1)
      expect(await inSession(path)).toMatchObject({ total: 1, data: [{ name: 'Ada Alder' }] });
    await server.database.execute(sql`update companies set country = 'Elsewhere' where id = ${company ?? 0}`);
    expect(await inSession(path)).toMatchObject({ total: 0, data: [] });
    expect(await inSession('/table/people/total?company.country=linkland')).toEqual({ total: 0 });
    expect((await inSession('/table/people?company.country=Elsewhere')).total).toBe(1);
    const again = await get(path, { 'if-none-match': tag });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toMatchObject({ total: 0, data: [] });
  });
});
