/** What members set up in the app arrives: files of a scheduled export in a sheet, messages of an alert in a chat. */
import { createVerifiedAccount, type TestAccount } from '@leadloom/server/testing/accounts';
import { callApi, type Method } from '@leadloom/server/testing/call-api';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { listDestinationDeliveries } from '@leadloom/shared/contract/destinations';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SlackStandIn, startSlackStandIn } from '../stand-ins/slack/server.ts';
import { EMAIL, openSheetFixture, type SheetFixture, SPREADSHEET } from './google-sheets.fixture.ts';

const SOON = { timeout: 30_000, interval: 50 };
vi.setConfig({ testTimeout: 60_000 });

describe('destinations of the app', () => {
  let server: TestServer;
  let account: TestAccount;
  let slack: SlackStandIn;
  let fixture: SheetFixture;
  beforeAll(async () => {
    [slack, fixture] = await Promise.all([startSlackStandIn(), openSheetFixture()]);
    server = await startTestServer({ environment: { ...fixture.google.environment, DESTINATION_PRIVATE: 'on' } });
    account = await createVerifiedAccount(server);
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([slack.close(), fixture.google.close()]);
  });

  const call = (method: Method, path: string, payload?: object) => callApi(server, account, method, path, payload);
  async function create(path: string, payload: object): Promise<string> {
    const { status, body } = await call('POST', path, payload);
    expect(status, JSON.stringify(body)).toBe(201);
    return String(body.id);
  }
  /** Companies of a country of their own, and a view of them with two columns. */
  async function addView(country: string, rows: readonly { readonly name: string; readonly employee_count: number }[]) {
    const ids = await addRows(
      server.database,
      companies,
      rows.map((row) => ({ ...row, country })),
    );
    const shown = ['name', 'employee_count'];
    const others = companies.columns.map(({ field }) => field).filter((field) => !shown.includes(field));
    const columns = [...shown, ...others].map((field) => ({
      ...{ field, width: null, is_pinned: false },
      is_hidden: !shown.includes(field),
    }));
    const state = { filters: { country: [country] }, columns, sort: 'employee_count', order: 'asc', per_page: null };
    const view = await create('/table-views', { table: 'companies', name: country, state, is_default: false });
    return { ids, view };
  }

  it.each(['replace', 'append', 'changes'] as const)('a scheduled export writes a sheet in mode %s', async (mode) => {
    const country = `Land of ${mode}`;
    const rows = [
      { name: 'Warp', employee_count: 3 },
      { name: '=Bobbin', employee_count: 7 },
    ];
    const { ids, view } = await addView(country, rows);
    const sheet = `Leads ${mode}`;
    const destination = await create('/destinations', {
      ...{ kind: 'google-sheets', name: 'Sales sheet', spreadsheet_id: SPREADSHEET, sheet },
      service_account: await fixture.google.addServiceAccount(EMAIL),
    });
    const destinations = [{ destination_id: destination, mode }];
    const watch = { kind: 'view', id: view };
    const id = await create('/scheduled-exports', { name: country, every: 'daily', watch, destinations });
    const deliveries = async () => {
      const { body } = await call('GET', `/destinations/${destination}/deliveries`);
      return listDestinationDeliveries.success.body.parse(body).data;
    };
    async function run(): Promise<readonly string[]> {
      const before = (await deliveries()).length;
      server.clock.advance(1_000);
      expect((await call('POST', `/scheduled-exports/${id}/run`)).status).toBe(202);
      await expect.poll(async () => (await deliveries()).length, SOON).toBe(before + 1);
      await expect.poll(async () => (await deliveries())[0]?.state, SOON).not.toBe('waiting');
      expect((await deliveries())[0]).toMatchObject({ event: 'export.finished', state: 'delivered', tries: [{ error: null }] });
      const read = fixture.spreadsheet.read(sheet).map((cells) => cells.map(String));
      // The column by which the server finds rows again is hidden.
      const key = read[0]?.findIndex((name) => name.startsWith('leadloom_id')) ?? -1;
      return read.map((cells) => cells.filter((_, column) => column !== key).join('|'));
    }
    const first = await run();
    expect(first).toEqual(['name|employee_count', 'Warp|3', '=Bobbin|7']);
    await server.database.$client.query('update companies set employee_count = 40, updated_at = now() where id = $1', [ids[0]]);
    expect(await run()).toEqual(
      {
        replace: ['name|employee_count', '=Bobbin|7', 'Warp|40'],
        append: ['name|employee_count', 'Warp|3', '=Bobbin|7', '=Bobbin|7', 'Warp|40'],
        changes: ['name|employee_count', 'Warp|40', '=Bobbin|7'],
      }[mode],
    );
  });

  it('an alert tells a chat which rows are new, once each, with old and new values', async () => {
    const { ids, view } = await addView('Land of alerts', [{ name: 'Heddle', employee_count: 5 }]);
    const url = slack.addWebhook();
    const destination = await create('/destinations', { kind: 'slack', name: 'Sales', url });
    await create('/alerts', {
      ...{ name: 'New here', watch: { kind: 'view', id: view }, on: ['added', 'changed'], every: 'instant' },
      ...{ by: ['slack'], destination_id: destination },
    });
    await addRows(server.database, companies, [{ name: '<!channel> & Reed', country: 'Land of alerts', employee_count: 9 }]);
    await expect.poll(() => slack.messagesOf(url).length, SOON).toBe(1);
    const [added] = slack.messagesOf(url);
    expect(added?.text).toContain('&lt;!channel&gt; &amp; Reed');
    expect(added?.mentions).toEqual([]);
    await server.database.$client.query('update companies set employee_count = 50, updated_at = now() where id = $1', [ids[0]]);
    await expect.poll(() => slack.messagesOf(url).length, SOON).toBe(2);
    expect(slack.messagesOf(url)[1]?.text).toMatch(/Heddle.*5 → 50/s);
  });
});
