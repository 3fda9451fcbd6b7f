import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalWorkspaceOf } from '../../../http/workspace-id.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { addRows, type RowCells } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { forgetOldChanges } from '../changes/changes.service.ts';
import { createRecords } from './records.service.ts';

const POSTED = { posted_at: '2026-03-01T09:00:00Z' };

describe('records of the data tables', () => {
  let server: TestServer;
  let account: TestAccount;

  beforeAll(async () => {
    server = await startTestServer({ environment: { KEY_REQUESTS_PER_SECOND: '1000' } });
    account = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  const get = (path: string, headers = account.headers) => server.app.inject({ url: `/api/v1/table/${path}`, headers });
  async function add(table: TableName, row: RowCells): Promise<number> {
    const [id = 0] = await addRows(server.database, tableByName(table), [row]);
    return id;
  }
  async function related(table: TableName, id: number) {
    const answer = await get(`${table}/${id}/related`);
    expect(answer.statusCode, answer.payload).toBe(200);
    return tableEndpoints[table].related.success.body.parse(answer.json()).data;
  }
  async function history(table: TableName, id: number) {
    const answer = await get(`${table}/${id}/history`);
    expect(answer.statusCode, answer.payload).toBe(200);
    return tableEndpoints[table].history.success.body.parse(answer.json()).data;
  }
  const short = (groups: Awaited<ReturnType<typeof related>>) =>
    groups.map(({ table, title, total, query, rows }) => ({ table, title, total, query, ids: rows.map(({ id }) => id) }));

  it.each(tableNames)('an id that no row has answers 404, and one that is none 400: %s', async (name) => {
    for (const part of ['related', 'history']) {
      const [gone, odd] = [await get(`${name}/987654321/${part}`), await get(`${name}/x1/${part}`)];
      expect([gone.statusCode, gone.json().code]).toEqual([404, 'ROWS.NOT_FOUND']);
      expect(odd.statusCode).toBe(400);
    }
    expect((await get('no-such-table/1/related')).statusCode).toBe(404);
  });

  it('a company has its people, reviews, store and investors, and each group says how it was found', async () => {
    const site = { website: 'https://www.needle-port.example/about', website_domain: 'needle-port.example' };
    const page = 'https://www.linkedin.com/company/needle-port/';
    const company = await add('companies', { name: 'Needle Port', linkedin_url: page, ...site });
    const people: number[] = [];
    for (let at = 0; at < 6; at += 1)
      people.push(
        await add('people', {
          name: `Person ${at}`,
          company_name: 'Another spelling',
          company_website: 'needle-port.example',
          company_website_domain: 'needle-port.example',
          updated_at: `2026-02-0${at + 1}T00:00:00Z`,
        }),
      );
    // The same name with another address is another company's.
    await add('people', {
      name: 'Somebody else',
      company_name: 'Needle Port',
      company_website: 'other.example',
      company_website_domain: 'other.example',
    });
    const product = { product_url: 'https://needle-port.example/product', product_url_domain: 'needle-port.example' };
    const review = await add('reviews', { review_title: 'Holds well', ...product });
    const store = await add('shopify', { url: 'https://shop.example', url_domain: 'shop.example', linkedin: `${page}?trk=1` });
    const investor = await add('investors', { name: 'Thread Capital', last_investment_company_name: 'NEEDLE PORT' });

    expect(short(await related('companies', company))).toEqual([
      {
        table: 'people',
        title: 'People',
        total: 6,
        query: { website: ['needle-port.example'] },
        ids: people.toReversed().slice(0, 5),
      },
      { table: 'reviews', title: 'Reviews', total: 1, query: { domain: ['needle-port.example'] }, ids: [review] },
      { table: 'shopify', title: 'Store', total: 1, query: null, ids: [store] },
      {
        table: 'investors',
        title: 'Investors, by name',
        total: 1,
        query: { last_investment_company: ['Needle Port'] },
        ids: [investor],
      },
    ]);
    for (const { table, query, total } of await related('companies', company)) {
      if (query === null) continue;
      const list = await get(
        `${table}?${new URLSearchParams(Object.entries(query).map(([key, [value = '']]): [string, string] => [key, value]))}`,
      );
      expect(list.json().total).toBe(total);
    }
    expect(short(await related('reviews', review))).toMatchObject([{ title: 'Product company', ids: [company] }]);
    expect(short(await related('shopify', store))).toMatchObject([{ title: 'Company', ids: [company], query: null }]);
    expect(short(await related('people', people[0] ?? 0))).toMatchObject([{ title: 'Company', ids: [company] }]);

    // One who has nothing but a name belongs as well, and the title says so.
    await add('people', { name: 'By name', company_name: 'needle port' });
    expect(short(await related('companies', company))[0]).toMatchObject({ title: 'People, some by name', total: 7, query: null });
  });

  it('a store is found by its domain, and a host that many companies share links nobody', async () => {
    const store = await add('shopify', { url: 'https://weft.example', url_domain: 'weft.example' });
    const company = await add('companies', { name: 'Weft', website: 'weft.example', website_domain: 'weft.example' });
    expect(short(await related('companies', company))).toEqual([
      { table: 'shopify', title: 'Store', total: 1, query: { domain: ['weft.example'] }, ids: [store] },
    ]);
    const shared = { website: 'https://facebook.com/one', website_domain: 'facebook.com' };
    const one = await add('companies', { name: 'Only on a network', ...shared });
    await add('people', { name: 'P', company_website: 'facebook.com/two', company_website_domain: 'facebook.com' });
    expect(await related('companies', one)).toEqual([]);
  });

  it('a post has the other posts of its author and subreddit, never itself, and a deleted author has none', async () => {
    const post = (author: string, title: string) =>
      add('reddit-posts', { title, author, subreddit_name: 'weaving', permalink: `https://reddit.example/${title}`, ...POSTED });
    const [first, second, third] = [await post('ada', 'a'), await post('Ada', 'b'), await post('[deleted]', 'c')];
    expect(short(await related('reddit-posts', first))).toEqual([
      { table: 'reddit-posts', title: 'Other posts of the author', total: 1, query: { author: ['ada'] }, ids: [second] },
      {
        table: 'reddit-posts',
        title: 'Other posts of the subreddit',
        total: 2,
        query: { subreddit: ['weaving'] },
        ids: [third, second],
      },
    ]);
    expect(short(await related('reddit-posts', third)).map(({ title }) => title)).toEqual(['Other posts of the subreddit']);
  });

  it("a video has those of its author, its sound and the account's trend, and of nobody else's trend", async () => {
    const video = async (number: number, author: string, sound: string) => {
      const address = `https://www.tiktok.com/@${author}/video/${number}`;
      const id = await add('tiktok-videos', { author, author_unique_id: author, video: address, sound_id: sound, ...POSTED });
      await server.database.execute(
        sql`update tiktok_videos set canonical_key = ${`video:tiktok.com/video/${number}`} where id = ${id}`,
      );
      return id;
    };
    const [one, two, three] = [await video(7001, 'ada', '5'), await video(7002, 'ada', '6'), await video(7003, 'bea', '5')];
    const four = await video(7004, 'cyd', '9');
    const { rows } = await server.database.execute<{ id: string }>(sql`
      insert into trends (account_id, name, first_seen_at, last_seen_at, centroid, reasons, digest)
      select id, 'Looms', now(), now(), '[]', '[]', '{}' from accounts where email = ${account.email} returning id`);
    await server.database.execute(sql`
      insert into trend_videos (account_id, video_id, trend_id, author_unique_id, video_url, posted_at)
      select account_id, number, id, 'x', 'x', now() from trends, unnest(array['7001', '7004']) number where id = ${rows[0]?.id}`);
    expect(short(await related('tiktok-videos', one)).map(({ title, query, ids }) => [title, query, ids])).toEqual([
      ['Other videos of the author', { author: ['ada'] }, [two]],
      ['Other videos with the sound', null, [three]],
      ['Other videos of the trend Looms', null, [four]],
    ]);
    const other = await createVerifiedAccount(server);
    const answer = await get(`tiktok-videos/${one}/related`, other.headers);
    expect(answer.payload).not.toContain('Looms');
    expect(answer.json().data).toHaveLength(2);
  });

  it('the history of a row is what a model of its changes tells, newest first', async () => {
    const cells = fc.record(
      {
        city: fc.constantFrom(null, 'Bergen', 'Oslo', 'Turku'),
        employee_count: fc.constantFrom(null, 5, 120),
        verticals: fc.constantFrom(null, ['FinTech'], ['FinTech', 'SaaS']),
        last_financing_on: fc.constantFrom(null, '2026-01-02', '2026-03-04'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { maxLength: 6 }), async (steps) => {
        const id = await add('companies', { name: 'Model' });
        let held: Record<string, unknown> = { city: null, employee_count: null, verticals: null, last_financing_on: null };
        const expected: unknown[] = [[]];
        for (const step of steps) {
          const next: Record<string, unknown> = { ...held, ...step };
          await server.database.execute(sql`
            update companies held set city = given.city, employee_count = given.employee_count, verticals = given.verticals,
              last_financing_on = given.last_financing_on, updated_at = now()
            from jsonb_populate_record(null::companies, ${JSON.stringify(next)}::jsonb) given where held.id = ${id}`);
          const changed = tableByName('companies').columns.flatMap(({ field }) =>
            field in next && JSON.stringify(held[field]) !== JSON.stringify(next[field])
              ? [{ field, from: held[field], to: next[field] }]
              : [],
          );
          if (changed.length > 0) expected.unshift(changed);
          held = next;
        }
        const told = await history('companies', id);
        expect(told.map(({ changes }) => changes)).toEqual(expected);
        expect(told.map(({ at }) => at)).toEqual(
          told
            .map(({ at }) => at)
            .toSorted()
            .toReversed(),
        );
      }),
      { numRuns: 12, seed: 36 },
    );
  });

  it('an entry names the import, the visit or the operator that made the change', async () => {
    const id = await add('companies', { name: 'Told', city: 'Bergen' });
    const { rows } = await server.database.execute<{ id: string }>(sql`
      with before as (select nextval('table_changes') as first), written as (
        insert into imports (table_name, file_name, started_by, options, state, started_at, finished_at, lease_until, first_version)
        select 'companies', 'nordic.csv', 'command', '{}', 'done', now(), now(), now(), first from before returning id
      ) select id from written`);
    await server.database.execute(sql`update companies set city = 'Oslo', source = 'nordic' where id = ${id}`);
    await server.database.execute(sql`update imports set last_version = nextval('table_changes') where id = ${rows[0]?.id}`);
    await server.database.execute(sql`update companies set city = 'Turku', source = 'reddit' where id = ${id}`);
    await server.database.execute(sql`update companies set updated_at = now() where id = ${id}`);
    expect(await history('companies', id)).toMatchObject([
      { by: { kind: 'visit', id: null, label: 'Reddit' }, changes: [{ field: 'city', from: 'Oslo', to: 'Turku' }] },
      { by: { kind: 'import', id: rows[0]?.id, label: 'Import' }, changes: [{ field: 'city', from: 'Bergen', to: 'Oslo' }] },
      { by: { kind: 'operator', id: null, label: 'Operator' }, changes: [] },
    ]);
    const asOperator = { workspaceId: personalWorkspaceOf(1), signal: new AbortController().signal, isOperator: true };
    const told = await createRecords(server.platform).history('companies', id, asOperator);
    expect(told.map(({ by }) => by.label)).toEqual(['Reddit', 'nordic.csv', 'Operator']);
  });

  it('the history ends 400 days ago, also after the clean-up', async () => {
    const id = await add('companies', { name: 'Old', city: 'Bergen' });
    for (const city of ['Oslo', 'Turku'])
      await server.database.execute(sql`update companies set city = ${city} where id = ${id}`);
    const date = (days: number) => sql`now() - make_interval(days => ${days})`;
    await server.database.execute(
      sql`update row_changes set changed_at = ${date(399)} where row_id = ${id} and table_name = 'companies'`,
    );
    await server.database.execute(sql`update row_changes set changed_at = ${date(401)} where row_id = ${id}
      and version = (select min(version) from row_changes where row_id = ${id} and table_name = 'companies')`);
    await server.database.execute(sql`update companies set added_at = ${date(500)} where id = ${id}`);
    const kept = [[{ field: 'city', from: 'Oslo', to: 'Turku' }]];
    const cityChanges = async () =>
      (await history('companies', id))
        .map(({ changes }) => changes.filter(({ field }) => field === 'city'))
        .filter(({ length }) => length > 0);
    expect(await cityChanges()).toEqual(kept);
    await forgetOldChanges(server.platform);
    expect(await cityChanges()).toEqual(kept);
  });

  it('both are open to keys, and each answer is counted', async () => {
    const id = await add('companies', { name: 'Counted' });
    const holder = await createKeyHolder(server);
    const used = async () => {
      const { rows } = await server.database.execute<{ used: string }>(
        sql`select coalesce(sum(request_count), 0) as used from usage_months where account_id = ${holder.workspaceId}`,
      );
      return Number(rows[0]?.used);
    };
    const before = await used();
    for (const part of ['related', 'history'])
      expect((await get(`companies/${id}/${part}`, holder.headers)).statusCode).toBe(200);
    expect(await used()).toBe(before + 2);
  });

  it('a test key is told what belongs to the invented rows', async () => {
    const holder = await createKeyHolder(server, undefined, { kind: 'test' });
    const all = [];
    for (const name of tableNames) {
      const answer = await get(`${name}/3/related`, holder.headers);
      expect(answer.statusCode, answer.payload).toBe(200);
      all.push(...tableEndpoints[name].related.success.body.parse(answer.json()).data);
      expect((await get(`${name}/3/history`, holder.headers)).json().data.at(-1)).toMatchObject({ changes: [] });
      expect((await get(`${name}/4711/related`, holder.headers)).json()).toMatchObject({ code: 'ROWS.NOT_FOUND' });
    }
    expect(new Set(all.map(({ table }) => table)).size).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(all)).toMatch(/sample|invented/i);
  });

  it.each(['companies', 'people', 'shopify', 'tiktok-videos', 'investors'] as const)(
    'what belongs to a row is found by an index, not by reading the whole table: %s',
    async (name) => {
      const wanted: Readonly<Record<string, string>> = {
        companies: `linkedin_key(linkedin_url) = 'company/x'`,
        people: `lower(company_name) = 'x'`,
        shopify: `linkedin_key(linkedin) = 'company/x'`,
        'tiktok-videos': `sound_id = '1'`,
        investors: `lower(last_investment_company_name) = 'x'`,
      };
      const table = databaseName(tableByName(name));
      await server.database.transaction(async (transaction) => {
        await transaction.execute(sql`set local enable_seqscan = off`);
        const { rows } = await transaction.execute(sql.raw(`explain select id from ${table} where ${wanted[name]}`));
        expect(JSON.stringify(rows)).toMatch(/_linked_by_|_by_last_investment_company|_by_company /);
      });
    },
  );
});
