/**
 * Reads a file with somebody's own list in the browser: text of any encoding, gzip, a ZIP archive, an Excel workbook or JSON.
 * Workbooks and archives are read by the rules of imports. Loaded only once a file is chosen.
 */
import { UnreadableContent } from '@leadloom/shared/domain/unreadable-content';
import { isGzip, isOldOffice, isZip, LOOKED_AT_BYTES, unreadableFileOf } from '@leadloom/shared/domain/unreadable-file';
import { chooseEntry, rowFiles } from '@leadloom/shared/workbook/read/archive-rules';
import { findWorkbook, openWorkbook } from '@leadloom/shared/workbook/read/open-workbook';
import { decodeFile, listText, MAX_LINES, type OwnList } from '../match/read-list.ts';
import { isJson, jsonRows } from './json-rows.ts';
import { type OwnArchive, openOwnArchive } from './open-own-archive.ts';
import { createPause, gunzipped, joined } from './unpacked.ts';

const MEGABYTE = 1024 * 1024;
/** Of a file inside of another. */
const INNER_BYTES = 100 * MEGABYTE;
/** Characters of all cells of a sheet: the page holds them several times. */
const SHEET_LENGTH = 50_000_000;
/** One line names the columns, and one more tells that some are left out. */
const MOST_ROWS = MAX_LINES + 2;

export interface PartChoice {
  /** Name of the file in an archive; absent: the first. */
  readonly entry?: string;
  /** Name of the sheet; absent: the first with a table. */
  readonly sheet?: string;
}

export interface OwnFile {
  /** What stands in the field of the list. */
  readonly text: string;
  /** Its rows; null: they are read from the text. */
  readonly list: OwnList | null;
  /** Files of rows in the archive; empty: it is none. */
  readonly entries: readonly string[];
  readonly entry: string | null;
  /** Of the workbook; empty: it is none. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** @throws {UnreadableContent} and what the signal says */
export async function readOwnFile(file: File, choice: PartChoice, signal: AbortSignal): Promise<OwnFile> {
  const pause = createPause(signal);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content = isGzip(bytes) ? await unzippedOnce(bytes) : bytes;
  refuseForeign(content);
  const none = { entries: [], entry: null, sheets: [], sheet: null };
  if (!isZip(content)) return { ...none, ...readText(content) };
  const archive = openOwnArchive(content, pause);
  const workbook = await findWorkbook(archive);
  if (workbook !== null) return { ...none, ...(await readSheet(archive, workbook, choice)) };
  const entries = rowFiles(archive.names);
  const entry = chooseEntry(entries, { ...choice, takesFirst: true });
  const packed = await joined(archive.read(entry, INNER_BYTES));
  const inner = isGzip(packed) ? await unzippedOnce(packed) : packed;
  refuseForeign(inner);
  if (!isZip(inner)) return { ...none, entries, entry, ...readText(inner) };
  const innerArchive = openOwnArchive(inner, pause);
  const innerWorkbook = await findWorkbook(innerArchive);
  if (innerWorkbook === null) throw new UnreadableContent('it is an archive inside an archive; unpack it');
  return { entries, entry, ...(await readSheet(innerArchive, innerWorkbook, choice)) };
}

async function unzippedOnce(packed: Bytes): Promise<Bytes> {
  const content = await gunzipped(packed, INNER_BYTES);
  if (isGzip(content)) throw new UnreadableContent('it is compressed twice');
  return content;
}

function refuseForeign(content: Bytes): void {
  const head = content.subarray(0, LOOKED_AT_BYTES);
  if (isZip(head)) return;
  if (isOldOffice(head))
    throw new UnreadableContent('it is an old Office document, or a workbook with a password; save it as .xlsx without one');
  const found = unreadableFileOf(head);
  if (found !== null) throw new UnreadableContent(`it is ${found.name}${found.advice === null ? '' : `; ${found.advice}`}`);
}

function readText(bytes: Bytes): Pick<OwnFile, 'text' | 'list'> {
  const text = decodeFile(bytes);
  return isJson(text) ? listed(jsonRows(text, MOST_ROWS - 1)) : { text, list: null };
}

async function readSheet(archive: OwnArchive, workbook: string, { sheet: chosen = null }: { readonly sheet?: string | null }) {
  const { sheets, sheet, rows: batches } = await openWorkbook(archive, workbook, chosen);
  const rows: (readonly string[])[] = [];
  const links = new Map<number, ReadonlyMap<number, string>>();
  let length = 0;
  for await (const batch of batches) {
    for (const { cells, links: inRow } of batch) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      length += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (length > SHEET_LENGTH)
        throw new UnreadableContent(`its sheet holds more than ${SHEET_LENGTH / 1_000_000} million characters; split it`);
      if (inRow !== null) links.set(rows.length, inRow);
      rows.push(cells);
    }
    if (rows.length >= MOST_ROWS) break;
  }
  return { sheets, sheet, ...listed(rows, links) };
}

/** Rows that separate nothing by themselves are shown as spreadsheets copy them. */
function listed(
  rows: readonly (readonly string[])[],
  links?: OwnList['links'],
): { readonly text: string; readonly list: OwnList } {
  const isCut = rows.length > MAX_LINES + 1;
  const taken = isCut ? rows.slice(0, MAX_LINES + 1) : rows;
  return { text: listText(taken, '\t'), list: { rows: taken, delimiter: ',', isCut, ...(links === undefined ? {} : { links }) } };
}
