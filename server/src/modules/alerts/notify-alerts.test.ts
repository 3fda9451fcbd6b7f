import { fieldChangeSchema } from '@leadloom/shared/contract/alert-messages';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createAccount, type TestAccount } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { thoroughOr } from '../../testing/thorough.ts';
import { recordAlertEvents } from '../events/alert-events.service.ts';
import { createAlertNotifier } from './notify-alerts.ts';

const messageSchema = z.object({
  id: z.number(),
  title: z.string(),
  count: z.number(),
  rows: z.array(
    z.object({ id: z.number(), change: z.string(), fields: z.array(fieldChangeSchema).optional(), name: z.string().optional() }),
  ),
  link: z.string(),
  read: z.boolean(),
});
type Message = z.infer<typeof messageSchema>;

describe('telling alerts', () => {
  let server: TestServer;
  let account: TestAccount;
  let workspaceId: WorkspaceId;
  let notifier: ReturnType<typeof createAlertNotifier>;

  beforeAll(async () => {
    // Nothing is told by itself, so that a test decides when.
    server = await startTestServer({ doesJobs: false });
    const readRecipient = async () => ({ email: account.email, mayBeNotified: true });
    notifier = createAlertNotifier({ platform: server.platform, readRecipient });
  });
  beforeEach(async () => {
    // A server that runs no jobs sends no mail, so the account is verified by hand.
    account = await createAccount(server);
    workspaceId = await accountIdOf(server, account.email);
    await server.database.execute(
      sql`update accounts set verified_at = now(), trial_ends_at = now() + interval '30 years' where id = ${workspaceId}`,
    );
    await server.database.execute(sql`delete from companies`);
  });
  afterAll(() => server.close());

  const call = (method: Method, path: string, payload?: object) => callApi(server, account, method, path, payload);
  async function createView(filters: object): Promise<string> {
    const state = { filters, columns: [], sort: null, order: null, per_page: null };
    const { body } = await call('POST', '/table-views', {
      table: 'companies',
      name: `View ${Math.random()}`,
      state,
      is_default: false,
    });
    return body.id;
  }
  async function watch(view: string, more: object = {}) {
    const alert = {
      name: 'Norway',
      watch: { kind: 'view', id: view },
      on: ['added', 'changed', 'removed'],
      every: 'instant',
      by: ['app'],
    };
    const made = await call('POST', '/alerts', { ...alert, ...more });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  }
  async function told(): Promise<readonly Message[]> {
    await notifier.notifyInstantly();
    const { body } = await call('GET', '/alerts/messages?per_page=100');
    return z.array(messageSchema).parse(body.data).toReversed();
  }
  async function add(name: string, cells: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const { country = 'Norway', city = null, employees = null } = cells;
    const { rows } = await server.database.execute(sql`
      insert into companies (name, country, city, employee_count, canonical_key, source)
      values (${name}, ${country}, ${city}, ${employees}, ${name}, 'test') returning id`);
    return Number(rows[0]?.id);
  }
  const change = (id: number, column: string, value: unknown) =>
    server.database.execute(sql`update companies set ${sql.identifier(column)} = ${value}, updated_at = now() where id = ${id}`);
  const remove = (id: number) => server.database.execute(sql`delete from companies where id = ${id}`);

  it('each commit is told once, with what was added, changed and removed by it', async () => {
    const known = await add('Fjord Bakery');
    const leaving = await add('Glacier Tools');
    await watch(await createView({ country: ['Norway'] }));
    expect(await told()).toEqual([]);
    const fresh = await add('Harbour Robotics');
    await add('Elsewhere', { country: 'Sweden' });
    await change(known, 'city', 'Bergen');
    await change(leaving, 'country', 'Denmark');
    const messages = await told();
    expect(messages.map(({ title, rows }) => ({ title, rows }))).toEqual([
      { title: 'Norway: 1 added', rows: [{ id: fresh, change: 'added', name: 'Harbour Robotics' }] },
      {
        title: 'Norway: 1 changed',
        rows: [{ id: known, change: 'changed', fields: [{ field: 'city', from: null, to: 'Bergen' }], name: 'Fjord Bakery' }],
      },
      { title: 'Norway: 1 removed', rows: [{ id: leaving, change: 'removed', name: 'Glacier Tools' }] },
    ]);
    expect(await told()).toHaveLength(3);
    await remove(known);
    expect((await told()).at(-1)).toMatchObject({ title: 'Norway: 1 removed', rows: [{ id: known, change: 'removed' }] });
  });

  it('a new time of update alone is no change, and only the chosen columns are told', async () => {
    const id = await add('Fjord Bakery');
    const view = await createView({ country: ['Norway'] });
    await watch(view, { fields: ['employee_count'], on: ['changed'] });
    await server.database.execute(sql`update companies set updated_at = now() + interval '1 day' where id = ${id}`);
    await change(id, 'city', 'Oslo');
    await add('Another');
    expect(await told()).toEqual([]);
    await change(id, 'employee_count', 12);
    expect(await told()).toMatchObject([
      { rows: [{ id, change: 'changed', fields: [{ field: 'employee_count', from: null, to: 12 }] }] },
    ]);
  });

  it('an import is one message with the number of rows and the first hundred', async () => {
    await watch(await createView({}));
    await server.database.execute(sql`
      insert into companies (name, canonical_key, source) select 'Company ' || n, 'key ' || n, 'test' from generate_series(1, 2500) n`);
    const [message, ...others] = await told();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ title: 'Norway: 2,500 added', count: 2500 });
    expect(message?.rows).toHaveLength(100);
  });

  it('changes of more rows than are read one by one are counted exactly for every alert, with the first hundred', async () => {
    const insert = (from: number, to: number) =>
      server.database.execute(sql`
        insert into companies (name, country, canonical_key, source)
        select case when n % 5 = 0 then 'Quarry ' else 'Company ' end || n,
          case n % 3 when 0 then 'Norway' when 1 then 'Sweden' end, 'key ' || n, 'test'
        from generate_series(${from}::int, ${to}::int) n`);
    await insert(1, 900);
    const named = (name: string, view: string, more: object = {}) => watch(view, { name, ...more });
    const norway = await createView({ country: ['Norway'] });
    await named('All', await createView({}));
    await named('Norway', norway);
    await named('Norway again', norway, { on: ['changed'], fields: ['city'] });
    await named('Norway resized', norway, { on: ['changed'], fields: ['employee_count'] });
    await named('Quarries', await createView({ search_query: 'quarry' }));
    // All rows change, some of them twice, and the city of three is as it was in the end. Many others come.
    await server.database.transaction(async (transaction) => {
      await transaction.execute(sql`update companies set city = 'Oslo', updated_at = now()`);
      await transaction.execute(sql`
        insert into companies (name, country, canonical_key, source)
        select 'Extra ' || n, case when n = 7 then 'Norway' end, 'extra ' || n, 'test' from generate_series(1, 20500) n`);
      await transaction.execute(sql`update companies set city = null where canonical_key in ('key 3', 'key 6', 'key 9')`);
      await transaction.execute(sql`update companies set country = 'Denmark' where canonical_key in ('key 12', 'key 15')`);
      await transaction.execute(sql`delete from companies where canonical_key in ('key 18', 'key 20')`);
    });
    await insert(901, 903);
    const messages = await told();
    const titles = [
      'All: 20,500 added, 895 changed, 2 removed',
      'Norway: 1 added, 294 changed, 3 removed',
      'Norway again: 294 changed',
      'Quarries: 179 changed, 1 removed',
      'All: 3 added',
      'Norway: 1 added',
    ];
    expect(messages.map(({ title }) => title).sort()).toEqual(titles.sort());
    for (const { count, rows } of messages) expect(rows).toHaveLength(Math.min(100, count));
    const changed = messages.find(({ title }) => title.startsWith('Norway again'));
    expect(new Set(changed?.rows.map(({ fields }) => JSON.stringify(fields)))).toEqual(
      new Set(['[{"field":"city","from":null,"to":"Oslo"}]']),
    );
    expect(await told()).toHaveLength(titles.length);
  });

  it('a row of another table that changes is told where it decides', async () => {
    const id = await add('Fjord Bakery');
    const { rows } = await server.database.execute(sql`
      insert into people (name, company_name, country, canonical_key, source)
      values ('Ada', 'Fjord Bakery', 'Peru', 'ada', 'test') returning id`);
    await watch(await createView({ 'people.country': ['Chile'] }));
    const moveAda = (country: string) =>
      server.database.execute(sql`update people set country = ${country} where id = ${Number(rows[0]?.id)}`);
    expect(await told()).toEqual([]);
    await moveAda('Chile');
    expect(await told()).toMatchObject([{ rows: [{ id, change: 'added' }] }]);
    await moveAda('Peru');
    expect((await told()).slice(1)).toMatchObject([{ rows: [{ id, change: 'removed' }] }]);
    expect(await told()).toHaveLength(2);
  });

  it('digests tell the net difference, and nothing where it is none', async () => {
    const id = await add('Fjord Bakery', { employees: 5 });
    const view = await createView({ country: ['Norway'] });
    const { id: alert, next_at: due } = await watch(view, { every: 'daily', at: '08:00', zone: 'Europe/Oslo' });
    expect(Date.parse(due)).toBeGreaterThan(server.clock.now().getTime());
    const notifyDue = async () => {
      await server.database.execute(
        sql`update alerts set next_at = ${server.clock.now().toISOString()}::timestamptz where id = ${alert}`,
      );
      await notifier.notifyDigests();
      return told();
    };
    await change(id, 'employee_count', 9);
    await change(id, 'employee_count', 5);
    const gone = await add('Short Lived');
    await remove(gone);
    expect(await notifyDue()).toEqual([]);
    const fresh = await add('Harbour Robotics');
    await change(fresh, 'city', 'Bergen');
    await change(id, 'employee_count', 7);
    expect(await notifyDue()).toMatchObject([
      {
        title: 'Norway: 1 added, 1 changed',
        rows: [
          { id: fresh, change: 'added' },
          { id, change: 'changed', fields: [{ field: 'employee_count', from: 5, to: 7 }] },
        ],
      },
    ]);
    expect(await notifyDue()).toHaveLength(1);
  });

  it('an alert ends with a last message when its view is deleted, and begins anew when the view gets other filters', async () => {
    await add('Fjord Bakery');
    const view = await createView({ country: ['Norway'] });
    const { id } = await watch(view, { by: ['app'] });
    const state = { filters: { country: ['Sweden'] }, columns: [], sort: null, order: null, per_page: null };
    expect((await call('PUT', `/table-views/${view}`, { name: 'Sweden', state, is_default: false })).status).toBe(200);
    await add('Lake Foods', { country: 'Sweden' });
    expect(await told()).toEqual([]);
    await add('Lake Drinks', { country: 'Sweden' });
    expect(await told()).toMatchObject([{ title: 'Norway: 1 added' }]);
    await call('DELETE', `/table-views/${view}`);
    expect((await told()).at(-1)).toMatchObject({
      count: 0,
      title: 'Norway: what this alert watched was deleted, so the alert has ended',
    });
    expect((await call('GET', '/alerts')).body.data).toMatchObject([{ id, state: 'ended', next_at: null }]);
    await add('Lake Snacks', { country: 'Sweden' });
    expect(await told()).toHaveLength(2);
  });

  it('people and trends are told from the events of their account alone', async () => {
    const alert = {
      name: 'People',
      watch: { kind: 'people' },
      on: ['changed'],
      fields: ['headline'],
      every: 'instant',
      by: ['app'],
    };
    expect((await call('POST', '/alerts', alert)).status).toBe(201);
    const at = server.clock.now();
    const headline = { field: 'headline', from: 'Baker', to: null };
    const location = { field: 'location', from: 'Oslo', to: 'Bergen' };
    await server.database.transaction((transaction) =>
      recordAlertEvents(
        transaction,
        { workspaceId, kind: 'people' },
        [
          { subjectId: 7, change: 'changed', fields: [headline, location], name: 'Ada Sample' },
          { subjectId: 8, change: 'changed', fields: [location], name: 'Ben Sample' },
          { subjectId: 9, change: 'added', name: 'Cleo Sample' },
        ],
        at,
      ),
    );
    const rows = [{ id: 7, change: 'changed', fields: [headline], name: 'Ada Sample' }];
    expect(await told()).toMatchObject([{ title: 'People: 1 changed', rows }]);
    expect(await told()).toHaveLength(1);
  });

  it('what is told is exactly the difference between two states of the view, whatever is committed between them', async () => {
    const cell = fc.constantFrom('Norway', 'Sweden', null);
    const size = fc.constantFrom(3, 30, 300, null);
    const change = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), country: cell, size }),
      fc.record({ kind: fc.constant('change' as const), which: fc.nat(), country: cell, size }),
      fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }),
      fc.record({ kind: fc.constant('tell' as const) }),
    );
    const filters = fc.constantFrom(
      {},
      { country: ['Norway'] },
      { country: ['Norway', 'Sweden'], employee_count: ['10-50'] },
      { search_query: 'comp' },
      { sample: 'false' },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(filters, filters, fc.array(change, { maxLength: 25 }), async (chosen, other, changes) => {
        run += 1;
        await server.database.execute(sql`delete from companies`);
        for (let n = 0; n < 3; n += 1) await add(`Company ${run} ${n}`, { employees: 30 });
        const views = [await createView(chosen), await createView(other)];
        // Two alerts have equal filters, and one of them asks for one column alone.
        const watched = [
          { filters: chosen, fields: null, alert: (await watch(views[0] ?? '')).id },
          {
            filters: chosen,
            fields: ['employee_count'],
            alert: (await watch(views[0] ?? '', { fields: ['employee_count'] })).id,
          },
          { filters: other, fields: null, alert: (await watch(views[1] ?? '')).id },
        ];
        const states = () => Promise.all(watched.map((each) => stateOf(each.filters, each.fields)));
        let before = await states();
        const compare = async () => {
          await notifier.notifyInstantly();
          const after = await states();
          for (const [at, { alert }] of watched.entries()) {
            const { rows } = await server.database.execute<{ rows: Message['rows']; count: number }>(
              sql`delete from alert_messages where alert_id = ${alert} returning rows, count`,
            );
            const found = rows.flatMap((row) => row.rows).map(({ id, change: kind }) => `${kind} ${id}`);
            expect(found.sort()).toEqual(differenceOf(before[at] ?? new Map(), after[at] ?? new Map()));
            expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
          }
          before = after;
        };
        let made = 0;
        for (const step of changes) {
          if (step.kind === 'tell') {
            await compare();
            continue;
          }
          made += 1;
          if (step.kind === 'add') await add(`Company ${run} more ${made}`, { country: step.country, employees: step.size });
          else {
            const { rows } = await server.database.execute<{ id: string }>(sql`select id from companies order by id`);
            const id = Number(rows[step.which % Math.max(1, rows.length)]?.id ?? 0);
            if (step.kind === 'remove') await remove(id);
            else
              await server.database.execute(sql`update companies set country = ${step.country}, employee_count = ${step.size},
                source = ${step.size === 300 ? 'sample' : 'test'} where id = ${id}`);
          }
        }
        await compare();
        for (const { alert } of watched) await call('DELETE', `/alerts/${alert}`);
        for (const view of views) await call('DELETE', `/table-views/${view}`);
      }),
      { numRuns: thoroughOr(300, 6) },
    );
  }, 300_000);

  /** The rows that match, as the list answers them. @param fields the cells that count; null: all */
  async function stateOf(
    filters: Readonly<Record<string, unknown>>,
    fields: readonly string[] | null,
  ): Promise<ReadonlyMap<number, string>> {
    const query = new URLSearchParams({ per_page: '100', sort: 'id' });
    for (const [key, value] of Object.entries(filters)) query.set(key, [value].flat().join(','));
    const { body } = await call('GET', `/table/companies?${query}`);
    const rows = z.array(z.object({ id: z.number(), country: z.unknown(), employee_count: z.unknown() })).parse(body.data);
    return new Map(rows.map(({ id, ...cells }) => [id, JSON.stringify(cells, fields === null ? null : [...fields])]));
  }
});

function differenceOf(before: ReadonlyMap<number, string>, after: ReadonlyMap<number, string>): readonly string[] {
  const removed = [...before.keys()].filter((id) => !after.has(id)).map((id) => `removed ${id}`);
  const added = [...after.keys()].filter((id) => !before.has(id)).map((id) => `added ${id}`);
  const changed = [...after].filter(([id, cells]) => before.has(id) && before.get(id) !== cells).map(([id]) => `changed ${id}`);
  return [...removed, ...added, ...changed].sort();
}
