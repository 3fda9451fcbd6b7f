/**
 * Sends a file of a scheduled export to a destination: as a file, or row by row. With the mode `changes`, only rows go that are
 * new or different since the last delivery; what the destination then has is stored in the transaction that records it.
 */
import { type ExportFormat, exportFormats } from '@leadloom/shared/contract/scheduled-exports';
import { csvLine } from '@leadloom/shared/domain/csv-line';
import type { OutgoingFile, OutgoingRow, OutgoingRows } from '../../../connectors/connector.ts';
import type { Platform } from '../../../platform.ts';
import { type ChangedRow, readChangedRows, storeDeliveredRows } from '../../destinations/changed-rows.ts';
import { ID_COLUMN, readFileRows } from '../../destinations/file-rows.ts';
import { type Performance, type Performed, type Performer, Undeliverable } from '../../destinations/performer.ts';
import { readFile } from './export-files.ts';
import { slugOf } from './export-rows.ts';
import type { StoredExport, StoredFile } from './scheduled-exports.repository.ts';
import * as repository from './scheduled-exports.repository.ts';

const FILE_IS_GONE = 'The file is not kept any more.';
const NO_FILES = 'This destination takes no files.';
const NO_ROWS = 'The rows of this file cannot be read again.';
const NOTHING_CHANGED = 'No row is new or different since the last delivery.';
const CHANGE_COLUMN = 'change';
/** Characters of lines that are sent at once. */
const CHUNK_CHARACTERS = 64 * 1024;
/** What not every file system takes in a name. */
const UNUSABLE = /[^\p{L}\p{N}._-]+/gu;
const MAX_FOLDER = 60;
/** The end of a file's name, such as `.csv.gz`. */
const ENDING = /\.([a-z]+)(?:\.gz)?$/;

interface Source {
  readonly platform: Platform;
  readonly file: StoredFile;
  readonly owner: StoredExport;
  readonly format: ExportFormat;
}

export function createFilePerformer(platform: Platform): Performer {
  return async (performance) => {
    const { delivery, connector } = performance;
    const { task, workspaceId } = delivery;
    if (task.kind !== 'file') throw new Undeliverable(NO_FILES);
    const name = { exportId: task.exportId, fileId: task.fileId };
    const file = await repository.findFile(platform.database, workspaceId, name);
    const owner = await repository.findExport(platform.database, workspaceId, task.exportId);
    if (file === null || owner === null) throw new Undeliverable(FILE_IS_GONE);
    // The export may have another format by now.
    const ending = ENDING.exec(file.fileName)?.[1];
    const format = exportFormats.find((one) => one === ending);
    if (format === undefined) throw new Undeliverable(FILE_IS_GONE);
    const source = { platform, file, owner, format };
    if (task.mode === 'changes') return sendChanges(source, performance);
    if (connector.takes === 'files') await connector.sendFile(outgoing(source), task.mode, performance);
    else if (connector.takes === 'rows') await connector.sendRows(await readRows(source), task.mode, performance);
    else throw new Undeliverable(NO_FILES);
    return undefined;
  };
}

async function sendChanges(source: Source, performance: Performance): Promise<Performed> {
  const { delivery, destination, connector } = performance;
  const rows = await readRows(source);
  const delivered = { workspaceId: delivery.workspaceId, destinationId: destination.id, exportId: source.owner.id };
  const complete: Performed['complete'] = (transaction) => storeDeliveredRows(transaction, delivered, rows);
  const changed = () => readChangedRows(source.platform.database, delivered, rows);
  if (await isEmpty(changed())) return { answer: NOTHING_CHANGED, complete };
  if (connector.takes === 'rows') {
    await connector.sendRows({ columns: rows.columns, read: () => stillThere(changed()) }, 'changes', performance);
  } else if (connector.takes === 'files') {
    const whole = outgoing(source);
    const read = source.format === 'jsonl' ? () => objects(rows.columns, changed()) : () => lines(rows.columns, changed());
    await connector.sendFile({ ...whole, name: whole.name.replace(ENDING, '-changes$&'), read }, 'append', performance);
  } else throw new Undeliverable(NO_FILES);
  return { complete };
}

/** The names of the files of an export are unique, so that a later run writes over none. */
function outgoing({ platform, file, owner, format }: Source): OutgoingFile {
  const { id, fileName, isGzip, size } = file;
  const name = owner.name
    .normalize('NFC')
    .replace(UNUSABLE, '-')
    .replace(/^[.-]+/, '')
    .slice(0, MAX_FOLDER)
    .replace(/-$/, '');
  return {
    name: fileName.replace(ENDING, `-${id}$&`),
    // Several exports may have one name.
    folder: [name, String(owner.id)].filter((part) => part !== '').join('-'),
    ...{ format, isGzip, size },
    read: () => readFile(platform.database, id, isGzip),
  };
}

/** @throws {Undeliverable} the file has another format, as its export did when it named the destination no such mode */
function readRows({ platform, file, owner, format }: Source): Promise<OutgoingRows> {
  if (file.isGzip || (format !== 'csv' && format !== 'jsonl')) throw new Undeliverable(NO_ROWS);
  return readFileRows({ format, table: slugOf(owner.tableName), read: () => readFile(platform.database, file.id, false) });
}

async function isEmpty(rows: AsyncIterable<ChangedRow>): Promise<boolean> {
  for await (const _ of rows) return false;
  return true;
}

async function* stillThere(rows: AsyncIterable<ChangedRow>): AsyncGenerator<OutgoingRow> {
  for await (const { change, row } of rows) if (change !== 'removed') yield row;
}

async function* lines(columns: readonly string[], rows: AsyncIterable<ChangedRow>): AsyncGenerator<Buffer> {
  const header = csvLine([CHANGE_COLUMN, ID_COLUMN, ...columns]);
  yield* chunks(header, rows, ({ change, row }) => csvLine([change, row.id, ...row.cells]));
}

function objects(columns: readonly string[], rows: AsyncIterable<ChangedRow>): AsyncGenerator<Buffer> {
  return chunks('', rows, ({ change, row }) => {
    const cells = columns.map((column, at) => [column, row.cells[at] ?? null] as const);
    return `${JSON.stringify(Object.fromEntries([[CHANGE_COLUMN, change], [ID_COLUMN, row.id], ...cells]))}\n`;
  });
}

async function* chunks(
  header: string,
  rows: AsyncIterable<ChangedRow>,
  write: (row: ChangedRow) => string,
): AsyncGenerator<Buffer> {
  let text = header;
  for await (const row of rows) {
    text += write(row);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
