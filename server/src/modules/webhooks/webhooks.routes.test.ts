import { Readable } from 'node:stream';
import { listWebhookDeliveries, listWebhooks, MAX_WEBHOOKS, webhookWithSecretSchema } from '@leadloom/shared/contract/webhooks';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { type Caller, callApi, type Method } from '../../testing/call-api.ts';
import { openCollector } from '../../testing/collector-client.ts';
import { personAnswer } from '../../testing/linkedin-answers.ts';
import { createOperator, operatorSettings, type TestOperator } from '../../testing/operator.fixture.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { importLoggedFile } from '../imports/log/import-logged-file.ts';
import { loadOpenRecords } from '../imports/open-records.service.ts';
import { removeRows } from '../tables/tables.service.ts';

const MINUTE = 60_000;
const importOptions = {
  format: null,
  encoding: null,
  mustBeGzip: false,
  mapping: {},
  source: 'test',
  maxRejects: null,
  keepsKnown: false,
  suppressionKey: null,
  onReject: () => undefined,
} as const;
const SOON = { timeout: 20_000, interval: 50 };

describe('webhooks of an account', () => {
  let server: TestServer;
  let account: TestAccount;
  let other: TestAccount;
  let operator: TestOperator;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    server = await startTestServer({ environment: { ...operatorSettings, WEBHOOK_LOOPBACK: 'on' } });
    account = await createVerifiedAccount(server);
    other = await createVerifiedAccount(server);
    operator = await createOperator(server);
    receiver = await startWebhookReceiver();
  });
  beforeEach(async () => {
    await server.database.execute(sql`delete from webhooks`);
    receiver.requests.length = 0;
  });
  afterAll(async () => {
    await receiver.close();
    await server.close();
  });

  const call = (method: Method, path: string, payload?: object, as: Caller = account) =>
    callApi(server, as, method, path, payload);
  async function create(events: readonly string[], url = receiver.url, as: Caller = account) {
    const { status, body } = await call('POST', '/webhooks', { url, events }, as);
    expect(status, JSON.stringify(body)).toBe(201);
    return webhookWithSecretSchema.parse(body);
  }
  const told = () => receiver.requests.map(({ event }) => event);

  it('a webhook is stored, listed, changed and deleted, and its secret is told once', async () => {
    const { secret, ...made } = await create(['trend.rising', 'alert.fired', 'alert.fired'], 'https://hooks.example.com/x?y=1');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({
      url: 'https://hooks.example.com/x?y=1',
      events: ['alert.fired', 'trend.rising'],
      state: 'active',
      reason: null,
    });
    expect(listWebhooks.success.body.parse((await call('GET', '/webhooks')).body)).toEqual({ data: [made], total: 1 });
    const changes = { url: 'https://other.example.com/', events: ['export.finished'], state: 'disabled' };
    const changed = await call('PATCH', `/webhooks/${made.id}`, changes);
    expect(changed.body).toEqual({ ...made, ...changes, reason: 'You disabled it.' });
    const rotated = webhookWithSecretSchema.parse((await call('POST', `/webhooks/${made.id}/rotate-secret`)).body);
    expect(rotated.secret).not.toBe(secret);
    const stored = await server.database.execute(sql`select secret::text, previous_secret::text from webhooks`);
    const known = [secret, rotated.secret].map((text) => Buffer.from(text.slice(6), 'base64').toString('hex'));
    for (const hex of known) expect(JSON.stringify(stored.rows)).not.toContain(hex);
    expect((await call('DELETE', `/webhooks/${made.id}`)).status).toBe(204);
    expect((await call('GET', '/webhooks')).body).toEqual({ data: [], total: 0 });
  });

  it('what is no webhook is refused with its name', async () => {
    const url = 'https://hooks.example.com/';
    for (const wrong of [
      {},
      { url },
      { url, events: [] },
      { url, events: ['rows'] },
      { url, events: ['webhook.test'] },
      { url: '', events: ['alert.fired'] },
      { url: `https://a.example/${'x'.repeat(2_100)}`, events: ['alert.fired'] },
      { url, events: ['alert.fired'], secret: 'mine' },
    ])
      expect((await call('POST', '/webhooks', wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await call('GET', '/webhooks/1/deliveries')).status).toBe(400);
  });

  it('an account has ten webhooks, also when it makes many at once', async () => {
    const body = { url: 'https://hooks.example.com/', events: ['alert.fired'] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/webhooks', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  it('another account’s webhooks and deliveries do not exist', async () => {
    const { id } = await create(['alert.fired'], 'https://hooks.example.com/');
    await call('POST', `/webhooks/${id}/test`);
    const { body } = await call('GET', `/webhooks/${id}/deliveries`);
    const delivery = body.data[0].id;
    const mine = await create(['alert.fired'], 'https://hooks.example.com/', other);
    for (const [method, path, payload] of [
      ['PATCH', `/webhooks/${id}`, { state: 'disabled' }],
      ['DELETE', `/webhooks/${id}`, undefined],
      ['POST', `/webhooks/${id}/test`, undefined],
      ['POST', `/webhooks/${id}/rotate-secret`, undefined],
      ['GET', `/webhooks/${id}/deliveries`, undefined],
      ['POST', `/webhooks/${id}/deliveries/${delivery}/again`, undefined],
      ['POST', `/webhooks/${mine.id}/deliveries/${delivery}/again`, undefined],
    ] as const)
      expect((await call(method, path, payload, other)).status, `${method} ${path}`).toBe(404);
    expect((await call('GET', '/webhooks')).body).toMatchObject({ data: [{ id, state: 'active' }], total: 1 });
  });

  it('a test arrives within seconds, and is listed with its tries', async () => {
    const { id } = await create(['alert.fired']);
    const { status, body } = await call('POST', `/webhooks/${id}/test`);
    expect({ status, body }).toMatchObject({ status: 200, body: { event: 'webhook.test', state: 'waiting', tries: [] } });
    await expect.poll(told, SOON).toEqual([{ type: 'webhook.test', timestamp: body.created_at, data: { webhook_id: id } }]);
    const listed = async () => listWebhookDeliveries.success.body.parse((await call('GET', `/webhooks/${id}/deliveries`)).body);
    await expect.poll(async () => (await listed()).data[0]?.state, SOON).toBe('delivered');
    expect(await listed()).toMatchObject({ total: 1, page: 1, per_page: 25, data: [{ id: body.id, tries: [{ status: 204 }] }] });
    await call('POST', `/webhooks/${id}/deliveries/${body.id}/again`);
    await expect.poll(() => receiver.requests.map(({ headers }) => headers['webhook-id']), SOON).toEqual([body.id, body.id]);
  });

  it('an alert that tells by webhook is sent with its message', async () => {
    await create(['alert.fired']);
    const alert = { name: 'People', watch: { kind: 'people' }, on: ['added'], every: 'instant' };
    const silent = await call('POST', '/alerts', { ...alert, by: ['app'] });
    const loud = await call('POST', '/alerts', { ...alert, by: ['webhook'] });
    await call('POST', `/alerts/${silent.body.id}/test`);
    const message = await call('POST', `/alerts/${loud.body.id}/test`);
    const data = { alert_id: loud.body.id, message_id: message.body.id, title: 'People: this is a test', count: 0, rows: [] };
    await expect.poll(told, SOON).toEqual([{ type: 'alert.fired', timestamp: message.body.at, data }]);
  });

  it('changed rows are told from the making of the webhook on, in one event for each table', async () => {
    const [known = 0, gone = 0] = await addRows(server.database, companies, [
      { name: 'Fjord Bakery' },
      { name: 'Glacier Tools' },
    ]);
    const { id } = await create(['table.rows_changed']);
    const [fresh = 0] = await addRows(server.database, companies, [{ name: 'Harbour Robotics' }]);
    await server.database.execute(sql`update companies set city = 'Bergen' where id = ${known}`);
    await removeRows(server.platform, companies, [gone]);
    const sum = () => told().map(({ data: { added, changed, removed } }) => [added, changed, removed].map(Number));
    const total = () => sum().reduce((all, one) => all.map((count, index) => count + (one[index] ?? 0)), [0, 0, 0]);
    await expect.poll(total, SOON).toEqual([1, 1, 1]);
    const ids = told().flatMap(({ data }) => data.ids);
    expect(ids.toSorted()).toEqual([known, gone, fresh].toSorted());
    expect(told()[0]).toMatchObject({ type: 'table.rows_changed', data: { table: 'companies', version: expect.any(Number) } });
    expect((await call('GET', `/webhooks/${id}/deliveries`)).body.data[0].event).toBe('table.rows_changed');
  });

  it('a finished export is told to its account, a finished import to operators alone', async () => {
    await addRows(server.database, companies, [{ name: 'Fjord Bakery', country: 'Norway' }]);
    const mine = await create(['export.finished', 'import.finished']);
    await create(['export.finished', 'import.finished'], receiver.url, operator);
    const file = await server.app.inject({ url: '/api/v1/table/companies/export?country=Norway', headers: account.headers });
    expect(file.statusCode).toBe(200);
    const load = async (isDryRun: boolean) =>
      importLoggedFile(
        server.platform.direct,
        companies,
        { name: 'companies.csv', bytes: Readable.from([Buffer.from('name,country\nQuay Analytics,Norway\n')]) },
        { ...importOptions, isDryRun, now: server.clock.now() },
      );
    await load(true);
    const { id: importId } = await load(false);
    // The database's clock says when it ended.
    server.clock.advance(MINUTE);
    const data = { import_id: importId, table: 'companies', added: 1, changed: 0, refused: 0 };
    await expect.poll(() => told().length, SOON).toBe(2);
    const rows = file.payload.trim().split('\n').length - 1;
    expect(told()).toContainEqual({
      type: 'export.finished',
      timestamp: expect.any(String),
      data: { export_id: expect.any(Number), kind: 'table', table: 'companies', rows },
    });
    expect(told()).toContainEqual({ type: 'import.finished', timestamp: expect.any(String), data });
    const { body } = await call('GET', `/webhooks/${mine.id}/deliveries`);
    expect(body.data.map(({ event }: { event: string }) => event)).toEqual(['export.finished']);
  });

  it('a load of an open source is no finished import, because there are many of them', async () => {
    await create(['import.finished'], receiver.url, operator);
    const proposed = async () =>
      (await server.database.execute(sql`select event from webhook_deliveries where event = 'import.finished'`)).rows.length;
    const [url, asOf] = ['https://register.example/1', '2026-03-31'];
    await loadOpenRecords(server.platform, {
      definition: companies,
      source: { id: 'no-brreg', weight: 'register' },
      title: 'Register of 2026-03-31',
      load: {
        table: 'companies',
        fields: ['name', 'country'],
        records: async function* () {
          yield { cells: { name: 'Harbour Weavers AS', country: 'Norway' }, url, asOf };
        },
      },
      now: server.clock.now(),
      suppressionKey: Buffer.alloc(32),
      signal: new AbortController().signal,
      onLoaded: async () => undefined,
    });
    expect(await proposed()).toBe(0);
    const bytes = Readable.from([Buffer.from('name,country\nQuay Weavers,Norway\n')]);
    const options = { ...importOptions, isDryRun: false, now: server.clock.now() };
    await importLoggedFile(server.platform.direct, companies, { name: 'companies.csv', bytes }, options);
    expect(await proposed(), 'a file is one').toBe(1);
  });

  it('a profile is told once all of its parts are stored, and then what a later collection changes', async () => {
    await create(['profile.collected', 'profile.changed']);
    const maren = { memberId: 'ACoAAMaren01', slug: 'maren-holt', headline: 'Planner', email: 'maren@example.com' };
    const collect = async (headline: string) =>
      openCollector(account).parseProfile(
        `https://www.linkedin.com/in/${maren.slug}`,
        personAnswer({ ...maren, headline }),
        null,
      );
    const { status, body } = await collect('Planner');
    expect({ status, body }).toMatchObject({ status: 200, body: { collected: true } });
    const data = { user_id: body.user_id, slug: maren.slug, headline: 'Planner' };
    await expect.poll(told, SOON).toMatchObject([{ type: 'profile.collected', data }]);
    await collect('Planner');
    server.clock.advance(11 * MINUTE);
    await collect('Head of Planning');
    server.clock.advance(MINUTE);
    await expect.poll(() => told().length, SOON).toBe(2);
    const changed = { ...data, headline: 'Head of Planning', fields: ['headline'] };
    expect(told()[1]).toMatchObject({ type: 'profile.changed', data: changed });
  });
});
