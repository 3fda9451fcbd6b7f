import { MAX_ALERTS } from '@leadloom/shared/contract/alerts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { turnLimits } from '../../plugins/turns.ts';
import { accountIdOf, createVerifiedAccount, type TestAccount, waitForMail } from '../../testing/accounts.ts';
import { callApi, type Method } from '../../testing/call-api.ts';
import { makerOf } from '../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { removeBeyond } from './alerts.repository.ts';

const people = { name: 'My people', watch: { kind: 'people' }, on: ['changed'], every: 'instant', by: ['app'] };

describe('alerts of an account', () => {
  let server: TestServer;
  let account: TestAccount;
  let other: TestAccount;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    other = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  const call = (method: Method, path: string, payload?: object, as = account) => callApi(server, as, method, path, payload);

  it('an alert is stored, listed, changed and deleted', async () => {
    const { status, body } = await call('POST', '/alerts', { ...people, every: 'weekly', at: '07:30', zone: 'Europe/Oslo' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...people, every: 'weekly', at: '07:30', zone: 'Europe/Oslo', fields: null, state: 'active' });
    expect(body.next_at).toMatch(/T0[56]:30:00\.000Z$/);
    expect((await call('GET', '/alerts')).body).toEqual({ data: [body], total: 1 });
    const changed = await call('PATCH', `/alerts/${body.id}`, { name: 'Renamed', every: 'instant', by: ['mail', 'app'] });
    expect(changed.body).toMatchObject({ id: body.id, name: 'Renamed', every: 'instant', next_at: null, by: ['app', 'mail'] });
    expect((await call('DELETE', `/alerts/${body.id}`)).status).toBe(204);
    expect((await call('GET', '/alerts')).body).toEqual({ data: [], total: 0 });
  });

  it('what cannot be watched, or is told at no time, is refused', async () => {
    const missing = [
      { kind: 'view', id: 'nothing' },
      { kind: 'list', id: 1 },
      { kind: 'source', network: 'reddit', name: 'untracked' },
    ];
    for (const watch of missing) expect((await call('POST', '/alerts', { ...people, watch })).status, watch.kind).toBe(404);
    for (const wrong of [
      { on: [] },
      { on: ['renamed'] },
      { by: [] },
      { every: 'hourly' },
      { at: '24:00' },
      { zone: 'Europe/Nowhere' },
      { zone: '../../etc' },
      { name: ' ' },
      { watch: { kind: 'people', id: 1 } },
    ])
      expect((await call('POST', '/alerts', { ...people, ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    expect((await call('GET', '/alerts')).body.total).toBe(0);
  });

  describe('the fields of an alert', () => {
    const detailOf = ({ body }: Awaited<ReturnType<typeof call>>) => body.errors?.[0];
    const view = async (table: string) => {
      const state = { filters: {}, columns: [], sort: null, order: null, per_page: null };
      const name = `Fields ${table}`;
      await call('POST', '/table-views', { table, name, state, is_default: false });
      const { body } = await call('GET', `/table-views?table=${table}`);
      return { kind: 'view', id: body.data.find((each: { name: string }) => each.name === name).id };
    };
    const list = async (table: string) => {
      const { body } = await call('POST', '/lists', { name: `Fields ${Math.random()}`, table });
      return { kind: 'list', id: body.id };
    };
    const source = async () => {
      await call('POST', '/reddit/track-subreddits', { subreddit_names: ['leadfields'] });
      return { kind: 'source', network: 'reddit', name: 'leadfields' };
    };
    const watches = [
      ['a view', () => view('companies'), 'employee_count'],
      ['a list of rows', () => list('companies'), 'city'],
      ['a list of people', () => list('collected-people'), 'headline'],
      ['people', async () => ({ kind: 'people' }), 'company_name'],
      ['trends', async () => ({ kind: 'trends' }), 'number_of_videos_in_trend'],
      ['a source', source, 'title'],
    ] as const;

    it.each(watches)('those that %s never changes in are refused by name, and nothing is stored', async (_, make, field) => {
      const watch = await make();
      const total = (await call('GET', '/alerts')).body.total;
      for (const wrong of ['no_such_field', 'updated_at']) {
        const refused = await call('POST', '/alerts', { ...people, watch, fields: [field, wrong] });
        expect(refused).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
        expect(detailOf(refused)).toMatchObject({ pointer: '/fields', detail: expect.stringContaining(`not "${wrong}"`) });
        expect(detailOf(refused).detail).toContain(field);
      }
      expect((await call('POST', '/alerts', { ...people, watch, fields: [] })).status).toBe(400);
      expect((await call('GET', '/alerts')).body.total).toBe(total);
      const made = await call('POST', '/alerts', { ...people, watch, fields: [field] });
      expect(made).toMatchObject({ status: 201, body: { fields: [field] } });
      const path = `/alerts/${made.body.id}`;
      const changed = await call('PATCH', path, { fields: ['no_such_field'] });
      expect(detailOf(changed)).toMatchObject({ pointer: '/fields', detail: expect.stringContaining('not "no_such_field"') });
      expect((await call('PATCH', path, { fields: null })).body).toMatchObject({ fields: null });
      await call('DELETE', path);
    });

    it('an alert cannot begin to watch something in which its fields never change', async () => {
      const { body } = await call('POST', '/alerts', { ...people, fields: ['headline'] });
      const watch = await view('companies');
      const refused = await call('PATCH', `/alerts/${body.id}`, { watch });
      expect(refused.status).toBe(400);
      expect(detailOf(refused).detail).toContain('not "headline"');
      expect((await call('GET', '/alerts')).body.data[0]).toMatchObject({ watch: { kind: 'people' }, fields: ['headline'] });
      expect((await call('PATCH', `/alerts/${body.id}`, { watch, fields: ['city'] })).status).toBe(200);
      await call('DELETE', `/alerts/${body.id}`);
    });

    it('an alert of an earlier version with such fields can still be renamed', async () => {
      const { body } = await call('POST', '/alerts', people);
      await server.database.execute(sql`update alerts set fields = '{no_such_field}' where id = ${body.id}`);
      expect((await call('PATCH', `/alerts/${body.id}`, { name: 'Renamed' })).status).toBe(200);
      await call('DELETE', `/alerts/${body.id}`);
    });
  });

  it('a commit is told within seconds in the app and by mail, with a link that ends the mails', async () => {
    const state = { filters: { country: ['Norway'] }, columns: [], sort: null, order: null, per_page: null };
    const view = await call('POST', '/table-views', { table: 'companies', name: 'Norway', state, is_default: false }, other);
    // Another account's view, opened by its link.
    const watch = { kind: 'view', id: view.body.id };
    const alert = await call('POST', '/alerts', { ...people, name: 'Norway', watch, on: ['added'], by: ['app', 'mail'] });
    await server.database.execute(sql`
      insert into companies (name, country, canonical_key, source) values ('Fjord <Bakery>', 'Norway', 'fjord', 'test')`);
    const mail = await waitForMail(server, account.email, /Norway: 1 added/);
    expect(mail.text).toContain('- New: Fjord <Bakery>');
    expect(mail.html).toContain('<li>New: Fjord &lt;Bakery&gt;</li>');
    const { body } = await call('GET', '/alerts/messages?unread=true');
    expect(body).toMatchObject({
      total: 1,
      page: 1,
      data: [{ alert_id: alert.body.id, count: 1, table: 'companies', read: false }],
    });
    expect(mail.text).toContain(`${server.platform.config.publicUrl}${body.data[0].link}`);

    const url = new URL(mail.unsubscribeUrl ?? '');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const press = (path: string) =>
      server.app.inject({ method: 'POST', url: path, headers: form, payload: 'List-Unsubscribe=One-Click' });
    const forged = url.pathname.replace(/\/(\d+)\./, (_, id: string) => `/${Number(id) + 1}.`);
    expect((await press(forged)).statusCode).toBe(404);
    expect((await server.app.inject({ method: 'GET', url: url.pathname })).statusCode).not.toBe(200);
    expect((await call('GET', '/alerts')).body.data[0].by).toEqual(['app', 'mail']);
    expect((await press(url.pathname)).statusCode).toBe(204);
    expect((await press(url.pathname)).statusCode).toBe(204);
    expect((await call('GET', '/alerts')).body.data[0].by).toEqual(['app']);

    const test = await call('POST', `/alerts/${alert.body.id}/test`);
    expect(test.body).toMatchObject({ title: 'Norway: this is a test', count: 0, rows: [], read: false });
    expect((await call('POST', '/alerts/messages/read', { ids: [test.body.id] })).status).toBe(204);
    expect((await call('GET', '/alerts/messages?unread=true')).body.total).toBe(1);
    expect((await call('POST', '/alerts/messages/read', { all: true })).status).toBe(204);
    expect((await call('GET', '/alerts/messages?unread=true')).body.total).toBe(0);
    expect((await call('GET', '/alerts/messages')).body.total).toBe(2);
    await call('DELETE', `/alerts/${alert.body.id}`);
  });

  it("another account's alerts and messages do not exist", async () => {
    const { body } = await call('POST', '/alerts', people);
    const message = await call('POST', `/alerts/${body.id}/test`);
    for (const [method, path, payload] of [
      ['PATCH', `/alerts/${body.id}`, { name: 'Mine' }],
      ['DELETE', `/alerts/${body.id}`, undefined],
      ['POST', `/alerts/${body.id}/test`, undefined],
      ['POST', '/alerts/messages/read', { ids: [message.body.id] }],
    ] as const)
      expect((await call(method, path, payload, other)).status, path).toBe(404);
    expect((await call('GET', '/alerts/messages', undefined, other)).body.total).toBe(0);
    expect((await call('GET', '/alerts/messages?unread=true')).body.total).toBe(1);
    await call('DELETE', `/alerts/${body.id}`);
  });

  it('an account has at most fifty alerts, however many are asked for at once', async () => {
    const { perAccount: atOnce } = turnLimits.change;
    const answers: Awaited<ReturnType<typeof call>>[] = [];
    while (answers.length < MAX_ALERTS + 10)
      answers.push(...(await Promise.all(Array.from({ length: atOnce }, () => call('POST', '/alerts', people)))));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeLessThanOrEqual(MAX_ALERTS);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(answers.length - made.length);
    expect((await call('GET', '/alerts')).body.total).toBe(made.length);
  });

  it('of alerts added at the same time, the one that is committed last counts all others, whatever their numbers', async () => {
    const id = await accountIdOf(server, other.email);
    const first = await call('POST', '/alerts', people, other);
    for (let made = 1; made < MAX_ALERTS; made++) await call('POST', '/alerts', people, other);
    await server.database.execute(sql`
      insert into alerts overriding system value select (alert).* from (
        select jsonb_populate_record(held, jsonb_build_object('id', held.id + 1000)) as alert from alerts held
        where held.account_id = ${id} order by held.id limit 1) copied`);
    expect(await removeBeyond(server.database, makerOf(id), Number(first.body.id), { own: MAX_ALERTS, all: MAX_ALERTS })).toBe(
      true,
    );
    expect(await removeBeyond(server.database, makerOf(id), Number(first.body.id), { own: MAX_ALERTS, all: MAX_ALERTS })).toBe(
      false,
    );
    expect((await call('GET', '/alerts', undefined, other)).body.total).toBe(MAX_ALERTS);
  });
});
