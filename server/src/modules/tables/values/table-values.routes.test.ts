import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { addRows, type RowCells } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { isListed, readFrequentValues, readOtherValues, readValuesWithPrefix } from './table-values.repository.ts';

const optionsSchema = z.record(z.string(), z.array(z.string()));
const postedAt = '2026-01-01T00:00:00.000Z';
const video = (cells: RowCells) => ({ author: 'https://a.example', video: 'https://v.example', posted_at: postedAt, ...cells });
const times = (count: number, cells: RowCells) => Array.from({ length: count }, () => cells);

describe('what filters offer', () => {
  let server: TestServer;
  let account: TestAccount;

  async function get(path: string): Promise<unknown> {
    const answer = await server.app.inject({ url: `/api/v1${path}`, headers: account.headers });
    expect(answer.statusCode, answer.payload.slice(0, 300)).toBe(200);
    return answer.json();
  }
  const options = (...values: string[]) => values.map((value) => ({ id: value, name: value }));

  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    const { database } = server;
    await addRows(database, tableByName('tiktok-videos'), [
      ...times(3, video({ hashtags: ['cats', 'cars'], author_unique_id: 'catlady' })),
      ...times(2, video({ hashtags: ['cats', 'Catalan'], author_unique_id: 'cat_100%' })),
      video({ hashtags: ['dogs'], author_unique_id: 'dogs' }),
      video({}),
    ]);
    await addRows(database, tableByName('shopify'), [
      { url: 'a.example', topics: ['Shoes', 'Shirts'] },
      { url: 'b.example', topics: ['Shoes'] },
    ]);
    await addRows(database, tableByName('reddit-posts'), [
      { title: 'One', permalink: 'p.example/1', subreddit_name: 'AskAway', posted_at: postedAt },
      { title: 'Two', permalink: 'p.example/2', subreddit_name: 'Gardens', posted_at: postedAt },
    ]);
    await addRows(database, tableByName('investors'), [
      ...times(2, { name: 'I', city: 'Paris' }),
      { name: 'I', city: 'Paderborn', country: 'Atlantis', preferred_investment_types: ['Barter', 'Seed Round'] },
      { name: 'I', city: 'São Paulo', country: 'Germany', primary_investor_type: 'A guild' },
      { name: 'I', country: 'x'.repeat(300) },
    ]);
  });
  afterAll(() => server.close());

  it('open choice filters offer values found in the data beside the defined ones', async () => {
    const met = await get('/table/investors/options');
    expect(met).toMatchObject({
      country: ['Atlantis'],
      primary_investor_type: ['A guild'],
      preferred_investment_type: expect.any(Array),
    });
    expect(met).toHaveProperty('preferred_investment_type', expect.arrayContaining(['Barter']));
    expect(Object.keys(optionsSchema.parse(met)).sort()).toEqual([
      'country',
      'preferred_investment_type',
      'primary_investor_type',
      'registry',
      'source',
    ]);
    expect(await get('/table/shopify/options')).toEqual({ locale: [], source: [] });
  });

  it('new values are offered at once, and removed values no longer', async () => {
    await addRows(server.database, tableByName('companies'), [
      { name: 'C', country: 'Lemuria', business_status: 'Asleep', verticals: ['Alchemy'] },
    ]);
    expect(await get('/table/companies/options')).toMatchObject({
      country: ['Lemuria'],
      business_status: ['Asleep'],
      vertical: ['Alchemy'],
    });
    await server.database.execute(sql`update companies set country = 'Mu'`);
    expect(await get('/table/companies/options')).toMatchObject({ country: ['Mu'] });
    await server.database.execute(sql`delete from companies`);
    expect(await get('/table/companies/options')).toMatchObject({ country: [], business_status: [], vertical: [] });
  });

  it('a filter offers a thousand values at most', async () => {
    await server.database.execute(
      sql`insert into people (name, country, canonical_key, source) select 'P', 'Land ' || n, 'land ' || n, 'test' from generate_series(1, 1200) n`,
    );
    const { country } = optionsSchema.parse(await get('/table/people/options'));
    expect(new Set(country).size).toBe(1000);
  });

  it.each([
    ['/search/shopify/topics?q=sho', options('Shoes')],
    ['/search/shopify/topics?q=SH', options('Shoes', 'Shirts')],
    ['/reddit/search/subreddit?q=ask', options('AskAway')],
    ['/reddit/search/subreddit?q=r/gard', options('Gardens')],
    ['/tiktok/search/unique-id?q=cat', options('catlady', 'cat_100%')],
    ['/tiktok/search/unique-id?q=@dog', options('dogs')],
    ['/tiktok/search/unique-id?q=cat_', options('cat_100%')],
    ['/tiktok/search/unique-id?q=%25', options('cat_100%')],
    ['/tiktok/search/unique-id?q=lady', options('catlady')],
    ['/tiktok/search/unique-id?q=100', options('cat_100%')],
    ['/tiktok/search/unique-id?q=%00', []],
    ['/search/shopify/topics?q=hoe', options('Shoes')],
    ['/tiktok/search/hashtag?q=at', options('cats', 'Catalan')],
    ['/tiktok/search/hashtag?q=%23ca', options('cats', 'cars', 'Catalan')],
    ['/tiktok/search/hashtag?q=', []],
    ['/tiktok/search/hashtag', []],
    ['/tiktok/search/hashtag?q=%20', []],
    ['/tiktok/search/hashtag?ids=gone&ids=cats', options('gone', 'cats')],
    ['/tiktok/search/hashtag?ids=cats&q=cat', options('cats', 'Catalan')],
    ['/table/investors/suggest?filter=city&q=pa', options('Paris', 'Paderborn', 'São Paulo')],
    ['/table/investors/suggest?filter=city&q=r', options('Paris', 'Paderborn')],
    ['/table/investors/suggest?filter=city&q=S%C3%A3O', options('São Paulo')],
    ['/table/investors/suggest?filter=city&q=', []],
  ])('%s: suggestions begin with the text, then contain it, the most frequent first', async (path, expected) => {
    expect(await get(path)).toEqual(expected);
  });

  it('there are twenty suggestions at most', async () => {
    await addRows(
      server.database,
      tableByName('reddit-posts'),
      Array.from({ length: 30 }, (_, at) => ({
        title: 'T',
        permalink: `q.example/${at}`,
        subreddit_name: `many${at}`,
        posted_at: postedAt,
      })),
    );
    await vi.waitFor(async () => expect(await get('/reddit/search/subreddit?q=many')).toHaveLength(20), { timeout: 10_000 });
  });

  it.each(['filter=country&q=a', 'filter=nothing&q=a', 'filter=__proto__&q=a', 'q=a', 'filter=city', 'filter=city&q=a&x=1'])(
    'there are no suggestions for %s',
    async (query) => {
      const answer = await server.app.inject({ url: `/api/v1/table/investors/suggest?${query}`, headers: account.headers });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().code).toBe('REQUEST.INVALID');
    },
  );
});

