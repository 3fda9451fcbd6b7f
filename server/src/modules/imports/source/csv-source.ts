/** CSV text as an import reads it: separator and line ends are detected, and its rows become those of a table. */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { LINES_ABOVE, likeliestSeparator } from '@leadloom/shared/tables/header-line';
import { type CsvRecord, createCsvReader, type Dialect } from '../../../csv/csv-records.ts';
import type { DecodedText } from './decode-text.ts';
import { isMapped } from './header-line.ts';
import { openTable, type TableOptions } from './open-table.ts';
import type { RecordSource } from './record-source.ts';
import { refusedIn } from './refused-content.ts';
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
  const linesBy = (delimiter: string) => firstLines(body, { delimiter, endsAtReturn });
  const delimiter =
    chosenSeparator ??
    separator?.[1] ??
    likeliestSeparator(definition, DELIMITERS, { linesBy, isNamed: isMapped(chosen) }).separator;
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
  return openTable(definition, { batches: refusedIn(readAll()), written, isDamaged, fit: null, notices: () => [] }, options);
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

/** As many lines as a header is looked for in. */
function firstLines(text: string, dialect: Dialect): readonly (readonly string[])[] {
  const reader = createCsvReader(dialect);
  const records = reader.read(text);
  const first = (records.length > 0 ? records : reader.end()).filter(holdsSomething).slice(0, LINES_ABOVE + 1);
  return first.map(({ cells }) => cells);
}
