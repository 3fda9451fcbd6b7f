/** Runs in a thread of its own, whose memory is limited: compares a file with what a destination has, and stores it. */
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '@leadloom/server/database/connect';
import { personalWorkspaceOf } from '@leadloom/server/http/workspace-id';
import { readChangedRows, storeDeliveredRows } from '@leadloom/server/modules/destinations/changed-rows';
import { readFileRows } from '@leadloom/server/modules/destinations/file-rows';
import { z } from 'zod';

const { databaseUrl, accountId, first, count, ...known } = z
  .object({
    databaseUrl: z.string(),
    accountId: z.int(),
    destinationId: z.string(),
    exportId: z.int(),
    /** The ids of the file's rows begin with it. */
    first: z.int(),
    count: z.int(),
  })
  .parse(workerData);

const delivered = { ...known, workspaceId: personalWorkspaceOf(accountId) };

async function* file(): AsyncGenerator<Buffer> {
  yield Buffer.from('id,name,website,description\n');
  for (let id = first; id < first + count; id += 1)
    yield Buffer.from(`${id},"Company ${id}",https://company-${id}.example/,${'Makes things. '.repeat(5)}${first}\n`);
}

const database = connect(databaseUrl, { onIdleError: () => undefined, poolSize: 2 });
const rows = await readFileRows({ format: 'csv', table: 'companies', read: file });
const changes = { added: 0, changed: 0, removed: 0 };
for await (const { change } of readChangedRows(database, delivered, rows)) changes[change] += 1;
await database.transaction((transaction) => storeDeliveredRows(transaction, delivered, rows));
await database.$client.end();
parentPort?.postMessage(changes);
