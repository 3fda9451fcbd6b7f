/** Runs in a thread of its own, whose memory is limited: delivers rows to a sheet. */
import { parentPort, workerData } from 'node:worker_threads';
import type { OutgoingRow } from '@leadloom/server/connectors/connector';
import { createGoogleSheetsConnector } from '@leadloom/server/connectors/google-sheets/google-sheets-connector';
import { z } from 'zod';

const { origin, spreadsheet, key, count, version, mode } = z
  .object({
    origin: z.string(),
    spreadsheet: z.string(),
    key: z.looseObject({ client_email: z.string(), private_key: z.string() }),
    count: z.int(),
    version: z.int(),
    mode: z.enum(['replace', 'append', 'changes']),
  })
  .parse(workerData);

const columns = ['name', 'website', 'employee_count', 'city', 'description'];

async function* rows(): AsyncGenerator<OutgoingRow> {
  for (let id = 1; id <= count; id += 1)
    yield { id, cells: [`Company ${id}`, `https://company-${id}.example/`, id * version, 'Oslo', `Makes things. `.repeat(5)] };
}

const connector = createGoogleSheetsConnector(
  { spreadsheet_id: spreadsheet, sheet: 'Leads' },
  { service_account: key },
  { isPrivateAllowed: false, googleSheetsUrl: origin, googleTokenUrl: origin },
);
const progress = { saved: null, save: async () => undefined };
await connector.sendRows({ columns, read: rows }, mode, { signal: new AbortController().signal, progress });
parentPort?.postMessage('sent');
