import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountIdOf, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { makerOf } from '../../testing/key-holder.ts';
import { createSharedWorkspace, type SharedWorkspace } from '../../testing/shared-workspace.ts';
import { storeProfiles } from '../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createKey } from '../keys/keys.service.ts';

const FORMER = 'a former member';
type Query = Readonly<Record<string, string | readonly string[]>>;

describe('people by the member who collected them', () => {
  let server: TestServer;
  let kim: TestAccount;
  let lee: TestAccount;
  let shared: SharedWorkspace;
  beforeAll(async () => {
    server = await startTestServer();
    [kim, lee] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const leaving = await createVerifiedAccount(server);
    shared = await createSharedWorkspace(server, kim, [
      { account: lee, role: 'member' },
      { account: leaving, role: 'member' },
    ]);
    const by = async (account: TestAccount) => ({ collectedBy: await accountIdOf(server, account.email) });
    await storeProfiles(server, shared.id, [
      { fullName: 'Ada', country: 'Norway', ...(await by(kim)) },
      { fullName: 'Bo', country: 'Spain', ...(await by(kim)) },
      { fullName: 'Cy', country: 'Norway', ...(await by(lee)) },
      { fullName: 'Di', country: 'Norway', ...(await by(leaving)) },
    ]);
    await storeProfiles(server, await accountIdOf(server, lee.email), [{ fullName: 'Own', ...(await by(lee)) }]);
    await server.database.execute(sql`delete from accounts where email = ${leaving.email}`);
  });
  afterAll(() => server.close());

  const send = (path: string, query: Query, headers = shared.headersOf(lee)) => {
    const entries = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one]));
    return server.app.inject({ url: `/api/v1${path}?${new URLSearchParams(entries)}`, headers });
  };
  const namesOf = async (query: Query, headers?: Readonly<Record<string, string>>) => {
    const answer = await send('/linkedin/users', { ...query, sort: 'full_name', order: 'asc' }, headers);
    expect(answer.statusCode, answer.body).toBe(200);
    const { data, total } = answer.json<{ data: { full_name: string }[]; total: number }>();
    expect(total).toBe(data.length);
    return data.map(({ full_name: name }) => name);
  };

  it('a list, its total, its file and a choice of people have those of the members that are named', async () => {
    const cases: readonly (readonly [Query, readonly string[]])[] = [
      [{ collected_by: ` ${kim.email.toUpperCase()} ` }, ['Ada', 'Bo']],
      [{ collected_by: [kim.email, FORMER] }, ['Ada', 'Bo', 'Di']],
      [{ collected_by: kim.email, country: 'Norway' }, ['Ada']],
      [{ collected_by: 'nobody@example.com' }, []],
      [{ collected_by_not: kim.email }, ['Cy', 'Di']],
      [{ collected_by_not: [FORMER, lee.email] }, ['Ada', 'Bo']],
      [{ collected_by_has: 'true' }, ['Ada', 'Bo', 'Cy', 'Di']],
    ];
    for (const [query, expected] of cases) {
      expect(await namesOf(query), JSON.stringify(query)).toEqual(expected);
      const file = (await send('/linkedin/users/export', query)).body.split('\r\n').slice(1, -1);
      expect(file.map((line) => line.split(',')[2])).toEqual(expected);
      const payload = { filters: query, add: [], remove: ['nothing'] };
      const url = '/api/v1/linkedin/users/tags';
      const chosen = await server.app.inject({ method: 'POST', url, headers: shared.headersOf(lee), payload });
      expect(chosen.json(), chosen.body).toMatchObject({ people: expected.length });
    }
  });

  it('facets and summaries count beside the members, under all other conditions', async () => {
    const facets = await send('/linkedin/users/facets', { of: 'collected_by', country: 'Norway', collected_by: kim.email });
    expect(facets.json()).toEqual({
      data: [{ of: 'collected_by', values: counts([FORMER, 1], [kim.email, 1], [lee.email, 1]), blank: 0, more: 0 }],
      total: 1,
    });
    const found = await send('/linkedin/users/facets', { of: 'collected_by', q: kim.email.slice(0, 8) });
    expect(found.json().data[0].values).toContainEqual({ value: kim.email, count: 2 });
    const summary = await send('/linkedin/users/summary', { by: 'collected_by', measure: 'count' });
    expect(summary.json()).toMatchObject({ total: 4, other: 0 });
    expect(summary.json().data).toContainEqual({ by: [kim.email], value: 2 });
  });

  it('programs with a key ask so, too', async () => {
    const { api_key: key } = await createKey(server.platform, {
      accountId: await accountIdOf(server, lee.email),
      workspaceId: shared.id,
    });
    expect(await namesOf({ collected_by: kim.email }, { authorization: `Bearer ${key}` })).toEqual(['Ada', 'Bo']);
    const test = await createKey(server.platform, makerOf(await accountIdOf(server, lee.email)), { kind: 'test' });
    expect(await namesOf({ collected_by: kim.email }, { authorization: `Bearer ${test.api_key}` })).toEqual([]);
  });

  it('in a personal workspace nobody is named', async () => {
    expect(await namesOf({ collected_by: lee.email }, lee.headers)).toEqual([]);
    expect(await namesOf({ collected_by_has: 'false' }, lee.headers)).toEqual(['Own']);
    const facets = await send('/linkedin/users/facets', { of: 'collected_by' }, lee.headers);
    expect(facets.json()).toEqual({ data: [{ of: 'collected_by', values: [], blank: 1, more: 0 }], total: 1 });
  });
});

/** The most frequent first; equal ones by their value. */
function counts(...those: readonly (readonly [value: string, count: number])[]) {
  return those.map(([value, count]) => ({ value, count })).toSorted((one, other) => (one.value < other.value ? -1 : 1));
}
