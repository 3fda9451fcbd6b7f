/** 100,000 rows to Google Sheets from a thread with little memory, which ends where it needs more. */
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GoogleStandIn, type ServiceAccountKey, startGoogleStandIn } from '../src/stand-ins/google-sheets/server.ts';
import type { Spreadsheet } from '../src/stand-ins/google-sheets/spreadsheet.ts';

const ROWS = 100_000;
/** Less than the rows need that are held at once. */
const MEGABYTES = 48;
const EMAIL = 'exports@leads-project.example';
const SPREADSHEET = 'many-rows';

describe('a sheet of 100,000 rows', { timeout: 600_000 }, () => {
  let google: GoogleStandIn;
  let key: ServiceAccountKey;
  let spreadsheet: Spreadsheet;
  beforeAll(async () => {
    google = await startGoogleStandIn();
    key = await google.addServiceAccount(EMAIL);
    spreadsheet = google.addSpreadsheet(SPREADSHEET, [EMAIL]);
  });
  afterAll(() => google.close());

  function send(version: number, mode: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./testing/send-many-rows.ts', import.meta.url), {
        workerData: { origin: google.origin, spreadsheet: SPREADSHEET, key, count: ROWS, version, mode },
        resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
      });
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
    });
  }

  it.each([
    ['replace', 1],
    ['replace', 2],
    ['changes', 3],
  ] as const)('is written in mode %s, version %i, in batches of 10,000 cells', async (mode, version) => {
    const before = google.writtenCells.length;
    await send(version, mode);
    const batches = google.writtenCells.slice(before).filter((cells) => cells > 100);
    expect(Math.max(...batches)).toBeLessThanOrEqual(10_000);
    const sheet = spreadsheet.sheet('Leads');
    expect(sheet.rows.size).toBe(ROWS + 1);
    for (const row of [1, 50_000, ROWS]) expect(sheet.rows.get(row)?.get(3)).toEqual({ value: row * version });
  });
});
