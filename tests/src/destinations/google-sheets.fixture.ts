/** A sheet of the stand-in, and deliveries to it as the server makes them. */
import type { OutgoingRow, RowConnector } from '@leadloom/server/connectors/connector';
import { createGoogleSheetsConnector } from '@leadloom/server/connectors/google-sheets/google-sheets-connector';
import { type GoogleStandIn, type GoogleStandInOptions, startGoogleStandIn } from '../stand-ins/google-sheets/server.ts';
import type { Cell, Spreadsheet } from '../stand-ins/google-sheets/spreadsheet.ts';

export const EMAIL = 'exports@leads-project.example';
export const SPREADSHEET = 'sheet_of-the-tests';

type Cells = OutgoingRow['cells'];
type Mode = Parameters<RowConnector['sendRows']>[1];
export type SavedProgress = Readonly<Record<string, unknown>> | null;

export interface SheetFixture {
  readonly google: GoogleStandIn;
  readonly spreadsheet: Spreadsheet;
  connect(settings?: { readonly spreadsheet?: string; readonly sheet?: string; readonly key?: Partial<Key> }): RowConnector;
  /** Sends rows, `[id, ...cells]`. */
  send(columns: readonly string[], rows: readonly (readonly [number, ...Cells])[], mode: Mode): Promise<void>;
  /** The cells of the sheet, row by row, `''` for blank ones; the column of ids is left out. */
  shown(): unknown[][];
  /** A cell as it is stored, by row and column from 0. */
  cell(row: number, column: number): Cell | undefined;
  /** As a person writes into the sheet. */
  type(range: string, ...rows: (string | number)[][]): void;
}

type Key = Awaited<ReturnType<GoogleStandIn['addServiceAccount']>>;

export async function openSheetFixture(options: GoogleStandInOptions = {}): Promise<SheetFixture> {
  const google = await startGoogleStandIn(options);
  const account = await google.addServiceAccount(EMAIL);
  const spreadsheet = google.addSpreadsheet(SPREADSHEET, [EMAIL]);
  const network = { isPrivateAllowed: false, googleSheetsUrl: google.origin, googleTokenUrl: google.origin };

  const connect: SheetFixture['connect'] = ({ spreadsheet: id = SPREADSHEET, sheet = 'Leads', key = {} } = {}) =>
    createGoogleSheetsConnector({ spreadsheet_id: id, sheet }, { service_account: { ...account, ...key } }, network);

  return {
    google,
    spreadsheet,
    connect,
    send: (columns, rows, mode) => sendRows(connect(), { columns, rows: rows.map(([id, ...cells]) => ({ id, cells })), mode }),
    shown: () => {
      const sheet = spreadsheet.sheet('Leads');
      const all = spreadsheet.read('Leads').map((row) => row.map(String));
      const key = (all[0] ?? []).findIndex((name) => name.startsWith('leadloom_id'));
      const width = Math.max(0, ...all.map(({ length }) => length));
      return all.map((_row, at) =>
        Array.from({ length: width }, (_, column) => {
          const cell = sheet.rows.get(at)?.get(column);
          return cell === undefined ? '' : 'formula' in cell ? cell.formula : cell.value;
        }).filter((_, column) => column !== key),
      );
    },
    cell: (row, column) => spreadsheet.sheet('Leads').rows.get(row)?.get(column),
    type: (range, ...rows) => void spreadsheet.write([{ range, values: rows }], false),
  };
}

interface Sent {
  readonly columns: readonly string[];
  readonly rows: Iterable<OutgoingRow>;
  readonly mode: Mode;
}

/** One try of a delivery. @param saved where an earlier try was @param onSave what is saved from now on */
export async function sendRows(
  connector: RowConnector,
  { columns, rows, mode }: Sent,
  saved: SavedProgress = null,
  onSave: (progress: SavedProgress) => void = () => undefined,
): Promise<void> {
  const read = async function* () {
    yield* rows;
  };
  const progress = { saved, save: async (place: NonNullable<SavedProgress>) => onSave(place) };
  await connector.sendRows({ columns, read }, mode, { signal: AbortSignal.timeout(60_000), progress });
  await connector.close();
}

/**
 * Tries until one ends, going on where the one before was.
 * @param beforeWrite called when a batch is about to be written for the first time, with the rows written before it
 * @param betweenTries called after a try that failed
 * @returns the errors of those that failed
 */
export async function sendUntilDone(
  connect: () => RowConnector,
  sent: Sent,
  beforeWrite: (done: number) => void,
  betweenTries: () => void = () => undefined,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const begun = new Set<unknown>();
  let saved: SavedProgress = null;
  while (errors.length < 50) {
    try {
      await sendRows(connect(), sent, saved, (place) => {
        saved = place;
        const { done } = place ?? {};
        if (!begun.has(done)) beforeWrite(Number(done));
        begun.add(done);
      });
      return errors;
    } catch (error) {
      errors.push(error);
      betweenTries();
    }
  }
  throw new Error('the delivery never ended', { cause: errors });
}
