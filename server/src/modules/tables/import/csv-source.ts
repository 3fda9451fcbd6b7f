/**
 * CSV text as an import reads it: separator and line ends are detected, headers mapped, and every record is as wide as the
 * header.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { unsafeCell } from '../../../csv/safe-cell.ts';
import { type CsvRecord, createCsvReader, type Dialect } from './csv-records.ts';
import type { DecodedText } from './decode-text.ts';
import { foreignCsvOf } from './foreign/foreign-rows.ts';
import { redditCellsOf } from './foreign/reddit-cells.ts';
import { type HeaderMapping, headerMapper, mapHeaders, unreadable } from './map-headers.ts';
import { ownIdReader } from './own-ids.ts';
import type { RecordSource, SourceRecord } from './record-source.ts';
import { csvText } from './row-text.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** In characters: enough of the file to detect its format. */
const SAMPLE_LENGTH = 64 * 1024;
const HEADERS_LIMIT = 2_000;
/** A first line that names the separator, as some spreadsheets write. */
const SEPARATOR_LINE = /^sep=([,;|\t])(?:\r\n|\n|\r)/i;

/** @throws {AppError} IMPORT.UNREADABLE if no header fits the table */
export async function openCsv(
  definition: TableDefinition,
  { text, isDamaged }: DecodedText,
  chosen: HeaderMapping,
): Promise<RecordSource> {
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
  const delimiter = separator?.[1] ?? findDelimiter(definition, body, endsAtReturn, chosen);
  const reader = createCsvReader({ delimiter, endsAtReturn }, separator === null ? 1 : 2);

  async function* readAll(): AsyncGenerator<CsvRecord[]> {
    yield reader.read(body).filter(holdsSomething);
    if (!isWhole) {
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
        yield reader.read(next.value).filter(holdsSomething);
    }
    yield reader.end().filter(holdsSomething);
  }
  const batches = readAll();
  const first = await firstBatch(batches);
  const header = first[0];
  if (header === undefined) throw unreadable('it is empty');
  if (header.problem !== null) throw unreadable(`in its header, ${header.problem}`);
  if (header.cells.length > HEADERS_LIMIT) throw unreadable(`its header has more than ${HEADERS_LIMIT} columns`);
  // Copied, so that the header does not keep its whole chunk in memory.
  const headers = header.cells.map((cell) => Buffer.from(unsafeCell(cell).trim()).toString());
  const foreign = foreignCsvOf(definition, headers, chosen);
  const readCells = redditCellsOf(definition, headers, chosen);
  const mapped = foreign === null ? mapHeaders(definition, headers, chosen) : headers.map(() => null);
  const indexes = mapped.flatMap((field, index) => (field === null ? [] : [index]));
  const withIds = ownIdReader(
    definition,
    mapped.filter((field) => field !== null),
  );

  function toSource({ line, cells, raw, problem }: CsvRecord): SourceRecord {
    if (problem !== null) return { line, raw, problem };
    if (isDamaged() && raw.includes('\uFFFD'))
      return { line, raw, problem: 'holds bytes that are not in the encoding of the file' };
    // Some programs end every line with a separator.
    const isTooWide = cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== '');
    if (cells.length < headers.length || isTooWide)
      return { line, raw, problem: `has ${cells.length} cells where the header has ${headers.length}` };
    if (foreign !== null) return { line, raw, ...foreign.read(cells.map(withoutEscape), raw) };
    if (readCells === null) {
      const own = indexes.map((index) => withoutEscape(cells[index] ?? ''));
      return { line, raw, ...withIds(own, csvText(raw)) };
    }
    const reading = readCells(cells.map(withoutEscape), raw);
    if ('problem' in reading) return { line, raw, problem: reading.problem };
    return { line, raw, cells: indexes.map((index) => reading.cells[index] ?? '') };
  }

  async function* records(): AsyncGenerator<readonly SourceRecord[]> {
    yield first.slice(1).map(toSource);
    for await (const batch of batches) yield batch.map(toSource);
  }
  if (foreign !== null) {
    const fields = definition.columns.map(({ field }) => field);
    return { fields, records: records(), brought: () => fields.filter(foreign.hasBrought), mapping: () => ({}) };
  }
  const fields = mapped.filter((field) => field !== null);
  // If headers are duplicated, the one that is read is shown.
  const shown = new Map<string, string | null>();
  for (const [index, name] of headers.entries()) shown.set(name, mapped[index] ?? shown.get(name) ?? null);
  return { fields, records: records(), brought: () => fields, mapping: () => Object.fromEntries(shown) };
}

/** Spreadsheets also write the empty rows below a table, as separators only. */
function holdsSomething({ cells, problem }: CsvRecord): boolean {
  return problem !== null || cells.some((cell) => cell.trim() !== '');
}

/** Up to the batch that contains the header. */
async function firstBatch(batches: AsyncGenerator<CsvRecord[]>): Promise<CsvRecord[]> {
  for (let next = await batches.next(); next.done !== true; next = await batches.next())
    if (next.value.length > 0) return next.value;
  return [];
}

/** Removes the apostrophe that our exports put before formulas. */
function withoutEscape(cell: string): string {
  return cell.startsWith("'") ? unsafeCell(cell) : cell;
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

/** The separator with which the header names most of the table's columns; among equals, the one with most columns. */
function findDelimiter(definition: TableDefinition, text: string, endsAtReturn: boolean, chosen: HeaderMapping): string {
  const mapper = headerMapper(definition);
  let best: { delimiter: string; known: number; width: number } = { delimiter: ',', known: -1, width: 0 };
  for (const delimiter of DELIMITERS) {
    const headers = headerCells(text, { delimiter, endsAtReturn });
    const known = new Set(headers.filter((header) => Object.hasOwn(chosen, header) || mapper(header) !== null)).size;
    if (known > best.known || (known === best.known && headers.length > best.width))
      best = { delimiter, known, width: headers.length };
  }
  return best.delimiter;
}

function headerCells(text: string, dialect: Dialect): readonly string[] {
  const reader = createCsvReader(dialect);
  const first = reader.read(text)[0] ?? reader.end()[0];
  return (first?.cells ?? []).slice(0, HEADERS_LIMIT).map((cell) => cell.trim());
}
