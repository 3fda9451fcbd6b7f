/** Destinations of the sample account: a channel, a bucket and a CRM, which has had a run and was changed by people since. */

import { listCrmRuns, runCrm } from '@leadloom/shared/contract/crm';
import { createDestination } from '@leadloom/shared/contract/destinations';
import type { EndpointInput } from '@leadloom/shared/contract/endpoint';
import { expect, type Page } from '@playwright/test';
import { callApi } from '../journeys/account-shortcuts.ts';
import { HUBSPOT_TOKEN, type HubspotStandIn, startHubspot } from '../stand-ins/hubspot/server.ts';
import { type SlackStandIn, startSlackStandIn } from '../stand-ins/slack/server.ts';
import { LONG } from './states.ts';

export interface DestinationStandIns {
  readonly slack: SlackStandIn;
  readonly hubspot: HubspotStandIn;
  /** What leads a server to them. */
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export async function startDestinationStandIns(): Promise<DestinationStandIns> {
  const [slack, hubspot] = await Promise.all([startSlackStandIn(), startHubspot()]);
  return {
    slack,
    hubspot,
    settings: { DESTINATION_PRIVATE: 'on', HUBSPOT_API_URL: hubspot.origin },
    close: async () => {
      await Promise.all([slack.close(), hubspot.close()]);
    },
  };
}

type Content = EndpointInput<typeof createDestination>['body'];

const mapping = [
  { column: 'name', property: 'name', rule: 'ours' },
  { column: 'city', property: 'city', rule: 'ours' },
  { column: 'country', property: 'country', rule: 'theirs' },
  { column: 'employee_count', property: 'numberofemployees', rule: 'theirs' },
  { column: 'phone', property: 'phone', rule: 'only-if-empty' },
] as const;

/** @param list of companies */
export async function prepareDestinations(page: Page, list: number, { slack, hubspot }: DestinationStandIns): Promise<void> {
  const create = async (body: Content) =>
    createDestination.success.body.parse(await callApi(page, { method: 'POST', path: '/destinations', body })).id;
  const channel = await create({ kind: 'slack', name: 'Sales channel', url: slack.addWebhook() });
  await callApi(page, { method: 'POST', path: `/destinations/${channel}/test` });
  await create({
    ...{ kind: 's3', name: 'Team bucket', endpoint: 'https://s3.eu-north-1.example.com', region: 'eu-north-1' },
    ...{ bucket: 'leads', prefix: 'weekly', access_key_id: 'AKIAEXAMPLE', secret_access_key: 'a-secret' },
  });
  const crm = await create({
    ...{ kind: 'hubspot', name: 'Our HubSpot', access_token: HUBSPOT_TOKEN, object: 'companies', key: 'domain' },
    ...{ source: { kind: 'list', id: list }, mapping: [...mapping] },
  });
  const run = runCrm.success.body.parse(await callApi(page, { method: 'POST', path: `/destinations/${crm}/run` }));
  const stateOfRun = async () => {
    const { data } = listCrmRuns.success.body.parse(await callApi(page, { method: 'GET', path: `/destinations/${crm}/runs` }));
    return data.find(({ id }) => id === run.id)?.state;
  };
  await expect.poll(stateOfRun, LONG).toBe('done');
  for (const [place, { id }] of hubspot.portal.alive('companies').slice(0, 3).entries())
    hubspot.portal.update('companies', id, place === 0 ? { name: 'An older name' } : { city: 'Ålesund' });
}
