/** A whole import: loads bytes, compressed or not, in any supported encoding and format, into a table. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Database } from '../../database/database.ts';
import { type LoadOptions, loadRecords } from './load-records.ts';
import { fileMapping, type MappingFile } from './mapping/read-mapping.ts';
import { openCsv } from './source/csv-source.ts';
import { type DecodedText, decodeText } from './source/decode-text.ts';
import { openJsonl } from './source/jsonl-source.ts';
import { openBytes } from './source/open-bytes.ts';
import type { RecordSource } from './source/record-source.ts';

export interface FileOptions {
  /** null: JSON Lines if the text begins like it, else CSV. */
  readonly format: 'csv' | 'jsonl' | null;
  /** A label such as `windows-1252`; null: detect it. */
  readonly encoding: string | null;
  readonly mustBeGzip: boolean;
  /** The operator's own mapping; other headers are mapped by their names. */
  readonly mapping: MappingFile;
  /** CSV: whether the file has a header; without one, its columns are named `1`, `2` and so on. By default it has. */
  readonly hasHeader?: boolean | null;
  /** The separator of CSV cells; null or absent: it is detected. */
  readonly separator?: string | null;
}

/** @throws {AppError} IMPORT.UNREADABLE, IMPORT.TOO_MANY_REJECTS, IMPORT.BUSY; nothing is loaded then */
export function importFile(
  database: Database,
  definition: TableDefinition,
  bytes: AsyncIterable<Uint8Array>,
  options: FileOptions & LoadOptions,
): Promise<ImportReport> {
  return loadRecords(database, definition, () => openFile(definition, bytes, options), options);
}

/** @throws {AppError} IMPORT.UNREADABLE */
export async function openFile(
  definition: TableDefinition,
  bytes: AsyncIterable<Uint8Array>,
  { format, encoding, mustBeGzip, mapping, hasHeader, separator = null }: FileOptions,
): Promise<RecordSource> {
  const decoded = decodeText(openBytes(bytes, { mustBeGzip }), encoding);
  const { begin, text } = await beginOf(decoded.text);
  const whole: DecodedText = { ...decoded, text };
  const isJsonl = format === null ? /^\s*[{[]/.test(begin) : format === 'jsonl';
  const chosen = fileMapping(mapping);
  const source = isJsonl
    ? openJsonl(definition, whole, chosen)
    : await openCsv(definition, whole, { mapping: chosen, hasHeader: hasHeader ?? true, separator });
  return { ...source, encoding: decoded.encoding };
}

/** The beginning of the text up to the first characters that are not blank, and the whole text. */
async function beginOf(chunks: AsyncIterable<string>): Promise<{ begin: string; text: AsyncIterable<string> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let begin = '';
  while (begin.trim() === '') {
    const next = await iterator.next();
    if (next.done === true) break;
    // Only a limited number of leading blanks is read.
    begin = begin.length > 1_000_000 ? next.value : begin + next.value;
  }
  async function* text(): AsyncGenerator<string> {
    yield begin;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { begin, text: text() };
}