describe('values read past the most frequent', () => {
  let server: TestServer;
  const videos = { definition: tableByName('tiktok-videos'), field: 'author_unique_id' };
  const tags = { definition: tableByName('tiktok-videos'), field: 'hashtags' };
  const cities = { definition: tableByName('investors'), field: 'city' };
  beforeAll(async () => {
    server = await startTestServer();
    await addRows(server.database, videos.definition, [
      ...['ann', 'anna', 'an_a', 'a%b', 'bob', 'bob'].map((name) => video({ author_unique_id: name, hashtags: [`#${name}`] })),
      video({}),
    ]);
    await addRows(server.database, cities.definition, [
      { name: 'I', city: 'Ulm' },
      { name: 'I', city: 'ULM' },
      { name: 'I', city: 'Oslo' },
    ]);
  });
  afterAll(() => server.close());

  it('rare values are found by their beginning, with every sign taken literally', async () => {
    const begin = (prefix: string) => readValuesWithPrefix(server.database, videos, { prefix, limit: 20 });
    expect(await begin('an')).toEqual(['an_a', 'ann', 'anna']);
    expect(await begin('an_')).toEqual(['an_a']);
    expect(await begin('a%')).toEqual(['a%b']);
    expect(await begin("a\\'")).toEqual([]);
    expect(await readValuesWithPrefix(server.database, cities, { prefix: 'ul', limit: 20 })).toEqual(['ULM', 'Ulm']);
    expect(await readValuesWithPrefix(server.database, videos, { prefix: 'an', limit: 2 })).toHaveLength(2);
  });

  it('values of list columns are found whole', async () => {
    expect(await isListed(server.database, tags, '#bob')).toBe(true);
    expect(await isListed(server.database, tags, '#bo')).toBe(false);
  });

  it('values read by the index equal those read from the rows', async () => {
    for (const isIndexed of [true, false]) {
      const others = await readOtherValues(server.database, videos, { known: ['bob', 'ann'], isIndexed, limit: 20 });
      expect(others.sort()).toEqual(['a%b', 'an_a', 'anna']);
    }
    expect(await readOtherValues(server.database, videos, { known: [], isIndexed: true, limit: 2 })).toHaveLength(2);
  });

  it('the most frequent values come first', async () => {
    expect(await readFrequentValues(server.database, videos, 3)).toEqual(['bob', 'a%b', 'an_a']);
  });
});
