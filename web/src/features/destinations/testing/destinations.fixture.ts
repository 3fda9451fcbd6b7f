/** Destinations of every kind, and a server that has them. */

import { me } from '@leadloom/shared/contract/accounts';
import { listCrmRuns } from '@leadloom/shared/contract/crm';
import { type Destination, listDestinationDeliveries, listDestinations } from '@leadloom/shared/contract/destinations';
import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { listViewNames } from '@leadloom/shared/contract/table-views';
import type { WebhookDelivery } from '@leadloom/shared/contract/webhooks';
import { configure } from '@testing-library/react';
import { answer } from '../../../testing/api.ts';
import { aSubscriber } from '../../../testing/billing.ts';
import { signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import type { CrmDestination } from '../kind-forms.ts';

const common = { state: 'active', reason: null, created_at: '2098-01-10T12:00:00.000Z' } as const;

export const bucket: Destination = {
  ...common,
  kind: 's3',
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f01',
  name: 'Team bucket',
  endpoint: 'https://s3.example.com',
  region: 'eu-north-1',
  bucket: 'leads',
  prefix: 'weekly',
  access_key_id: 'AKIAEXAMPLE',
};
export const sftp: Destination = {
  ...common,
  kind: 'sftp',
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f02',
  name: 'File server',
  host: 'files.example.com',
  port: 22,
  username: 'leads',
  folder: '/in',
  host_key: 'SHA256:3n6KcVZ8ynuzgBsVbXhSBFVMJm2PkTRzXeHXyDKiHEI',
};
export const sheet: Destination = {
  ...common,
  kind: 'google-sheets',
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f03',
  name: 'Sales sheet',
  spreadsheet_id: '1AbcDefGhi',
  sheet: 'Leads',
  service_account_email: 'loom@project.iam.example.com',
};
export const channel: Destination = {
  ...common,
  kind: 'slack',
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f04',
  name: 'Sales channel',
};
export const hubspot: CrmDestination = {
  ...common,
  kind: 'hubspot',
  id: '7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f05',
  name: 'Our HubSpot',
  object: 'companies',
  source: { kind: 'list', id: 3 },
  key: 'domain',
  mapping: [],
};
const list: RowList = {
  id: 3,
  name: 'Prospects',
  table: 'companies',
  count: 2,
  note: '',
  updated_at: '2098-01-10T12:00:00.000Z',
};

/** A signed-in subscriber, and a server that keeps these destinations and deliveries. */
export function serveDestinations(...first: readonly Destination[]) {
  const deliveries: WebhookDelivery[] = [];
  const server = { destinations: [...first], deliveries };
  signInForTest();
  apiServer.use(
    answer(me, () => aSubscriber()),
    answer(listDestinations, () => ({
      data: server.destinations.map((destination) => ({ ...destination, last: server.deliveries[0] ?? null })),
      total: server.destinations.length,
    })),
    answer(listDestinationDeliveries, () => ({
      data: server.deliveries,
      total: server.deliveries.length,
      page: 1,
      per_page: 10,
    })),
    answer(listCrmRuns, () => ({ data: [], total: 0, page: 1, per_page: 10 })),
    answer(listViewNames, () => ({ data: [], total: 0 })),
    answer(listRowLists, () => ({ data: [list], total: 1 })),
  );
  return server;
}

/** Call before the first test of a file: loading the screens takes long on a busy machine. */
export async function loadDestinationScreens(): Promise<void> {
  configure({ asyncUtilTimeout: 20_000 });
  await Promise.all([import('../destinations.tsx'), import('../crm/crm-page.tsx')]);
}
