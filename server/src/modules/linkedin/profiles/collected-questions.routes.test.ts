/**
 * The filters of collected people: every operator, wherever filters are taken or rows are counted, and the rows that belong to
 * them. One server and one crowd serve all questions.
 */
import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinEducations, linkedinExperiences } from '../../../schema/linkedin.table.ts';
import { accountIdOf, createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { companyAnswer } from '../../../testing/linkedin-answers.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import {
  cases,
  cellsOf,
  crowd,
  held,
  isBlankIn,
  isOwn,
  type Person,
  type Piece,
  person,
  piecesOf,
  type Query,
  rows,
} from './testing/crowd.fixture.ts';

describe('questions about collected people', () => {
  let server: TestServer;
  let account: TestAccount;
  let collector: CollectorClient;
  let ids: readonly string[];
  let companyIds: readonly number[];
  let list: string;

  async function store(workspaceId: WorkspaceId, those: readonly Person[]): Promise<string[]> {
    const stored = await storeProfiles(
      server,
      workspaceId,
      those.map((one, place) => {
        const first = one.jobs.find(({ isCurrent }) => isCurrent);
        return {
          memberId: `ACoAAQ${workspaceId}x${place}`,
          profileKey: one.name.toLowerCase(),
          profileUrl: `https://www.linkedin.com/in/${one.name.toLowerCase()}`,
          fullName: one.name,
          country: one.country,
          email: one.email,
          followerCount: one.followers,
          companyName: first?.company ?? null,
          companyId: first?.number ?? null,
          companyUrl: first?.page === undefined ? null : `https://www.linkedin.com/company/${first.page}`,
          collectedAt: new Date(`${one.collected}T23:59:59Z`),
        };
      }),
    );
    const jobs = those.flatMap(({ jobs: own }, place) =>
      own.map(({ title, company, page, number, isCurrent }, position) => ({
        profileId: Number(stored[place]),
        position,
        title,
        companyName: company,
        companyId: number ?? null,
        companyUrl: page === undefined ? null : `https://www.linkedin.com/company/${page}/`,
        isCurrent,
      })),
    );
    await server.database.insert(linkedinExperiences).values(jobs);
    const schools = those.flatMap(({ schools: own }, place) =>
      own.map((schoolName, position) => ({ profileId: Number(stored[place]), position, schoolName })),
    );
    await server.database.insert(linkedinEducations).values(schools);
    return stored;
  }

  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    collector = openCollector(account);
    ids = await store(await accountIdOf(server, account.email), crowd);
    const stranger = await createVerifiedAccount(server);
    await store(await accountIdOf(server, stranger.email), crowd);
    companyIds = await addRows(server.database, companies, rows);
    for (const [place, { tags }] of crowd.entries())
      if (tags.length > 0) await collector.call('POST', '/linkedin/users/tags', { ids: [ids[place]], add: tags });
    for (const id of ['4711', '88'])
      await collector.call('POST', '/parse/company', {
        url: `https://www.linkedin.com/company/${id}`,
        companyResponse: companyAnswer({
          id,
          slug: `looked-up-${id}`,
          name: 'Looked Up AB',
          website: 'https://www.lookup.example/en',
        }),
      });
    const created = await collector.call('POST', '/lists', { name: 'To call', table: 'collected-people' });
    list = String(created.body.id);
    await collector.call('POST', `/lists/${list}/rows`, { ids: [Number(ids[0]), Number(ids[6])] });
  });
  afterAll(() => server.close());

  const send = (query: Query, path = '/linkedin/users', of = account) => {
    const parameters = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    );
    return server.app.inject({ url: `/api/v1${path}?${parameters}`, headers: of.headers });
  };
  const namesOf = async (query: Query) => {
    const answer = await send({ ...query, sort: 'full_name', order: 'asc', per_page: '100' });
    expect(answer.statusCode, answer.body).toBe(200);
    const { data, total } = answer.json();
    expect(total).toBe(data.length);
    return data.map(({ full_name: name }: { full_name: string }) => name);
  };
  const filed = async (query: Query) => {
    const lines = (await send(query, '/linkedin/users/export')).body.split('\r\n').slice(1, -1);
    return lines.map((line) => line.split(',')[2]).sort();
  };

  it.each(cases)('%j selects the people that plain code selects, in list, file and choice', async (query, holds) => {
    const expected = crowd.filter(holds).map(({ name }) => name);
    expect(await namesOf(query)).toEqual(expected);
    expect(await filed(query)).toEqual(expected);
    const filters = Object.fromEntries(Object.entries(query));
    const chosen = await collector.call('POST', '/linkedin/users/tags', { filters, add: [], remove: ['nothing'] });
    expect(chosen.body).toMatchObject({ people: expected.length });
    if (expected.length === 0) return;
    const { body } = await collector.call('POST', '/lists', {
      name: JSON.stringify(query).slice(0, 80),
      table: 'collected-people',
    });
    expect((await collector.call('POST', `/lists/${body.id}/rows`, { filters })).body).toMatchObject({ count: expected.length });
    await collector.call('DELETE', `/lists/${body.id}`);
  });

  it('lists, and not on a list; those of somebody else are not found', async () => {
    expect(await namesOf({ list })).toEqual(['Ada', 'Gus']);
    expect(await namesOf({ list_not: list, country_has: 'true' })).toEqual(['Bo', 'Cy', 'Di', 'Eve']);
    const stranger = await createVerifiedAccount(server);
    for (const name of ['list', 'list_not']) {
      expect((await send({ [name]: list }, '/linkedin/users', stranger)).json()).toMatchObject({ code: 'ROW_LIST.NOT_FOUND' });
      expect((await send({ [name]: list }, '/linkedin/users/export', stranger)).statusCode).toBe(404);
    }
  });

  it.each([
    ['company.people.any', 'true'],
    ['company.reviews.rating_from', '1'],
    ['company.company', 'x'],
    ['where', 'country = "Norway"'],
    ['exported', 'true'],
    ['sample', 'true'],
    ['tags_not', 'x'],
    ['title_from', '1'],
    ['follower_count_from', 'many'],
    ['country_has', 'maybe'],
    ['school', Array.from({ length: 21 }, (_, place) => `s${place}`).join()],
    ['company.employee_count_from', 'x'],
  ])('%s=%s is refused by its name', async (name, value) => {
    const answer = await send({ [name]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0]).toMatchObject({ parameter: name });
    const chosen = await collector.call('POST', '/linkedin/users/tags', { filters: { [name]: value }, add: ['x'] });
    expect(chosen.status).toBe(400);
  });

  interface Sent {
    readonly of: string;
    readonly values: readonly (
      | { readonly value: string; readonly count: number }
      | { readonly from: number; readonly count: number }
    )[];
    readonly blank: number;
    readonly more: number;
  }
  const written = ({ values }: Sent): readonly Piece[] =>
    values.flatMap((each): Piece[] => {
      if ('value' in each) return [[each.value, each.count]];
      return each.count === 0 ? [] : [[String(each.from), each.count]];
    });
  const askCounts = async (query: Query, path: string, of = account) => {
    const answer = await send(query, path, of);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  it.each(cases)('%j is counted as plain code counts', async (query, holds) => {
    const names = Object.keys(held);
    const matching = crowd.filter(holds);
    for (const asked of [names.slice(0, 6), names.slice(6)]) {
      const { data, total } = await askCounts({ ...query, of: asked }, '/linkedin/users/facets');
      expect(total).toBe(matching.length);
      expect(data.map((facet: Sent) => facet.of)).toEqual(asked);
      for (const facet of data) {
        const own = Object.keys(query).filter((parameter) => isOwn(facet.of, parameter));
        // Its own parameters are left out; what is left of both is not known by hand.
        if (own.length > 0 && own.length < Object.keys(query).length) continue;
        const counted = own.length > 0 ? crowd : matching;
        const expected = { values: piecesOf(facet.of, counted), blank: counted.filter(isBlankIn(facet.of)).length, more: 0 };
        expect({ values: written(facet), blank: facet.blank, more: facet.more }, facet.of).toEqual(expected);
      }
    }
    const { data, total, other } = await askCounts(
      { ...query, by: ['country', 'past_company'], measure: 'sum', of: 'follower_count' },
      '/linkedin/users/summary',
    );
    expect([total, other]).toEqual([matching.length, 0]);
    expect(data).toEqual(cellsOf(matching, 'country', 'past_company'));
  });

  it('values are narrowed by a text, measures are those of the numbers, and days are days', async () => {
    const narrowed = await askCounts({ of: 'school', q: 'KOLN' }, '/linkedin/users/facets');
    expect(narrowed.data[0]).toMatchObject({
      values: [
        { value: 'KÖLN evening school', count: 1 },
        { value: 'Universität Köln', count: 1 },
      ],
      blank: 3,
    });
    const measured = async (measure: string) =>
      (await askCounts({ by: 'with_email', measure, of: 'follower_count' }, '/linkedin/users/summary')).data;
    expect(await measured('median')).toEqual([
      { by: ['false'], value: 15.5 },
      { by: ['true'], value: 265 },
    ]);
    expect((await measured('max'))[1]).toEqual({ by: ['true'], value: 500 });
    const days = await askCounts({ by: ['collected', 'follower_count'], list }, '/linkedin/users/summary');
    expect(days).toEqual({
      data: [
        { by: ['2026-03-01', { from: 20, to: 50 }], value: 1 },
        { by: ['2026-03-02', null], value: 1 },
      ],
      total: 2,
      other: 0,
    });
  });

  it('many values are cut, and the rows of the others are counted', async () => {
    const collectorOf = await createVerifiedAccount(server);
    const many = Array.from({ length: 130 }, (_, place) =>
      person(`Many ${place}`, {
        country: `Land ${1000 + place}`,
        jobs: [{ title: 'Clerk', company: null, isCurrent: true }],
        schools: ['Lyon'],
      }),
    );
    await store(await accountIdOf(server, collectorOf.email), many);
    const { data } = await askCounts({ of: 'country' }, '/linkedin/users/facets', collectorOf);
    expect(data[0].values).toHaveLength(100);
    expect(data[0]).toMatchObject({ blank: 0, more: 30 });
    const summary = await askCounts({ by: 'country' }, '/linkedin/users/summary', collectorOf);
    expect(summary.data).toHaveLength(50);
    expect(summary).toMatchObject({ total: 130, other: 80 });
  });

  it.each([
    ['facets', {}, 'of'],
    ['facets', { of: 'full_name' }, 'of'],
    ['facets', { of: ['title', 'country'], q: 'a' }, 'q'],
    ['facets', { of: 'follower_count', q: '1' }, 'q'],
    ['facets', { of: 'title', page: '1' }, 'page'],
    ['facets', { of: 'title', follower_count_from: '2', follower_count_to: '1' }, 'follower_count_from'],
    ['summary', { by: ['title', 'country', 'school'] }, 'by'],
    ['summary', { by: 'title', measure: 'sum' }, 'of'],
    ['summary', { by: 'title', of: 'follower_count' }, 'of'],
    ['summary', { by: 'title', measure: 'sum', of: 'title' }, 'of'],
  ])('%s of %j are refused for %s', async (path, query, parameter) => {
    const answer = await send(query, `/linkedin/users/${path}`);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().errors[0]).toMatchObject({ parameter });
  });

  it('lists of somebody else are not counted', async () => {
    const stranger = await createVerifiedAccount(server);
    expect((await send({ of: 'title', list }, '/linkedin/users/facets', stranger)).json()).toMatchObject({
      code: 'ROW_LIST.NOT_FOUND',
    });
    expect((await send({ by: 'title', list_not: list }, '/linkedin/users/summary', stranger)).json()).toMatchObject({
      code: 'ROW_LIST.NOT_FOUND',
    });
  });

  it('ends that contradict each other are refused by the name of the first', async () => {
    for (const prefix of ['follower_count', 'company.employee_count']) {
      const answer = await send({ [`${prefix}_from`]: '2', [`${prefix}_to`]: '1' });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toEqual([{ parameter: `${prefix}_from`, detail: `must not be above ${prefix}_to` }]);
    }
  });

  it('rows of Companies are asked for by nobody who may not read them', async () => {
    const poor = await createAccount(server);
    await store(await accountIdOf(server, poor.email), crowd);
    for (const path of ['/linkedin/users', '/linkedin/users/export', '/linkedin/experiences/export']) {
      expect((await send({ country: 'Norway' }, path, poor)).statusCode).toBe(200);
      expect((await send({ 'company.any': 'true' }, path, poor)).json()).toMatchObject({ code: 'AUTH.NOT_VERIFIED' });
    }
    for (const counts of ['facets?of=title', 'summary?by=title']) {
      const ask = (query: string) =>
        server.app.inject({ url: `/api/v1/linkedin/users/${counts}&${query}`, headers: poor.headers });
      expect((await ask('country=Norway')).json()).toMatchObject({ total: 2 });
      expect((await ask('company.any=true')).json()).toMatchObject({ code: 'AUTH.NOT_VERIFIED' });
    }
    const filters = { 'company.country': 'Norway' };
    const client = openCollector(poor);
    expect((await client.call('POST', '/linkedin/users/tags', { filters, add: ['x'] })).body.code).toBe('AUTH.NOT_VERIFIED');
    expect((await client.call('DELETE', '/linkedin/users', { filters })).body.code).toBe('AUTH.NOT_VERIFIED');
    expect((await client.call('GET', `/linkedin/users/${ids[0]}/related`)).body.code).toBe('AUTH.NOT_VERIFIED');
  });

  it('a company’s page shows the account’s people who work there now, with the filters that find them', async () => {
    const groupOf = async (name: string, of = account) => {
      const id = companyIds[rows.findIndex((row) => row.name === name)];
      const { data } = (await send({}, `/table/companies/${id}/related`, of)).json();
      return data.find(({ table }: { table: string }) => table === 'collected-people');
    };
    const nordlys = await groupOf('Nordlys');
    expect(nordlys).toMatchObject({ title: 'Collected people', total: 2 });
    expect(nordlys.rows.map((row: Record<string, unknown>) => [row.full_name, row.title, row.company_name])).toEqual([
      ['Cy', 'Engineering Manager', 'Kestrel & Sons'],
      ['Ada', 'Lead Engineer', 'Nordlys Freight AS'],
    ]);
    expect(await namesOf(nordlys.query)).toEqual(['Ada', 'Cy']);
    expect(await groupOf('Looked Up')).toMatchObject({ total: 1, query: { 'company.domain': ['lookup.example'] } });
    expect(await groupOf('quiet mill')).toMatchObject({ total: 1, query: null });
    for (const name of ['Nobody’s', 'Shared', 'Kestrel and Sons']) expect(await groupOf(name)).toBeUndefined();
    expect(await groupOf('Nordlys', await createVerifiedAccount(server))).toBeUndefined();
  });

  it('a collected person’s page shows the company, and the rows of People that are the same person', async () => {
    const website = { company_website: 'https://nordlys.example', company_website_domain: 'nordlys.example' };
    await addRows(server.database, people, [
      { name: 'Ada N.', linkedin_url: 'https://de.linkedin.com/in/ADA/?x', ...website },
      { name: 'A. Other', email: 'ADA@nordlys.example' },
      { name: 'Bo by name', linkedin_url: 'https://www.linkedin.com/in/bo' },
      { name: 'Gus' },
    ]);
    const relatedTo = async (name: string, of = account) =>
      (await send({}, `/linkedin/users/${ids[crowd.findIndex((one) => one.name === name)]}/related`, of)).json();
    const shown = async (name: string) =>
      (await relatedTo(name)).data.map(
        ({ table, total, query, rows: found }: Record<string, unknown> & { rows: { name: string }[] }) => [
          table,
          total,
          query,
          found.map((row) => row.name).sort(),
        ],
      );
    expect(await shown('Ada')).toEqual([
      ['companies', 1, { search_query: ['https://www.linkedin.com/company/nordlys'] }, ['Nordlys']],
      ['people', 2, null, ['A. Other', 'Ada N.']],
    ]);
    expect(await shown('Bo')).toEqual([
      ['companies', 1, null, ['Mueller']],
      ['people', 1, { search_query: ['https://www.linkedin.com/in/bo'] }, ['Bo by name']],
    ]);
    expect(await shown('Cy')).toEqual([['companies', 2, null, ['Kestrel', 'Nordlys']]]);
    expect(await shown('Gus')).toEqual([]);
    expect(await relatedTo('Ada', await createVerifiedAccount(server))).toMatchObject({ code: 'PROFILE.NOT_FOUND' });
  });

  it('an erased person is nowhere among linked rows', async () => {
    expect((await collector.call('DELETE', '/linkedin/users', { filters: { 'company.domain': 'lookup.example' } })).body).toEqual(
      {
        deleted: 1,
      },
    );
    expect(await namesOf({ 'company.domain': 'lookup.example' })).toEqual([]);
    const { rows: left } = await server.database.execute<{ count: string }>(
      sql`select count(*) as count from linkedin_experiences where profile_id = ${Number(ids[3])}`,
    );
    expect(left).toEqual([{ count: '0' }]);
  });
});
