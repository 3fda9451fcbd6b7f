/**
 * The process of a server is killed again and again while it pushes rows to CRMs and sends files: each record, file and row is
 * there once, and a run can be undone.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { findFreePort } from '@leadloom/server/testing/loopback';
import { startS3Server, type TestStore } from '@leadloom/server/testing/s3-server';
import { type ServerProcess, startServerProcess } from '@leadloom/server/testing/server-process';
import { createDestination } from '@leadloom/shared/contract/destinations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tell } from '../security/testing/security.fixture.ts';
import { type HubspotFixture, openHubspotFixture } from '../src/crm/hubspot.fixture.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../src/stand-ins/google-sheets/server.ts';
import { HUBSPOT_TOKEN } from '../src/stand-ins/hubspot/server.ts';
import { PIPEDRIVE_TOKEN, type PipedriveStandIn, startPipedrive } from '../src/stand-ins/pipedrive/server.ts';
import { SALESFORCE_APP, type SalesforceStandIn, startSalesforce } from '../src/stand-ins/salesforce/server.ts';

const ROWS_OF_FILE = 300;
const MEGABYTE = 1024 * 1024;
const idSchema = z.array(z.object({ id: z.coerce.number() })).length(1);
const SHEETS_EMAIL = 'exports@leads-project.example';

/** When the process is killed: after so many further calls to the other side, and so many milliseconds. */
interface Moment {
  readonly calls: number;
  readonly milliseconds: number;
}

