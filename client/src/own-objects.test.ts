import { createKeyHolder } from '@leadloom/server/testing/key-holder';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from './create-client.ts';

describe('the client with a key that may write', () => {
  let server: TestServer;
  let client: Client;
  let reader: Client;
  let row: number;

  beforeAll(async () => {
    server = await startTestServer({
      environment: { KEY_REQUESTS_PER_SECOND: '1000', KEY_REQUESTS_PER_MINUTE: '10000', ACCOUNT_REQUESTS_PER_MINUTE: '10000' },
    });
    const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const holder = await createKeyHolder(server, undefined, { rights: 'write' });
    client = createClient({ origin, apiKey: holder.key });
    reader = createClient({ origin, apiKey: (await createKeyHolder(server, holder.account)).key });
    [row = 0] = await addRows(server.database, companies, [{ name: 'Weaver', country: 'France' }]);
  });
  afterAll(() => server.close());

  it('lists are made, filled, emptied, deleted and restored', async () => {
    const { id } = await client.lists.create({ name: 'Q1', table: 'companies' });
    expect(await client.lists.addRows(id, { filters: { country: ['France'] } })).toMatchObject({ added: 1, count: 1 });
    expect(await client.lists.list({ table: 'companies', row })).toMatchObject([{ id, name: 'Q1' }]);
    expect(await client.lists.change(id, { name: 'Q2' })).toMatchObject({ name: 'Q2' });
    expect(await client.lists.removeRows(id, { ids: [row] })).toMatchObject({ removed: 1, count: 0 });
    expect(await client.lists.delete(id)).toBeUndefined();
    expect(await client.lists.list({ deleted: true })).toMatchObject([{ id }]);
    expect(await client.lists.restore(id)).toMatchObject({ id, name: 'Q2' });
  });

  it('rows are tagged and noted', async () => {
    const { addition, tagged } = await client.tags.add({ table: 'companies', ids: [row], tags: ['warm'] });
    expect(tagged).toBe(1);
    expect(await client.tags.get('companies', row)).toEqual(['warm']);
    expect(await client.tags.takeBack('companies', addition)).toEqual({ rows: 1 });
    expect(await client.tags.set('companies', row, ['cold', 'called'])).toEqual(['called', 'cold']);
    expect(await client.tags.list('companies')).toMatchObject([{ tag: 'called' }, { tag: 'cold' }]);
    const note = await client.notes.add('companies', row, 'Call in May.');
    expect(await client.notes.change(note.id, { text: 'Call in June.' })).toMatchObject({ text: 'Call in June.' });
    expect(await client.notes.list('companies', row)).toMatchObject([{ id: note.id, text: 'Call in June.' }]);
    await client.notes.delete(note.id);
    expect(await client.notes.list('companies', row)).toEqual([]);
  });

  it('views, alerts and scheduled exports are made and changed', async () => {
    const state = { filters: { country: ['France'] }, columns: [], sort: null, order: null, per_page: null };
    const view = await client.views.create({ table: 'companies', name: 'France', state, is_default: false });
    expect(await client.views.get(view.id)).toMatchObject({ name: 'France' });
    expect(await client.views.change(view.id, { name: 'In France' })).toMatchObject({ name: 'In France' });
    expect(await client.views.list('companies')).toMatchObject([{ id: view.id }]);
    const watch = { kind: 'view', id: view.id } as const;
    const alert = await client.alerts.create({ name: 'New', watch, on: ['added'], every: 'daily', by: ['app'] });
    expect(await client.alerts.change(alert.id, { every: 'weekly' })).toMatchObject({ every: 'weekly' });
    expect(await client.alerts.test(alert.id)).toMatchObject({ alert_id: alert.id });
    expect(await client.alerts.list()).toMatchObject([{ id: alert.id }]);
    const scheduled = await client.scheduledExports.create({ name: 'Weekly', watch, every: 'weekly' });
    expect(await client.scheduledExports.change(scheduled.id, { every: 'daily' })).toMatchObject({ every: 'daily' });
    expect(await client.scheduledExports.run(scheduled.id)).toMatchObject({ is_running: true });
    expect(await client.scheduledExports.files(scheduled.id)).toBeInstanceOf(Array);
    expect(await client.scheduledExports.list()).toMatchObject([{ id: scheduled.id }]);
    await client.scheduledExports.delete(scheduled.id);
    await client.alerts.delete(alert.id);
    await client.views.delete(view.id);
    expect(await client.views.list('companies')).toEqual([]);
  });

  it('webhooks are made, changed and deleted', async () => {
    const { id, secret } = await client.webhooks.create({ url: 'https://hooks.example.com/x', events: ['alert.fired'] });
    expect((await client.webhooks.rotateSecret(id)).secret).not.toBe(secret);
    const delivery = await client.webhooks.test(id);
    expect(await client.webhooks.deliveries(id, { per_page: 5 })).toMatchObject({ total: 1, data: [{ id: delivery.id }] });
    expect(await client.webhooks.sendAgain(id, delivery.id)).toMatchObject({ id: delivery.id });
    expect(await client.webhooks.change(id, { state: 'disabled' })).toMatchObject({ state: 'disabled' });
    expect(await client.webhooks.list()).toMatchObject([{ id }]);
    await client.webhooks.delete(id);
    expect(await client.webhooks.list()).toEqual([]);
  });

  it('a profile is added to the list of the collector, once', async () => {
    const url = 'https://www.linkedin.com/in/maren-holt';
    expect(await client.profiles.add(url)).toMatchObject({ added: 1, existing: 0 });
    expect(await client.profiles.add(url)).toMatchObject({ added: 0, existing: 1 });
  });

  it('a key that only reads is told so', async () => {
    await expect(reader.lists.create({ name: 'Q1', table: 'companies' })).rejects.toMatchObject({
      status: 403,
      code: 'KEY.RIGHT_MISSING',
    });
    expect(await reader.lists.list()).toBeInstanceOf(Array);
  });
});
