/** Runs of 100,000 rows to CRMs that stand in threads of their own: each record once, and how much memory a run takes. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WorkspaceId } from '@leadloom/server/http/workspace-id';
import { createCrmPerformers } from '@leadloom/server/modules/crm/crm-performers';
import { createWorkspaceDestination } from '@leadloom/server/modules/destinations/destinations.service';
import { createDestinationTries } from '@leadloom/server/modules/destinations/perform-delivery';
import { queueDeliveries } from '@leadloom/server/modules/destinations/queue-deliveries.service';
import { createDestinationSender } from '@leadloom/server/modules/destinations/send-deliveries';
import type { Platform } from '@leadloom/server/platform';
import type { DestinationContent } from '@leadloom/shared/contract/destinations';
import { PIPEDRIVE_TOKEN } from '@leadloom/tests/stand-ins/pipedrive/server';
import { SALESFORCE_APP } from '@leadloom/tests/stand-ins/salesforce/server';
import { z } from 'zod';

const startedSchema = z.tuple([z.object({ origin: z.string() })]);
const countedSchema = z.tuple([z.object({ records: z.number(), distinct: z.number() })]);

export interface CrmThreads {
  /** Settings that lead a server to the threads. */
  readonly settings: Readonly<Record<string, string>>;
  readonly workers: { readonly salesforce: Worker; readonly pipedrive: Worker };
  end(): Promise<void>;
}

export async function startCrmThreads(): Promise<CrmThreads> {
  const start = async (name: string) => {
    const worker = new Worker(new URL(import.meta.resolve(`@leadloom/tests/stand-ins/${name}/in-thread`)));
    const [{ origin }] = startedSchema.parse(await once(worker, 'message'));
    return { worker, origin };
  };
  const [salesforce, pipedrive] = [await start('salesforce'), await start('pipedrive')];
  return {
    settings: { SALESFORCE_API_URL: salesforce.origin, PIPEDRIVE_API_URL: pipedrive.origin },
    workers: { salesforce: salesforce.worker, pipedrive: pipedrive.worker },
    end: async () => {
      await Promise.all([salesforce.worker.terminate(), pipedrive.worker.terminate()]);
    },
  };
}

interface CrmBench {
  readonly platform: Platform;
  readonly workspaceId: WorkspaceId;
  readonly threads: CrmThreads;
  readonly rows: number;
  /** Measures the work. */
  readonly report: (name: string, work: () => Promise<void>) => Promise<void>;
}

export async function benchCrmRuns({ platform, workspaceId, threads, rows, report }: CrmBench): Promise<void> {
  const { $client: client } = platform.database;
  await client.query(
    `insert into companies (name, website, website_domain, city, employee_count, updated_at, canonical_key, source)
     select 'Company ' || n, 'https://company-' || n || '.example', 'company-' || n || '.example', 'Oslo', n, now(), 'key ' || n, 'bench'
     from generate_series(1, $1::int) n`,
    [rows],
  );
  const list = await client.query(
    `insert into row_lists (account_id, table_name, name, created_at, updated_at)
     values ($1, 'companies', 'All', now(), now()) returning id`,
    [workspaceId],
  );
  const listId = Number(list.rows[0]?.id);
  await client.query("insert into row_list_rows (list_id, row_id) select $1, id from companies where source = 'bench'", [listId]);
  const mapped = (properties: Readonly<Record<string, string>>) => ({
    ...{ object: 'companies' as const, key: 'domain' as const, source: { kind: 'list' as const, id: listId } },
    mapping: Object.entries(properties).map(([column, property]) => ({ column, property, rule: 'ours' as const })),
  });
  const contents: Readonly<Record<keyof CrmThreads['workers'], DestinationContent>> = {
    salesforce: {
      ...{ kind: 'salesforce', name: 'Salesforce', ...SALESFORCE_APP, instance_url: 'https://example.my.salesforce.com' },
      ...mapped({ name: 'Name', city: 'BillingCity', employee_count: 'NumberOfEmployees' }),
    },
    pipedrive: {
      ...{ kind: 'pipedrive', name: 'Pipedrive', api_token: PIPEDRIVE_TOKEN },
      ...mapped({ name: 'name', city: 'address', employee_count: 'employee_count' }),
    },
  };
  const recipient = { accountId: workspaceId, email: 'owner@example.com', mayBeNotified: true };
  const readRecipient = async () => recipient;
  const tries = createDestinationTries({
    platform,
    performers: createCrmPerformers({ platform, readRecipient }),
    readRecipient,
  });
  for (const kind of ['salesforce', 'pipedrive'] as const) {
    const owner = { workspaceId, accountId: workspaceId, email: recipient.email };
    const { id } = await createWorkspaceDestination(platform, owner, contents[kind]);
    const run = async () => {
      const delivery = { workspaceId, destinationId: id, event: 'crm.push', task: { kind: 'push' } } as const;
      await queueDeliveries(platform.database, [delivery], platform.now());
      await sendAll(platform, tries);
    };
    await report(`${kind}, all created`, run);
    await report(`${kind}, all compared again`, run);
    threads.workers[kind].postMessage('count');
    const [{ records, distinct }] = countedSchema.parse(await once(threads.workers[kind], 'message'));
    if (records !== rows || distinct !== rows) throw new Error(`${kind} has ${records} records of ${distinct} sites`);
  }
}

/** What is not due yet is waited for, and a long run goes on in the next try. */
export async function sendAll(platform: Platform, tries: ReturnType<typeof createDestinationTries>): Promise<void> {
  for (;;) {
    const sender = createDestinationSender({ platform, tries, onError: (error) => console.error(error) });
    await sender.startDue();
    await sender.settled();
    const { rows } = await platform.database.$client.query<{ state: string; tries: unknown }>(
      "select state, tries from destination_deliveries where state <> 'delivered'",
    );
    if (rows.length === 0) return;
    if (rows.some(({ state }) => state === 'failed')) throw new Error(`a run failed: ${JSON.stringify(rows[0]?.tries)}`);
  }
}
