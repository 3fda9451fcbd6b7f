/** CSV text as an import reads it: separator and line ends are detected, and its rows become those of a table. */
import { HEADERS_LIMIT } from '@leadloom/shared/contract/header-line-limit';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { FileMapping } from '../mapping/read-mapping.ts';
import { type CsvRecord, createCsvReader, type Dialect } from './csv-records.ts';
import type { DecodedText } from './decode-text.ts';
import { countKnown, LINES_ABOVE } from './header-line.ts';
import { openTable, type TableOptions } from './open-table.ts';
import type { RecordSource } from './record-source.ts';
import { holdsSomething } from './table-rows.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Characters that are enough to detect the file's format. */
const SAMPLE_LENGTH = 64 * 1024;
/** A first line that names the separator, as some spreadsheets write. */
const SEPARATOR_LINE = /^sep=([,;|\t])(?:\r\n|\n|\r)/i;

export interface CsvOptions extends TableOptions {
  /** The separator of cells; null or absent: it is detected. */
  readonly separator?: string | null;
}

/** @throws {AppError} IMPORT.UNREADABLE if no header fits the table */
export async function openCsv(
  definition: TableDefinition,
  { text, isDamaged }: DecodedText,
  options: CsvOptions,
): Promise<RecordSource> {
  const { mapping: chosen, separator: chosenSeparator = null } = options;
  const chunks = text[Symbol.asyncIterator]();
  let sample = '';
  let isWhole = false;
  while (sample.length < SAMPLE_LENGTH && !isWhole) {
    const next = await chunks.next();
    if (next.done === true) isWhole = true;
    else sample += next.value;
  }
  const separator = SEPARATOR_LINE.exec(sample);
  const body = sample.slice(separator?.[0].length ?? 0);
  const endsAtReturn = usesReturns(body);
  const delimiter = chosenSeparator ?? separator?.[1] ?? findDelimiter(definition, body, endsAtReturn, chosen);
  const reader = createCsvReader({ delimiter, endsAtReturn }, separator === null ? 1 : 2);

  async function* readAll(): AsyncGenerator<CsvRecord[]> {
    // The last line of a short file may have no end, and is judged with the others.
    if (isWhole) yield [...reader.read(body), ...reader.end()].filter(holdsSomething);
    if (isWhole) return;
    yield reader.read(body).filter(holdsSomething);
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      yield reader.read(next.value).filter(holdsSomething);
    yield reader.end().filter(holdsSomething);
  }
  const lineEnd = endsAtReturn ? '\r' : /^[^\n]*\r\n/.test(body) ? '\r\n' : '\n';
  const written = { delimiter, lineEnd, before: separator?.[0] ?? '' };
  return openTable(definition, { batches: readAll(), written, isDamaged, fit: null, notices: () => [] }, options);
}

/** Whether the first line ends with a carriage return alone. */
function usesReturns(text: string): boolean {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === '\n') return false;
    else if (!isQuoted && letter === '\r') return text[at + 1] !== '\n' && at + 1 < text.length;
  }
  return false;
}

/** The separator with which the header names most columns of the table; among equals, the one with the widest first line. */
function findDelimiter(definition: TableDefinition, text: string, endsAtReturn: boolean, chosen: FileMapping): string {
  let best: { delimiter: string; known: number; width: number } = { delimiter: ',', known: -1, width: 0 };
  for (const delimiter of DELIMITERS) {
    const records = firstRecords(text, { delimiter, endsAtReturn });
    // Where no line names a column, the first lines of a table are still wider by its separator than by any other.
    const [first, ...next] = records;
    const inFirst = countKnown(definition, first, chosen);
    const known = inFirst > 0 ? inFirst : Math.max(0, ...next.map((record) => countKnown(definition, record, chosen)));
    const width = Math.min(first?.cells.length ?? 0, HEADERS_LIMIT);
    if (known > best.known || (known === best.known && width > best.width)) best = { delimiter, known, width };
  }
  return best.delimiter;
}

function firstRecords(text: string, dialect: Dialect): readonly CsvRecord[] {
  const reader = createCsvReader(dialect);
  const records = reader.read(text);
  return (records.length > 0 ? records : reader.end()).filter(holdsSomething).slice(0, LINES_ABOVE + 1);
}
