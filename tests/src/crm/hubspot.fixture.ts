/** A server with a stand-in for HubSpot, and an account whose list of companies goes there. */
import { accountIdOf, createAccount, createVerifiedAccount, type TestAccount } from '@leadloom/server/testing/accounts';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { type CrmRun, crmRunSchema, dryRunCrm, listCrmRuns, undoCrmRun } from '@leadloom/shared/contract/crm';
import type { CrmRule } from '@leadloom/shared/contract/crm-fields';
import { tableByName } from '@leadloom/shared/tables/tables';
import { expect } from 'vitest';
import { HUBSPOT_TOKEN, type HubspotStandIn, startHubspot } from '../stand-ins/hubspot/server.ts';

export interface HubspotFixture {
  readonly hubspot: HubspotStandIn;
  readonly server: TestServer;
  readonly account: TestAccount;
  readonly accountId: number;
  /** Companies on a list of their own. @returns the ids of the rows, and of the list */
  addCompanies(
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<{ readonly ids: readonly number[]; readonly list: number }>;
  addPeople(
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<{ readonly ids: readonly number[]; readonly list: number }>;
  /** @returns the id of the destination */
  connect(settings: object): Promise<string>;
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<{ status: number; body: unknown }>;
  dryRun(id: string): Promise<ReturnType<typeof dryRunCrm.success.body.parse>>;
  /** Runs to the end. */
  run(id: string): Promise<CrmRun>;
  start(id: string): Promise<string>;
  ended(id: string, runId: string): Promise<CrmRun>;
  runs(id: string): Promise<readonly CrmRun[]>;
  undo(id: string, runId: string): Promise<ReturnType<typeof undoCrmRun.success.body.parse>>;
  close(): Promise<void>;
}

export const mapping = (rule: CrmRule) => [
  { column: 'name', property: 'name', rule },
  { column: 'city', property: 'city', rule },
  { column: 'employee_count', property: 'numberofemployees', rule },
  { column: 'phone', property: 'phone', rule },
];

type FixtureOptions = Parameters<typeof startHubspot>[0] & {
  readonly environment?: Readonly<Record<string, string>>;
  /** false: runs are queued, and other servers do them. */
  readonly doesJobs?: boolean;
};

export async function openHubspotFixture({
  environment = {},
  doesJobs = true,
  ...options
}: FixtureOptions = {}): Promise<HubspotFixture> {
  const hubspot = await startHubspot(options);
  const server = await startTestServer({
    doesJobs,
    environment: { HUBSPOT_API_URL: hubspot.origin, ...environment },
    sizes: { database: 8 },
  });
  // Without jobs, the mail with the link is not sent.
  const account = doesJobs ? await createVerifiedAccount(server) : await createAccount(server);
  if (!doesJobs)
    await server.database.$client.query("update accounts set verified_at = now(), trial_ends_at = now() + interval '9 days'");
  const accountId = await accountIdOf(server, account.email);

  const call: HubspotFixture['call'] = async (method, path, payload) => {
    const answer = await server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: account.headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  };
  async function addListed(table: 'companies' | 'people', rows: readonly Readonly<Record<string, unknown>>[]) {
    const ids = await addRows(server.database, tableByName(table), rows as never);
    const { rows: made } = await server.database.$client.query(
      `insert into row_lists (account_id, table_name, name, created_at, updated_at)
       values ($1, $2, 'For the CRM ' || gen_random_uuid(), now(), now()) returning id`,
      [accountId, table],
    );
    const list = Number(made[0].id);
    await server.database.$client.query('insert into row_list_rows (list_id, row_id) select $1, unnest($2::bigint[])', [
      list,
      ids,
    ]);
    return { ids, list };
  }
  const runs = async (id: string) => {
    const { body } = await call('GET', `/destinations/${id}/runs`);
    return listCrmRuns.success.body.parse(body).data;
  };
  const start = async (id: string) => {
    const { status, body } = await call('POST', `/destinations/${id}/run`);
    expect(body).toMatchObject({ state: 'running' });
    expect(status).toBe(202);
    return crmRunSchema.parse(body).id;
  };
  const ended = async (id: string, runId: string) => {
    const find = async () => (await runs(id)).find((one) => one.id === runId);
    await expect.poll(async () => (await find())?.state, { timeout: 60_000, interval: 100 }).not.toBe('running');
    return crmRunSchema.parse(await find());
  };
  return {
    ...{ hubspot, server, account, accountId, call, runs, start, ended },
    addCompanies: (rows) => addListed('companies', rows),
    addPeople: (rows) => addListed('people', rows),
    connect: async (settings) => {
      const body = {
        kind: 'hubspot',
        name: 'Our HubSpot',
        access_token: HUBSPOT_TOKEN,
        object: 'companies',
        key: 'domain',
        ...settings,
      };
      const answer = await call('POST', '/destinations', body);
      expect(answer).toMatchObject({ status: 201 });
      return String((answer.body as { id: unknown }).id);
    },
    dryRun: async (id) => {
      const { body } = await call('POST', `/destinations/${id}/dry-run`);
      return dryRunCrm.success.body.parse(body);
    },
    run: async (id) => ended(id, await start(id)),
    undo: async (id, runId) => {
      const { body } = await call('POST', `/destinations/${id}/runs/${runId}/undo`);
      return undoCrmRun.success.body.parse(body);
    },
    close: async () => {
      await server.close();
      await hubspot.close();
    },
  };
}
