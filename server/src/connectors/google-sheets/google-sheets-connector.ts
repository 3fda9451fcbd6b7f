/**
 * Rows of exports in a sheet of Google Sheets, written with a service account that the spreadsheet is shared with. Cells of
 * people's own are never written; a sheet that has content without a column of ids is refused. Text stays text, so that nothing
 * in it is run as a formula.
 */
import { createHash, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { DestinationSettings } from '../../config.ts';
import { inBatches } from '../../database/in-batches.ts';
import { createSourceHttp } from '../../sources/http/source-http.ts';
import { type DeliveryContext, type OutgoingRows, RefusedByDestination, type RowConnector } from '../connector.ts';
import { reachableHttp } from '../reachable-http.ts';
import { rangeName, runsOf } from './a1-notation.ts';
import { changedMeanwhile, type Expectation } from './confirm-places.ts';
import { createGoogleToken, type ServiceAccount } from './google-token.ts';
import { addSheet, type OpenSheet, openSheet } from './open-sheet.ts';
import { createPlaces, type Places } from './place-rows.ts';
import { FIRST_ROW, NO_ID, readSheet, type SheetRows } from './read-sheet.ts';
import { createLayout, findColumns, listedColumns, readHeader, type SheetLayout, updateLayout } from './sheet-layout.ts';
import { createSheetsApi, type SheetsApi } from './sheets-api.ts';
import { writeRows } from './write-rows.ts';

/** The longest call writes or reads some ten thousand cells. */
const CALL_MILLISECONDS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Ranges of one call that clears cells. */
const CLEARED_RANGES = 500;

export interface GoogleSheetsSettings {
  readonly spreadsheet_id: string;
  readonly sheet: string;
}

export interface GoogleSheetsSecrets {
  readonly service_account: ServiceAccount;
}

type Mode = Parameters<RowConnector['sendRows']>[1];

const savedSchema = z.object({ done: z.int().nonnegative(), next: z.int().positive(), people: z.string() });

export function createGoogleSheetsConnector(
  settings: GoogleSheetsSettings,
  { service_account: account }: GoogleSheetsSecrets,
  network: Pick<DestinationSettings, 'isPrivateAllowed' | 'googleSheetsUrl' | 'googleTokenUrl'>,
): RowConnector {
  const { googleSheetsUrl: url, googleTokenUrl: tokenUrl, isPrivateAllowed } = network;
  const http = reachableHttp(
    'Google',
    createSourceHttp({
      allowedOrigins: [new URL(url).origin, new URL(tokenUrl).origin],
      timeoutMs: CALL_MILLISECONDS,
      maxBytes: MAX_ANSWER_BYTES,
      isPrivateAllowed,
    }),
  );
  const token = createGoogleToken(http, tokenUrl, account);
  const { spreadsheet_id: spreadsheetId, sheet: title } = settings;
  const api = createSheetsApi({ http, token, url, spreadsheetId, email: account.client_email });

  return {
    takes: 'rows',
    test: async (signal) => {
      const sheet = await openSheet(api, title, signal);
      if (sheet !== null) await openLayout(sheet, null, signal);
      await tryWriting(api, signal);
      return {};
    },
    sendRows: async (rows, mode, context) => {
      const { signal } = context;
      const sheet = (await openSheet(api, title, signal)) ?? (await addSheet(api, title, rows.columns.length + 1, signal));
      const layout =
        (await openLayout(sheet, { columns: rows.columns, isReplaced: mode === 'replace' }, signal)) ??
        (await createLayout(sheet, rows.columns, signal));
      await sendTo(sheet, layout, { rows, mode, context });
    },
    close: async () => undefined,
  };
}

/**
 * @param wanted null: the layout is only checked
 * @returns null: the sheet is empty @throws {RefusedByDestination} its content is not ours
 */
async function openLayout(
  sheet: OpenSheet,
  wanted: { readonly columns: readonly string[]; readonly isReplaced: boolean } | null,
  signal: AbortSignal,
): Promise<SheetLayout | null> {
  const { title } = sheet.properties;
  const header = await readHeader(sheet, signal);
  // A file of JSON lines without a row names no columns: the sheet keeps those that it has.
  const columns = wanted === null || wanted.columns.length === 0 ? listedColumns(header) : wanted.columns;
  const found = findColumns(header, columns, title);
  if (found !== null) return wanted === null ? null : updateLayout(sheet, columns, { ...wanted, found }, signal);
  const isEmpty = header.every((name) => name === '') && (await readSheet(sheet, null, signal)).last < FIRST_ROW;
  if (isEmpty) return null;
  throw new RefusedByDestination(
    `The sheet "${title}" has content, but no column leadloom_id. Choose an empty sheet, or a name that no sheet has.`,
  );
}

async function sendTo(
  sheet: OpenSheet,
  layout: SheetLayout,
  { rows, mode, context }: { readonly rows: OutgoingRows; readonly mode: Mode; readonly context: DeliveryContext },
): Promise<void> {
  const { signal, progress } = context;
  const before = await readSheet(sheet, layout, signal);
  const people = digestOf(before);
  const saved = savedSchema.safeParse(progress.saved).data;
  // What people wrote decides the places of all rows in mode `replace`: where it changed, the delivery begins anew.
  const isSame = saved !== undefined && (mode !== 'replace' || saved.people === people);
  const { done: skip, next } = isSame ? saved : { done: 0, next: null };

  const end = await lastPlace(rows, createPlaces(mode, before, next), skip);
  const missing = end - sheet.rowCount;
  if (missing > 0) {
    const { sheetId } = sheet.properties;
    await sheet.grow({ rows: missing }, { appendDimension: { sheetId, dimension: 'ROWS', length: missing } }, signal);
  }

  const written = new Float64Array(end + 1).fill(NO_ID);
  await writeRows({
    sheet,
    layout,
    rows: rows.read(),
    places: createPlaces(mode, before, next),
    skip,
    save: (place) => progress.save({ ...place, people }),
    onPlace: (row, id) => {
      written[row] = id;
    },
    expects: expectations(mode, before),
    signal,
  });
  if (mode !== 'replace') return;
  const idAt = (row: number) => (written[row] === NO_ID ? null : (written[row] ?? null));
  await clearOthers(sheet, layout, before, idAt, signal);
  const now = await readSheet(sheet, layout, signal);
  for (let row = FIRST_ROW; row <= Math.max(end, now.last); row += 1) {
    if (now.idAt(row) === idAt(row)) continue;
    // Somebody sorted rows between two batches, so that some were written over.
    await progress.save({ done: 0, next: FIRST_ROW, people });
    throw changedMeanwhile();
  }
}

function expectations(mode: Mode, before: SheetRows): (row: number) => Expectation {
  switch (mode) {
    case 'replace':
      return (row) => (before.isPeoples(row) ? 'own' : 'unused');
    case 'append':
      return () => 'blank';
    case 'changes':
      return (row) => (before.idAt(row) === null ? 'blank' : 'own');
  }
}

/** The last row that will be written; 1: none. */
async function lastPlace(rows: OutgoingRows, places: Places, skip: number): Promise<number> {
  let [last, count] = [1, 0];
  for await (const { id } of rows.read()) {
    last = Math.max(last, (count < skip ? places.skip(id) : places.take(id)) ?? last);
    count += 1;
  }
  return last;
}

/** Clears our cells in rows that are no longer in the export. What people wrote beside them stays. */
async function clearOthers(
  { api, properties }: OpenSheet,
  { ours }: SheetLayout,
  before: SheetRows,
  written: (row: number) => number | null,
  signal: AbortSignal,
): Promise<void> {
  const old: number[] = [];
  for (let row = FIRST_ROW; row <= before.last; row += 1) if (before.idAt(row) !== null && written(row) === null) old.push(row);
  const ranges = runsOf(old).flatMap((rows) => ours.map((columns) => rangeName(properties.title, columns, rows)));
  for (const some of inBatches(ranges, CLEARED_RANGES)) await api.clearRanges(some, signal);
}

/** Tells whether people's rows are where they were. */
function digestOf(sheet: SheetRows): string {
  const hash = createHash('sha256');
  for (let row = FIRST_ROW; row <= sheet.last; row += 1) if (sheet.isPeoples(row)) hash.update(`${row}:${sheet.idAt(row)};`);
  return hash.digest('base64url');
}

/** Adds a sheet of one cell and deletes it, in one call that leaves nothing behind. */
async function tryWriting(api: SheetsApi, signal: AbortSignal): Promise<void> {
  const sheetId = randomInt(1, 2 ** 31 - 1);
  const properties = { sheetId, title: `Leadloom test ${sheetId}`, gridProperties: { rowCount: 1, columnCount: 1 } };
  await api.change([{ addSheet: { properties } }, { deleteSheet: { sheetId } }], signal);
}
