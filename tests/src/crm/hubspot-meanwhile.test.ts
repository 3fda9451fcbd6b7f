/** What happens to a run or its undoing when somebody does something else meanwhile, and to somebody who waits for it. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { problem } from '../stand-ins/hubspot/answer.ts';
import { type HubspotFixture, mapping, openHubspotFixture } from './hubspot.fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const ROWS = 250;
const companies = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Company ${at}`,
    website: `https://company-${at}.example`,
    website_domain: `company-${at}.example`,
    updated_at: '2026-01-01T00:00:00Z',
  }));

describe('while a run of HubSpot is under way', () => {
  let fixture: HubspotFixture;
  afterEach(() => fixture.close());

  async function open(count = ROWS) {
    fixture = await openHubspotFixture();
    const { ids, list } = await fixture.addCompanies(companies(count));
    const id = await fixture.connect({ source: { kind: 'list', id: list }, mapping: mapping('theirs') });
    return { id, ids, list };
  }
  /** HubSpot asks for two seconds before it does what the calls ask for. */
  const slowDown = (call: RegExp) =>
    fixture.hubspot.faults.add({
      ...{ call, times: 1 },
      answer: { ...problem(429, 'RATE_LIMITS', 'You have reached your secondly limit.'), headers: { 'retry-after': '2' } },
    });
  const count = () => fixture.hubspot.portal.alive('companies').length;

  it('its destination can be deleted: it ends there, and nothing is left of it', async () => {
    const { id } = await open();
    await fixture.start(id);
    await expect.poll(count, { interval: 10 }).toBeGreaterThan(0);
    slowDown(/batch/);
    expect(await fixture.call('DELETE', `/destinations/${id}`)).toMatchObject({ status: 204 });
    await expect.poll(async () => (await fixture.call('GET', `/destinations/${id}/runs`)).status).toBe(404);
    const { rows } = await fixture.server.database.$client.query(
      'select (select count(*) from destination_deliveries)::int as deliveries, (select count(*) from crm_records)::int as records',
    );
    expect(rows).toEqual([{ deliveries: 0, records: 0 }]);
    expect(count()).toBeLessThanOrEqual(ROWS);
    expect(await fixture.call('GET', '/destinations')).toMatchObject({ status: 200, body: { total: 0 } });
  });

  it('it is not undone, and while it is being undone none begins', async () => {
    const { id } = await open(20);
    slowDown(/batch\/upsert/);
    const runId = await fixture.start(id);
    expect(await fixture.call('POST', `/destinations/${id}/runs/${runId}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'CRM.RUNNING' },
    });
    expect(await fixture.ended(id, runId)).toMatchObject({ state: 'done', created: 20 });
    slowDown(/batch\/archive/);
    const undoing = fixture.undo(id, runId);
    await expect.poll(() => fixture.hubspot.calls.filter((call) => /batch\/archive/.test(call)).length).toBe(1);
    // A second press, and a run beside it.
    expect(await fixture.call('POST', `/destinations/${id}/runs/${runId}/undo`)).toMatchObject({ status: 409 });
    const next = await fixture.start(id);
    expect(await undoing).toEqual({ undone: 20, kept: [] });
    const { rows } = await fixture.server.database.$client.query(
      "update destination_deliveries set next_try_at = created_at where state = 'waiting' returning tries",
    );
    expect(rows[0]?.tries.at(-1)?.error).toBe('A run is being undone.');
    // All rows are pushed anew, once.
    expect(await fixture.ended(id, next)).toMatchObject({ state: 'done', created: 20, skipped: 0, failed: [] });
    expect(count()).toBe(20);
    expect(await fixture.call('POST', `/destinations/${id}/runs/${runId}/undo`)).toMatchObject({
      status: 200,
      body: { undone: 0, kept: [] },
    });
    expect(count()).toBe(20);
  });

  it('whoever waits for HubSpot learns that it did not answer in time', async () => {
    const { id } = await open(1);
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => timeout(limit === 90_000 ? 300 : limit));
    onTestFinished(() => spy.mockRestore());
    slowDown(/properties/);
    expect(await fixture.call('POST', `/destinations/${id}/dry-run`)).toMatchObject({
      body: { code: 'CRM.UNREACHABLE', msg: 'It did not answer within 90 seconds. Try again later.' },
    });
  });
});
