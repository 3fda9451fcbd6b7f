/**
 * How much memory it takes to send the file of a scheduled export with 100,000 rows: whole and as changed rows to an S3 store, and
 * to push 100,000 rows to Salesforce and Pipedrive. The store stands beside the server in this process and keeps nothing.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzip } from 'node:zlib';
import type { WorkspaceId } from '@leadloom/server/http/workspace-id';
import { createWorkspaceDestination } from '@leadloom/server/modules/destinations/destinations.service';
import { createDestinationTries } from '@leadloom/server/modules/destinations/perform-delivery';
import { queueDeliveries } from '@leadloom/server/modules/destinations/queue-deliveries.service';
import { createFilePerformer } from '@leadloom/server/modules/exports/scheduled/deliver-file';
import type { DeliveryMode } from '@leadloom/shared/contract/destinations';
import { withApp } from './app-in-process.ts';
import { benchCrmRuns, sendAll, startCrmThreads } from './crm-runs.ts';

const ROWS = 100_000;
/** Megabytes of objects above what the process had before. */
const GOAL = 96;
const ROWS_OF_PART = 5_000;
const SAMPLE_MILLISECONDS = 10;
/** When objects that nobody needs are collected depends on the load of the machine: work is judged by those that are left. */
const COLLECTION_MILLISECONDS = 2_000;
const MEGABYTE = 1024 * 1024;
const compress = promisify(gzip);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

export async function benchDestinations(): Promise<void> {
  const threads = await startCrmThreads();
  const store = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  const address = store.address();
  if (address === null || typeof address === 'string') throw new Error('the store has no port');
  try {
    await withApp({ BILLING: 'off', DESTINATION_PRIVATE: 'on', ...threads.settings }, async ({ platform }) => {
      const { $client: client } = platform.database;
      const made = await client.query<{ id: string }>(
        "insert into accounts (email, verified_at) values ('owner@example.com', now()) returning id",
      );
      const id = Number(made.rows[0]?.id);
      const workspaceId = id as WorkspaceId;
      const destination = await createWorkspaceDestination(
        platform,
        { workspaceId, accountId: id, email: 'owner@example.com' },
        {
          ...{ kind: 's3', name: 'Store', endpoint: `http://127.0.0.1:${address.port}`, region: 'x', bucket: 'leads' },
          ...{ access_key_id: 'x', secret_access_key: 'x', path_style: true },
        },
      );
      const exportId = await addExport(client, id);
      const tries = createDestinationTries({
        platform,
        performers: { file: createFilePerformer(platform) },
        readRecipient: async () => ({ email: 'owner@example.com', mayBeNotified: true }),
      });
      const send = async (fileId: number, mode: DeliveryMode) => {
        const task = { kind: 'file', exportId, fileId, mode } as const;
        const delivery = { workspaceId, destinationId: destination.id, event: 'export.finished', task } as const;
        await queueDeliveries(platform.database, [delivery], platform.now());
        await sendAll(platform, tries);
      };
      const small = await addFile(client, { id, exportId }, 1_000, 0);
      await send(small, 'replace');
      await send(small, 'changes');
      const [first, second] = [
        await addFile(client, { id, exportId }, ROWS, 0),
        await addFile(client, { id, exportId }, ROWS, 1),
      ];
      await report('whole', () => send(first, 'replace'));
      await report('all rows new', () => send(first, 'changes'));
      await report('all rows changed', () => send(second, 'changes'));
      await benchCrmRuns({
        platform,
        workspaceId,
        threads,
        rows: ROWS,
        report,
      });
    });
  } finally {
    await threads.end();
    store.closeAllConnections();
    await new Promise((resolve) => store.close(resolve));
  }
}

async function report(name: string, work: () => Promise<void>): Promise<void> {
  collectGarbage();
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / MEGABYTE;
  };
  const before = used();
  let [most, maxLeft] = [before, before];
  const timer = setInterval(() => {
    most = Math.max(most, used());
  }, SAMPLE_MILLISECONDS);
  const collections = setInterval(() => {
    collectGarbage();
    maxLeft = Math.max(maxLeft, used());
  }, COLLECTION_MILLISECONDS);
  const began = performance.now();
  await work();
  clearInterval(timer);
  clearInterval(collections);
  collectGarbage();
  maxLeft = Math.max(maxLeft, used());
  const [more, withGarbage] = [maxLeft - before, most - before];
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `destinations, ${ROWS} rows, ${name}: ${more.toFixed(0)} MB more at most (goal ${GOAL}, ${withGarbage.toFixed(0)} with those that wait to be collected), ${seconds.toFixed(1)} s`,
  );
  if (more > GOAL) process.exitCode = 1;
}

type Client = { query: <Row extends object>(text: string, values?: unknown[]) => Promise<{ rows: Row[] }> };

async function addExport(client: Client, accountId: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `insert into scheduled_exports (account_id, name, watch, table_name, frequency, time_of_day, zone, format, is_gzip, created_at)
     values ($1, 'Large', '{"kind":"view","id":"x"}', 'companies', 'daily', '08:00', 'UTC', 'csv', false, now()) returning id`,
    [accountId],
  );
  return Number(rows[0]?.id);
}

async function addFile(
  client: Client,
  { id, exportId }: { readonly id: number; readonly exportId: number },
  count: number,
  version: number,
): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `insert into scheduled_export_files (account_id, export_id, file_name, is_gzip, row_count, is_complete, created_at)
     values ($1, $2, 'companies_20260331.csv', false, $3, true, now()) returning id`,
    [id, exportId, count],
  );
  const fileId = Number(rows[0]?.id);
  for (let from = 0; from < count; from += ROWS_OF_PART) {
    const lines = Array.from({ length: Math.min(ROWS_OF_PART, count - from) }, (_, at) => {
      const row = from + at + 1;
      return `${row},Company ${row},Norway,${row * 7 + version},"A company of the benchmark, which makes looms and more, ${row}"\n`;
    });
    const header = from === 0 ? 'id,name,country,employee_count,description\n' : '';
    await client.query('insert into scheduled_export_parts (file_id, part, bytes) values ($1, $2, $3)', [
      fileId,
      from / ROWS_OF_PART,
      await compress(`${header}${lines.join('')}`),
    ]);
  }
  return fileId;
}

/** What a store says to each call of an upload. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const _ of request);
  const url = request.url ?? '';
  const xml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
  if (request.method !== 'POST') response.writeHead(200, { etag: '"x"' }).end();
  else if (url.includes('uploads')) xml('<InitiateMultipartUploadResult><UploadId>x</UploadId></InitiateMultipartUploadResult>');
  else xml('<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
}
