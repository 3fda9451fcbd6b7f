/** Runs when things fail: servers that are killed, tokens that are revoked, limits, and answers that never arrive. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hubspotFaults } from '../stand-ins/hubspot/server.ts';
import { type HubspotFixture, mapping, openHubspotFixture } from './hubspot.fixture.ts';

/** Some tests wait for a search that is late, and for leases. */
vi.setConfig({ testTimeout: 120_000 });

const ROWS = 250;
const companies = (count = ROWS) =>
  Array.from({ length: count }, (_, at) => ({
    name: `Company ${at}`,
    website: `https://company-${at}.example`,
    website_domain: `company-${at}.example`,
    city: 'Oslo',
    updated_at: '2026-01-01T00:00:00Z',
  }));

describe('a run of HubSpot goes on', () => {
  let fixture: HubspotFixture;
  afterEach(() => fixture.close());

  async function open(options: Parameters<typeof openHubspotFixture>[0] = {}, count = ROWS) {
    fixture = await openHubspotFixture(options);
    const { ids, list } = await fixture.addCompanies(companies(count));
    const id = await fixture.connect({ source: { kind: 'list', id: list }, mapping: mapping('ours') });
    return { id, ids };
  }
  /** Ends the lease, as if the server that worked on it had been killed, and puts the next try to now. */
  const makeDue = () =>
    fixture.server.database.$client.query(
      `update destination_deliveries set next_try_at = created_at, lease_token = null where state = 'waiting'`,
    );
  const tries = async () => {
    const { rows } = await fixture.server.database.$client.query('select tries from destination_deliveries order by created_at');
    return rows[0]?.tries ?? [];
  };
  const expectEachOnce = (count = ROWS) => {
    const domains = fixture.hubspot.portal.alive('companies').map(({ properties }) => properties.domain);
    expect(domains).toHaveLength(count);
    expect(new Set(domains).size).toBe(count);
  };

  it.each([
    ['a unique property', { mayDefine: true }],
    ['a search, which is late', { mayDefine: false, searchDelayMilliseconds: 3_000 }],
  ])('after answers that never arrived, and creates nothing twice, by %s', async (_, options) => {
    const { id } = await open(options);
    const { faults } = fixture.hubspot;
    // The first batch arrives, the answer to the second does not.
    const call = /^POST .*\/batch\/(?:create|upsert)$/;
    faults.add({ call, times: 1, answer: 'lost' });
    const runId = await fixture.start(id);
    await expect.poll(async () => (await tries()).length).toBe(1);
    expect((await fixture.runs(id))[0]).toMatchObject({ state: 'running', error: 'HubSpot could not be reached.' });
    await makeDue();
    expect(await fixture.ended(id, runId)).toMatchObject({ state: 'done', created: ROWS, updated: 0, skipped: 0, failed: [] });
    expectEachOnce();
  });

  it('after it lost its lease in the middle of a batch, as when a server is killed', async () => {
    const { id } = await open({ searchDelayMilliseconds: 200 });
    const runId = await fixture.start(id);
    for (let kills = 0; kills < 6; kills += 1) {
      await sleep(60);
      await makeDue();
    }
    await expect
      .poll(
        async () => {
          await makeDue();
          return (await fixture.runs(id)).find((one) => one.id === runId)?.state;
        },
        { timeout: 60_000, interval: 3_000 },
      )
      .toBe('done');
    expect(await fixture.ended(id, runId)).toMatchObject({ created: ROWS, failed: [] });
    expectEachOnce();
    const { rows } = await fixture.server.database.$client.query('select sum(reserved)::int as charged from table_exports');
    expect(rows[0]).toEqual({ charged: ROWS });
  });

  it('after bursts that HubSpot slows down', async () => {
    const { id } = await open({}, 20);
    const slow = { ...hubspotFaults.burst, headers: { 'retry-after': '0.05' } };
    fixture.hubspot.faults.add({ call: /^POST/, times: 4, answer: slow });
    expect(await fixture.run(id)).toMatchObject({ state: 'done', created: 20 });
  });

  it('when the daily limit is reached, once it is over, and says so meanwhile', async () => {
    const { id } = await open({}, 120);
    const call = /batch\/upsert$/;
    fixture.hubspot.faults.add({ call, times: 1, answer: { ...hubspotFaults.down, headers: { 'retry-after': '0' } } });
    fixture.hubspot.faults.add({ call, times: 1, answer: hubspotFaults.daily });
    const runId = await fixture.start(id);
    await expect
      .poll(async () => (await fixture.runs(id))[0])
      .toMatchObject({ state: 'running', error: 'HubSpot’s daily limit of requests is reached.' });
    const { rows } = await fixture.server.database.$client.query(
      `select failures, state, next_try_at > created_at + interval '30 minutes' as late from destination_deliveries`,
    );
    expect(rows).toEqual([{ failures: 0, state: 'waiting', late: true }]);
    await makeDue();
    expect(await fixture.ended(id, runId)).toMatchObject({ state: 'done', created: 120, error: null });
    expectEachOnce(120);
  });

  it('fails when the token is revoked on the way, disables the destination, and is sent again once there is another', async () => {
    const { id } = await open();
    const { hubspot, call, start, ended } = fixture;
    const runId = await start(id);
    await expect.poll(() => hubspot.portal.alive('companies').length).toBeGreaterThan(0);
    hubspot.revoke();
    const failed = await ended(id, runId);
    expect(failed).toMatchObject({ state: 'failed', error: 'HubSpot does not accept the access token any more.' });
    const { body } = await call('GET', '/destinations');
    expect(body).toMatchObject({ data: [{ state: 'disabled', reason: 'HubSpot does not accept the access token any more.' }] });
    expect(JSON.stringify(body)).not.toContain('pat-na1');
    expect(await call('POST', `/destinations/${id}/run`)).toMatchObject({
      status: 409,
      body: { code: 'DESTINATION.DISABLED' },
    });
    hubspot.allow();
    await call('PATCH', `/destinations/${id}`, { state: 'active' });
    expect(await call('POST', `/destinations/${id}/deliveries/${runId}/again`)).toMatchObject({ status: 200 });
    expect(await ended(id, runId)).toMatchObject({ state: 'done', created: ROWS });
    expectEachOnce();
  });

  it('fails with the sentence of the export limit, and the next run pushes the rest', async () => {
    const { id } = await open({ environment: { TRIAL_EXPORT_LIMIT: '550' } }, 600);
    const failed = await fixture.run(id);
    expect(failed).toMatchObject({ state: 'failed', created: 500, can_undo: true });
    expect(failed.error).toMatch(/^This export has 100 rows\. It needs 100 rows, but 50 of your 550 this month are left\./);
    await fixture.server.database.$client.query('update workspaces set export_limit = 1000');
    expect(await fixture.run(id)).toMatchObject({ state: 'done', created: 100, skipped: 500 });
    expectEachOnce(600);
  });

  it('only one runs at a time', async () => {
    const { id } = await open({}, 20);
    const runId = await fixture.start(id);
    expect(await fixture.call('POST', `/destinations/${id}/run`)).toMatchObject({
      status: 409,
      body: { code: 'CRM.RUNNING' },
    });
    expect(await fixture.ended(id, runId)).toMatchObject({ state: 'done' });
  });
});
