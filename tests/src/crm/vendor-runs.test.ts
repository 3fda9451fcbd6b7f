/** Whole runs against Salesforce and Pipedrive: a dry run, a run, a second one, what the filters know, and the way back. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PIPEDRIVE_TOKEN, type PipedriveStandIn, startPipedrive } from '../stand-ins/pipedrive/server.ts';
import { SALESFORCE_APP, type SalesforceStandIn, startSalesforce } from '../stand-ins/salesforce/server.ts';
import { type HubspotFixture, openHubspotFixture } from './hubspot.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('a run', () => {
  let fixture: HubspotFixture;
  let salesforce: SalesforceStandIn;
  let pipedrive: PipedriveStandIn;
  beforeAll(async () => {
    [salesforce, pipedrive] = await Promise.all([startSalesforce(), startPipedrive()]);
    const environment = { SALESFORCE_API_URL: salesforce.origin, PIPEDRIVE_API_URL: pipedrive.origin };
    fixture = await openHubspotFixture({ environment });
  });
  afterAll(async () => {
    await fixture.close();
    await salesforce.close();
    await pipedrive.close();
  });

  const vendors = {
    salesforce: {
      content: { ...SALESFORCE_APP, instance_url: 'https://example.my.salesforce.com' },
      names: { name: 'Name', city: 'BillingCity', count: 'NumberOfEmployees' },
      seed: (name: string, domain: string) =>
        salesforce.organization.create('Account', { Name: name, Website: `www.${domain}` }).id,
      namesThere: () => salesforce.organization.alive('Account').map(({ values }) => String(values.Name)),
    },
    pipedrive: {
      content: { api_token: PIPEDRIVE_TOKEN },
      names: { name: 'name', city: 'address', count: 'employee_count' },
      seed: (name: string, domain: string) =>
        String(pipedrive.company.create('organizations', { name, website: `http://${domain}/` }).id),
      namesThere: () => pipedrive.company.alive('organizations').map(({ name }) => name),
    },
  };

  it.each(['salesforce', 'pipedrive'] as const)('of %s creates and updates once, and is undone', async (kind) => {
    const { content, names, seed, namesThere } = vendors[kind];
    const rows = Array.from({ length: 120 }, (_, at) => ({
      name: `${kind} ${at}`,
      website: `https://www.${kind}-${at}.example/about`,
      website_domain: `${kind}-${at}.example`,
      city: 'Oslo',
      employee_count: 10 + at,
      updated_at: '2026-01-01T00:00:00Z',
    }));
    const { ids, list } = await fixture.addCompanies(rows);
    const known = seed('Known', `${kind}-0.example`);
    const mapping = Object.entries({ name: names.name, city: names.city, employee_count: names.count }).map(
      ([column, property]) => ({ column, property, rule: 'ours' }),
    );
    const body = {
      ...{ kind, name: `Our ${kind}`, object: 'companies', key: 'domain', mapping },
      ...{ ...content, source: { kind: 'list', id: list } },
    };
    const made = await fixture.call('POST', '/destinations', body);
    expect(made).toMatchObject({ status: 201 });
    const id = String((made.body as { id: unknown }).id);
    expect(await fixture.call('POST', `/destinations/${id}/test`)).toMatchObject({ body: { ok: true } });

    const said = await fixture.dryRun(id);
    expect(said.created).toHaveLength(119);
    expect(said.updated).toMatchObject([{ row: ids[0], id: known }]);
    expect(namesThere()).toEqual(['Known']);

    const run = await fixture.run(id);
    expect(run).toMatchObject({ state: 'done', created: 119, updated: 1, skipped: 0, failed: [], error: null });
    expect(namesThere().sort()).toEqual(rows.map(({ name }) => name).sort());
    expect(await fixture.run(id)).toMatchObject({ state: 'done', created: 0, updated: 0, skipped: 120 });
    const { body: filtered } = await fixture.call('GET', `/table/companies?list=${list}&crm_owner=kim%20park&per_page=25`);
    expect(filtered).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ city: 'Oslo' })]) });

    expect(await fixture.undo(id, run.id)).toMatchObject({ undone: 120, kept: [] });
    expect(namesThere()).toEqual(['Known']);
  });
});