describe('the process of a server that sends to destinations, killed repeatedly', { timeout: 600_000 }, () => {
  let fixture: HubspotFixture;
  let salesforce: SalesforceStandIn;
  let pipedrive: PipedriveStandIn;
  let google: GoogleStandIn;
  let store: TestStore;
  let dataDir: string;
  let environment: Readonly<Record<string, string>>;
  const counts = { kills: 0, 'records lost': 0, 'records twice': 0, 'files or rows lost': 0, 'files or rows twice': 0 };

  beforeAll(async () => {
    [salesforce, pipedrive, google, store] = await Promise.all([
      startSalesforce(),
      startPipedrive(),
      startGoogleStandIn(),
      startS3Server(),
    ]);
    dataDir = await mkdtemp(join(tmpdir(), 'leadloom-killed-destinations-'));
    const settings = {
      ...{ SALESFORCE_API_URL: salesforce.origin, PIPEDRIVE_API_URL: pipedrive.origin, ...google.environment },
      ...{ BILLING: 'off', DESTINATION_PRIVATE: 'on' },
    };
    fixture = await openHubspotFixture({ environment: settings, doesJobs: false });
    environment = { ...settings, HUBSPOT_API_URL: fixture.hubspot.origin };
  });
  afterAll(async () => {
    tell('destinations, processes killed', counts);
    await fixture.close();
    await Promise.all([salesforce, pipedrive, google, store].map((one) => one.close()));
    await rm(dataDir, { recursive: true, force: true });
  });

  const query = async (statement: string, values: unknown[] = []) =>
    (await fixture.server.database.$client.query(statement, values)).rows;
  const waiting = async () => (await query("select 1 from destination_deliveries where state = 'waiting'")).length;

  async function startServer(): Promise<ServerProcess> {
    const { databaseUrl, platform } = fixture.server;
    return startServerProcess({
      ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: String(await findFreePort()), LOG_LEVEL: 'warn' },
      ...{ ...environment, SECRETS: platform.secrets.map((secret) => secret.toString('hex')).join(',') },
    });
  }

  /** Kills one server after the other while something waits, and lets the last one finish. */
  async function killAt(moments: readonly Moment[], callsOf: () => number | Promise<number>): Promise<void> {
    // The clock of the test is another one than that of the processes. What waits keeps its order.
    await query(`update destination_deliveries set created_at = now() + (created_at - first.at), next_try_at = now()
      from (select min(created_at) as at from destination_deliveries where state = 'waiting') first where state = 'waiting'`);
    let server = await startServer();
    try {
      for (const { calls, milliseconds } of moments) {
        const before = await callsOf();
        await expect
          .poll(async () => (await callsOf()) >= before + calls || (await waiting()) === 0, { timeout: 60_000, interval: 2 })
          .toBe(true);
        await sleep(milliseconds);
        if ((await waiting()) === 0) break;
        server.process.kill('SIGKILL');
        await once(server.process, 'close');
        counts.kills += 1;
        // The lease has ended.
        await query("update destination_deliveries set next_try_at = now() where state = 'waiting'");
        server = await startServer();
      }
      await expect.poll(waiting, { timeout: 240_000, interval: 100 }).toBe(0);
    } finally {
      await server.end('SIGTERM');
    }
  }

  const crms = {
    hubspot: {
      rows: 2_400,
      content: { access_token: HUBSPOT_TOKEN },
      properties: { name: 'name', city: 'city', employee_count: 'numberofemployees' },
      callsOf: () => fixture.hubspot.calls.length,
      seed: (name: string, domain: string) => void fixture.hubspot.portal.create('companies', { name, domain }),
      namesThere: () => fixture.hubspot.portal.alive('companies').map(({ properties }) => String(properties.name)),
    },
    salesforce: {
      rows: 1_600,
      content: { ...SALESFORCE_APP, instance_url: 'https://example.my.salesforce.com' },
      properties: { name: 'Name', city: 'BillingCity', employee_count: 'NumberOfEmployees' },
      callsOf: () => salesforce.calls.length,
      seed: (name: string, domain: string) =>
        void salesforce.organization.create('Account', { Name: name, Website: `www.${domain}` }),
      namesThere: () => salesforce.organization.alive('Account').map(({ values }) => String(values.Name)),
    },
    pipedrive: {
      rows: 400,
      content: { api_token: PIPEDRIVE_TOKEN },
      properties: { name: 'name', city: 'address', employee_count: 'employee_count' },
      callsOf: () => pipedrive.calls.length,
      seed: (name: string, domain: string) =>
        void pipedrive.company.create('organizations', { name, website: `http://${domain}/` }),
      namesThere: () => pipedrive.company.alive('organizations').map(({ name }) => name),
    },
  } as const;

  it.each([
    ['hubspot', [3, 5, 9, 7, 11, 6, 8]],
    ['salesforce', [3, 6, 9, 7, 12, 5, 8]],
    ['pipedrive', [5, 40, 23, 61, 31, 17, 50]],
  ] as const)('%s has each record once, and the run is undone', async (kind, calls) => {
    const { rows: number, content, properties, callsOf, seed, namesThere } = crms[kind];
    const rows = Array.from({ length: number }, (_, at) => ({
      ...{ name: `${kind} ${at}`, website: `https://${kind}-${at}.example`, website_domain: `${kind}-${at}.example` },
      ...{ city: 'Oslo', employee_count: 10 + at, updated_at: '2026-01-01T00:00:00Z' },
    }));
    const { list } = await fixture.addCompanies(rows);
    for (const at of [0, 7]) seed(`Known ${at}`, `${kind}-${at}.example`);
    const mapping = Object.entries(properties).map(([column, property]) => ({ column, property, rule: 'ours' }));
    const body = {
      ...{ kind, name: `Our ${kind}`, object: 'companies', key: 'domain', mapping },
      ...{ ...content, source: { kind: 'list', id: list } },
    };
    const { id } = createDestination.success.body.parse((await fixture.call('POST', '/destinations', body)).body);
    const runId = await fixture.start(id);
    const before = counts.kills;
    await killAt(
      calls.map((some, at) => ({ calls: some, milliseconds: at % 3 })),
      callsOf,
    );
    expect(counts.kills - before).toBeGreaterThanOrEqual(5);
    const [run] = await fixture.runs(id);
    const there = namesThere();
    counts['records lost'] += rows.filter(({ name }) => !there.includes(name)).length;
    counts['records twice'] += there.length - new Set(there).size;
    expect(there.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
    expect(run).toMatchObject({ id: runId, state: 'done', created: number - 2, updated: 2, skipped: 0, failed: [] });
    expect(await fixture.undo(id, runId)).toEqual({ undone: number, kept: [] });
    expect(namesThere().toSorted()).toEqual(['Known 0', 'Known 7']);
  });

  /** Files of one export, each of which is queued for the destination. */
  async function queueFiles(destinationId: string, name: string, mode: string, files: readonly (readonly Buffer[])[]) {
    const { accountId } = fixture;
    const made = await query(
      `insert into scheduled_exports (account_id, name, watch, table_name, frequency, time_of_day, zone, format, is_gzip, created_at)
       values ($1, $2, '{"kind":"view","id":"x"}', 'companies', 'daily', '08:00', 'UTC', 'csv', false, now()) returning id`,
      [accountId, name],
    );
    const [{ id: exportId }] = idSchema.parse(made) as [{ id: number }];
    const ids: number[] = [];
    for (const [at, parts] of files.entries()) {
      const written = await query(
        `insert into scheduled_export_files (account_id, export_id, file_name, is_gzip, row_count, is_complete, created_at)
         values ($1, $2, 'companies.csv', false, 1, true, now()) returning id`,
        [accountId, exportId],
      );
      const [{ id: fileId }] = idSchema.parse(written) as [{ id: number }];
      for (const [part, bytes] of parts.entries())
        await query('insert into scheduled_export_parts (file_id, part, bytes) values ($1, $2, $3)', [
          fileId,
          part,
          gzipSync(bytes),
        ]);
      await query(
        `insert into destination_deliveries (id, account_id, destination_id, event, task, state, created_at, next_try_at)
         values (gen_random_uuid(), $1, $2, 'export.finished', $3, 'waiting', now() + $4 * interval '1 ms', now())`,
        [accountId, destinationId, JSON.stringify({ kind: 'file', exportId, fileId, mode }), at],
      );
      ids.push(fileId);
    }
    return { folder: `${name}-${exportId}`, ids };
  }
  const connect = async (body: object) =>
    createDestination.success.body.parse((await fixture.call('POST', '/destinations', body)).body).id;

  it('an S3 store has each file once and whole', async () => {
    const id = await connect({ ...store.settings, name: 'Archive' });
    const files = Array.from({ length: 6 }, () => Array.from({ length: 9 }, () => randomBytes(MEGABYTE)));
    const { folder, ids } = await queueFiles(id, 'Norway', 'replace', files);
    // Nothing is known of the store's calls: the moments are those of leases.
    const leases = new Set<string>();
    const leasesSeen = async () => {
      const found = await query('select lease_token from destination_deliveries where lease_token is not null');
      for (const { lease_token: token } of found) leases.add(String(token));
      return leases.size;
    };
    const before = counts.kills;
    await killAt(
      [0, 40, 120, 250, 400, 80].map((milliseconds) => ({ calls: 1, milliseconds })),
      leasesSeen,
    );
    expect(counts.kills - before).toBeGreaterThanOrEqual(4);
    const keys = await store.keys();
    const names = ids.map((fileId) => `${folder}/companies-${fileId}.csv`);
    const wanted = [...names, `${folder}/latest.csv`];
    counts['files or rows lost'] += wanted.filter((key) => !keys.includes(key)).length;
    counts['files or rows twice'] += keys.filter((key) => !wanted.includes(key)).length;
    expect(keys.toSorted()).toEqual(wanted.toSorted());
    for (const [at, parts] of files.entries())
      expect((await store.read(names[at] ?? '')).equals(Buffer.concat(parts)), names[at]).toBe(true);
    expect((await store.read(`${folder}/latest.csv`)).equals(Buffer.concat(files.at(-1) ?? []))).toBe(true);
  });

  it('a sheet has each row of each file once', async () => {
    const key = await google.addServiceAccount(SHEETS_EMAIL);
    const spreadsheet = google.addSpreadsheet('killed', [SHEETS_EMAIL]);
    const sheet = { kind: 'google-sheets', name: 'Sheet', spreadsheet_id: 'killed', sheet: 'Leads', service_account: key };
    const id = await connect(sheet);
    const rowOf = (file: number, at: number) => `Row ${at} of file ${file}`;
    const files = Array.from({ length: 6 }, (_, file) => [
      Buffer.from(`id,name\n${Array.from({ length: ROWS_OF_FILE }, (_, at) => `${at + 1},"${rowOf(file, at)}"\n`).join('')}`),
    ]);
    await queueFiles(id, 'Rows', 'append', files);
    const before = counts.kills;
    await killAt(
      [2, 3, 4, 5, 6, 3].map((calls, at) => ({ calls, milliseconds: at % 2 })),
      () => google.calls.length,
    );
    expect(counts.kills - before).toBeGreaterThanOrEqual(4);
    const texts = [...spreadsheet.sheet('Leads').rows.values()].flatMap((cells) =>
      [...cells.values()].flatMap((cell) =>
        'value' in cell && String(cell.value).startsWith('Row ') ? [String(cell.value)] : [],
      ),
    );
    const wanted = files.flatMap((_, file) => Array.from({ length: ROWS_OF_FILE }, (_, at) => rowOf(file, at)));
    counts['files or rows lost'] += wanted.filter((text) => !texts.includes(text)).length;
    counts['files or rows twice'] += texts.length - new Set(texts).size;
    expect(texts.toSorted()).toEqual(wanted.toSorted());
  });
});
