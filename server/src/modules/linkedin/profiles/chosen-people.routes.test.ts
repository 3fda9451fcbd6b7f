import { MAX_PEOPLE_AT_ONCE } from '@leadloom/shared/contract/people-choice';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace.ts';
import { accountIdOf, createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { subscribeInSandbox } from '../../../testing/sandbox-visitor.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('everyone who matches filters', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  let collector: CollectorClient;
  let other: CollectorClient;
  let otherId: WorkspaceId;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    const stranger = await createAccount(server);
    workspaceId = await accountIdOf(server, account.email);
    otherId = await accountIdOf(server, stranger.email);
    collector = openCollector(account);
    other = openCollector(stranger);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await emptyCollector(server);
    const countries = ['Norway', 'Sweden', 'Norway'];
    await storeProfiles(
      server,
      workspaceId,
      countries.map((country) => ({ country })),
    );
    await storeProfiles(server, otherId, [{ country: 'Norway' }]);
  });

  const norway = { country: 'Norway' };
  const changes = {
    tag: (body: object) => collector.call('POST', '/linkedin/users/tags', { add: ['Warm'], ...body }),
    choose: (body: object) => collector.call('PUT', '/linkedin/recollections', { every: 'weekly', ...body }),
    erase: (body: object) => collector.call('DELETE', '/linkedin/users', body),
  };
  const kinds = Object.keys(changes) as (keyof typeof changes)[];
  const count = async (query: string, of = collector) => (await of.call('GET', `/linkedin/users${query}`)).body.total;

  it('they get tags and lose them, and nobody else does', async () => {
    expect((await changes.tag({ filters: norway })).body).toMatchObject({ changed: 2 });
    expect(await count('?tags=Warm')).toBe(2);
    expect(await count('?tags=Warm', other)).toBe(0);
    expect((await changes.tag({ filters: { tags: 'warm' }, add: [], remove: ['Warm'] })).body).toMatchObject({ changed: 2 });
    expect(await count('?tags=Warm')).toBe(0);
  });

  it('they are chosen to be collected again, and no longer', async () => {
    expect((await changes.choose({ filters: norway })).body).toEqual({ changed: 2, total: 2 });
    expect(await count('?collect_again=true')).toBe(2);
    expect((await changes.choose({ filters: { collect_again: 'true' }, every: null })).body).toEqual({ changed: 2, total: 0 });
  });

  it('they are erased, if they are as many as were shown', async () => {
    expect(await changes.erase({ filters: norway, expected: 3 })).toMatchObject({
      status: 409,
      body: { code: 'PROFILE.OTHERS_MATCH' },
    });
    expect(await count('')).toBe(3);
    expect((await changes.erase({ filters: norway, expected: 2 })).body).toEqual({ deleted: 2 });
    expect((await changes.erase({ filters: norway, expected: 0 })).body).toEqual({ deleted: 0 });
    expect((await changes.erase({ filters: {} })).body).toEqual({ deleted: 1 });
    expect(await count('')).toBe(0);
    expect(await count('', other)).toBe(1);
  });

  it('people on a list are changed by its filter; a list of somebody else is not found', async () => {
    await subscribeInSandbox(server, account);
    const { body: created } = await collector.call('POST', '/lists', { name: 'To call', table: 'collected-people' });
    const { rows } = await server.database.execute<{ id: string }>(
      sql`select id from linkedin_profiles where account_id = ${workspaceId} order by id limit 1`,
    );
    await collector.call('POST', `/lists/${created.id}/rows`, { ids: [Number(rows[0]?.id)] });
    const filters = { list: String(created.id) };
    expect((await changes.tag({ filters })).body).toMatchObject({ changed: 1 });
    const foreign = await other.call('POST', '/linkedin/users/tags', { filters, add: ['Warm'] });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'ROW_LIST.NOT_FOUND' } });
  });

  it('more people than can be changed at once stay as they are, whatever is asked for', async () => {
    await server.database.execute(sql`
      insert into linkedin_profiles (account_id, member_id, profile_key, profile_url, parser_version)
      select ${workspaceId}, 'm' || number, 'm' || number, 'https://www.linkedin.com/in/m' || number, 1
      from generate_series(1, ${MAX_PEOPLE_AT_ONCE}) number`);
    for (const kind of kinds) {
      const refused = await changes[kind]({ filters: {} });
      expect(refused, kind).toMatchObject({ status: 400, body: { code: 'PROFILE.TOO_MANY_AT_ONCE' } });
    }
    expect(await count('')).toBe(MAX_PEOPLE_AT_ONCE + 3);
    expect(await count('?tags=Warm')).toBe(0);
    expect(await count('?collect_again=true')).toBe(0);
  });

  it.each(
    kinds.flatMap((kind) =>
      [
        {},
        { ids: ['1'], filters: {} },
        { filters: null },
        { filters: [] },
        { filters: { account_id: '1' } },
        { filters: { country: 7 } },
        { filters: { list: '1 or 1=1' } },
        { filters: { collected_after: 'soon' } },
      ].map((body) => [kind, body] as const),
    ),
  )('%s: the choice %j is refused, and nobody is changed', async (kind, body) => {
    expect(await changes[kind](body)).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
    expect(await count('')).toBe(3);
  });
});
