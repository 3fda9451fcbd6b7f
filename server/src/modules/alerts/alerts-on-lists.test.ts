import { fieldChangeSchema } from '@leadloom/shared/contract/alert-messages';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { storeProfiles } from '../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { recordAlertEvents } from '../events/alert-events.service.ts';
import { recordProfileChanged, recordWebhookEvents } from '../events/webhook-events.service.ts';
import { createAlertNotifier } from './notify-alerts.ts';

const messagesSchema = z.object({
  data: z.array(
    z.object({
      title: z.string(),
      rows: z.array(z.object({ id: z.number(), change: z.string(), fields: z.array(fieldChangeSchema).optional() })),
    }),
  ),
});
const listSchema = z.object({ id: z.number() });

describe('alerts on lists', () => {
  let server: TestServer;
  let account: TestAccount;
  let stranger: TestAccount;
  let workspaceId: WorkspaceId;
  let notifier: ReturnType<typeof createAlertNotifier>;

  beforeAll(async () => {
    // Nothing is told by itself, so that a test decides when.
    server = await startTestServer({ doesJobs: false });
    const readRecipient = async () => ({ email: account.email, mayBeNotified: true });
    notifier = createAlertNotifier({ platform: server.platform, readRecipient });
    [account, stranger] = [await createAccount(server), await createAccount(server)];
    workspaceId = await accountIdOf(server, account.email);
    await server.database.execute(sql`update accounts set verified_at = now(), trial_ends_at = now() + interval '30 years'`);
  });
  beforeEach(async () => {
    for (const table of ['alerts', 'row_lists', 'companies', 'linkedin_profiles'])
      await server.database.execute(sql`delete from ${sql.identifier(table)}`);
  });
  afterAll(() => server.close());

  const call = (method: Method, path: string, payload?: object, caller = account) =>
    callApi(server, caller, method, path, payload);
  async function createList(table: string, ids: readonly number[], caller = account): Promise<number> {
    const { id } = listSchema.parse((await call('POST', '/lists', { name: `List ${Math.random()}`, table }, caller)).body);
    if (ids.length > 0) expect((await call('POST', `/lists/${id}/rows`, { ids }, caller)).status).toBe(200);
    return id;
  }
  const alertOn = (id: number | string, more: object = {}) => ({
    name: 'Mine',
    watch: { kind: 'list', id },
    on: ['added', 'changed', 'removed'],
    every: 'instant',
    by: ['app'],
    ...more,
  });
  async function watch(id: number | string, more: object = {}) {
    const made = await call('POST', '/alerts', alertOn(id, more));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  }
  async function told() {
    await notifier.notifyInstantly();
    return messagesSchema.parse((await call('GET', '/alerts/messages?per_page=100')).body).data.toReversed();
  }
  async function addCompany(name: string): Promise<number> {
    const { rows } = await server.database.execute(sql`
      insert into companies (name, canonical_key, source) values (${name}, ${name}, 'test') returning id`);
    return Number(rows[0]?.id);
  }
  const move = (id: number, city: string) =>
    server.database.execute(sql`update companies set city = ${city}, updated_at = now() where id = ${id}`);
  const changePerson = (id: number, field: string) =>
    server.database.transaction((transaction) =>
      recordAlertEvents(
        transaction,
        { workspaceId, kind: 'people' },
        [{ subjectId: id, change: 'changed', fields: [{ field, from: 'Old', to: 'New' }], name: null }],
        server.clock.now(),
      ),
    );

  it('rows that come onto the list, leave it or change are told, and the others are not', async () => {
    const [known, leaving, outside] = [await addCompany('Fjord'), await addCompany('Glacier'), await addCompany('Harbour')];
    const list = await createList('companies', [known, leaving]);
    expect((await watch(String(list))).watch).toEqual({ kind: 'list', id: list });
    await move(outside, 'Oslo');
    expect(await told()).toEqual([]);
    await call('POST', `/lists/${list}/rows`, { ids: [outside] });
    await call('DELETE', `/lists/${list}/rows`, { ids: [leaving] });
    expect(await told()).toMatchObject([
      {
        title: 'Mine: 1 added, 1 removed',
        rows: [
          { id: outside, change: 'added' },
          { id: leaving, change: 'removed' },
        ],
      },
    ]);
    await move(known, 'Bergen');
    await move(leaving, 'Bergen');
    expect((await told()).slice(1)).toMatchObject([
      { rows: [{ id: known, change: 'changed', fields: [{ field: 'city', from: null, to: 'Bergen' }] }] },
    ]);
    await server.database.execute(sql`delete from companies where id = ${known}`);
    expect((await told()).slice(2)).toMatchObject([{ rows: [{ id: known, change: 'removed' }] }]);
    expect(await told()).toHaveLength(3);
  });

  it('a digest tells the net difference of the list, and nothing where it is none', async () => {
    const [known, fresh] = [await addCompany('Fjord'), await addCompany('Glacier')];
    const list = await createList('companies', [known]);
    const { id } = await watch(list, { every: 'daily', at: '08:00', zone: 'Europe/Oslo' });
    const notifyDue = async () => {
      const due = server.clock.now().toISOString();
      await server.database.execute(sql`update alerts set next_at = ${due}::timestamptz where id = ${id}`);
      await notifier.notifyDigests();
      return told();
    };
    await call('DELETE', `/lists/${list}/rows`, { ids: [known] });
    await call('POST', `/lists/${list}/rows`, { ids: [known] });
    expect(await notifyDue()).toEqual([]);
    await call('POST', `/lists/${list}/rows`, { ids: [fresh] });
    await move(fresh, 'Oslo');
    expect(await notifyDue()).toMatchObject([{ title: 'Mine: 1 added', rows: [{ id: fresh, change: 'added' }] }]);
  });

  it('a view that names a list tells what comes onto the list', async () => {
    const id = await addCompany('Fjord');
    const list = await createList('companies', []);
    const state = { filters: { list: String(list) }, columns: [], sort: null, order: null, per_page: null };
    const view = await call('POST', '/table-views', { table: 'companies', name: 'Of a list', state, is_default: false });
    await watch(0, { watch: { kind: 'view', id: view.body.id } });
    await call('POST', `/lists/${list}/rows`, { ids: [id] });
    expect(await told()).toMatchObject([{ rows: [{ id, change: 'added' }] }]);
    expect(await told()).toHaveLength(1);
  });

  it('a list of collected people tells who came, left and changed', async () => {
    const [known, leaving, outside] = (await storeProfiles(server, workspaceId, [{}, {}, {}])).map(Number);
    if (known === undefined || leaving === undefined || outside === undefined) throw new Error('three people are stored');
    const list = await createList('collected-people', [known, leaving]);
    await watch(list);
    await changePerson(known, 'headline');
    await changePerson(known, 'location');
    await changePerson(outside, 'headline');
    expect(await told()).toMatchObject([
      {
        title: 'Mine: 1 changed',
        rows: [
          {
            id: known,
            change: 'changed',
            fields: [
              { field: 'headline', from: 'Old', to: 'New' },
              { field: 'location', from: 'Old', to: 'New' },
            ],
          },
        ],
      },
    ]);
    await call('POST', `/lists/${list}/rows`, { ids: [outside] });
    expect((await told()).slice(1)).toMatchObject([{ rows: [{ id: outside, change: 'added' }] }]);
    await call('DELETE', '/linkedin/users', { ids: [String(leaving)] });
    expect((await told()).slice(2)).toMatchObject([{ rows: [{ id: leaving, change: 'removed' }] }]);
    expect(await told()).toHaveLength(3);
  });

  it('a digest of collected people names each person once, with all fields that changed', async () => {
    const [changed = 0, erased = 0] = (await storeProfiles(server, workspaceId, [{}, {}])).map(Number);
    const { id } = await watch(0, { watch: { kind: 'people' }, every: 'daily' });
    for (const field of ['headline', 'location', 'headline']) await changePerson(changed, field);
    await changePerson(erased, 'headline');
    await call('DELETE', '/linkedin/users', { ids: [String(erased)] });
    const due = server.clock.now().toISOString();
    await server.database.execute(sql`update alerts set next_at = ${due}::timestamptz where id = ${id}`);
    await notifier.notifyDigests();
    expect(await told()).toMatchObject([
      {
        title: 'Mine: 1 changed, 1 removed',
        rows: [
          {
            id: changed,
            change: 'changed',
            fields: [
              { field: 'headline', from: 'Old', to: 'New' },
              { field: 'location', from: 'Old', to: 'New' },
            ],
          },
          { id: erased, change: 'removed' },
        ],
      },
    ]);
  });

  it('what was told of a person is forgotten when the account erases the profile, and others are still named', async () => {
    const [erased = 0, other = 0] = (await storeProfiles(server, workspaceId, [{}, {}])).map(Number);
    const hook = { url: 'https://hooks.example.com/', events: ['alert.fired', 'profile.collected', 'profile.changed'] };
    expect((await call('POST', '/webhooks', hook)).status).toBe(201);
    await watch(0, { watch: { kind: 'people' }, every: 'instant', by: ['app', 'webhook'] });
    await watch(0, { watch: { kind: 'people' }, every: 'weekly' });
    const at = server.clock.now();
    await server.database.transaction(async (transaction) => {
      const people = [
        { subjectId: erased, change: 'added', name: 'Maren Canary' },
        { subjectId: other, change: 'added', name: 'Aldo Brink' },
        { subjectId: erased, change: 'changed', fields: [{ field: 'headline', from: 'Canary keeper', to: null }], name: null },
      ] as const;
      await recordAlertEvents(transaction, { workspaceId, kind: 'people' }, people, at);
      const profile = (id: number, slug: string) => ({ user_id: String(id), slug, headline: slug });
      await recordWebhookEvents(
        transaction,
        workspaceId,
        [
          { type: 'profile.collected', data: profile(erased, 'maren-canary') },
          { type: 'profile.collected', data: profile(other, 'aldo-brink') },
        ],
        at,
      );
      await recordProfileChanged(transaction, workspaceId, { ...profile(erased, 'maren-canary'), fields: ['headline'] }, at);
    });
    await told();
    const traces = async (name: string) => {
      const { rows } = await server.database.execute<{ count: number }>(sql`
        select count(*)::int from (select body from webhook_deliveries union all select rows::text from alert_messages
          union all select concat(name, field_changes) from account_events) held (text) where text ilike ${`%${name}%`}`);
      return rows[0]?.count;
    };
    expect(await traces('canary')).toBe(6);
    // A row of a table may have the same number as a person.
    await server.database.execute(sql`
      insert into webhook_deliveries (id, account_id, webhook_id, event, body, state, created_at)
      select gen_random_uuid(), account_id, id, 'alert.fired', ${JSON.stringify({
        type: 'alert.fired',
        data: { alert_id: (await watch(await createList('companies', []))).id, rows: [{ id: erased, name: 'Fjord Bakery' }] },
      })}, 'delivered', now() from webhooks`);
    await call('DELETE', '/linkedin/users', { ids: [String(erased)] });
    expect(await traces('canary')).toBe(0);
    expect(await traces('brink')).toBe(4);
    expect(await traces('Fjord Bakery')).toBe(1);
    const { rows } = await server.database.execute<{ body: string }>(
      sql`select body from webhook_deliveries where event = 'alert.fired' and body like '%Brink%'`,
    );
    expect(JSON.parse(rows[0]?.body ?? '{}').data.rows).toEqual([
      { id: erased, change: 'added' },
      { id: other, change: 'added', name: 'Aldo Brink' },
      { id: erased, change: 'changed' },
    ]);
    await server.database.execute(sql`delete from webhooks`);
  });

  it.each(['companies', 'collected-people'])(
    'when a list of %s is deleted, a last message says so and the alert ends',
    async (table) => {
      const list = await createList(table, []);
      const { id } = await watch(list);
      await call('DELETE', `/lists/${list}`);
      const end = { title: 'Mine: what this alert watched was deleted, so the alert has ended', rows: [] };
      expect(await told()).toEqual([end]);
      expect((await call('GET', '/alerts')).body.data).toMatchObject([{ id, state: 'ended', next_at: null }]);
      expect(await told()).toHaveLength(1);
      expect((await call('POST', `/lists/${list}/restore`)).status).toBe(200);
      expect((await call('GET', '/alerts')).body.data).toMatchObject([{ id, state: 'ended' }]);
    },
  );

  it('a digest on a deleted list ends at once, or at the latest when it is due', async () => {
    const [first, second] = [await createList('companies', []), await createList('companies', [])];
    const daily = { every: 'daily', at: '08:00', zone: 'UTC' };
    const states = async () => (await call('GET', '/alerts')).body.data.map(({ state }: { state: string }) => state);
    await watch(first, daily);
    await call('DELETE', `/lists/${first}`);
    await notifier.notifyInstantly();
    expect(await states()).toEqual(['ended']);
    await watch(second, daily);
    await call('DELETE', `/lists/${second}`);
    await server.database.execute(
      sql`update alerts set next_at = ${server.clock.now().toISOString()}::timestamptz where state = 'active'`,
    );
    await notifier.notifyDigests();
    expect(await states()).toEqual(['ended', 'ended']);
  });

  it('to a view that names it, the rows of a deleted list are gone, and they come back with it', async () => {
    const id = await addCompany('Fjord');
    const list = await createList('companies', [id]);
    const state = { filters: { list: String(list) }, columns: [], sort: null, order: null, per_page: null };
    const view = await call('POST', '/table-views', { table: 'companies', name: 'Of a deleted list', state, is_default: false });
    await watch(0, { watch: { kind: 'view', id: view.body.id } });
    await call('DELETE', `/lists/${list}`);
    expect(await told()).toMatchObject([{ rows: [{ id, change: 'removed' }] }]);
    await call('POST', `/lists/${list}/restore`);
    expect((await told()).at(-1)).toMatchObject({ rows: [{ id, change: 'added' }] });
  });

  it('a list of another account, or one that does not exist, cannot be watched', async () => {
    const foreign = await createList('companies', [], stranger);
    for (const id of [foreign, foreign + 1000, 'x', '0', '1e3'])
      expect(await call('POST', '/alerts', alertOn(id))).toMatchObject({ status: 404, body: { code: 'ALERT.NOTHING_TO_WATCH' } });
  });
});
