/** A whole import: loads bytes, compressed or not, in any supported encoding and format, into a table. */
import type { ImportReport } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { fileTable } from '@leadloom/shared/tables/file-table';
import type { Database } from '../../database/database.ts';
import { type LoadOptions, loadRecords } from './load-records.ts';
import { fileMapping, type MappingFile } from './mapping/read-mapping.ts';
import { openCsv } from './source/csv-source.ts';
import { type DecodedText, decodeText } from './source/decode-text.ts';
import { isPersonalExport, PERSONAL_EXPORT_REASON } from './source/foreign/personal-export.ts';
import { openJsonl } from './source/jsonl-source.ts';
import { type ContentOptions, type FileContent, type OpenedContent, openContent } from './source/open-content.ts';
import type { RecordSource } from './source/record-source.ts';
import { refused } from './source/refused-content.ts';
import { openSheet } from './source/sheet-source.ts';
import { unreadable } from './unreadable.ts';

export interface FileOptions extends ContentOptions {
  /** null: JSON Lines if the text begins like it, else CSV. */
  readonly format: 'csv' | 'jsonl' | null;
  /** A label such as `windows-1252`; null: detect it. */
  readonly encoding: string | null;
  /** The operator's own mapping; other headers are mapped by their names. */
  readonly mapping: MappingFile;
  /** CSV: whether the file has a header; without one, its columns are named `1`, `2` and so on. By default it has. */
  readonly hasHeader?: boolean | null;
  /** The line of the header, from 1; null or absent: the line that names most columns. */
  readonly headerLine?: number | null;
  /** The separator of CSV cells; null or absent: it is detected. */
  readonly separator?: string | null;
}

/** Refused rows of a sheet are written so that spreadsheet programs read them right. */
const SHEET_ENCODING = { label: 'utf-8', hasMark: true } as const;

/** @throws {AppError} IMPORT.UNREADABLE, IMPORT.TOO_MANY_REJECTS, IMPORT.BUSY; nothing is loaded then */
export async function importFile(
  database: Database,
  definition: TableDefinition,
  bytes: AsyncIterable<Uint8Array>,
  options: FileOptions & LoadOptions,
): Promise<ImportReport> {
  const opened: OpenedContent[] = [];
  const open = async () => {
    const file = await openContent(bytes, options);
    opened.push(file);
    return openSource(definition, file.content, options);
  };
  try {
    return await loadRecords(database, definition, open, options);
  } finally {
    for (const { close } of opened) await close();
  }
}

type SourceOptions = Omit<FileOptions, keyof ContentOptions>;

/** @throws {AppError} IMPORT.UNREADABLE */
export async function openSource(
  table: TableDefinition,
  content: FileContent,
  { format, encoding, mapping, hasHeader, headerLine = null, separator = null }: SourceOptions,
): Promise<RecordSource> {
  const definition = fileTable(table);
  const chosen = fileMapping(mapping);
  const options = { mapping: chosen, hasHeader: hasHeader ?? true, headerLine, separator };
  if (content.kind === 'sheet')
    return { ...(await openSheet(definition, content.rows, options)), encoding: () => SHEET_ENCODING };
  const decoded = decodeText(content.bytes, encoding);
  const { begin, text } = await beginOf(decoded.text);
  const whole: DecodedText = { ...decoded, text };
  if (definition.name === 'tiktok-videos' && isPersonalExport(begin)) throw unreadable(PERSONAL_EXPORT_REASON);
  const isJsonl = format === null ? /^\s*[{[]/.test(begin) : format === 'jsonl';
  const source = isJsonl
    ? await openJsonl(definition, whole, { chosen, isList: /^\s*\[/.test(begin) })
    : await refused(() => openCsv(definition, whole, options));
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
