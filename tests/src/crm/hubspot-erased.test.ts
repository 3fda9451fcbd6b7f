/** People who were erased are withdrawn from HubSpot, as far as a run created them, and do not come back. */
import { eraseNow } from '@leadloom/server/modules/erasure/erase-now.service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hubspotFaults } from '../stand-ins/hubspot/server.ts';
import { type HubspotFixture, openHubspotFixture } from './hubspot.fixture.ts';

describe('a person who was erased', () => {
  let fixture: HubspotFixture;
  beforeAll(async () => {
    fixture = await openHubspotFixture();
  });
  afterAll(() => fixture.close());

  const query = async (statement: string) => (await fixture.server.database.$client.query(statement)).rows;
  const person = (name: string) => ({
    ...{ name, email: `${name.toLowerCase()}@people.example`, city: 'Oslo', updated_at: '2026-01-01T00:00:00Z' },
  });

  it('is deleted where we created the contact; of others the members are told, and nothing is kept', async () => {
    const { hubspot, addPeople, connect, run, server } = fixture;
    const own = hubspot.portal.create('contacts', { email: 'bo@people.example' });
    const { list } = await addPeople([person('Ann'), person('Bo'), person('Cy')]);
    const id = await connect({
      ...{ object: 'contacts', key: 'email', source: { kind: 'list', id: list } },
      mapping: [{ column: 'city', property: 'city', rule: 'ours' }],
    });
    expect(await run(id)).toMatchObject({ created: 2, updated: 1 });
    for (const email of ['ann@people.example', 'bo@people.example'])
      await eraseNow({ ...server.platform, mailQueue: null }, { email }, { isDryRun: false });
    await fixture.call('POST', `/destinations/${id}/run`);
    await expect.poll(() => hubspot.portal.findBy('contacts', 'email', 'ann@people.example'), { timeout: 20_000 }).toBeNull();
    expect(hubspot.portal.findBy('contacts', 'email', 'bo@people.example')?.id).toBe(own.id);
    expect(hubspot.portal.findBy('contacts', 'email', 'cy@people.example')).not.toBeNull();
    const told = await query("select title from alert_messages where title like 'Check your%'");
    expect(told).toEqual([
      {
        title: `Check your HubSpot destination “Our HubSpot”: the records ${own.id} belong to a person who was erased, and are not ours to delete.`,
      },
    ]);
    await expect
      .poll(
        async () => (await query("select count(*)::int as left from destination_deliveries where state = 'waiting'"))[0]?.left,
      )
      .toBe(0);
    // The reading did not bring anybody back, and no values are left.
    expect(await query("select key from crm_records where object = 'contacts' order by key")).toEqual([
      { key: 'cy@people.example' },
    ]);
    const left = await query('select (crm_changes.after::text || crm_changes.before::text) as text from crm_changes');
    expect(JSON.stringify(left)).not.toMatch(/ann@|bo@/);
  });

  it('leaves no values in a creation that was interrupted, nor in one that was undone', async () => {
    const { hubspot, addPeople, connect, run, start, undo, server } = fixture;
    const kept = async () => JSON.stringify(await query('select before, after from crm_changes'));
    const settings = (list: number) => ({
      ...{ object: 'contacts', key: 'email', source: { kind: 'list', id: list } },
      mapping: [{ column: 'city', property: 'city', rule: 'ours' }],
    });
    const { list: undone } = await addPeople([person('Dee')]);
    const first = await connect({ ...settings(undone), name: 'Undone' });
    expect(await undo(first, (await run(first)).id)).toMatchObject({ undone: 1 });
    expect(await kept()).toContain('dee@people.example');
    const { list } = await addPeople([person('Eve'), person('Fay')]);
    const second = await connect({ ...settings(list), name: 'Interrupted' });
    hubspot.faults.add({ call: /batch\/(?:create|upsert)$/, answer: hubspotFaults.down });
    const runId = await start(second);
    await expect.poll(kept, { timeout: 20_000 }).toContain('fay@people.example');
    await expect
      .poll(
        async () => (await query("select 1 from destination_deliveries where state = 'waiting' and lease_token is null")).length,
        { timeout: 20_000 },
      )
      .toBe(1);
    for (const email of ['dee@people.example', 'eve@people.example'])
      await eraseNow({ ...server.platform, mailQueue: null }, { email }, { isDryRun: false });
    expect(await kept()).not.toMatch(/dee@|eve@/);
    expect(await kept()).toContain('fay@people.example');
    const told = await query("select title from alert_messages where title like '%Interrupted%'");
    expect(told).toEqual([
      { title: 'Check your HubSpot destination “Interrupted”: a record of a person who was erased may have been created there.' },
    ]);
    hubspot.faults.clear();
    await query("update destination_deliveries set next_try_at = '2020-01-01' where state = 'waiting'");
    expect(await fixture.ended(second, runId)).toMatchObject({ state: 'done', created: 1 });
    expect(hubspot.portal.findBy('contacts', 'email', 'eve@people.example')).toBeNull();
  });
});
