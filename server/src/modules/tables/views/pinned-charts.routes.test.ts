import { MAX_PINNED_CHARTS, type PinnedChart } from '@leadloom/shared/contract/table-views';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { callApi, type Method } from '../../../testing/call-api.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const filters = { country: ['Germany'] };
const state = { filters, columns: [], sort: null, order: null, per_page: null };
const chart = { by: ['country', 'last_funded'], measure: 'sum', of: 'revenue' };
const byVertical = { by: ['vertical'], measure: 'count' };

describe('charts of views', () => {
  let server: TestServer;
  let account: TestAccount;

  const call = (method: Method, path: string, payload?: object, as = account) => callApi(server, as, method, path, payload);
  const create = (name: string, more: object) =>
    call('POST', '/table-views', { table: 'companies', name, state, is_default: false, ...more });
  const change = ({ id, name }: { id: string; name: string }, more: object) =>
    call('PUT', `/table-views/${id}`, { name, state, is_default: false, ...more });
  const pinned = async (as = account) =>
    (await call('GET', '/pinned-charts', undefined, as)).body.data.map(({ name }: PinnedChart) => name);

  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    account = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());

  it('a chart is stored with its view, shown to whom the view is shared with, and stays where a change does not name it', async () => {
    const made = await create('Money', { chart });
    expect(made).toMatchObject({ status: 201, body: { chart, is_pinned: false } });
    expect((await create('Rows', {})).body.chart).toBeNull();
    const stranger = await createVerifiedAccount(server);
    expect((await call('GET', `/table-views/${made.body.id}`, undefined, stranger)).body.chart).toEqual(chart);
    expect((await change(made.body, {})).body.chart).toEqual(chart);
    expect((await change(made.body, { chart: byVertical })).body.chart).toEqual(byVertical);
    expect((await change(made.body, { chart: null })).body.chart).toBeNull();
    expect((await call('GET', '/table-views?table=companies')).body.data[0].chart).toBeNull();
  });

  it.each([
    [{ by: ['no_such'], measure: 'count' }, '/chart/by', 'not "no_such"'],
    [{ by: ['search_query'], measure: 'count' }, '/chart/by', 'not "search_query"'],
    [{ by: ['country', 'country'], measure: 'count' }, '/chart/by', 'must not name one twice'],
    [{ by: ['country'], measure: 'sum' }, '/chart/of', 'is needed for sum'],
    [{ by: ['country'], measure: 'sum', of: 'name' }, '/chart/of', 'not "name"'],
    [{ by: ['country'], measure: 'count', of: 'revenue' }, '/chart/of', 'must be absent for count'],
  ])('%o is refused', async (wrong, pointer, words) => {
    const refused = { status: 400, body: { errors: [{ pointer, detail: expect.stringContaining(words) }] } };
    expect(await create('Wrong', { chart: wrong })).toMatchObject(refused);
    const { body: view } = await create('Right', { chart });
    expect(await change(view, { chart: wrong })).toMatchObject(refused);
  });

  it('pinned views with a chart are listed, with what their summary is asked for', async () => {
    const { body: view } = await create('Money', { chart, is_pinned: true });
    expect(view.is_pinned).toBe(true);
    await create('No chart', { is_pinned: true });
    await create('Not pinned', { chart });
    await call('POST', '/table-views', {
      table: 'people',
      name: 'By country',
      state,
      is_default: false,
      is_pinned: true,
      chart: { by: ['country'], measure: 'count' },
    });
    expect((await call('GET', '/pinned-charts')).body).toEqual({
      data: [
        { id: expect.any(String), table: 'people', name: 'By country', filters, chart: { by: ['country'], measure: 'count' } },
        { id: view.id, table: 'companies', name: 'Money', filters, chart },
      ],
      total: 2,
    });
    expect(await pinned(await createVerifiedAccount(server))).toEqual([]);
    expect((await call('GET', '/pins')).body.total).toBe(3);
  });

  it(`an account pins at most ${MAX_PINNED_CHARTS} charts, at whichever step and however many at the same time`, async () => {
    for (let at = 1; at < MAX_PINNED_CHARTS; at += 1)
      expect((await create(`Chart ${at}`, { chart, is_pinned: true })).status).toBe(201);
    const [{ body: onlyPinned }, { body: onlyChart }] = [
      await create('Pinned', { is_pinned: true }),
      await create('Chart', { chart }),
    ];
    const answers = await Promise.all([
      create('New', { chart, is_pinned: true }),
      change(onlyPinned, { chart }),
      change(onlyChart, { is_pinned: true }),
    ]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('CHART_PIN.LIMIT_REACHED');
    expect(await pinned()).toHaveLength(MAX_PINNED_CHARTS);
    // What was refused was not stored.
    const { body: views } = await call('GET', '/table-views?table=companies');
    expect(views.data.filter((view: { chart: unknown; is_pinned: boolean }) => view.chart && view.is_pinned)).toHaveLength(
      MAX_PINNED_CHARTS,
    );
  });
});
